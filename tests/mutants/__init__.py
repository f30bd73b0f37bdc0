"""Faults planted on purpose, and how many of them the checks find."""
