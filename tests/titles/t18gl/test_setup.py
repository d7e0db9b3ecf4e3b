"""The setup of a game of 18GL."""

from __future__ import annotations

import pytest

import trunkline
from scenes_18gl import Scene

NAMES = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus"]
CASH = {2: 1200, 3: 800, 4: 600, 5: 480, 6: 400}
FIFTIES = {"bridge", "tunnel", "terminal"}


@pytest.mark.rule("18gl.setup.player-count")
@pytest.mark.parametrize("players", [1, 7])
def test_fewer_than_two_and_more_than_six_cannot_play(players: int) -> None:
    with pytest.raises(trunkline.UsageError, match="2 to 6 players"):
        trunkline.new("18GL", NAMES[:players])


@pytest.mark.rule("18gl.setup.player-count", "18gl.setup.capital")
@pytest.mark.parametrize("players", CASH)
def test_everybody_begins_with_an_equal_part_of_2400(players: int) -> None:
    game = trunkline.new("18GL", NAMES[:players])
    assert [player.cash for player in game.state.players.values()] == [CASH[players]] * players


@pytest.mark.rule("18gl.setup.one-fifty-dollar-private", "18gl.setup.privates-order")
def test_one_of_the_three_privates_at_50_is_drawn() -> None:
    drawn = set()
    for seed in range(12):
        scene = Scene(seed=seed)
        costs = [private.cost for private in scene.state.privates.values()]
        assert costs == [20, 40, 50, 60, 70, 75, 80, 100, 140]
        drawn |= FIFTIES & set(scene.state.privates)
        assert Scene(seed=seed).state.privates == scene.state.privates
    assert drawn == FIFTIES
