"""Verdicts of the performance gate for given ratios. These tests do not check speed."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

import gate


def given(**ratios: list[float]) -> tuple[Callable[[str], float], list[str]]:
    """Return a function that measures these ratios in turn, and the list of names it was called with."""
    asked: list[str] = []

    def ratio(name: str) -> float:
        asked.append(name)
        return ratios[name].pop(0)

    return ratio, asked


def test_what_is_within_the_allowance_is_timed_once() -> None:
    ratio, asked = given(one=[11.5], two=[4.0])
    verdicts = gate.judge({"one": 10.0, "two": 5.0}, ratio)
    assert asked == ["one", "two"]
    assert [verdict.lost for verdict in verdicts] == [False, False]


def test_what_seems_slower_is_timed_again_after_everything_else() -> None:
    ratio, asked = given(one=[13.0, 12.0, 11.0], two=[5.0])
    first, _ = gate.judge({"one": 10.0, "two": 5.0}, ratio)
    assert asked == ["one", "two", "one", "one"]
    assert (first.best, first.attempts, first.lost) == (11.0, 3, False)


def test_a_loss_is_one_in_every_attempt() -> None:
    ratio, _ = given(one=[12.0, 11.6, 14.0], two=[5.0])
    first, second = gate.judge({"one": 10.0, "two": 5.0}, ratio)
    assert (first.best, first.attempts, first.lost) == (11.6, 3, True)
    assert (second.attempts, second.lost) == (1, False)
    assert first.line().split() == ["one", "10.00", "11.60", "+16%", "3"]


def test_a_loss_of_15_percent_is_still_allowed_and_more_is_not() -> None:
    assert not gate.Verdict("x", 100.0, 114.9, 1).lost
    assert gate.Verdict("x", 100.0, 115.1, 1).lost


def test_ratios_of_another_python_or_of_other_tasks_are_not_compared() -> None:
    written = {"python": "3.11", "ratios": {"one": 1}}
    assert gate.comparable(written, ["one"], python="3.11") == {"one": 1.0}
    with pytest.raises(gate.NoComparison, match=r"are of Python 3\.11, this is Python 3\.13"):
        gate.comparable(written, ["one"], python="3.13")
    for names in (["one", "two"], []):
        with pytest.raises(gate.NoComparison, match="not those of the tasks"):
            gate.comparable(written, names, python="3.11")


def test_a_ratio_is_yardsticks_a_thousand_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the task and the yardstick advance the clock, by 0.4 and 0.01 seconds each."""
    now = 0.0

    def work(seconds: float, actions: int) -> int:
        nonlocal now
        now += seconds
        return actions

    monkeypatch.setattr(gate, "process_time", lambda: now)
    monkeypatch.setattr(gate, "reference", lambda: work(0.01, 0))
    assert gate.measured(lambda: work(0.4, 800), rounds=3) == pytest.approx(50)
    assert gate.measured(lambda: work(0.2, 400), rounds=3) == pytest.approx(50)


def test_the_committed_ratios_are_of_one_python_and_positive() -> None:
    written = json.loads(gate.FILE.read_text())
    ratios = gate.comparable(written, list(written["ratios"]), written["python"])
    assert min(ratios.values()) > 0
