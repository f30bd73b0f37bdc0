"""Work beside this process: its result is told here; what fails or is stuck has none."""

from __future__ import annotations

import errno
import os
import pickle
import sys
import time

import pytest

from pipeline import beside
from pipeline.beside import begun
from pipeline.formulas import FormulaError
from pipeline.problems import Code

ELSEWHERE = sys.platform != "linux"  # where nothing is begun, and so nothing has a result


def test_the_result_comes_from_a_process_that_knows_what_this_one_knew() -> None:
    known = {"answer": 42}
    work = begun(lambda: (known["answer"], os.getpid()))
    known["answer"] = 43
    answer, process = work() or (42 if ELSEWHERE else 0, 0)
    assert answer == 42
    assert process != os.getpid()


def test_faults_of_formulas_can_be_told() -> None:
    fault = pickle.loads(pickle.dumps(FormulaError("it differs", 3, 5, Code.FORMULA_DIFFERS)))
    assert (str(fault), fault.start, fault.end, fault.code) == ("it differs", 3, 5, Code.FORMULA_DIFFERS)


def test_nothing_is_begun_where_it_is_not_wanted_or_not_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "get_context", pytest.fail)
    assert begun(lambda: 42, wanted=False)() is None
    monkeypatch.setattr(sys, "platform", "darwin")
    assert begun(lambda: 42)() is None


def test_what_fails_has_no_result_and_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    assert begun(lambda: 1 // 0)() is None
    assert begun(lambda: os._exit(1))() is None
    assert begun(lambda: (line for line in "what cannot be told"))() is None
    assert capfd.readouterr() == ("", "")


def test_what_cannot_be_begun_has_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> int:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", full)
    assert begun(lambda: 42)() is None


def test_what_is_stuck_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "PATIENCE", 0.1)
    assert begun(lambda: time.sleep(600))() is None
