"""German word lists of the lint: function words and kinds of nouns that decide whether a number word counts."""

from __future__ import annotations

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# A number before one of these is an amount, whatever the article counts otherwise.
MEASURES = _words("""
    prozent prozentpunkte prozentpunkten promille grad mal stück
    sekunde sekunden minute minuten stunde stunden tag tage tagen woche wochen monat monate monaten
    jahr jahre jahren jahrzehnt jahrzehnte jahrzehnten jahrhundert jahrhunderte jahrhunderten
    meter metern zentimeter zentimetern kilometer kilometern kilogramm kilo gramm liter euro cent
    bit bits byte bytes zeichen buchstabe buchstaben seite seiten stelle stellen
    nachkommastelle nachkommastellen ziffer ziffern
""")

# Things that carry a number behind them ("Teil I", "Gleichung 3"): such a number is made by the pipeline.
NUMBERED = _words("""
    abbildung abb abschnitt absatz aufgabe band beispiel bild fall fig formel gleichung kapitel kopf nummer nr phase
    punkt regel satz schicht schritt seite spalte stelle stufe tab tabelle teil token typ version wort zeile klasse
    weltkrieg
""")

# A place in a work, as citations and facts name it: "Tabelle 2.1, S. 4".
LOCATOR = re.compile(
    rf"\b(?:{'|'.join(sorted(NUMBERED | {'anhang', 'kap', 's', 'seiten', 'zeilen'}, key=len, reverse=True))})"
    r"\.?[ \u00a0][A-Z]?\d+(?:\.\d+)*(?:[-\u2013]\d+)?\b",
    re.I,
)

# "1." before one of these is an ordinal, not the end of a sentence.
ORDINAL_NOUNS = _words("""
    januar februar märz april mai juni juli august september oktober november dezember
    jahrhundert jahrhunderts jahrtausend jahrtausends auflage platz
""")
ORDINAL_ARTICLES = _words("am vom zum im beim der die das dem den des")

# No adjective: where one of these follows a number word, no noun belongs to it.
NOT_BETWEEN = _words("""
    und oder sowie der die das den dem des ein eine einen einem einer von im in an auf aus bei für mit zu zum zur
    als wie so ist sind war hat haben wird werden kann können bleibt bleiben ergibt ergeben liegt liegen
    nicht noch nur auch aber denn da daher dann dass ob wenn weil zusammen davon daran darin
    anderen andere übrigen sich es sie er man wir
""")

# Combining words behind a number word: it is calculated or compared with.
CALCULATED = _words("mal plus minus geteilt hoch zu von der aus durch")

# Verbs that show that what follows a colon is a sentence and no list.
VERBS = _words("ist sind war hat haben wird werden kann können muss müssen heißt steht stehen gilt gibt zeigt geht")

NEUTER_ARTICLES = _words("das dem des ums aufs ins beim")

# Number words that count nothing, in any text; a project adds its own in content/glossary.yaml.
PHRASES = re.compile(
    r"\b(?:(?:außer|in|sich in) acht|(?:gib|gibt|gebt|geben|gab|nimm|nehmen) acht|zu zweit|zu dritt|zu viert"
    r"|unter vier augen|auf allen vieren|alle viere|eins zu eins|halb und halb|tausend dank"
    r"|zwei fliegen|ein für alle ?mal)\b",
    re.IGNORECASE,
)
