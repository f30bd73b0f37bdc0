"""Bytes that are no UTF-8: ä."""
