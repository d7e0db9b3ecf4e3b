"""The best runs after a lay or a token, asked of many at once: as if each were asked alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

import trunkline
from trunkline import routes
from trunkline.game import Game
from trunkline.kernel.action import LayTile, PlaceToken
from trunkline.kernel.table import Table
from trunkline.players import turns
from trunkline.players.random_player import RandomPlayer
from trunkline.steps import running
from trunkline.steps.tokens import put
from trunkline.steps.track import board_after, lay_cost
from trunkline.track.routes import RunPlan, best_runs

ASKED = 5
"""Positions asked of each game."""


def choices(game: Game) -> list[LayTile | PlaceToken]:
    return [choice for choice in game.legal() if isinstance(choice, (LayTile, PlaceToken))]


def positions(title: str, players: int, seed: int) -> Iterator[Game]:
    """Moments of a random game at which a company may lay track or place a token, spread over the game."""
    game = trunkline.new(title, [f"P{n}" for n in range(players)], seed=seed)
    count = 0
    for _ in islice(turns(game, RandomPlayer(seed)), 3_000):
        state = game.state
        if state.phase < 1 or state.operating is None or state.operating.turn is None or state.pending:
            continue
        if len(choices(game)) < 3:
            continue
        count += 1
        if count % 23 == 0:
            yield game.copy()


def alone(game: Game, action: LayTile | PlaceToken, corp: str) -> RunPlan:
    """The best runs of a company after an action, on a board of their own."""
    t = Table(game.title, game.state)
    own = t.state.corporations[action.corp]
    if isinstance(action, LayTile):
        board = board_after(t, action)
        assert not board.choice
        own.cash -= lay_cost(t, action)
        t.state.tiles, t.state.tokens = board.tiles, board.tokens
    else:
        own.cash -= routes.after(game, [action], [])[0].cost
        put(t, action.corp, (action.hex, action.stop))
    return best_runs(running.context(t, t.state.corporations[corp]))


@pytest.mark.parametrize(
    ("title", "players", "seed"),
    [("1856", 4, 3), ("1856", 6, 8), ("1851", 4, 5), ("1851", 3, 2), ("18GL", 4, 1), ("18GL", 6, 7)],
)
def test_many_at_once_are_as_one_at_a_time(title: str, players: int, seed: int) -> None:
    compared = changed = 0
    for game in islice(positions(title, players, seed), ASKED):
        prospects = routes.Prospects(game)
        for found in prospects.after(choices(game)):
            if isinstance(found.action, LayTile):
                table = Table(game.title, game.state)
                if board_after(table, found.action).choice:
                    continue
            for corp, plan in found.plans.items():
                expected = alone(game, found.action, corp)
                assert (plan.total, plan.fees, plan.bound) == (
                    expected.total,
                    expected.fees,
                    expected.bound,
                ), (
                    found.action,
                    corp,
                )
                compared += 1
                changed += plan.total != prospects.now[corp].total
    assert compared > 50
    assert changed
