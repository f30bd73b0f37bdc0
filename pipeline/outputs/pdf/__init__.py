"""The PDF: pandoc writes Typst, Typst sets it with the template of this room."""

from pipeline.outputs.pdf.writer import compiled, source

__all__ = ["compiled", "source"]
