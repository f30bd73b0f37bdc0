"""What a site consists of: pages and their texts, axes, inputs, facts and words."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipeline.load.data import Data, read_yaml
from pipeline.load.given import Example, read_examples
from pipeline.load.quoted import read_quoted
from pipeline.problems import Code, Place, Problems
from pipeline.quantities.quoted import Quoted

RESERVED = re.compile("index|zahlen(-.*)?")  # the first page's file, and the pages that the pipeline makes itself


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Part(_Strict):
    """One part of a page: its title and its section files."""

    title: str
    sections: tuple[str, ...] = Field(min_length=1)


class Variant(_Strict):
    """Another PDF of a page, without the divisions of some classes: a sheet without its solutions."""

    pdf: str = Field(min_length=1)
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

    key: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    title: str = Field(min_length=1)
    subtitle: str = ""
    short: str = ""
    authors: tuple[str, ...] = Field(min_length=1)
    date: datetime.date
    pdf: str = ""
    variants: tuple[Variant, ...] = ()
    proofs: Literal["all", "printed"] = "all"
    front: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    back: tuple[str, ...] = ()
    language: str = "de-DE"

    @property
    def files(self) -> tuple[str, ...]:
        """All section files in reading order."""
        return (*self.front, *(file for part in self.parts for file in part.sections), *self.back)


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

    subject: the Python module whose functions compute the numbers; formulas claim to be what it does
    words: vague words with their meaning; glossary: the data of glossary.yaml as written.
    """

    root: Path
    title: str
    license: str
    pages: tuple[PageSource, ...]
    words: Mapping[str, Mapping[str, str]]
    glossary: Any
    bibliography: Path | None
    subject: str = ""


def load(root: Path, problems: Problems) -> Site:
    """Read the content folder below `root`."""
    found = len(problems)
    data = read_yaml(root, "content/site.yaml", problems)
    unread = not data.content and len(problems) > found
    site = None if unread else _validated(data, problems)
    words = read_yaml(root, "content/words.yaml", problems, required=False)
    glossary = read_yaml(root, "content/glossary.yaml", problems, required=False)
    bibliography = _bibliography(root, problems)
    for fault in _unfit(site.pages) if site else ():
        problems.add(Code.BAD_SITE, fault, data.place("pages"))
    pages = tuple(_page(root, entry, problems) for entry in site.pages) if site else ()
    return Site(
        root=root,
        title=site.title if site else "",
        license=site.license if site else "",
        subject=site.subject if site else "",
        pages=pages,
        words=words.content,
        glossary=glossary.content,
        bibliography=bibliography,
    )


def _unfit(pages: tuple[Entry, ...]) -> Iterator[str]:
    """What is wrong with pages that are each of the right form."""
    for at, page in enumerate(pages):
        if page.key in {before.key for before in pages[:at]} or RESERVED.fullmatch(page.key):
            yield f"the page {page.key!r} has a name that another one has"
        for file in dict.fromkeys(file for file in page.files if page.files.count(file) > 1):
            yield f"the page {page.key!r} names {file} more than once"


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


def _page(root: Path, entry: Entry, problems: Problems) -> PageSource:
    folder = f"content/{entry.key}"
    texts: dict[str, str] = {}
    for name in entry.files:
        path = root / folder / name
        try:
            texts[f"{folder}/{name}"] = path.read_text("utf-8-sig")
        except PermissionError:  # it does exist
            raise
        except (OSError, ValueError) as error:
            if isinstance(error, UnicodeDecodeError):
                _report_bytes(error, f"{folder}/{name}", problems)
                continue
            place = Place("content/site.yaml")
            problems.add(Code.MISSING_FILE, f"{folder}/{name} is named in site.yaml but does not exist", place)
    example = read_examples(root, ("content/example.yaml", f"{folder}/inputs.yaml"), problems)
    example, quoted = read_quoted(root, f"{folder}/printed.yaml", example, problems)
    return PageSource(entry, folder, texts, example, quoted)


def _validated(data: Data, problems: Problems) -> _SiteFile | None:
    try:
        return _SiteFile.model_validate(data.content)
    except ValidationError as invalid:
        for error in invalid.errors():
            where = ".".join(str(part) for part in error["loc"])
            problems.add(Code.BAD_SITE, f"{where or 'the file'}: {error['msg']}", data.place(*error["loc"]))
        return None
