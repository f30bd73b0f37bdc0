"""audit: what was written is read back and compared with the ledger, digit by digit.

Nothing here trusts the writers: it knows their output only, the numbers, and which typed digits the
check stage let pass.  It must find a single wrong digit in HTML, PDF or a drawing.
"""
