"""A table over titles and warnings: an action that has the warning, and a similar one that has not.

The sentences are compared with figures that these tests read from the positions before and after.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.events import TrainsRusted
from trunkline.engine.kernel.refusal import Refusal
from trunkline.game.actions import Action, Pass, decode
from trunkline.game.effects import Effects
from trunkline.game.game import Game
from trunkline.learn.rule_examples import examples
from trunkline.learn.warnings import PAYMENTS, WarningKind, warnings_of
from trunkline.titles import catalogue

ROWS: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("warnings.yaml").read_text())
IMPOSSIBLE = {("18GL", WarningKind.NO_TRAIN)}
"""Warnings that a title cannot have. In 18GL, a company without a train must buy one."""
FLOATS = {"1851": 50, "18GL": 50}
"""The percent of a company that must be sold before it operates. In 1856 it depends on the next train."""
View = dict[str, Any]


class Case(NamedTuple):
    """An action at a position, and the positions before and after it."""

    title: str
    action: dict[str, Any]
    before: View
    after: View
    led_to: Effects

    @property
    def cheapest(self) -> int:
        """The price in dollars of the cheapest train of the bank after the action."""
        ctx = Context(self.led_to.title, self.led_to.after)
        return min(depot.train_type(ctx, train).price for train in depot.on_sale(ctx))

    def bank_and(self, corp: str) -> str:
        """Return the sentence about the next train and the cash of a company."""
        cash = self.after["corporations"][corp]["cash"]
        return f"The cheapest train of the bank costs ${self.cheapest}, and {corp} has ${cash}."


def last_train(case: Case) -> tuple[bool, str]:
    old, new = case.before["corporations"], case.after["corporations"]
    own = [id for id in new if new[id]["president"] == case.action["player"] and old[id]["trains"]]
    lost = [id for id in own if not new[id]["trains"]]
    # Without the warning, trains rust too: those of other players, or not the last ones.
    near = case.action["kind"] == "buy_train" and bool(case.led_to.of(TrainsRusted))
    if not lost:
        return near, ""
    (corp,) = lost
    type = old[corp]["trains"][-1]
    return near, f"The last train of {corp}, its {type}-train, is scrapped. {case.bank_and(corp)}"


def no_train(case: Case) -> tuple[bool, str]:
    turn = case.led_to.before.operating
    assert turn is not None
    assert turn.turn is not None
    corp = turn.turn.corp
    after = case.led_to.after.operating
    ended = after is None or after.turn is None or after.turn.corp != corp
    # Without the warning, the company has no train either, and can pay for one.
    near = ended and not case.after["corporations"][corp]["trains"]
    if case.after["corporations"][corp]["cash"] >= case.cheapest:
        return near, ""
    return near, f"{corp} ends its turn without a train. {case.bank_and(corp)}"


def other_president(case: Case) -> tuple[bool, str]:
    # Without the warning, the president sells shares too.
    corp, me = case.action["corp"], case.action["player"]
    near = case.action["kind"] == "sell_shares" and case.before["corporations"][corp]["president"] == me
    now = case.after["corporations"][corp]
    if now["president"] == me:
        return near, ""
    count = len(now["trains"])
    trains = f"{count} train" if count == 1 else f"{count or 'no'} trains"
    with_ = f"${now['cash']} and {trains}"
    return near, f"{now['president']} becomes president of {corp}, with its {with_}."


def slow_return(case: Case) -> tuple[bool, str]:
    # Without the warning, the share pays back in 15 to 20 dividends.
    id = case.action["corp"]
    corp = case.before["corporations"][id]
    paid = corp["revenue"] // 10
    near = case.action["kind"] == "buy_share" and corp["operated"] and corp["price"] > 14 * paid
    if corp["price"] <= PAYMENTS * paid:
        return near, ""
    if not paid:
        return near, f"{id} earned nothing in its last turn. A share costs ${corp['price']}."
    turns = -(-corp["price"] // paid)
    return near, (
        f"The last run of {id} is worth ${paid} a share, and a share costs ${corp['price']}. "
        f"At that rate it takes {turns} dividends to pay back the price."
    )


def no_float(case: Case) -> tuple[bool, str]:
    # Without the warning, shares are missing too, and the players can pay for them.
    id, par = case.action["corp"], case.action["par"]
    corp = case.after["corporations"][id]
    if case.title == "1856":
        next_train = depot.next_type(Context(case.led_to.title, case.led_to.after))
        needed = int(next_train) if next_train.isdecimal() else 6
    else:
        needed = FLOATS[case.title] // 10
    missing = needed - (100 - corp["offering"]) // 10
    cash = sum(each["cash"] for each in case.after["players"].values())
    near = case.action["kind"] == "start" and missing > 0
    if missing * par <= cash:
        return near, ""
    shares = "1 more share is" if missing == 1 else f"{missing} more shares are"
    they = "It costs" if missing == 1 else "They cost"
    return near, (
        f"{id} operates only once {shares} sold. {they} ${missing * par}, "
        f"and all players together have ${cash}."
    )


MODELS: dict[WarningKind, Callable[[Case], tuple[bool, str]]] = {
    WarningKind.LAST_TRAIN: last_train,
    WarningKind.NO_TRAIN: no_train,
    WarningKind.OTHER_PRESIDENT: other_president,
    WarningKind.SLOW_RETURN: slow_return,
    WarningKind.NO_FLOAT: no_float,
}


def read(row: dict[str, Any]) -> tuple[Action, Case]:
    game = Game.from_line(row["position"])
    action = decode(row["action"])
    led_to = game.effects(action)
    after = Game.at_state(game.options, led_to.after)
    assert game.options.title == row["title"]
    return action, Case(row["title"], row["action"], game.view(), after.view(), led_to)


@pytest.mark.parametrize(
    "row", ROWS, ids=lambda row: f"{row['title']}-{row['kind']}-{'with' if row['warning'] else 'without'}"
)
def test_a_warning_has_the_figures_of_its_position(row: dict[str, Any]) -> None:
    action, case = read(row)
    kind = WarningKind(row["kind"])
    near, sentence = MODELS[kind](case)
    assert near
    assert sentence == (row["warning"] or "")
    found = [each.text for each in warnings_of(action, case.led_to) if each.kind is kind]
    assert found == ([row["warning"]] if row["warning"] else [])


def test_the_table_has_every_warning_of_every_title_in_both_ways() -> None:
    every = {(title, kind) for title in catalogue(teaching=False) for kind in WarningKind}
    for warned in (True, False):
        found = {(row["title"], WarningKind(row["kind"])) for row in ROWS if bool(row["warning"]) is warned}
        assert found == every - IMPOSSIBLE


def test_no_company_of_18gl_ends_its_turn_without_a_train() -> None:
    example = examples().rules["18gl.mandatory.must-own"]
    game = examples().game("18gl.mandatory.must-own")
    assert isinstance(example.action, Pass)
    operating = game.shared_state.operating
    assert operating is not None
    assert operating.turn is not None
    assert game.view()["corporations"][operating.turn.corp]["trains"] == []
    refusal = game.check(example.action)
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "18gl.mandatory.must-own"
