"""A drawing with numbers of its own."""

from matplotlib.figure import Figure


def draw(q):
    """A typed number, a Roman one, and a number word before a noun of the glossary."""
    figure = Figure(figsize=(2, 2))
    axes = figure.add_subplot()
    axes.set_xticks([])
    axes.set_yticks([])
    axes.text(0.1, 0.5, "Wert 0,75")
    axes.text(0.1, 0.3, "Teil II")
    axes.text(0.1, 0.1, "sieben Wörter")
    return figure
