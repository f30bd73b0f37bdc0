# ruff: noqa: F821  the names come from the listing, above these lines
"""The lines that let the exponential function overflow and then do it right; they see scores, np and softmax."""

with np.errstate(over="ignore", invalid="ignore"):
    e = np.exp(scores)
    print(e)
    print(e / np.sum(e))
print(softmax(scores).round(3))
