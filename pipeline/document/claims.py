"""check, first part: statements about numbers carry their condition, and the condition is decided.

`[…]{.claim check="largest(raw_weights['apple']) == token['apple']"}` holds if its condition is true,
proven on exact values or balls.  Each claim must also say something: it has to be false for some
other input, or rest on an identity that is proven for all.  What stands beside an identity is a claim
like all others; only where no other input makes it false either does the identity carry the whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pipeline.arithmetic import Undecided
from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.faults import LANGUAGE
from pipeline.document.template import Template
from pipeline.problems import Code, Place, Problems
from pipeline.quantities.spelling import Context

CONFIRMATIONS = 6  # samples on which comparisons hold beside an identity, until it carries them


@dataclass(frozen=True)
class Claim:
    """One statement with its condition and how it was decided.

    proof:     "exact", "ball" or "identity"
    false_for: a sampled input that makes the condition false; "" for an identity
    named:     whether the condition demands an identity, alone or beside comparisons
    """

    place: Place
    text: str
    condition: str
    holds: bool
    proof: str
    false_for: str = ""
    named: bool = False


def check_claims(blocks: list[Node], template: Template, problems: Problems) -> tuple[list[Node], list[Claim]]:
    """Decide every claim of a page; failing ones get the class `failed` and their reason."""
    claims: list[Claim] = []

    def visit(node: Node) -> Node | None:
        if node["t"] not in ("Span", "Div") or "claim" not in ast.classes(node):
            return None
        condition = ast.attributes(node).get("check", "")
        claim, reason = _decide(node, condition, template, problems)
        claims.append(claim)
        if claim.holds:
            return None
        return ast.with_attributes(node, add=["failed"], reason=reason)

    marked = ast.walk(blocks, visit)
    return marked, sorted(claims, key=lambda claim: claim.place)


def _decide(node: Node, condition: str, template: Template, problems: Problems) -> tuple[Claim, str]:
    place = ast.place(node)
    text = template.formatters.tokens.spell(" ".join(ast.text(node["c"][1]).split()), Context.PROSE)
    if not condition.strip():
        problems.add(
            Code.CLAIM_BROKEN,
            f"a claim without a condition: „{text}“",
            place,
            'Write [… text …]{.claim check="CONDITION"}.',
        )
        return Claim(place, text, condition, False, "exact"), "ohne Bedingung"
    found = len(problems)
    try:
        with template.decisions() as decisions:
            outcome = template.evaluate(condition, place)
    except Undecided as undecided:
        problems.add(Code.UNDECIDED, f"{condition}: {undecided}", place, template.faulty(undecided)[2])
        return Claim(place, text, condition, False, "ball"), "nicht entscheidbar"
    except Exception as error:  # author's expression: any failure is the author's to mend, never a traceback
        if len(problems) > found:  # what made it fail is said already
            return Claim(place, text, condition, False, "exact"), "Bedingung nicht auswertbar"
        _, said, remedy = template.faulty(error)
        problems.add(Code.CLAIM_BROKEN, f"the condition {condition}: {said}", place, remedy)
        return Claim(place, text, condition, False, "exact"), "Bedingung nicht auswertbar"
    if len(problems) > found:
        return Claim(place, text, condition, False, "exact"), "Bedingung nicht auswertbar"
    if not isinstance(outcome, bool):
        problems.add(Code.CLAIM_BROKEN, f"the condition {condition} is no comparison", place, LANGUAGE)
        return Claim(place, text, condition, False, "exact"), "Bedingung nicht auswertbar"
    identity = template.rests_on_identity(condition)
    if not decisions.grounded and (decisions.compared or not identity):
        message = f"the condition {condition} compares nothing that is computed from an input, a count or a fact"
        problems.add(Code.CLAIM_BROKEN, message, place, LANGUAGE)
        return Claim(place, text, condition, False, "exact"), "Bedingung ohne Werte"
    proof = "identity" if identity and not decisions.compared else decisions.proof
    claim = Claim(place, text, condition, outcome, proof, named=identity)
    if outcome:
        return claim, ""
    values = decisions.shown() or condition
    problems.add(Code.CLAIM_FAILS, f"„{text}“ does not hold: {values}", place, f"The condition is {condition}.")
    return claim, f"gilt hier nicht: {values}"


def find_counterexamples(
    claims: Sequence[Claim], samples: Iterable[tuple[str, Template]], problems: Problems
) -> list[Claim]:
    """Try each claim on sampled inputs until one makes it false; a claim that none does says nothing.

    Beside a proven identity it does: there, that no input makes the comparisons false is what the identity says, and
    a few that confirm them are enough.
    """
    open_claims = {index for index, claim in enumerate(claims) if claim.holds and claim.proof != "identity"}
    found: dict[int, str] = {}
    confirmed: Counter[int] = Counter()  # on how many samples it is true, and not just outside what it is about
    proven: set[int] = set()
    following = iter(samples)  # each is computed only while a claim is still open
    while open_claims and (sample := next(following, None)) is not None:
        name, template = sample
        for index in sorted(open_claims):
            outcome = _on_sample(template, claims[index])
            if outcome is False:
                found[index] = name
            elif outcome:
                confirmed[index] += 1
        proven |= {index for index in open_claims if claims[index].named and confirmed[index] == CONFIRMATIONS}
        open_claims -= found.keys() | proven
    proven |= {index for index in open_claims if claims[index].named and confirmed[index]}
    for index in sorted(open_claims - proven):
        problems.add(
            Code.CLAIM_EMPTY,
            f"no sampled input makes the claim „{claims[index].text}“ false",
            claims[index].place,
            f"The condition {claims[index].condition} may say nothing; prove it as an identity or sharpen it.",
        )
    return [
        replace(claim, false_for=found.get(index, ""), proof="identity" if index in proven else claim.proof)
        for index, claim in enumerate(claims)
    ]


def _on_sample(template: Template, claim: Claim) -> bool | None:
    """Whether it holds there; None for a sample outside the condition's domain, which decides nothing."""
    try:
        return bool(template.evaluate(claim.condition, claim.place))
    except (ArithmeticError, ValueError):
        return None
