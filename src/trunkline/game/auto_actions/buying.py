"""Auto-actions that buy shares of one corporation and then pass."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.engine.kernel.state import OFFERING, POOL, TREASURY
from trunkline.engine.steps.stock import price_of
from trunkline.game.actions import Action, BuyShare, Pass
from trunkline.game.auto_actions import common
from trunkline.game.auto_actions.kinds import BuyShares, Stop
from trunkline.game.auto_actions.own_turn import next_turn
from trunkline.game.game import Game
from trunkline.game.wording.holders import OWN, from_words
from trunkline.util.messages import gettext, gettext_noop

SOURCES = (OFFERING, POOL, TREASURY)
"""The places that sell shares."""


def offers(game: Game, player: str) -> Iterator[BuyShares]:
    """Yield a purchase for each share that the player could buy in the next turn, at today's price."""
    turn = next_turn(game, player)
    if turn is None or game.shared_state.stock is None:
        return
    for choice in turn.legal(player):
        if isinstance(choice, BuyShare) and not choice.president:
            corp = turn.shared_state.corporations[choice.corp]
            yield BuyShares(
                player,
                corp.id,
                choice.source,
                min(100, (corp.shares.get(player, 0) + 1) * corp.percent),
                price(turn, corp.id, choice.source),
                sells=common.can_sell(game),
                starts=common.can_start(game),
            )


def price(game: Game, corp: str, source: str) -> int:
    """Return the price of a share at a source, in dollars."""
    return price_of(common.read(game), game.shared_state.corporations[corp], source)


def held(game: Game, auto: BuyShares) -> int:
    """Return the percentage that the player owns."""
    corp = game.shared_state.corporations[auto.corp]
    return corp.shares.get(auto.player, 0) * corp.percent


def buying(game: Game, auto: BuyShares) -> bool:
    """Return whether it wants a share: the holding is not reached and the price is within the limit."""
    corp = game.shared_state.corporations[auto.corp]
    if corp.closed or held(game, auto) >= auto.percent:
        return False
    return auto.limit is None or price(game, auto.corp, auto.source) <= auto.limit


def check(game: Game, auto: BuyShares) -> str:
    """Return the fault of an auto-action in one sentence, or an empty string."""
    corp = game.shared_state.corporations.get(auto.corp)
    if corp is None:
        return gettext("There is no corporation {corp} in this game. Choose one of the list.", corp=auto.corp)
    turn = next_turn(game, auto.player)
    if turn is None or game.shared_state.stock is None:
        return gettext("Shares are bought in a stock round. Set this when the next one has begun.")
    if auto.source not in SOURCES:
        return gettext(
            "Shares come from offering, pool or treasury, not from {place}.", place=repr(auto.source)
        )
    if corp.closed:
        return gettext("{corp} has no shares for sale: it has closed.", corp=corp.id)
    if not corp.started:
        return gettext("{corp} has no shares for sale: it has not started.", corp=corp.id)
    if auto.percent > 100:
        return gettext(
            "No player can own {percent}% of {corp}. Choose at most 100%.", percent=auto.percent, corp=corp.id
        )
    if held(game, auto) >= auto.percent:
        return gettext(
            "You own {percent}% of {corp} already. Choose more than that.",
            percent=held(game, auto),
            corp=corp.id,
        )
    cost = price(turn, corp.id, auto.source)
    if auto.limit is not None and cost > auto.limit:
        return gettext(
            "A share of {corp} costs {price} now, more than your limit of {limit}. Raise the limit.",
            corp=corp.id,
            price=common.dollars(cost),
            limit=common.dollars(auto.limit),
        )
    refusal = _first_refusal(turn, auto)
    if refusal:
        return gettext(
            "You could not buy {corp} {source}: {why}.",
            corp=corp.id,
            source=from_words(auto.source, OWN),
            why=refusal,
        )
    return common.idle_guard(game, auto)


def _first_refusal(turn: Game, auto: BuyShares) -> str:
    """Return the reason why the first purchase is not legal, unless this turn has had its purchase."""
    stock = turn.shared_state.stock
    if stock is not None and stock.bought:
        return ""
    refusal = turn.check(BuyShare(auto.player, auto.corp, auto.source))
    return str(refusal.why) if refusal else ""


def text(game: Game, auto: BuyShares) -> str:
    """Return the instruction in words."""
    source = from_words(auto.source, OWN)
    if auto.limit is None:
        return gettext(
            "Buy {corp} {source} each turn until you own {percent}%, then pass.",
            corp=auto.corp,
            source=source,
            percent=auto.percent,
        )
    return gettext(
        "Buy {corp} {source} each turn until you own {percent}% or a share costs more than {limit}, "
        "then pass.",
        corp=auto.corp,
        source=source,
        percent=auto.percent,
        limit=common.dollars(auto.limit),
    )


def guards(game: Game, auto: BuyShares) -> Iterator[str]:
    """Yield the guards in words."""
    yield from common.guard_words(auto, gettext("another player buys or bids after it has finished buying"))
    yield gettext("{round} ends", round=common.round_inside(game))
    yield gettext("the purchase is not possible (no share, no money, a limit)")


def advance(auto: BuyShares, before: Game, action: Action, after: Game) -> Stop | None:
    """Return the stop that an action causes, or None."""
    watched = auto.buys and not buying(before, auto)
    return common.ended(before, after) or common.tripped(auto, before, action, buys=watched)


def decide(game: Game, auto: BuyShares) -> Action | Stop | None:
    """Buy a share if this turn has none yet and one is wanted. Otherwise pass."""
    stock = game.shared_state.stock
    if stock is None:
        return None
    if buying(game, auto) and not stock.bought:
        action: Action = BuyShare(auto.player, auto.corp, auto.source)
        message = gettext_noop("It could not buy a share of {corp} {source}: {why}")
    else:
        action, message = Pass(auto.player), gettext_noop("It could not pass: {why}")
    refusal = game.check(action)
    if refusal is None:
        return action
    return common.refused(message, refusal, corp=auto.corp, source=from_words(auto.source, OWN))
