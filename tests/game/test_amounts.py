"""Each field for a number has a reason of the referee for every number that it refuses: the page shows it."""

from __future__ import annotations

import msgspec
import pytest

import trunkline
from trunkline.engine.kernel.choice import Amounts
from trunkline.game import Game
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer

BELOW, BETWEEN, ABOVE = "below", "between", "above"
RULES = {
    "1856": {
        ("bid", BELOW): "1856.initial.bid-steps",
        ("bid", ABOVE): "1856.initial.bid-money-locked",
        ("buy_train", BELOW): "1856.buy-train.between-companies",
        ("buy_train", ABOVE): "1856.buy-train.president-adds",
        ("buy_private", BELOW): "1856.stock.buy.private-instead",
        ("buy_private", ABOVE): "1856.stock.buy.sources",
        ("sell_shares", BELOW): "1856.stock.sell.holding",
        ("sell_shares", ABOVE): "1856.stock.sell.holding",
        ("redeem_loans", BELOW): "1856.redeem.any-number",
        ("redeem_loans", ABOVE): "1856.redeem.any-number",
    },
    "1851": {
        ("sell_shares", BELOW): "1851.sell.from-holding",
        ("sell_shares", ABOVE): "1851.sell.from-holding",
        ("redeem_shares", BELOW): "1851.redeem.cost",
        ("redeem_shares", ABOVE): "1851.redeem.cost",
        ("issue_shares", BELOW): "1851.issue.proceeds",
        ("issue_shares", ABOVE): "1851.issue.proceeds",
        ("buy_train", BELOW): "1851.train.from-own-corporation",
        ("buy_train", ABOVE): "1851.train.from-own-corporation",
    },
    "18GL": {
        ("bid", BELOW): "18gl.isr.bid-increments",
        ("bid", BETWEEN): "18gl.isr.bid-increments",
        ("bid", ABOVE): "18gl.isr.bid-money-set-aside",
        ("sell_shares", BELOW): "18gl.sell.any-number",
        ("sell_shares", ABOVE): "18gl.sell.any-number",
        ("issue_shares", BELOW): "18gl.treasury-stock.sell",
        ("issue_shares", ABOVE): "18gl.treasury-stock.sell",
        ("redeem_shares", BELOW): "18gl.treasury-stock.buy",
        ("redeem_shares", ABOVE): "18gl.treasury-stock.buy",
        ("buy_train", BELOW): "18gl.buy-train.between-corporations",
        ("buy_train", ABOVE): "18gl.emergency.not-voluntary",
    },
}
"""The rule of the first refusal of each kind, by title."""


@pytest.mark.parametrize("title", RULES)
def test_a_refused_number_has_a_rule(title: str) -> None:
    game = trunkline.new(title, ["Ann", "Bob", "Cy", "Dee"], seed=3)
    found: dict[tuple[str, str], str] = {}
    for _ in play_turns(game, RandomPlayer(3)):
        for choice in game.legal():
            if isinstance(choice, Amounts):
                for where, amount in tried(choice):
                    found.setdefault(
                        (str(choice.action.__struct_config__.tag), where), rule(game, choice, amount)
                    )
        if len(found) == len(RULES[title]):
            break
    assert found == RULES[title]


def tried(choice: Amounts) -> list[tuple[str, int]]:
    """Return numbers that a field must refuse."""
    found = [(BELOW, choice.low - choice.step), (ABOVE, choice.high + choice.step)]
    return [*found, (BETWEEN, choice.low + 1)] if choice.step > 1 else found


def rule(game: Game, choice: Amounts, amount: int) -> str:
    """Return the rule that refuses an amount."""
    refusal = game.check(msgspec.structs.replace(choice.action, **{choice.field: amount}))
    assert refusal is not None
    assert str(refusal)
    return refusal.rule
