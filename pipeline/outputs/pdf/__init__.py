"""The PDF: pandoc writes Typst, Typst sets it with the template of this room."""

from pipeline.outputs.pdf.writer import write

__all__ = ["write"]
