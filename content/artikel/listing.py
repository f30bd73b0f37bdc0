# ruff: noqa: F821  the names come from the listing, above these lines
"""The lines of the listing that use the reference; they see X, W_Q, np and the included functions."""

Y, W = scaled_dot_product_attention(X @ W_Q, X, X)
print(W[0].round(3))
print(Y[0].round(3))
