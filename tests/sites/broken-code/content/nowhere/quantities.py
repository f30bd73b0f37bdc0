"""Numbers that no literal shows: of the interpreter, of a name, of an enumeration; a count of entries is free."""

import unicodedata
from http import HTTPStatus


def quantities(sheet):
    x = sheet.given("x")
    sheet.define("year", x[0] * len(__name__), meaning="Ein Vielfaches, das von einem Namen kommt.")
    sheet.define("status", x[0] * HTTPStatus.OK.value, meaning="Ein Vielfaches aus einer Bibliothek.")
    sheet.define("unicode", x[0] * int(unicodedata.numeric("Ⅻ")), meaning="Ein Vielfaches aus einem Zeichen.")
    sheet.define("counted", x[0] * x.size * 2, meaning="Ein Vielfaches, das davon kommt, wie viele Werte es gibt.")
