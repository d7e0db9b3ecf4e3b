"""Tests of the best runs after many lays and tokens in one call. They equal those of single calls."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import trunkline
from trunkline import routes
from trunkline.engine.kernel.action import LayTile, PlaceToken
from trunkline.engine.kernel.context import Context
from trunkline.engine.routing import RunPlan, best_runs, check_runs, earnings
from trunkline.engine.steps import running
from trunkline.engine.steps.tokens import place_token
from trunkline.engine.steps.track import board_after, lay_cost
from trunkline.game import Game
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer
from trunkline.util.errors import UsageError

GOLDEN = Path(__file__).resolve().parents[2] / "system" / "golden"
ASKED = 4
"""Positions tested in each game."""


def choices(game: Game) -> list[LayTile | PlaceToken]:
    return [choice for choice in game.legal() if isinstance(choice, (LayTile, PlaceToken))]


def positions(title: str, players: int, seed: int) -> Iterator[Game]:
    """Yield moments of a random game, spread over it, at which a company may lay track or place a token."""
    game = trunkline.new(title, [f"P{n}" for n in range(players)], seed=seed)
    count = 0
    for _ in islice(play_turns(game, RandomPlayer(seed)), 3_000):
        state = game.state
        if state.phase < 1 or state.operating is None or state.operating.turn is None or state.pending:
            continue
        if len(choices(game)) < 3:
            continue
        count += 1
        if count % 23 == 0:
            yield game.copy()


def board(game: Game, action: LayTile | PlaceToken) -> Context:
    """Return the context after an action alone, without further effects."""
    t = Context(game.title, game.state)
    own = t.state.corporations[action.corp]
    if isinstance(action, LayTile):
        laid = board_after(t, action)
        assert not laid.choice
        own.cash -= lay_cost(t, action)
        t.state.tiles, t.state.tokens = laid.tiles, laid.tokens
    else:
        own.cash -= routes.after(game, [action], [])[0].cost
        place_token(t, action.corp, (action.hex, action.stop))
    return t


def alone(game: Game, action: LayTile | PlaceToken, corp: str) -> RunPlan:
    """Return the best runs of a company after an action, on a separate board."""
    t = board(game, action)
    return best_runs(running.context(t, t.state.corporations[corp]))


def routes_broken(game: Game, action: LayTile | PlaceToken, corp: str, plan: RunPlan) -> bool:
    """Return whether a plan breaks a rule on the board after an action, or states wrong earnings."""
    t = board(game, action)
    context = running.context(t, t.state.corporations[corp])
    return bool(check_runs(context, plan.runs)) or plan.earned != tuple(
        earnings(context, run) for run in plan.runs
    )


@pytest.mark.parametrize(
    ("title", "players", "seed"), [("1856", 4, 3), ("1851", 3, 2), ("18GL", 4, 1), ("18GL", 6, 7)]
)
def test_many_at_once_are_as_one_at_a_time(title: str, players: int, seed: int) -> None:
    compared = changed = 0
    for game in islice(positions(title, players, seed), ASKED):
        prospects = routes.Prospects(game)
        for found in prospects.after(choices(game)):
            if isinstance(found.action, LayTile):
                table = Context(game.title, game.state)
                if board_after(table, found.action).choice:
                    continue
            for corp, plan in found.plans.items():
                expected = alone(game, found.action, corp)
                # Two plans may have the same total after tolls, with different earnings and tolls.
                assert (plan.total - plan.fees, plan.bound) == (
                    expected.total - expected.fees,
                    expected.bound,
                ), (found.action, corp)
                assert not routes_broken(game, found.action, corp, plan)
                compared += 1
                changed += plan.total != prospects.now[corp].total
    assert compared > 50
    assert changed


def test_what_a_lay_does_not_touch_is_not_searched_again() -> None:
    game = next(islice(positions("1856", 4, 3), 2, None))
    lays = choices(game)
    routes.after(game, lays)
    again = routes.Prospects(game)
    assert again.after(lays)
    assert again.steps == 0


def on_printed_track(game: Game) -> list[PlaceToken]:
    """Return the tokens that may be placed in hexes without a tile."""
    return [
        each for each in choices(game) if isinstance(each, PlaceToken) and each.hex not in game.state.tiles
    ]


def test_a_token_on_printed_track_is_no_lay_though_the_same_board_was_met_in_another_game() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=1)
    while not on_printed_track(game):
        game.play(RandomPlayer(len(game.actions)).choose(game, min(game.to_act)))
    slots = on_printed_track(game)
    asked = [routes.Prospects(each).after(slots) for each in (game, Game.from_bytes(game.to_bytes()))]
    for one, other in zip(*asked, strict=True):
        assert (one.cost, one.plans) == (other.cost, other.plans)


def test_a_token_keeps_runs_open_and_shuts_those_of_others() -> None:
    save = json.loads(gzip.decompress((GOLDEN / "18GL-printed-announced-4p-2.json.gz").read_bytes()))["save"]
    game = Game.from_bytes(json.dumps(save).encode()).at(974)
    prospects = routes.Prospects(game)
    slots = [choice for choice in choices(game) if isinstance(choice, PlaceToken)]
    now = {corp: plan.total for corp, plan in prospects.now.items()}
    told = {found.action.hex: found for found in prospects.after(slots)}
    here = told["L16"]
    assert {corp: plan.total - now[corp] for corp, plan in here.plans.items() if plan.total != now[corp]} == {
        "B&O": -70,
        "DT&I": -70,
        "CR": -130,
    }
    assert here.full is not None
    assert (here.plans["NYC"].total, here.full.total) == (560, 460)
    for found in told.values():
        for corp, plan in found.plans.items():
            assert plan.total == alone(game, found.action, corp).total


def test_only_companies_of_the_game_are_asked_about() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"])
    assert routes.Prospects(game).now == {}
    assert routes.Prospects(game, ["LPS"]).now["LPS"].total == 0
    with pytest.raises(UsageError, match="no company 'NONE'"):
        routes.after(game, [], ["NONE"])
