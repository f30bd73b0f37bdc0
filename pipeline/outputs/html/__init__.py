"""The web page: one file a page, usable from disk, nothing loaded from elsewhere."""

from pipeline.outputs.html.writer import write

__all__ = ["write"]
