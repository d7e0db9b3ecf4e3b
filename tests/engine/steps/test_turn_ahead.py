"""Tests of the turn of a corporation that is not in turn: its obstacle, and its choices as of now."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import trunkline
from trunkline import Game
from trunkline import actions as A
from trunkline.engine.kernel import referee
from trunkline.engine.kernel.choice import Choice, Open
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import State
from trunkline.engine.steps.turn_ahead import obstacle, steps_ahead
from trunkline.players.random_player import RandomPlayer

_FLOAT = re.compile(
    r"(\d) of the (\d) shares needed to float are sold: players must buy (\d) more shares? in stock rounds$"
)


def moments(title: str, actions: int) -> Iterator[Game]:
    """Yield the moments of a game of random players."""
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=4)
    player = RandomPlayer(3)
    for _ in range(actions):
        yield game
        if game.over:
            return
        game.play(player.choose(game, min(game.to_act)))


def _name(choice: Choice) -> str:
    return choice.kind.__name__ if isinstance(choice, Open) else str(choice)


def begins(state: State) -> str:
    """Return the corporation whose turn has just begun and waits at its first step. Empty otherwise."""
    turn = state.operating.turn if state.operating else None
    untouched = turn is not None and not (
        turn.step or turn.laid or turn.token or turn.declined or turn.raised
    )
    return turn.corp if turn is not None and untouched and not state.pending else ""


@pytest.mark.parametrize("title", ["1856", "1851", "18GL"])
def test_a_turn_ahead_offers_what_the_turn_offers_when_it_begins(title: str) -> None:
    compared = 0
    for game in moments(title, 220):
        state = game.shared_state
        if corp := begins(state):
            ahead = [choice for each in steps_ahead(game.title, state, corp) for choice in each.legal]
            now = [
                each for each in referee.legal(game.title, state) if not isinstance(each, A.Pass | A.Dividend)
            ]
            kinds = set(map(referee.kind_of, now))
            # Steps after one that must be decided first offer nothing yet in the turn itself.
            assert {_name(each) for each in ahead if referee.kind_of(each) in kinds} == set(map(_name, now))
            compared += 1
            # The question changes nothing.
            assert game.digest() == state.digest()
    assert compared > 10


@pytest.mark.parametrize(
    ("title", "order", "floats"),
    [
        pytest.param(
            "1856",
            "1856.order.value",
            "1856.float.condition",
            marks=pytest.mark.rule("1856.order.value", "1856.float.condition"),
        ),
        pytest.param(
            "1851",
            "1851.or.order-by-price",
            "1851.float.trigger",
            marks=pytest.mark.rule("1851.or.order-by-price", "1851.float.trigger"),
        ),
        pytest.param(
            "18GL",
            "18gl.or.order",
            "18gl.corp.float",
            marks=pytest.mark.rule("18gl.or.order", "18gl.corp.float"),
        ),
    ],
)
def test_an_obstacle_names_its_rule_and_what_is_missing(title: str, order: str, floats: str) -> None:
    reasons: dict[str, set[str]] = {order: set(), floats: set()}
    for game in moments(title, 220):
        ctx = Context(game.title, game.shared_state, read_only=True)
        turn = ctx.state.operating.turn if ctx.state.operating else None
        for corp in ctx.state.corporations.values():
            refusal = obstacle(ctx, corp)
            assert (refusal is None) == (turn is not None and turn.corp == corp.id)
            if refusal is not None and refusal.rule in reasons:
                reasons[refusal.rule].add(refusal.why.replace(corp.id, "X"))
    # A newcomer learns how many shares are missing, and what starts a corporation.
    missing = [_FLOAT.match(why) for why in reasons[floats]]
    figures = [tuple(map(int, found.groups())) for found in missing if found]
    assert figures
    assert all(sold + more == needed and more > 0 for sold, needed, more in figures)
    assert any(
        re.fullmatch(
            "X has not started: first a player must buy its president's certificate in a stock round, "
            r"and it floats when \d of its shares are sold",
            why,
        )
        for why in reasons[floats]
    )
    assert "X has operated in this round" in reasons[order]
    assert "the operating round has not begun; X operates first" in reasons[order]
    assert any(why.endswith("operates before it") for why in reasons[order])


def test_the_reasons_of_the_steps_are_those_of_the_engine() -> None:
    reasons: dict[str, set[str]] = {}
    for game in moments("1856", 260):
        if game.shared_state.stock is None:
            continue
        for corp, each in game.shared_state.corporations.items():
            if each.started and each.operated and not each.closed:
                for step in steps_ahead(game.title, game.shared_state, corp):
                    reasons.setdefault(step.label, set()).update(refusal.rule for _, refusal in step.refused)
                    if step.label == "Run":
                        trains = game.shared_state.trains_at(corp)
                        assert trains or not step.legal
    assert {"1856.phase.train-limit", "1856.buy-train.president-adds"} <= reasons["Trains"]
    assert "1856.marker.route-needed" in reasons["Token"]
    assert "1856.track.connectivity" in reasons["Track"]
    assert "1856.redeem.any-number" in reasons["Loans"]
