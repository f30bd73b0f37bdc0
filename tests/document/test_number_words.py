"""German number words: their values, and when they count."""

import pytest

from pipeline.document.lexicon import Lexicon, forms, lexicon
from pipeline.document.number_words import cardinal, counting
from pipeline.load.data import Data
from pipeline.problems import Code, Problems

LEXICON = Lexicon(counted=("Token", "Kopf", "Matrix"), phrases=("halb so wild",))


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("zwei", 2),
        ("dreien", 3),
        ("zwölf", 12),
        ("siebzehn", 17),
        ("einundzwanzig", 21),
        ("zweihundertdreizehn", 213),
        ("tausendeinhundert", 1100),
        ("Zwölftausend", 12000),
    ],
)
def test_cardinals_have_values(word, value):
    assert cardinal(word) == value


@pytest.mark.parametrize(
    "word", ["ein", "eins", "null", "dritte", "Zweifel", "Achtung", "Elfen", "zweidimensional", "Viertel"]
)
def test_other_words_have_none(word):
    assert cardinal(word) is None


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Er hat vier gelernte Köpfe.", ["count"]),
        ("Er hat vier Beine.", []),
        ("Drei der vier sind klein.", ["count", "count"]),
        ("Sie sind dreimal so groß.", ["multiple"]),
        ("Das ist halb so wild.", []),
        ("Zwei Köpfe: Nahrung und Finanzen.", []),
        ("Drei Köpfe: Nahrung und Finanzen.", ["enumeration"]),
        ("Drei Köpfe: Der erste sieht dies, der zweite das.", ["count"]),
        ("Die zwei Matrizen sind gleich.", ["count"]),
    ],
)
def test_what_counts(text, kinds):
    assert [found.kind for found in counting(text, LEXICON)] == kinds


@pytest.mark.parametrize(("length", "kinds"), [(3, []), (2, ["enumeration"]), (None, ["count"])])
def test_a_colon_may_announce_a_list(length, kinds):
    assert [found.kind for found in counting("Es gibt drei Köpfe:", LEXICON, length)] == kinds


def test_nouns_are_counted_in_all_their_forms_and_in_compounds():
    assert {"kopf", "köpfe", "köpfen"} <= forms("Kopf")
    assert LEXICON.counts("Aufmerksamkeitsköpfen")
    assert LEXICON.counts("Matrizen")
    assert not LEXICON.counts("Beine")


def test_a_glossary_of_the_wrong_kind_is_a_problem():
    problems = Problems()
    assert lexicon(Data("glossary.yaml", {"names": ["T5"], "counted": "Token"}), problems) == Lexicon(names=("T5",))
    assert [problem.code for problem in problems] == [Code.BAD_SITE]
