"""Plus trains in a title file: cities and towns have their own limits."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import trunkline
from engine.routing import checker
from titles.declared.conftest import Add, IsleScene
from trunkline import actions as A
from trunkline.engine.kernel.context import Context
from trunkline.engine.routing import RouteContext, TrainRange, best, best_runs, random_runs
from trunkline.engine.steps import running
from trunkline.engine.track import Token
from trunkline.game import Game
from trunkline.game.routes.position_entries import PositionEntry
from trunkline.lab.soak.games import Plan, play_all
from trunkline.players import play_out
from trunkline.players.quick_routes import estimate_revenue
from trunkline.players.random_player import RandomPlayer
from trunkline.players.route_sketch import BoardGraph
from trunkline.titles import rules_of
from trunkline.web.presenters import calculator

TOWNS = (
    ("A5: {kind: clear}", "A5: {kind: town, name: Tarn, towns: 1}"),
    ("B4: {kind: clear, cost: 40,", "B4: {kind: town, name: Ford, towns: 1, cost: 40,"),
    ("  D2: {kind: clear}", "  D2: {kind: town, name: Quarry, towns: 1}"),
    ("\ntiles:\n", '\ntiles:\n  "3": 2\n  "4": 4\n  "58": 4\n'),
    (
        "  - {kind: city, cities",
        '  - {kind: town, towns: 1, tiles: ["3", "4", "58"]}\n  - {kind: city, cities',
    ),
)
PLUS = (
    *TOWNS,
    ('{name: "3", price: 180, count: 3, range: 3,', '{name: "3+1", price: 180, count: 3, range: 3, plus: 1,'),
    ('{name: "3", on_train: ["3"]', '{name: "3", on_train: ["3+1"]'),
    ("count: 2, range: 4,", "count: 2, range: 4, plus: 2,"),
)
LINE = "A7:5:0 A5:4:1 A3:5:4 B4:4:2 C5:57:2"
"""Gullhaven, Tarn, Northwich with the token of NW, Ford and Carrow: cities of $20 and towns of $10."""
WHOLE = "A7.0 A5.0 A3.0 B4.0 C5.0"


class Checked(RandomPlayer):
    """A random player that checks the runs of plus trains against the checker of the tests."""

    towns = 0
    """Number of towns that plus trains have visited."""

    def choose(self, game: Game, player: str) -> A.Action:
        action = super().choose(game, player)
        if isinstance(action, A.RunTrains):
            offered = running.context(Context(game.title, game.state), game.state.corporations[action.corp])
            assert checker.faults(offered, action.runs) == []
            for run in action.runs:
                hexes = game.title.board.hexes
                if offered.trains[run.train].plus is not None:
                    self.towns += sum(hexes[stop.partition(".")[0]].kind == "town" for stop in run.stops)
        return action


def scene(add: Add) -> IsleScene:
    """Return a position with NW on the line."""
    add(*PLUS)
    here = IsleScene().opened()
    here.floated("NW", "P1", price=80, cash=300)
    return here.phase("3").tiles(LINE)


def offered(here: IsleScene, train: TrainRange) -> RouteContext:
    """Return the routes of NW with one train."""
    ctx = Context(here.game.title, here.state)
    return replace(running.context(ctx, here.state.corporations["NW"]), trains={"a": train})


@pytest.mark.parametrize(
    ("train", "earned"),
    [
        (TrainRange(2), 30),
        (TrainRange(3), 50),
        (TrainRange(2, plus=1), 50),
        (TrainRange(3, plus=1), 50),
        (TrainRange(2, plus=2), 60),
        (TrainRange(2, plus=9), 60),
        (TrainRange(3, plus=2), 80),
        (TrainRange(5), 80),
        (TrainRange(3, "cities"), 60),
    ],
)
def test_cities_do_not_make_up_for_towns(add: Add, train: TrainRange, earned: int) -> None:
    middle = offered(scene(add), train)
    # With its token at the end of the line, a corporation earns as much.
    for context in (middle, replace(middle, tokens={"A7": (Token(0, "NW", 0),)})):
        plan = best_runs(context)
        assert (plan.total, plan.proof) == (earned, "optimal")
        assert estimate_revenue(context, BoardGraph.of(context, context.position)) == earned
        for seed in range(20):
            assert checker.faults(context, random_runs(context, Random(seed).randrange)) == []


def test_a_short_search_leaves_a_shorter_plus_train_and_a_true_bound(
    add: Add, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(best, "LEAST", 0)
    context = offered(scene(add), TrainRange(3, plus=1))
    plans = [best_runs(context, budget=budget) for budget in range(0, 20, 2)]
    # Three cities and a town are worth $70. Before it finds $50, the search finds a city and a town.
    assert {(plan.total, plan.proof) for plan in plans} == {
        (0, "at most 70"),
        (30, "at most 70"),
        (50, "optimal"),
    }


def test_the_calculator_offers_plus_trains(add: Add) -> None:
    title = add(*PLUS)
    board = trunkline.new(title, ["Ann", "Bob"]).board
    assert [train.type for train in calculator.facts(board).trains] == ["2", "3+1", "4", "5", "D"]
    tiles: dict[str, tuple[str | int, int]] = {}
    for hex, tile, rotation in (lay.split(":") for lay in LINE.split()):
        tiles[hex] = tile, int(rotation)
    earned = {
        train: calculator.answer(
            PositionEntry(title, "NW", "3", (train,), tiles, {"A3": {"0": ("NW",)}})
        ).plan.total
        for train in ("2", "3+1", "4")
    }
    assert earned == {"2": 30, "3+1": 50, "4": 80}


def test_a_run_over_a_limit_is_refused_with_the_rule(add: Add) -> None:
    here = scene(add)
    here.give_trains("NW", "3+1")
    here.turn("NW", "run")
    refusal = here.refused(here.run("NW", ("3+1", WHOLE)), "run.plus")
    assert "the train's limit of towns is 1, and the run has 2" in str(refusal)
    here.refused(here.run("NW", ("3+1", WHOLE.replace("B4.0", "B4"))), "run.stop_skipped")
    here.play(here.run("NW", ("3+1", "A7.0 A5.0 A3.0")))
    assert here.state.corporations["NW"].revenue == 50
    assert here.game.title.rules["18isle.run.plus"].rule == (
        "A run of train 3+1 visits at most 3 cities and 1 town. "
        "A run of train 4 visits at most 4 cities and 2 towns. "
        "An off-board place counts as a city. Cities that a run does not visit allow no further towns. "
        "A train passes no town without a stop there, and each town earns its value."
    )


def test_random_games_with_plus_trains_pass_all_checks(add: Add) -> None:
    title = add(*PLUS)
    outcomes = list(play_all(Plan(title, 3, (2, 3, 4), seed=1)))
    assert [outcome.finding for outcome in outcomes] == [None] * 3
    game = trunkline.new(title, ["Ann", "Bob"], seed=2)
    player = Checked(2)
    play_out(game, player)
    assert game.over
    assert player.towns >= 5
    assert "18isle.run.plus" not in rules_of(add(*TOWNS))
