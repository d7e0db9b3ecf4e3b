"""What is listed as legal is drawn closely; nothing that the checks would let pass may be missing from it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import trunkline
from trunkline import actions
from trunkline.game import Game
from trunkline.kernel import engine
from trunkline.kernel.action import Action
from trunkline.kernel.table import Table, once
from trunkline.players.random_player import RandomPlayer


def moments(title: str, seed: int, every: int) -> Iterator[Game]:
    """A random game now and then."""
    game = trunkline.new(title, ["Ann", "Bob", "Cy", "Dee"], seed=seed)
    player, rng = RandomPlayer(seed), random.Random(seed)
    for _ in range(1200):
        if game.over:
            return
        if rng.randrange(every) == 0:
            yield game
        game.play(player.choose(game, min(game.to_act)))


@pytest.mark.parametrize("title", trunkline.catalogue())
def test_the_close_candidates_miss_nothing_of_the_wide_ones(title: str) -> None:
    kinds = set()
    for game in moments(title, seed=7, every=6):
        player = min(game.to_act)
        wide = Table(game.title, game.state, wide=True)
        step = engine.current(wide.title, wide.state)
        assert step is not None
        passing = {
            choice
            for choice in step.candidates(wide, player)
            if isinstance(choice, Action) and game.check(choice) is None
        }
        listed = [choice for choice in game.legal(player) if isinstance(choice, Action)]
        assert set(listed) == passing
        assert len(listed) == len(passing)
        kinds |= {type(choice) for choice in listed}
    assert {actions.LayTile, actions.PlaceToken, actions.BuyShare} <= kinds


def test_a_still_table_is_asked_once_and_a_changing_one_each_time() -> None:
    asked: list[str] = []

    @once
    def cash(t: Table, player: str) -> int:
        asked.append(player)
        return t.state.players[player].cash

    game = trunkline.new("1856", ["Ann", "Bob", "Cy"])
    still = Table(game.title, game.state, still=True)
    assert [cash(still, "Ann"), cash(still, "Ann"), cash(still, "Bob")] == [500, 500, 500]
    assert asked == ["Ann", "Bob"]
    changing = Table(game.title, game.state)
    before = cash(changing, "Ann")
    changing.state.players["Ann"].cash -= 20
    assert (before, cash(changing, "Ann")) == (500, 480)
