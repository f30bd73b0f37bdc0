"""The generation loop: score the vocabulary, choose a token, append it, again."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations


def generate(scores, prompt, choose, length, end=None):
    """The prompt and at most `length` further tokens, up to the token `end`: a tuple of integers.

    scores: a model, t tokens -> [t, v] (`CachedModel` gives the same text with less work); the last row
    scores the next token.  choose: [v] -> token, such as `greedy`.
    """
    tokens = list(prompt)
    if not tokens or length < 1:
        raise ValueError(f"generate: prompt and length are {tokens} and {length}, expected at least one token and 1")
    for _ in range(length):
        tokens.append(choose(scores(tokens)[-1]))
        if tokens[-1] == end:
            break
    return tuple(tokens)
