# ruff: noqa: F821
"""Prints too much, and not what was promised."""

print(f"{total(x) + 1:.2f}")
print(f"{total(x):.2f}")
