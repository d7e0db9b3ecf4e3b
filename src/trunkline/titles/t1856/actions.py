"""Kinds of action that only 1856 has: about the CGR's train, the debts that form it, and rights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trunkline.kernel.action import Action


class BuyRight(Action, frozen=True, tag="buy_right"):
    """Buy a lasting right, such as the use of a bridge."""

    corp: str
    right: str


class BorrowTrain(Action, frozen=True, tag="borrow_train"):
    """Run a train that stays on sale."""

    corp: str
    train: str


class SettleDebt(Action, frozen=True, tag="settle_debt"):
    """When all loans fall due: whether the president pays what the treasury cannot."""

    corp: str
    pay: bool


Action1856 = BuyRight | BorrowTrain | SettleDebt


PATTERNS: tuple[tuple[type[Action], str, Mapping[str, Any]], ...] = (
    (BuyRight, "[{corp} ]buys right to {right}", {}),
    (BorrowTrain, "[{corp} ]borrows {train}", {}),
    (SettleDebt, "[{corp} ]settles debt", {"pay": True}),
    (SettleDebt, "[{corp} ]leaves debt", {"pay": False}),
)
"""How they are written (``trunkline.notation.forms``): kind, pattern, and the fields it says by itself."""
