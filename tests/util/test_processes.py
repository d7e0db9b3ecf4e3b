"""Child processes: the time limits for their answers, and their garbage collector."""

from __future__ import annotations

import gc
import operator
import sys
from typing import IO

import pytest

from trunkline.util.garbage import NEW_OBJECTS
from trunkline.util.subprocesses import ChildProcess, ProcessLost, map_ordered

ANSWERS = "import sys; print('yes', flush=True); sys.stdin.read()"


def asked(to: IO[bytes], source: IO[bytes]) -> str:
    """Return the process's first line."""
    line = source.readline()
    if not line:
        raise EOFError
    return line.decode().strip()


def of(program: str, patience: float, *, working: bool) -> ChildProcess:
    """Return a process that runs these lines of Python."""
    return ChildProcess([sys.executable, "-c", program], patience, working=working)


def test_who_is_held_up_by_a_busy_machine_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    # The process gets one tenth of a processor.
    times = iter(range(100))
    monkeypatch.setattr(ChildProcess, "processor_time", lambda self: next(times) / 10)
    slow = of(f"import time; time.sleep(3); {ANSWERS}", 1.0, working=True)
    assert slow.ask(asked) == "yes"
    slow.close()


@pytest.mark.parametrize(
    ("program", "working"),
    [("while True: pass", True), ("import time; time.sleep(600)", True), ("while True: pass", False)],
    ids=["works on and on", "does nothing", "is no program of ours"],
)
def test_who_finds_no_end_is_given_up(program: str, working: bool) -> None:
    lost = of(program, 0.5, working=working)
    with pytest.raises(ProcessLost, match=r"it took longer than 0\.5 seconds"):
        lost.ask(asked)


def test_processes_that_play_games_collect_garbage_rarely() -> None:
    found = map_ordered(operator.call, [gc.get_threshold] * 2, jobs=2)
    assert [new_objects for new_objects, *_ in found] == [NEW_OBJECTS, NEW_OBJECTS]
