"""From template text to a numbered page: fill, read, check, number; nothing here knows an output format."""
