"""A drawing that asks for what there is not."""


def draw(q):
    """Ask."""
    return q.y
