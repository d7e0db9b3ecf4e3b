"""Selection of the moves that a tycoon tries: a few close choices in decisions that matter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import structs

from trunkline.game import actions
from trunkline.game.actions import Action
from trunkline.players.advice import Advice, Estimate

MOST: Final = 4
"""Maximum number of moves that are tried."""
CLOSE: Final = 150.0
"""Maximum distance from the best estimate, in dollars, at which a move is still tried."""
ROLLOUT_KINDS: Final = (
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
"""Kinds of action worth a rollout. If no candidate is of these kinds, the director decides."""


CLOSE_BY_KIND: Final[Mapping[type[Action], float]] = {
    actions.StartCorporation: 300.0,
    actions.BuyTrain: 400.0,
    actions.Dividend: 400.0,
}
"""Larger distances, by the kind of the best move, for decisions that the director estimates badly."""


def candidates(advice: Advice) -> list[Estimate]:
    """Return the moves to try, the director's own choice first; only that choice if a rollout is not
    worthwhile."""
    best, *others = advice.estimates
    close = CLOSE_BY_KIND.get(type(best.action), CLOSE)
    near = [each for each in others if best.total - each.total <= close]
    chosen = [best]
    while near and len(chosen) < MOST:
        # Prefer moves unlike those already chosen, because similar moves have similar results. Ties keep the
        # director's order.
        chosen.append(min(near, key=lambda each: max(_similarity(each, other) for other in chosen)))
        near.remove(chosen[-1])
    weighty = any(isinstance(each.action, ROLLOUT_KINDS) for each in chosen)
    return chosen if weighty else [best]


def _similarity(one: Estimate, other: Estimate) -> int:
    """Return the similarity of two moves: 0 for different kinds, else the number of equal fields."""
    if type(one.action) is not type(other.action):
        return 0
    names = (field.name for field in structs.fields(one.action))
    return sum(getattr(one.action, name) == getattr(other.action, name) for name in names)
