"""The reason of a bot for a pass in the sale of the privates, in plain words."""

from __future__ import annotations

from trunkline.engine.kernel.context import Context
from trunkline.engine.steps.private_auction import free_cash
from trunkline.game import Game
from trunkline.game.actions import Bid, BuyOffered, Pass
from trunkline.players.advice import Advice
from trunkline.util.messages import gettext

NOT_WORTH = ("price", "money to start with", "time lost")
"""Terms that are no part of the worth of a private."""


def why_pass(game: Game, advice: Advice) -> str:
    """Return the reason why a pass is better than the best purchase or bid.

    Empty for other decisions, and for bots that do not estimate the income of a private.
    """
    best, *others = advice.estimates
    if game.shared_state.opening is None or not isinstance(best.action, Pass):
        return ""
    found = next((each for each in others if each.of("income") > 0 > each.of("price")), None)
    if found is None or not isinstance(found.action, BuyOffered | Bid):
        return ""
    action = found.action
    worth = sum(term.dollars for term in found.terms if term.what not in NOT_WORTH)
    said = [_worth(game, action, -found.of("price"), worth)]
    if worth > -found.of("price"):
        left = free_cash(Context(game.title, game.shared_state), action.player, action.private)
        left_then = _dollars(left + found.of("price"))
        said.append(gettext("But only {left} would be left to start a company.", left=left_then))
    else:
        said.append(gettext("That does not exceed its price."))
    if len(others) > 1:
        said.append(gettext("The other choices are worse."))
    return " ".join(said)


def _worth(game: Game, action: BuyOffered | Bid, price: float, worth: float) -> str:
    """Return the price, the income and the worth of a private."""
    private = game.title.board.private[action.private]
    values = {
        "private": private.name,
        "price": _dollars(price),
        "revenue": _dollars(private.revenue),
        "worth": _dollars(worth),
    }
    if isinstance(action, Bid):
        return gettext(
            "A bid on {private} is {price} or more. It pays {revenue} in each operating round, and is worth "
            "about {worth} in all.",
            **values,
        )
    return gettext(
        "{private} costs {price}. It pays {revenue} in each operating round, and is worth about {worth} in "
        "all.",
        **values,
    )


def _dollars(amount: float) -> str:
    return gettext("${amount}", amount=round(amount))
