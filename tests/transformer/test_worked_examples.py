"""Examples that others have worked out on paper, recomputed; `pytest -rP` prints them."""

from __future__ import annotations

from typing import Any

import numpy as np

from pipeline.transformer import scaled_dot_product_attention, softmax, with_temperature


def show(title: str, **arrays: Any) -> None:
    print(title, *(f"{name} = {np.round(array, 4).tolist()}" for name, array in arrays.items()), sep="\n    ")


def test_one_query_two_keys() -> None:
    """q = [2], keys 2 and 1, values 10 and 4: scores 4 and 2, so the weights are sigmoid(2) and the rest."""
    q, K, V = np.array([[2.0]]), np.array([[2.0], [1]]), np.array([[10.0], [4]])
    Y, W = scaled_dot_product_attention(q, K, V)
    show("q = [2], keys 2 and 1, values 10 and 4", scores=q @ K.T, W=W, Y=Y)
    np.testing.assert_array_equal(q @ K.T, [[4, 2]])
    np.testing.assert_array_equal(W.round(3), [[0.881, 0.119]])
    assert Y.round(3).item() == 9.285


def test_cat_eats_fish() -> None:
    """W_Q and W_K are the identity, W_V swaps the axes: "fish" looks at itself and keeps its own value.

    Published as about [3.997, 2.001]: the last digits are misprints, for 10 and 10 weigh the same, so that
    the second coordinate is a mean of 2 and of the mean of 1 and 3.
    """
    X = np.array([[1.0, 2], [3, 1], [2, 4]])
    Y, W = scaled_dot_product_attention(X, X, X[:, ::-1])
    show("cat eats fish", scores=X @ X.T, W=W, Y=Y)
    np.testing.assert_array_equal((X @ X.T)[2], [10, 10, 20])
    np.testing.assert_array_equal(Y[2].round(3), [3.996, 2.000])
    np.testing.assert_allclose(Y[2], [3.997, 2.001], atol=0.0015)
    assert W[2, 2].round(3) == 0.998


def test_five_scores() -> None:
    """3.2, 4.0, 1.0, 6.2, 8.0: the largest takes 83.84 %, though it leads by 1.8 only.

    Published as 83.83 %, which is 83.8395… cut off instead of rounded.
    """
    z = np.array([3.2, 4.0, 1.0, 6.2, 8.0])
    weights = softmax(z)
    show("scores 3.2, 4.0, 1.0, 6.2, 8.0", exponentials=np.exp(z), sum=np.exp(z).sum(), weights=weights)
    np.testing.assert_array_equal(np.exp(z).round(2), [24.53, 54.60, 2.72, 492.75, 2980.96])
    assert np.exp(z).sum().round(2) == 3555.56
    np.testing.assert_array_equal((100 * weights).round(2), [0.69, 1.54, 0.08, 13.86, 83.84])


def test_apple_shares_fell_sharply() -> None:
    """The running example of the article, with the digits of its first edition."""
    X = np.array([[1.0, 0.2], [0.1, 1.0], [0.3, 0.6], [0.2, 0.5]])
    Y, W = scaled_dot_product_attention(X[:, ::-1], X, X)
    show("Apple shares fell sharply", W=W, Y=Y)
    np.testing.assert_array_equal(W[0].round(3), [0.206, 0.319, 0.247, 0.227])
    np.testing.assert_array_equal(Y[0].round(3), [0.358, 0.623])
    Y, W = scaled_dot_product_attention(X, X, X, scale=False)
    np.testing.assert_array_equal(W[0].round(3), [0.401, 0.191, 0.216, 0.191])
    np.testing.assert_array_equal(Y[0].round(3), [0.523, 0.497])


def test_large_scores_collapse() -> None:
    """180, 210 and 95 leave nothing but the largest; divided by sqrt(512) all three survive."""
    z = np.array([180.0, 210, 95])
    np.testing.assert_array_equal(softmax(z).round(2), [0, 1, 0])
    assert (softmax(with_temperature(z, 512**0.5)) > 0.001).all()
