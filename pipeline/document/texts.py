"""check: the texts that readers see beside the pages' text hold no typed number either.

Titles from site.yaml, meanings and symbols of inputs and quantities, labels, headings of the panel, places in sources,
and the lists of the glossary, which say what is no number and must not hide one.  Free are, besides what is free in the
text: the years of the bibliography's works, places in a source ("Tabelle 2, S. 4"), labels that number their axis, and
the version of the licence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pipeline.document import digits, german, number_words
from pipeline.document.characters import invisible, shown
from pipeline.document.lexicon import Lexicon
from pipeline.load import Site
from pipeline.load.data import Data
from pipeline.load.site import Entry
from pipeline.problems import Code, Place, Problems
from pipeline.quantities.axes import Axis
from pipeline.quantities.compute import Quantities
from pipeline.quantities.sheet import Given

SITE = Place("content/site.yaml")
_LABEL = re.compile(r"\{\d*\}|\{value\}")  # stands for a label's text, or for the number itself
_VERSION = re.compile(r"\d+(?:\.\d+)+")
_DEFINE = "Say it without a number; `{0}` stands for a label, `{value}` for the value of a word's threshold."


def check_site(site: Site, words: Lexicon, problems: Problems) -> None:
    """The texts that stand once on the site."""
    texts = Texts(words, problems)
    texts.prose(site.title, "the site's title", SITE)
    texts.prose(_VERSION.sub("", site.license), "the site's license", SITE)
    for page in site.pages:
        for what, text in _of_page(page.entry):
            texts.prose(text, f"the {what} of {page.entry.key}", SITE)
    _check_glossary(site.glossary, words, texts)


def _of_page(entry: Entry) -> Iterator[tuple[str, str]]:
    yield from (("title", entry.title), ("subtitle", entry.subtitle), ("short title", entry.short))
    yield from (("part", part.title) for part in entry.parts)
    yield from (("subtitle", variant.subtitle) for variant in entry.variants)


def check_quantities(quantities: Quantities, words: Lexicon, problems: Problems) -> None:
    """The texts that a page's inputs and quantities bring along."""
    years = {str(given.decimals) for name, given in quantities.givens.items() if name.startswith("works.")}
    texts = Texts(words, problems, frozenset(years))
    for given in quantities.givens.values():
        if given.kind not in ("count", "printed"):  # their texts are the pipeline's own, made of labels and lines
            texts.given(given)
    for value in quantities.values.values():
        if value.quantity not in quantities.givens:
            texts.meaning(value.meaning, value.quantity, value.source)
            texts.symbol(value.symbol, value.quantity, value.source)
    for axis in quantities.axes.values():
        texts.labels(axis)


def _check_glossary(glossary: Data, words: Lexicon, texts: Texts) -> None:
    """A name holds its digits together with letters (“GPT-2”, “Mistral 7B”), and a phrase counts nothing."""
    unnamed = Lexicon(counted=words.counted)
    for at, name in enumerate(words.names):
        bare = re.sub(r"\w*[^\W\d_][\w-]*\d[\w.]*|\b\d+[^\W\d_]+", "x", name)
        last = re.sub(r"(?<=[^\W\d_]) \d{1,2}$", "", bare)  # “Llama 2”
        texts.search(unnamed, last, f"the name {name!r}", glossary.place("names", at))
    for at, phrase in enumerate(words.phrases):
        literals = [literal.text for literal in digits.in_text(phrase, unnamed)]
        if literals or any(words.counts(word) for word in re.findall(r"[^\W\d_]+", phrase)):
            message = f"the phrase {phrase!r} counts something"
            place = glossary.place("phrases", at)
            texts.problems.add(Code.TYPED_NUMBER_WORD, message, place, "A phrase must not hold a counted noun.")


class Texts:
    """Searches texts that stand outside the pages' text."""

    def __init__(self, words: Lexicon, problems: Problems, years: frozenset[str] = frozenset()) -> None:
        self.words, self.problems, self.years = words, problems, years

    def given(self, given: Given) -> None:
        """All texts of an input, a fact or a threshold."""
        self.meaning(given.meaning, given.name, given.place)
        self.symbol(given.symbol, given.name, given.place)
        self.prose(given.panel, f"the panel's heading of {given.name}", given.place)
        self.prose(german.LOCATOR.sub("", given.where), f"the place of {given.name} in its source", given.place)

    def meaning(self, meaning: str, name: str, place: Place) -> None:
        """A sentence with places for labels."""
        if re.search(r"[{}]", _LABEL.sub("", meaning.replace("{{", "").replace("}}", ""))):
            message = f"the meaning of {name} has braces that hold no label: {meaning}"
            self.problems.add(Code.BAD_SITE, message, place, "Write {0}, {1} … for labels, {{ and }} for braces.")
            return
        self.prose(_LABEL.sub("x", meaning), f"the meaning of {name}", place)

    def symbol(self, symbol: str, name: str, place: Place) -> None:
        """A piece of TeX."""
        for literal in digits.in_formula(symbol):
            self._report(literal.text, f"the symbol of {name}", place)

    def labels(self, axis: Axis) -> None:
        """Labels that number their axis are numbering; all others are texts."""
        file, _, line = axis.source.rpartition(":")
        for position, label in enumerate(axis.labels):
            if axis.name and label.text not in (str(position), str(position + 1)):
                place = Place(file, int(line)) if line.isdigit() else Place()
                self.prose(label.text, f"the label {label.id} of {axis.name}", place)

    def prose(self, text: str, what: str, place: Place) -> None:
        """A text in German."""
        self.search(self.words, text, what, place)

    def search(self, words: Lexicon, text: str, what: str, place: Place) -> None:
        """A text by the rules of some lexicon."""
        hidden = invisible(text)
        if hidden is not None:
            message = f"{what} holds an invisible character: {shown(hidden)}"
            self.problems.add(Code.BAD_MARKUP, message, place, "Take it out.")
        for literal in _unique(literal.text for literal in digits.in_text(text, words)):
            if literal not in self.years:
                self._report(literal, what, place)
        for word in _unique(found.word for found in number_words.counting(text, words)):
            self._report(word, what, place, Code.TYPED_NUMBER_WORD)

    def _report(self, written: str, what: str, place: Place, code: Code = Code.TYPED_NUMBER) -> None:
        self.problems.add(code, f"{what} says “{written}”, which is typed by hand", place, _DEFINE)


def _unique(texts: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys(texts)
