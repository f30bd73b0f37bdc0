"""Every number shows its working: from the recorded graph, the hand calculation of any printed number."""

from pipeline.working.calculation import Leaf, Line, Shown, Side, Working
from pipeline.working.hand import Workings

__all__ = ["Leaf", "Line", "Shown", "Side", "Working", "Workings"]
