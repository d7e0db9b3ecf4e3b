"""Actions that only 1856 has: buying rights, borrowing trains for the CGR, and settling the debts that form
it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trunkline.engine.kernel.action import Action
from trunkline.util.messages import gettext_noop


class BuyRight(Action, frozen=True, tag="buy_right"):
    """An action to buy a lasting right, such as the use of a bridge."""

    corp: str
    right: str


class BorrowTrain(Action, frozen=True, tag="borrow_train"):
    """An action to borrow a train. The train runs this turn and remains on sale."""

    corp: str
    train: str


class SettleDebt(Action, frozen=True, tag="settle_debt"):
    """An action to settle the loans of a corporation when all loans are due.

    The president either pays what the treasury cannot, or leaves the debt unpaid.
    """

    corp: str
    pay: bool


KIND_NAMES = (gettext_noop("Buy right"), gettext_noop("Borrow train"), gettext_noop("Settle debt"))
"""The names of these kinds in refusals (``refusal_texts.attempt``)."""

Action1856 = BuyRight | BorrowTrain | SettleDebt


PATTERNS: tuple[tuple[type[Action], str, Mapping[str, Any]], ...] = (
    (BuyRight, "[{corp} ]buys right to {right}", {}),
    (BorrowTrain, "[{corp} ]borrows {train}", {}),
    (SettleDebt, "[{corp} ]settles debt", {"pay": True}),
    (SettleDebt, "[{corp} ]leaves debt", {"pay": False}),
)
"""Notation of these actions (``trunkline.game.notation.patterns``): kind, pattern, and the fields that the
pattern implies."""
