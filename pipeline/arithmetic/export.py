"""The computation as JSON, for an interpreter elsewhere (the page in the browser).

    {"nodes": [{"op": "input", "shape": [4, 2], "name": "embeddings", "decimals": ["1.00", …]},
               {"op": "gather", "shape": [2, 4], "args": [0], "index": [0, 2, …]},
               {"op": "matmul", "shape": [4, 4], "args": [0, 1]}, …],
     "outputs": [2, [2, 5]]}

Nodes come in an order in which arguments come first, and only those that an output needs.  Arrays
are flat, in row-major order.  An output is a node, or a node and a flat index.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import numpy as np

from pipeline.arithmetic.recording import Entry, Node, Recording


def to_json(graph: Recording, outputs: Iterable[int | Entry], sources: bool = False) -> str:
    """The nodes that `outputs` need, renumbered from 0; with `sources`, each with its "file:line"."""
    wanted = list(outputs)
    needed = list(graph.ancestors(*(what.node if isinstance(what, Entry) else what for what in wanted)))
    numbers = {node.id: number for number, node in enumerate(needed)}
    document = {
        "nodes": [_node(node, numbers, sources) for node in needed],
        "outputs": [[numbers[what.node], what.index] if isinstance(what, Entry) else numbers[what] for what in wanted],
    }
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False)


def _node(node: Node, numbers: dict[int, int], sources: bool) -> dict[str, Any]:
    written: dict[str, Any] = {"op": node.op, "shape": list(node.shape)}
    if node.args:
        written["args"] = [numbers[argument] for argument in node.args]
    if node.name:
        written["name"] = node.name
    if node.decimals is not None:
        written["decimals"] = [str(text) for text in node.decimals.flat]
    if node.op == "mask":
        written["truth"] = [int(truth) for truth in node.value.elements.flat]
    for attribute, value in node.attributes.items():
        written[attribute] = value.reshape(-1).tolist() if isinstance(value, (np.ndarray, np.generic)) else value
    if sources and node.source:
        written["source"] = node.source
    return written
