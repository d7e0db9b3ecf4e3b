"""Auto-actions that bid on a private up to a limit."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.engine.kernel.choice import Amounts
from trunkline.engine.steps.private_auction import PrivateAuctionRound, high_bid, unsold
from trunkline.game.actions import Action, Bid, BuyOffered, Pass
from trunkline.game.auto_actions import common
from trunkline.game.auto_actions.kinds import BidUpTo, Stop
from trunkline.game.auto_actions.own_turn import next_turn
from trunkline.game.game import Game
from trunkline.game.wording.places import private_name
from trunkline.util.messages import gettext, gettext_noop


def offers(game: Game, player: str) -> Iterator[BidUpTo]:
    """Yield a bid for each private on which the player could bid in the next turn, at the lowest bid."""
    turn = next_turn(game, player)
    if turn is None or turn.shared_state.opening is None:
        return
    for choice in turn.legal(player):
        action = choice.action if isinstance(choice, Amounts) else choice
        if isinstance(action, Bid):
            yield BidUpTo(player, action.private, action.amount)


def check(game: Game, auto: BidUpTo) -> str:
    """Return the fault of an auto-action in one sentence, or an empty string."""
    state = game.shared_state
    private = state.privates.get(auto.private)
    if private is None:
        return gettext(
            "There is no private {private} in this game. Choose one of the list.", private=auto.private
        )
    name = private_name(game, private.id)
    if state.opening is None or private.player or private.closed:
        return gettext("{private} is not for sale in the opening any more.", private=name)
    opening = state.opening
    if opening.auction == private.id and auto.player not in opening.bidders:
        return gettext("{private} is in auction without you.", private=name)
    if auto.limit > state.players[auto.player].cash:
        cash = common.dollars(state.players[auto.player].cash)
        return gettext(
            "You have {cash}, less than your limit of {limit}. Lower the limit.",
            cash=cash,
            limit=common.dollars(auto.limit),
        )
    if not leads(game, auto) and price(game, auto) > auto.limit:
        template = (
            gettext_noop("It costs {price}, above your limit of {limit} for {private}. Raise the limit.")
            if on_offer(game, auto)
            else gettext_noop(
                "The lowest bid is {price}, above your limit of {limit} for {private}. Raise the limit."
            )
        )
        return gettext(
            template,
            price=common.dollars(price(game, auto)),
            limit=common.dollars(auto.limit),
            private=name,
        )
    return ""


def on_offer(game: Game, auto: BidUpTo) -> bool:
    """Return whether the private is the one that is sold at its price now."""
    opening = game.shared_state.opening
    first = unsold(common.read(game))[:1]
    return opening is not None and not opening.auction and bool(first) and first[0].id == auto.private


def price(game: Game, auto: BidUpTo) -> int:
    """Return the price of the private if it is on offer, else the lowest bid allowed, in dollars."""
    private = game.shared_state.privates[auto.private]
    if on_offer(game, auto):
        return private.cost
    sale = game.title.rounds["opening"]
    assert isinstance(sale, PrivateAuctionRound)
    return sale.lowest(common.read(game), private)


def leads(game: Game, auto: BidUpTo) -> bool:
    """Return whether the player has the highest bid on the private."""
    opening = game.shared_state.opening
    if opening is None:
        return False
    mine = opening.bids.get(auto.private, {}).get(auto.player, 0)
    return mine > 0 and mine == high_bid(opening, auto.private)


def text(game: Game, auto: BidUpTo) -> str:
    """Return the instruction in words."""
    template = (
        gettext_noop("Bid on {private} up to {limit}, then pass.")
        if auto.outbid == "pass"
        else gettext_noop("Bid on {private} up to {limit}, then stop and tell you.")
    )
    return gettext(template, private=private_name(game, auto.private), limit=common.dollars(auto.limit))


def guards(game: Game, auto: BidUpTo) -> Iterator[str]:
    """Yield the guards in words."""
    name = private_name(game, auto.private)
    limit = common.dollars(auto.limit)
    yield gettext("{private} is sold", private=name)
    if auto.outbid == "stop":
        yield gettext("the lowest bid on {private} exceeds {limit}", private=name, limit=limit)
    yield gettext("you bid more than {limit} on it yourself, or leave its auction", limit=limit)
    yield gettext("the bid is not possible")


def advance(auto: BidUpTo, before: Game, action: Action, after: Game) -> Stop | None:
    """Return the stop that an action causes, or None."""
    private = after.shared_state.privates[auto.private]
    name = private_name(after, auto.private)
    if private.player == auto.player:
        return Stop(common.full_stop(gettext("You bought {private}", private=name)), done=True)
    if private.player:
        bought = gettext("{player} bought {private}", player=private.player, private=name)
        return Stop(common.full_stop(bought), done=True)
    if private.closed:
        return Stop(common.full_stop(gettext("{private} closed", private=name)), done=True)
    opening = after.shared_state.opening
    if opening is None:
        return Stop(gettext("The opening is over."), done=True)
    if opening.auction == auto.private and auto.player not in opening.bidders:
        left = before.shared_state.opening
        was_in = left is not None and auto.player in left.bidders
        text = (
            gettext("You left the auction of {private}", private=name)
            if was_in
            else gettext("{private} is in auction without you", private=name)
        )
        return Stop(common.full_stop(text), done=True)
    if action.player == auto.player:
        if isinstance(action, Bid) and action.private == auto.private and action.amount > auto.limit:
            return Stop(gettext("You bid {bid}, above its limit.", bid=common.dollars(action.amount)))
    elif auto.outbid == "stop" and isinstance(action, Bid) and action.private == auto.private:
        return _outbid(after, auto)
    return None


def decide(game: Game, auto: BidUpTo) -> Action | Stop | None:
    """Bid, buy or pass in the player's turn of the opening or in the auction of the private."""
    opening = game.shared_state.opening
    if opening is None or opening.auction not in ("", auto.private):
        return None
    leading = leads(game, auto)
    if leading and opening.auction:
        return None  # a pass would leave the auction
    if leading or price(game, auto) > auto.limit:
        if not leading and auto.outbid == "stop":
            return _outbid(game, auto)
        action: Action = Pass(auto.player)
        message = gettext_noop("It could not pass: {why}")
    elif on_offer(game, auto):
        action = BuyOffered(auto.player, auto.private)
        message = gettext_noop("It could not buy {private}: {why}")
    else:
        action = Bid(auto.player, auto.private, price(game, auto))
        message = gettext_noop("It could not bid {bid} on {private}: {why}")
    refusal = game.check(action)
    if refusal is None:
        return action
    bid, name = common.dollars(price(game, auto)), private_name(game, auto.private)
    return common.refused(message, refusal, bid=bid, private=name)


def _outbid(game: Game, auto: BidUpTo) -> Stop | None:
    low = price(game, auto)
    if low <= auto.limit:
        return None
    name = private_name(game, auto.private)
    template = (
        gettext_noop("{private} costs {price}, above your limit of {limit}.")
        if on_offer(game, auto)
        else gettext_noop("The lowest bid on {private} is now {price}, above your limit of {limit}.")
    )
    prices = {"price": common.dollars(low), "limit": common.dollars(auto.limit)}
    return Stop(gettext(template, private=name, **prices))
