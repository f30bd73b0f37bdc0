"""Tests of pipeline/transformer."""
