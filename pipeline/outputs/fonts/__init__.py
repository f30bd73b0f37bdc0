"""The font files that the writers set text, formulas, figures and code in.

STIX Two Text and STIX Two Math are one family, so that a number looks the same in prose, formula
and figure; JetBrains Mono is for code.  All under the SIL Open Font License (OFL-*.txt); `make.py`
made the files.
"""

from pathlib import Path

FOLDER = Path(__file__).parent
TEXT = "STIX Two Text"
MATH = "STIX Two Math"
MONO = "JetBrains Mono"
