"""Tests of the search against two others that share no code with it: an enumeration, and CP-SAT.

`agree.py` does the same for any number of positions.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

import pytest

from engine.map.boards import TITLES, tables
from engine.routing import cases
from engine.routing.agree import faults
from made_up import full_boards
from trunkline.engine.routing import RouteContext

LAYS = (10, 35, 60, 120, 250, 2000)


def compare(found: Iterable[RouteContext]) -> Counter[str]:
    """Compare answers on some positions and return the counts of the comparisons."""
    counts: Counter[str] = Counter()
    for k, context in enumerate(found):
        assert faults(context, solver=True, work=1.5, tally=counts) == [], k
    # All three searches prove nearly all answers.
    total = counts["positions"]
    assert counts["proved"] == total
    assert counts["agreed with CP-SAT"] >= 0.9 * total
    assert counts["agreed with enumeration"] >= 0.8 * total
    return counts


@pytest.mark.parametrize("seed", [0, 2])
def test_positions_of_random_games(seed: int) -> None:
    found = list(cases.game_contexts(seed))
    phases = {context.values for context in found}
    counts = compare(found[:: len(found) // 8])
    assert counts["with a run"] >= 6
    assert phases == {"yellow", "brown", "gray"}


@pytest.mark.parametrize("title", TITLES)
def test_made_up_boards(title: str) -> None:
    rng = random.Random(title)
    counts = compare(context for lays in LAYS for context in list(cases.made_up(title, rng, lays))[:2])
    assert counts["with a run"] >= 5


@pytest.mark.parametrize("title", TITLES)
def test_full_boards_with_late_trains(title: str) -> None:
    counts: Counter[str] = Counter()
    for k, context in enumerate(full_boards(tables(title), 5)):
        assert faults(context, solver=True, work=1.5, tally=counts) == [], k
    assert counts["proved"] == 5
    assert counts["with a run"] >= 4
    assert counts["agreed with enumeration"] + counts["agreed with CP-SAT"] >= 3
