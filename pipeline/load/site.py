"""What a site consists of: pages and their texts, axes, inputs, facts and words."""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipeline.load.data import Data, Path_, read_yaml
from pipeline.load.given import Example, read_examples
from pipeline.load.quoted import read_quoted
from pipeline.problems import Code, Place, Problems
from pipeline.quantities.quoted import Quoted
from pipeline.quantities.value import nearest_of

NAME = r"^[a-z][a-z0-9-]*$"  # of a page and of a PDF: a file's name on every system
FILE = r"^[^./\\][^/\\]*(/[^./\\][^/\\]*)*$"  # of a section: a file in the page's folder, nowhere above it
TEXTS = (".md", ".tex")
FREE = (".", "_")  # what begins like this in a page's folder is none of its texts
RESERVED = re.compile("index|zahlen(-.*)?")  # the first page's file, and the pages that the pipeline makes itself


_NAMED = "Write small letters, digits and hyphens, a letter first."
_FILED = "Name a file in the page's own folder."
_PATTERNS = {"key": _NAMED, "pdf": _NAMED, "front": _FILED, "sections": _FILED, "back": _FILED}


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


Section = Annotated[str, Field(pattern=FILE)]


class Part(_Strict):
    """One part of a page: its title and its section files."""

    title: str
    sections: tuple[Section, ...] = Field(min_length=1)


class Variant(_Strict):
    """Another PDF of a page, without the divisions of some classes: a sheet without its solutions."""

    pdf: str = Field(pattern=NAME)
    without: tuple[str, ...] = Field(min_length=1)
    subtitle: str = ""


class Entry(_Strict):
    """One page of site.yaml.

    front: files before the first part (abstract, reading guide); back: files after the last one.
    short: what the site's navigation calls the page (the title, if not given)
    pdf:   file name of the PDF without ending (the key, if not given)
    variants: further PDFs of the page
    proofs: which numbers have a proof: `all`, those of calculations too, down to the inputs; or those that are
            `printed`, for a page with a large calculation that its readers can see elsewhere on it
    """

    key: str = Field(pattern=NAME)
    title: str = Field(min_length=1)
    subtitle: str = ""
    short: str = ""
    authors: tuple[str, ...] = Field(min_length=1)
    date: datetime.date
    pdf: str = Field(default="", pattern=NAME)
    variants: tuple[Variant, ...] = ()
    proofs: Literal["all", "printed"] = "all"
    front: tuple[Section, ...] = ()
    parts: tuple[Part, ...] = ()
    back: tuple[Section, ...] = ()
    language: str = "de-DE"

    @property
    def files(self) -> tuple[str, ...]:
        """All section files in reading order."""
        return tuple(file for _, file in self.named_files())

    def named_files(self) -> Iterator[tuple[Path_, str]]:
        """All section files in reading order, each with where the entry names it."""
        yield from ((("front", at), file) for at, file in enumerate(self.front))
        for number, part in enumerate(self.parts):
            yield from ((("parts", number, "sections", at), file) for at, file in enumerate(part.sections))
        yield from ((("back", at), file) for at, file in enumerate(self.back))

    def named_pdfs(self) -> Iterator[tuple[Path_, str]]:
        """The names of its PDFs, each with where the entry has it."""
        yield (("pdf",), self.pdf) if self.pdf else (("key",), self.key)
        yield from ((("variants", at, "pdf"), variant.pdf) for at, variant in enumerate(self.variants))


class _SiteFile(_Strict):
    title: str
    language: str = "de"
    authors: tuple[str, ...] = ()
    license: str = ""
    subject: str = ""
    pages: tuple[Entry, ...] = Field(min_length=1)


@dataclass(frozen=True)
class PageSource:
    """A page as authors wrote it.

    texts:  file (as shown in problems) → its text
    quoted: numbers that other documents print and this page recomputes
    """

    entry: Entry
    folder: str
    texts: Mapping[str, str]
    example: Example
    quoted: tuple[Quoted, ...] = ()


@dataclass(frozen=True)
class Site:
    """Everything under content/, read and checked for form.

    pages: those that could be read; unread: the keys of those that could not be, whose problems say why
    subject: the Python module whose functions compute the numbers; formulas claim to be what it does
    words: vague words with their meaning; glossary: glossary.yaml as written.
    """

    root: Path
    title: str
    license: str
    pages: tuple[PageSource, ...]
    words: Mapping[str, Mapping[str, str]]
    glossary: Data
    bibliography: Path | None
    subject: str = ""
    unread: tuple[str, ...] = ()

    def without_pages(self) -> Site:
        """The site where something is wrong that all its pages rest on."""
        return replace(self, pages=(), unread=(*(page.entry.key for page in self.pages), *self.unread))


def load(root: Path, problems: Problems) -> Site:
    """Read the content folder below `root`."""
    shared = Problems()  # of what all pages rest on
    data = read_yaml(root, "content/site.yaml", shared)
    site = None if len(shared) else _validated(data, shared)
    words = read_yaml(root, "content/words.yaml", shared, required=False)
    glossary = read_yaml(root, "content/glossary.yaml", shared, required=False)
    bibliography = _bibliography(root, shared)
    for path, fault in _unfit(site.pages) if site else ():
        shared.add(Code.BAD_SITE, fault, data.place("pages", *path))
    pages: list[PageSource] = []
    unread: list[str] = []
    problems.include(shared)
    for at, entry in enumerate(site.pages if site else ()):
        source, faults = _page(root, entry, data, at)
        if len(shared) or len(faults):
            unread.append(entry.key)
        else:
            pages.append(source)
            _check_unnamed(root, source, problems)
        problems.include(faults)
    return Site(
        root=root,
        title=site.title if site else "",
        license=site.license if site else "",
        subject=site.subject if site else "",
        pages=tuple(pages),
        words=words.content,
        glossary=glossary,
        bibliography=bibliography,
        unread=tuple(unread),
    )


def _unfit(pages: tuple[Entry, ...]) -> Iterator[tuple[Path_, str]]:
    """What is wrong with pages that are each of the right form, and where below `pages`."""
    pdfs: set[str] = set()
    for at, page in enumerate(pages):
        taken = page.key in {before.key for before in pages[:at]} or RESERVED.fullmatch(page.key)
        if taken:
            yield (at, "key"), f"the page {page.key!r} has a name that another one has"
        files: set[str] = set()
        for path, file in page.named_files():
            if file in files:
                yield (at, *path), f"the page {page.key!r} names {file} more than once"
            files.add(file)
        for path, pdf in page.named_pdfs():
            if pdf in pdfs and not (taken and pdf == page.key):
                yield (at, *path), f"the page {page.key!r} has a PDF {pdf}.pdf, as another one has"
            pdfs.add(pdf)


def _bibliography(root: Path, problems: Problems) -> Path | None:
    path = root / "content" / "literature.bib"
    if not path.is_file():
        return None
    try:
        path.read_text("utf-8")
    except UnicodeDecodeError as error:
        _report_bytes(error, "content/literature.bib", problems)
        return None
    return path


def _report_bytes(error: UnicodeDecodeError, file: str, problems: Problems) -> None:
    line = error.object.count(b"\n", 0, error.start) + 1
    message = f"the file is not UTF-8 (byte {error.start})"
    problems.add(Code.BAD_MARKUP, message, Place(file, line), "Save it as UTF-8.")


def _page(root: Path, entry: Entry, data: Data, at: int) -> tuple[PageSource, Problems]:
    """A page, the one at this place of site.yaml, and what is wrong with its files."""
    folder, problems = f"content/{entry.key}", Problems()
    texts: dict[str, str] = {}
    for where, name in entry.named_files():
        path = root / folder / name
        try:
            texts[f"{folder}/{name}"] = path.read_text("utf-8-sig")
        except PermissionError:  # it does exist
            raise
        except (OSError, ValueError) as error:
            if isinstance(error, UnicodeDecodeError):
                _report_bytes(error, f"{folder}/{name}", problems)
                continue
            message = f"{folder}/{name} is named in site.yaml but does not exist"
            others = tuple(_unnamed(root, folder, entry.files))
            remedy = nearest_of(name, others) if others else ""
            problems.add(Code.MISSING_FILE, message, data.place("pages", at, *where), remedy)
    example = read_examples(root, ("content/example.yaml", f"{folder}/inputs.yaml"), problems)
    example, quoted = read_quoted(root, f"{folder}/printed.yaml", example, problems)
    return PageSource(entry, folder, texts, example, quoted), problems


def _unnamed(root: Path, folder: str, named: Collection[str]) -> Iterator[str]:
    """Texts in a page's folder that site.yaml does not name."""
    for path in sorted((root / folder).rglob("*")):
        inside = path.relative_to(root / folder)
        if path.suffix in TEXTS and inside.as_posix() not in named and not any(map(_is_free, inside.parts)):
            yield inside.as_posix()


def _is_free(part: str) -> bool:
    return part.startswith(FREE)


def _check_unnamed(root: Path, page: PageSource, problems: Problems) -> None:
    """Report texts that no output would show."""
    for name in _unnamed(root, page.folder, page.entry.files):
        message = f"site.yaml does not name this file of the page {page.entry.key!r}, so that no reader sees it"
        remedy = f"Name it in content/site.yaml, delete it, or let its name begin with {FREE[-1]}."
        problems.add(Code.UNUSED_FILE, message, Place(f"{page.folder}/{name}"), remedy)


def _validated(data: Data, problems: Problems) -> _SiteFile | None:
    try:
        return _SiteFile.model_validate(data.content)
    except ValidationError as invalid:
        faulty = [error["loc"] for error in invalid.errors()]
        for error in invalid.errors():
            if any(inner != error["loc"] and inner[: len(error["loc"])] == error["loc"] for inner in faulty):
                continue  # a list has too few entries where those that it has are at fault
            where = ".".join(str(part) for part in error["loc"])
            name = next((part for part in reversed(error["loc"]) if isinstance(part, str)), "")
            remedy = _PATTERNS.get(name, "") if error["type"] == "string_pattern_mismatch" else ""
            problems.add(Code.BAD_SITE, f"{where or 'the file'}: {error['msg']}", data.place(*error["loc"]), remedy)
        return None
