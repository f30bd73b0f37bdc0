"""Work in a process beside this one, which begins with everything that this one has computed so far."""

from __future__ import annotations

import contextlib
import sys
import warnings
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TypeVar

PATIENCE = 60  # seconds after which work that is waited for is taken for stuck
Result = TypeVar("Result")


def begun(work: Callable[[], Result], wanted: bool = True) -> Callable[[], Result | None]:
    """Begin a piece of work; call what is returned for its result, which must be plain data.

    There is none (None) where the work fails, is stuck or cannot be begun: whoever needs it does it then, and meets the
    failure there.  Nor is there one outside Linux, where processes cannot safely share what was computed.

    wanted: whether it shall be begun at all
    """
    if not wanted or sys.platform != "linux":
        return _nothing
    context = get_context("fork")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(work, sending), daemon=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # NumPy's threads, of which no work has need
        try:
            process.start()
        except OSError:  # there are too many processes, or too little memory for one more
            return _nothing
    sending.close()  # now only the other process holds that end: when it ends, so does the wait

    def result() -> Result | None:
        try:
            return receiving.recv() if receiving.poll(PATIENCE) else None
        except EOFError:
            return None
        finally:
            process.kill()
            process.join()

    return result


def _nothing() -> None:
    return None


def _send(work: Callable[[], object], sending: Connection) -> None:
    with contextlib.suppress(BaseException):  # an interrupt, too, is told by the process that was begun first
        sending.send(work())
