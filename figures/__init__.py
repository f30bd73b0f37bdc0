"""The article's drawings: one module a figure, each with `draw(q) -> Figure`; only the pipeline saves.

`q` answers questions about quantities: `q.raw_weights` (a labelled value), `q.write` and `q.spell`
(a number as it is printed), `q.tick` (an axis tick), `q.text` (a label's text).
"""
