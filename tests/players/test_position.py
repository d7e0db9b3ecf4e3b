"""Tests of a position for programs that look ahead."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from functools import cache
from typing import Any, cast

import pytest

import trunkline
from trunkline import Position, actions, routes
from trunkline.engine.kernel.choice import Amounts, Open
from trunkline.engine.kernel.referee import kind_of
from trunkline.engine.kernel.refusal import Refusal
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer
from trunkline.util.errors import UsageError

TITLES = ("1856", "1851", "18GL")


@cache
def _long(title: str) -> trunkline.Game:
    game = trunkline.new(title, ["Ann", "Bob", "Cy", "Dee"], seed=4)
    for _, _events in zip(range(400), play_turns(game, RandomPlayer(4)), strict=False):
        pass
    return game


def played(title: str, count: int) -> trunkline.Game:
    """Return a game of random players after ``count`` actions, at most 400."""
    whole = _long(title)
    return whole.at(min(count, len(whole.actions)))


def at_a_lay(title: str) -> Position:
    """Return a moment at which the player may lay a tile or run trains."""
    game = played(title, 400)
    for number in range(len(game.actions) - 1, 0, -1):
        now = Position.of(game.at(number))
        kinds = {kind_of(choice) for choice in now.legal}
        if {actions.LayTile, actions.RunTrains} <= kinds:
            return now
    raise AssertionError("nobody could lay a tile and run trains")


@pytest.mark.parametrize("title", TITLES)
def test_a_position_says_what_its_game_says(title: str) -> None:
    game = played(title, 150)
    now = Position.of(game)
    assert set(now.to_act) == game.to_act
    whose = now.to_act[0]
    assert [str(choice) for choice in now.legal if not isinstance(choice, Open)] == [
        str(choice) for choice in game.legal(whose) if not isinstance(choice, Open)
    ]
    assert {name: now.worth(name) for name in game.players} == {
        name: game.worth(name) for name in game.players
    }


@pytest.mark.parametrize("title", TITLES)
def test_kinds_are_asked_for_one_by_one(title: str) -> None:
    game = played(title, 150)
    now, again = Position.of(game), Position.of(game)
    for kind in dict.fromkeys(kind_of(choice) for choice in now.legal):
        want = [kind_of(choice) for choice in now.legal if kind_of(choice) is kind]
        assert [kind_of(choice) for choice in again.legal_of(kind)] == want
        assert [kind_of(choice) for choice in now.legal_of(kind)] == want


def test_nothing_that_is_played_or_written_changes_it() -> None:
    now = Position.of(played("1856", 150))
    digest = now.play(_first(now)).state.digest()
    for corp in now.state.corporations.values():
        corp.cash += 1_000
    now.state.players.clear()
    assert now.play(_first(now)).state.digest() == digest


def test_running_gives_the_lay_away_and_says_so() -> None:
    now = at_a_lay("1856")
    (run,) = now.legal_of(actions.RunTrains)
    assert isinstance(run, Open)
    assert actions.LayTile in now.forfeits(run.best())


def test_the_last_of_a_turn_forfeits_nothing() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"])
    now = Position.of(game)
    assert now.forfeits(actions.Pass("Ann")) == ()


def test_what_no_way_through_a_decision_leaves_is_forfeited() -> None:
    """If running the trains leads to a loan, the lay is lost whether or not the loan is taken."""
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=4)
    player, asked = RandomPlayer(9), 0
    for _ in range(150):
        now = Position.of(game)
        runs = now.legal_of(actions.RunTrains) if now.legal_of(actions.LayTile) else []
        for run in runs:
            assert isinstance(run, Open)
            after = now.play(run.best())
            if after.state.pending:
                ways = [after.play(choice) for choice in after.legal if isinstance(choice, actions.Action)]
                assert {each.legal_of(actions.LayTile) == [] for each in ways} == {True}
                assert actions.LayTile in now.forfeits(run.best())
                assert actions.Dividend not in now.forfeits(run.best())
                asked += 1
        next(play_turns(game, player))
    assert asked


def test_trains_can_be_thought_of() -> None:
    now = at_a_lay("1856")
    turn = now.state.operating.turn if now.state.operating else None
    assert turn is not None
    assert now.best_runs(turn.corp).total == routes.best(now.table, turn.corp).total
    assert now.best_runs(turn.corp, ()).total == 0
    longer = now.best_runs(turn.corp, ("6", "6")).total
    assert longer >= now.best_runs(turn.corp, ("2",)).total
    assert now.best_runs(turn.corp).total == routes.best(now.table, turn.corp).total
    with pytest.raises(UsageError, match="no 7-train"):
        now.best_runs(turn.corp, ("7",))


def test_lays_are_looked_at_together_and_one_by_one_alike() -> None:
    now = at_a_lay("1856")
    lays = [choice for choice in now.legal_of(actions.LayTile) if isinstance(choice, actions.LayTile)][:8]
    for after in now.after(lays):
        then = now.play(after.action)
        if not then.state.pending:
            assert {corp: plan.total for corp, plan in after.plans.items()} == {
                corp: then.best_runs(corp).total for corp in after.plans
            }


def test_what_is_not_legal_is_refused_and_leaves_nothing() -> None:
    now = Position.of(trunkline.new("1856", ["Ann", "Bob", "Cy"]))
    wrong = actions.Dividend("Ann", "LPS", "pay")
    refusal = now.check(wrong)
    assert refusal is not None
    with pytest.raises(Refusal, match=str(refusal)[:20]):
        now.play(wrong)
    assert now.play(actions.Pass("Ann")).to_act == ("Bob",)


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda now: now.play(None), "An action is expected, not None"),
        (lambda now: now.check(7), "An action is expected, not 7"),
        (lambda now: now.effects("pass"), "An action is expected, not 'pass'"),
        (lambda now: now.forfeits(actions.Pass), "An action is expected, not <class"),
        (lambda now: now.check(cast("Any", actions.Bid)("Ann", "flos", 1.5)), "no action that can be played"),
        (lambda now: now.worth("Zed"), "'Zed' does not play; the players are Ann, Bob, Cy"),
        (lambda now: now.legal_of("LayTile"), "A kind of action is expected, such as LayTile, not 'LayTile'"),
        (lambda now: now.best_runs("LPS", 4), "Trains are a list of their types, not 4"),
        (lambda now: now.best_runs("LPS", "4"), "Trains are a list of their types, not '4'"),
        (lambda now: now.with_trains("ZZZ", ("4",)), "There is no corporation 'ZZZ'"),
        (lambda now: now.after([actions.Pass("Ann")]), "A lay or a token is expected, not Pass"),
        (lambda now: now.after([None]), "A lay or a token is expected, not None"),
    ],
)
def test_a_slip_is_said_in_one_sentence(call: Callable[[Any], object], why: str) -> None:
    now = Position.of(trunkline.new("1856", ["Ann", "Bob", "Cy"]))
    with pytest.raises(UsageError, match=re.escape(why)):
        call(now)


def test_it_cannot_be_written_to_nor_sent_to_another_process() -> None:
    now = Position.of(trunkline.new("1856", ["Ann", "Bob", "Cy"]))
    with pytest.raises(AttributeError, match="its to_act cannot be set"):
        now.to_act = ("Zed",)
    assert now.to_act == ("Ann",)
    with pytest.raises(TypeError, match="send the game"):
        pickle.dumps(now)


def _first(now: Position) -> actions.Action:
    choice = now.legal[0]
    if isinstance(choice, Open):
        return choice.best()
    return choice.action if isinstance(choice, Amounts) else choice
