"""What a tycoon tries out: the few moves that rules of thumb cannot well tell apart, where it matters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import structs

from trunkline import actions
from trunkline.actions import Action
from trunkline.players.advice import Advice, Estimate

MOST: Final = 4
"""Moves that are tried out."""
CLOSE: Final = 150.0
"""Dollars behind the best by which a move may lie and still be tried out."""
WEIGHTY: Final = (
    actions.Bid,
    actions.BuyOffered,
    actions.StartCorporation,
    actions.BuyShare,
    actions.SellShares,
    actions.BuyPrivate,
    actions.Dividend,
    actions.BuyTrain,
    actions.PlaceToken,
    actions.TakeLoan,
    actions.IssueShares,
    actions.RedeemShares,
    actions.RedeemLoans,
    actions.DiscardTrain,
    actions.Answer,
)
"""Kinds of action that are worth a thought; where none of them is in question, the director decides."""


CLEAR: Final[Mapping[type[Action], float]] = {
    actions.StartCorporation: 300.0,
    actions.BuyTrain: 400.0,
    actions.Dividend: 400.0,
}
"""The same where rules of thumb see the least of what follows, by the kind of the best move."""


def candidates(advice: Advice) -> list[Estimate]:
    """What is worth trying out, the director's own choice first; fewer than two where nothing is."""
    best, *others = advice.estimates
    close = CLEAR.get(type(best.action), CLOSE)
    near = [each for each in others if best.total - each.total <= close]
    chosen = [best]
    while near and len(chosen) < MOST:
        # The least alike first, as like moves lead to like ends; of equals the one that the rules prefer.
        chosen.append(min(near, key=lambda each: max(_alike(each, other) for other in chosen)))
        near.remove(chosen[-1])
    weighty = any(isinstance(each.action, WEIGHTY) for each in chosen)
    return chosen if weighty else [best]


def _alike(one: Estimate, other: Estimate) -> int:
    """How much two moves have in common: their kind, and what of it is the same."""
    if type(one.action) is not type(other.action):
        return 0
    names = (field.name for field in structs.fields(one.action))
    return sum(getattr(one.action, name) == getattr(other.action, name) for name in names)
