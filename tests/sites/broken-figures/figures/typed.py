"""A drawing with a number of its own."""

from matplotlib.figure import Figure


def draw(q):
    """A typed number and a typed word."""
    figure = Figure(figsize=(2, 2))
    axes = figure.add_subplot()
    axes.set_xticks([])
    axes.set_yticks([])
    axes.text(0.1, 0.5, "Wert 0,75")
    return figure
