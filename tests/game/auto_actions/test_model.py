"""Auto-actions do what the page for players says, compared with a model in random games."""

from __future__ import annotations

import os
from collections import Counter

import pytest

import trunkline
from auto_action_match import NAMES, Match, modelled, random_options
from trunkline.game import auto_actions as auto

TITLES = ("1856", "1851", "18GL")
GAMES = int(os.environ.get("TRUNKLINE_AUTO_GAMES", "30"))
"""Random games of each test, of all titles together."""


def played(title: str, number: int, *, actions: int, often: float | None = None) -> Counter[str]:
    """Play random games against the model, and return the numbers of events."""
    count: Counter[str] = Counter()
    for seed in range(number):
        match = Match(random_options(title, seed), seed, often=often)
        match.run(actions)
        count += match.count
    return count


@pytest.mark.parametrize("title", TITLES)
def test_in_random_games_auto_actions_do_what_the_page_says(title: str) -> None:
    count = played(title, max(1, GAMES // 3), actions=450)
    assert all(count[f"{kind} acts"] for kind in ("pass", "buy", "operate", "answer")), count
    assert count["auto-pass"], count
    assert all(count[f"pass {end}"] for end in ("done", "stopped")), count
    assert count["operate stopped"], count


@pytest.mark.parametrize("title", ["1856", "18GL"])
def test_in_random_openings_auto_actions_do_what_the_page_says(title: str) -> None:
    count = played(title, max(1, GAMES), actions=30, often=0.6)
    assert all(count[each] for each in ("bid acts", "bid done", "bid stopped")), count


def test_1851_sells_no_privates_so_nobody_passes_ahead_before_its_first_stock_round() -> None:
    game = trunkline.new("1851", NAMES[:3], seed=1)
    assert game.shared_state.round.kind == "opening"
    given = auto.PassUntil(NAMES[0], sells=False, starts=False)
    assert auto.check(game, given)
    assert modelled(given).refusal(game)


def test_a_hex_that_no_legal_route_enters_is_not_in_the_network() -> None:
    """In this game, TC could reach a lay of the GM&O on G11 only by a route that uses its track twice."""
    match = Match(random_options("1851", 5085), 5085)
    match.run(593)
    assert len(match.product.actions) == 593
