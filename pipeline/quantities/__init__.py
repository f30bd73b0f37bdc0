"""Quantities: named values with labelled axes, how they are printed, and the ledger of what was printed."""
