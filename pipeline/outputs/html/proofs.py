"""The page “Nachweis der Zahlen” in HTML: one file beside each page.

A proof is written here as it goes into the page: there are thousands, and nothing in them is for
pandoc to decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape

from pipeline.document.ast import Node
from pipeline.document.page import Page
from pipeline.load import Site
from pipeline.outputs.html.mathml import mathml
from pipeline.outputs.html.rows import fitted
from pipeline.outputs.html.writer import begun
from pipeline.outputs.places import Spot
from pipeline.outputs.proofs import INNER, NAMED, PUT_IN, STANDS, Proof
from pipeline.problems import Problems
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import Tokens
from pipeline.working import Leaf

TreeOf = Callable[[Callable[[Sequence[Proof]], Node]], Page]


def page_text(tree_of: TreeOf, back: str, site: Site, problems: Problems) -> str:
    """The page of proofs as text.

    tree_of: makes the page, given what writes the block of some proofs
    back:    the file to whose numbers its links lead
    """
    proven = Proofs(back)
    return proven.filled(begun(tree_of(proven.block), {}, site, problems)())


@dataclass
class Proofs:
    """Writes the proofs of one page; the tree holds a mark where they go.

    back: the file of the page, to which their links lead
    """

    back: str
    written: list[str] = field(default_factory=list)

    def block(self, proofs: Sequence[Proof]) -> Node:
        """A mark for some proofs."""
        proven = "\n".join(map(self._proof, proofs))
        self.written.append(f'<div class="proofs">\n{proven}\n</div>')
        return {"t": "RawBlock", "c": ["html", _mark(len(self.written) - 1)]}

    def filled(self, text: str) -> str:
        """The page's text with the proofs in the places of their marks."""
        for place, proven in enumerate(self.written):
            text = text.replace(_mark(place), proven, 1)
        return text

    def _proof(self, proof: Proof) -> str:
        """A number that leads back, its meaning, its value, its calculation, and what else is known."""
        number = f'<strong class="number" data-number="{proof.id}">{_text(proof.printed)}</strong>'
        if proof.spots:
            number = f'<a href="{escape(self._target(proof.spots[0]))}">{number}</a>'
        value = f' <span class="value">{proof.value}</span>' if proof.value else ""
        lines = "".join(
            f'<div class="formula"><span class="scroll">{_formula(line.tex(), True)}</span></div>\n'
            for line in proof.working.lines
        )
        facts = " ".join(self._facts(proof))
        return (
            f'<div class="proof" id="{proof.id}"><p>{number} {_text(proof.number.meaning)}{value}</p>\n'
            f'{lines}{_put_in(proof.working.leaves)}<p class="facts">{facts}</p></div>'
        )

    def _facts(self, proof: Proof) -> Iterator[str]:
        yield from (_text(sentence) for sentence in (proof.certainty, proof.source) if sentence)
        if proof.number.quantity:
            yield f"{NAMED} <code>{_text(proof.number.expression)}</code>."
        spots = (f'<a href="{escape(self._target(spot))}">{_text(spot.section.shown)}</a>' for spot in proof.spots)
        yield f"{STANDS} {', '.join(spots)}." if proof.spots else INNER

    def _target(self, spot: Spot) -> str:
        return f"{self.back}#{spot.anchor}"


def _mark(place: int) -> str:
    return f"<!--proofs {place}-->"


def _put_in(leaves: Sequence[Leaf]) -> str:
    """The numbers that were put in, each leading to its own proof."""
    if not leaves:
        return ""
    return f'<p class="put-in">{PUT_IN} {"; ".join(map(_leaf, leaves))}</p>\n'


def _leaf(leaf: Leaf) -> str:
    number = leaf.number
    symbol = f"{_formula(leaf.symbol, False)} = " if leaf.symbol not in ("", number.digits) else ""
    return f'<span class="nowrap">{symbol}<a href="#{number.id}">{_text(number.spelled(Context.PROSE))}</a></span>'


@lru_cache(maxsize=4096)
def _formula(tex: str, display: bool) -> str:
    element = mathml(tex, display, Tokens())
    return fitted(element) if display else element


def _text(text: str) -> str:
    return escape(text, quote=False)
