"""Decisions that need no map: a few choices, each with its effects in figures."""

from __future__ import annotations

from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.game import Game, actions
from trunkline.web.presenters import decisions
from trunkline.web.schemas.digest import PriceStep
from trunkline.web.schemas.my_games import QuickChoice

MOST = 4
"""The maximum number of choices of a quick decision."""
ON_THE_MAP = (
    actions.LayTile,
    actions.PlaceToken,
    actions.RemoveToken,
    actions.PlacePrivateToken,
    actions.RunTrains,
)
"""Kinds of actions for which a player looks at the map."""


def quick_choices(game: Game, seat: str) -> tuple[QuickChoice, ...] | None:
    """Return the legal choices of a player, or None if they are too many or need the map."""
    legal = game.legal()
    mine = [choice for choice in legal if _player(choice) == seat]
    if not 0 < len(mine) <= MOST:
        return None
    if any(isinstance(choice, (Amounts, Open, *ON_THE_MAP)) for choice in mine):
        return None
    found = []
    for group in decisions.groups(game, legal):
        for choice in group.choices:
            if choice.action is None or choice.player != seat:
                continue
            prices = game.effects(choice.action).prices
            found.append(QuickChoice(choice, tuple(PriceStep(corp, *step) for corp, step in prices.items())))
    return tuple(found)


def _player(choice: Choice) -> str:
    return choice.action.player if isinstance(choice, Amounts) else choice.player
