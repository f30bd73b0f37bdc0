"""A number that no input changes, though it is computed with one; naming an identity that there is not helps nothing."""


def quantities(sheet):
    x = sheet.given("x")
    length = x[0] - x[0] + len(x)
    sheet.define("mean", x[0], meaning="Ein Wert, der von einer Eingabe abhängt.")
    sheet.define("length", length, meaning="Ein Wert, der von keiner Eingabe abhängt.")
    sheet.define("named", length, meaning="Derselbe Wert.", identity="nowhere")
