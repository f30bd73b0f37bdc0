"""The way through the house: load → compute → fill → read → check → number → write → audit.

Each stage is a function over plain data in a module of its own; this module calls them in order and
does nothing else.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from pipeline.beside import begun
from pipeline.document import byhand, claims, formulas, lint, listing, references, texts, where
from pipeline.document.claims import Claim
from pipeline.document.computation import Computation, computed
from pipeline.document.counts import counts
from pipeline.document.dependence import check_dependence
from pipeline.document.lexicon import lexicon
from pipeline.document.lint import Idiom
from pipeline.document.names import names
from pipeline.document.numbering import number
from pipeline.document.page import Page
from pipeline.document.read import read
from pipeline.document.samples import Samples
from pipeline.document.sources import Source
from pipeline.document.sums import explain_sums
from pipeline.document.template import Template
from pipeline.document.ties import Ties, check_together, tied
from pipeline.document.wordings import set_wordings
from pipeline.formulas.proofs import Proofs
from pipeline.load import PageSource, Site, load
from pipeline.outputs import Edition
from pipeline.outputs.answers import Answers
from pipeline.outputs.figures import Drawing, Studio
from pipeline.problems import Place, Problems, Refusal
from pipeline.quantities.compute import PageCode, Quantities, compute
from pipeline.quantities.formatters import Formatters
from pipeline.quantities.ledger import Ledger, Printed, Record, given_record, merged, number_record
from pipeline.quantities.retrace import retrace
from pipeline.quantities.tokens import Tokens
from pipeline.working import Workings

Observe = Callable[[str, Any], None]  # "load", or stage and page ("check-artikel"); its result


@dataclass(frozen=True)
class Built:
    """A page that is ready for the writers, and what was proven about it."""

    source: PageSource
    page: Page
    drawings: dict[str, Drawing]
    quantities: Quantities
    claims: list[Claim]
    formulas: list[Record]
    printed: list[Printed]
    idioms: list[Idiom]
    workings: Workings
    computation: Computation

    @cached_property
    def ties(self) -> Ties:
        """What the rest of the site must know of it."""
        unchecked = [Place(record["file"], record["line"]) for record in self.formulas if record.get("reason")]
        return tied(self.page, self.idioms, unchecked)

    @property
    def drawn(self) -> int:
        """How many drawings it shows."""
        return len(self.drawings)

    @cached_property
    def ledger(self) -> Ledger:
        """Its part of the ledger, in reading order."""
        key, givens = self.page.key, self.quantities.givens
        return {
            "numbers": [number_record(item, givens) for item in self.printed],
            "claims": [_claim_record(key, claim) for claim in self.claims],
            "formulas": self.formulas,
            "given": [given_record(given) for given in givens.values()],
            "idioms": [_idiom_record(key, idiom) for idiom in self.idioms],
        }

    @property
    def edition(self) -> Edition:
        """What the writers need of it."""
        numbers = [printed.number for printed in self.printed]
        return Edition(self.page, self.drawings, numbers, self.computation, self.workings, self.source.entry.proofs)


@dataclass
class Cache:
    """Where results are kept under their content address; everything in it can be thrown away."""

    folder: Path

    def room(self, name: str) -> Path:
        """The folder of one kind of result."""
        return self.folder / name


@dataclass
class Build:
    """One build of a site: pages, problems, ledger."""

    root: Path
    cache: Cache
    problems: Problems = field(default_factory=Problems)
    observe: Observe = lambda stage, result: None
    beside: bool = False  # whether work may be done in a process beside this one

    def pages(self) -> tuple[Site, list[Built]]:
        """All pages through all stages before `write`; those that cannot be built are left out."""
        site = self.load()
        built = []
        for source in site.pages:
            with contextlib.suppress(Refusal):  # the problems say why
                built.append(self.page(site, source))
        self.check_together(site, [page.ties for page in built])
        return site, built

    def load(self) -> Site:
        """The site as authors wrote it."""
        site = load(self.root, self.problems)
        self.observe("load", site)
        faults = Problems()
        words = lexicon(site.glossary, faults)
        self.problems.include(faults)
        texts.check_site(site, words, self.problems)
        return site.without_pages() if len(faults) else site

    def check_together(self, site: Site, pages: list[Ties]) -> None:
        """What no page can know alone; `pages` are those that could be built."""
        keys = [*(source.entry.key for source in site.pages), *site.unread]
        unbuilt = [key for key in keys if key not in {page.key for page in pages}]
        check_together(pages, unbuilt, self.studio.available(), self.problems)

    @cached_property
    def studio(self) -> Studio:
        """Where the site's figures are drawn."""
        return Studio(self.root / "figures", self.cache.room("figures"))

    @cached_property
    def proofs(self) -> Proofs:
        """What is proven already: in the cache, or listed under version control.

        Any build, whatever its target, makes the proofs that are in neither: those whose formula, declaration or
        reference has changed.
        """
        return Proofs(self.cache.room("proofs"), self.root / "tests" / "golden" / "proofs.txt")

    def page(self, site: Site, source: PageSource) -> Built:
        """One page through all stages before `write`; raises `Refusal` where its Python says nothing to go on with."""
        problems, example = self.problems, source.example
        words = lexicon(site.glossary, Problems())  # what is wrong with it was said when the site was loaded
        unlisted = Problems()
        listings = listing.compose(source.texts, self.root, source.folder, example.givens, unlisted)
        givens = {
            **example.givens,
            **counts(source.texts, example.givens),
            **listing.line_count(listings),
        }
        code = PageCode(self.root, f"{source.folder}/quantities.py", example.axes, givens, example.sentences)

        tokens = Tokens()
        formatters = Formatters(tokens, problems, givens.values())
        template = Template({}, formatters, problems, self.cache.room("templates"))
        quantities = compute(code, problems, template.missing)
        self.observe(f"compute-{source.entry.key}", quantities)

        checks = formulas.PageChecks(self.root, source.folder, self.proofs, problems, site.subject)
        if not (quantities.whole and checks.whole):
            raise Refusal(f"{source.folder}: what its text asks for is not there")
        problems.include(unlisted)
        quantities, retraced = retrace(source.quoted, code, quantities, problems)
        answers = partial(Answers, quantities.values, quantities.axes, formatters)
        studio = replace(self.studio, lexicon=words)
        wait = studio.begun(references.drawings_in(source.texts.values()), answers, self.beside)

        def identity(name: str) -> bool:
            return checks.identity(name, template.here.place)

        template.names = names(quantities, example.sentences, template.missing, identity) | retraced
        filled = [template.fill(Source(file, text)) for file, text in source.texts.items()]
        self.observe(f"fill-{source.entry.key}", filled)

        blocks = read(filled, site.bibliography, tokens.place, problems, self.cache.room("trees"))
        blocks = set_wordings(blocks, tokens)
        self.observe(f"read-{source.entry.key}", blocks)

        blocks = listing.insert(blocks, listings, template, problems)
        checks.displays(blocks)
        samples = Samples(code, self.cache.room("templates"))
        compare = partial(checks.compared, blocks, quantities, tokens, partial(samples.first, formulas.SAMPLED_PAGES))
        compared = begun(compare, self.beside)
        blocks, found = claims.check_claims(blocks, template, problems)
        found = claims.find_counterexamples(found, samples.templates(), problems)
        computation = computed(quantities, example.sentences, found, template.names, problems)
        texts.check_quantities(quantities, words, problems)
        wait()
        drawn = studio.drawn(references.drawing_names(blocks), answers, problems)
        blocks, checked = checks.check(blocks, quantities, tokens, lambda: compared() or compare())
        blocks = explain_sums(blocks, dict(quantities.values), formatters)
        idioms = lint.lint(blocks, tokens, words, quantities, problems)
        workings = Workings(quantities, formatters, tokens.numbers)
        blocks = byhand.calculate(blocks, template, workings, problems)
        self.observe(f"check-{source.entry.key}", blocks)

        page = number(blocks, source.entry, tokens, self.studio.available(), problems)
        self.observe(f"number-{source.entry.key}", page)

        printed = list(_printed(page, drawn, tokens))
        check_dependence(printed, quantities, checks.identity, problems)
        return Built(source, page, drawn, quantities, found, checked, printed, idioms, workings, computation)


def _printed(page: Page, drawings: dict[str, Drawing], tokens: Tokens) -> Iterator[Printed]:
    for token, place in where.occurrences(page.blocks):
        yield Printed(page.key, tokens.number(token), tokens.place(token), place)
    for name, drawing in drawings.items():
        for figure_number in drawing.numbers.values():
            yield Printed(page.key, figure_number, Place(f"figures/{name}.py"), "figure")


def ledger(built: list[Built]) -> Ledger:
    """The ledger of a build, in reading order."""
    return merged(page.ledger for page in built)


def _idiom_record(page: str, idiom: Idiom) -> Record:
    return {
        "page": page,
        "file": idiom.place.file,
        "line": idiom.place.line,
        "text": idiom.text,
        "reason": idiom.reason,
    }


def _claim_record(page: str, claim: Claim) -> Record:
    return {
        "page": page,
        "file": claim.place.file,
        "line": claim.place.line,
        "text": claim.text,
        "condition": claim.condition,
        "holds": claim.holds,
        "proof": claim.proof,
        "false_for": claim.false_for,
    }
