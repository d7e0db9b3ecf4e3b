"""Actions that need no decision: the only choice, or the end of a turn after a purchase."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.referee import kind_of
from trunkline.game.actions import Action, Pass, SellBonds, SellShares
from trunkline.game.game import Game

ENDING = (Pass, SellShares, SellBonds)
"""The kinds of action that players can take after a purchase without another one."""


class Why(StrEnum):
    """The reason why an action needs no decision."""

    ONLY = "only"
    """No other action is legal."""
    BOUGHT = "bought"
    """The player has bought in this turn of a stock round, and can only sell or end the turn."""


class Obvious(NamedTuple):
    """An action that a player would take without a decision."""

    why: Why
    action: Action


def obvious(game: Game, legal: Sequence[Choice] | None = None) -> Obvious | None:
    """Return the action that needs no decision now, or None.

    None if several players must decide. ``legal`` are the legal choices, if they are known already.
    """
    if game.over or len(game.to_act) != 1:
        return None
    choices = game.legal() if legal is None else legal
    if len(choices) == 1:
        return Obvious(Why.ONLY, choices[0]) if isinstance(choices[0], Action) else None
    stock = game.shared_state.stock
    if stock is None or not stock.bought or game.shared_state.pending:
        return None
    ending = next((each for each in choices if isinstance(each, Pass)), None)
    if ending is None or not all(issubclass(kind_of(each), ENDING) for each in choices):
        return None
    return Obvious(Why.BOUGHT, ending)
