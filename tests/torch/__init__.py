"""Comparison with PyTorch; run by `make test-torch` only."""
