"""The sample page as PDF, made once."""

from __future__ import annotations

import pytest

from pipeline.outputs.pdf.writer import compiled, source
from pipeline.problems import Problems
from tests.outputs import samples


@pytest.fixture(scope="session")
def sample_pdf() -> bytes:
    """The bytes of the sample page's PDF."""
    page, problems = samples.page(), Problems()
    pdf = compiled(source(page, samples.proofs_of(page), problems), page, samples.FIGURES, problems)
    assert not list(problems)
    return pdf
