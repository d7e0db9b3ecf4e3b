"""Tests of the simulation of games by correspondence, with few days of a few games."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import correspondence
from correspondence_world import Setting, simulated

DAYS = 8


@pytest.mark.slow
def test_the_same_seed_gives_the_same_figures(tmp_path: Path) -> None:
    with_auto = Setting("1851", 0, 1, "notified", "all", most_days=DAYS)
    without = msgspec.structs.replace(with_auto, guards=None)
    file = tmp_path / "kept.jsonl"
    found = correspondence.run([with_auto, without], 1, file)
    assert simulated(with_auto) == found[0]
    assert correspondence.run([with_auto, without], 1, file) == found
    assert len(file.read_text().splitlines()) == 2, "kept games are not simulated again"

    automatic, by_hand = found
    assert by_hand.automatic == 0
    assert automatic.automatic > 0
    assert automatic.actions > by_hand.actions > 0
    for each in found:
        assert each.ending == "cut off"
        assert each.visits >= 4 * DAYS, "each person comes every day"
        assert each.notices["turn"] > 0
        # The game always waits for a person.
        assert sum(each.waits.values()) <= 24 * each.days
    report = list(correspondence.report(found))
    assert [line.split()[:4] for line in report[1:3]] == [
        ["1851", "notified", "all", "guards"],
        ["1851", "notified", "without", "1"],
    ]
