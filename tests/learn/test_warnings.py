"""Warnings compared with an independent model over random play: it reads only the states before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import trunkline
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.context import Context
from trunkline.game.actions import Action, StartCorporation, encode
from trunkline.game.game import Game
from trunkline.learn.puzzles.making import Varied
from trunkline.learn.warnings import PAYMENTS, WarningKind, warnings_of
from trunkline.players import play_turns

FLOATS = 50
"""The percent of a company that must be sold in 1851 before it operates."""
View = dict[str, Any]


def lines(title: str, seed: int, most: int) -> Iterator[tuple[Game, Action]]:
    """Yield the moments of a game and the actions played there."""
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=seed)
    whole = game.copy()
    for _ in islice(play_turns(whole, Varied(seed)), most):
        pass
    for action in whole.actions:
        yield game, action
        game.play(action)


def expected(title: str, action: dict[str, Any], before: View, after: View) -> set[WarningKind]:
    """Return the kinds of warnings that the two states call for."""
    found = set()
    me = action["player"]
    old, new = before["corporations"], after["corporations"]
    if action["kind"] == "buy_train" and any(
        new[id]["president"] == me and old[id]["trains"] and not new[id]["trains"] for id in old if id in new
    ):
        found.add(WarningKind.LAST_TRAIN)
    if any(old[id]["president"] == me and new[id]["president"] not in (me, None) for id in old if id in new):
        found.add(WarningKind.OTHER_PRESIDENT)
    if action["kind"] == "buy_share" and old[action["corp"]]["operated"]:
        corp = old[action["corp"]]
        if corp["price"] > PAYMENTS * (corp["revenue"] // 10):
            found.add(WarningKind.SLOW_RETURN)
    return found


@pytest.mark.parametrize(("title", "seed"), [("1856", 3), ("1851", 5), ("18GL", 8)])
def test_warnings_appear_where_the_states_call_for_them_and_nowhere_else(title: str, seed: int) -> None:
    seen: Counter[WarningKind] = Counter()
    for game, action in lines(title, seed, 650):
        led_to = game.effects(action)
        if led_to.asked:
            continue
        after = Game.at_state(game.options, led_to.after)
        found = {each.kind for each in warnings_of(action, led_to)}
        modelled = expected(title, encode(action), game.view(), after.view())
        assert found - {WarningKind.NO_TRAIN, WarningKind.NO_FLOAT} == modelled, (len(game.actions), action)
        seen.update(found)
    assert seen[WarningKind.SLOW_RETURN] + seen[WarningKind.OTHER_PRESIDENT] > 0


def test_par_that_the_players_cannot_float_has_a_warning() -> None:
    seen: Counter[bool] = Counter()
    for game, _ in lines("1851", 2, 160):
        for action in starts(game):
            led_to = game.effects(action)
            after = Game.at_state(game.options, led_to.after).view()
            corp = after["corporations"][action.corp]
            shares = (FLOATS - (100 - corp["offering"])) // 10
            cash = sum(each["cash"] for each in after["players"].values())
            texts = [each.text for each in warnings_of(action, led_to) if each.kind == "no-float"]
            assert texts == [
                (
                    f"{action.corp} operates only once {shares} more shares are sold. They cost "
                    f"${shares * corp['par']}, and all players together have ${cash}."
                )
            ] * (shares * corp["par"] > cash)
            seen[bool(texts)] += 1
    assert min(seen[True], seen[False]) > 5


def starts(game: Game) -> list[StartCorporation]:
    """Return every legal start of a company."""
    return [each for each in game.legal() if isinstance(each, StartCorporation)]


def test_a_turn_that_ends_without_a_train_or_its_price_has_a_warning() -> None:
    seen: Counter[bool] = Counter()
    for game, action in lines("1851", 3, 650):
        turn = game.shared_state.operating.turn if game.shared_state.operating else None
        if turn is None or encode(action)["kind"] != "pass":
            continue
        led_to = game.effects(action)
        after = Game.at_state(game.options, led_to.after)
        now = after.shared_state.operating
        if now and now.turn and now.turn.corp == turn.corp:
            continue
        corp = after.view()["corporations"][turn.corp]
        ctx = Context(led_to.title, led_to.after)
        price = min(depot.train_type(ctx, train).price for train in depot.on_sale(ctx))
        sentence = (
            f"{turn.corp} ends its turn without a train. The cheapest train of the bank costs ${price}, "
            f"and {turn.corp} has ${corp['cash']}."
        )
        lacks = not corp["trains"] and corp["cash"] < price
        found = [each.text for each in warnings_of(action, led_to) if each.kind == "no-train"]
        assert found == [sentence] * lacks, len(game.actions)
        seen[lacks] += 1
    assert min(seen[True], seen[False]) > 0
