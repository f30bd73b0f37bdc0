"""load: the content folder → a frozen `Site`, with every mistake in a data file as a problem at its line."""

from pipeline.load.site import Entry, PageSource, Part, Site, load

__all__ = ["Entry", "PageSource", "Part", "Site", "load"]
