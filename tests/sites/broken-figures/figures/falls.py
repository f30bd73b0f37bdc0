"""A drawing that fails."""


def draw(q):
    """Divide by nothing."""
    return 1 / 0
