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
        return f"There is no private {auto.private} in this game. Choose one of the list."
    name = private_name(game, private.id)
    if state.opening is None or private.player or private.closed:
        return f"{name} is not for sale in the opening any more."
    opening = state.opening
    if opening.auction == private.id and auto.player not in opening.bidders:
        return f"{name} is in auction without you."
    if auto.limit > state.players[auto.player].cash:
        cash = common.dollars(state.players[auto.player].cash)
        return f"You have {cash}, less than your limit of {common.dollars(auto.limit)}. Lower the limit."
    if not leads(game, auto) and price(game, auto) > auto.limit:
        what = "It costs" if on_offer(game, auto) else "The lowest bid is"
        return (
            f"{what} {common.dollars(price(game, auto))}, above your limit of "
            f"{common.dollars(auto.limit)} for {name}. Raise the limit."
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
    then = "pass" if auto.outbid == "pass" else "stop and tell you"
    return f"Bid on {private_name(game, auto.private)} up to {common.dollars(auto.limit)}, then {then}."


def guards(game: Game, auto: BidUpTo) -> Iterator[str]:
    """Yield the guards in words."""
    name = private_name(game, auto.private)
    yield f"{name} is sold"
    if auto.outbid == "stop":
        yield f"the lowest bid on {name} exceeds {common.dollars(auto.limit)}"
    yield f"you bid more than {common.dollars(auto.limit)} on it yourself, or leave its auction"
    yield "the bid is not possible"


def advance(auto: BidUpTo, before: Game, action: Action, after: Game) -> Stop | None:
    """Return the stop that an action causes, or None."""
    private = after.shared_state.privates[auto.private]
    name = private_name(after, auto.private)
    if private.player == auto.player:
        return Stop(common.full_stop(f"You bought {name}"), done=True)
    if private.player or private.closed:
        return Stop(
            common.full_stop(f"{private.player} bought {name}" if private.player else f"{name} closed"),
            done=True,
        )
    opening = after.shared_state.opening
    if opening is None:
        return Stop("The opening is over.", done=True)
    if opening.auction == auto.private and auto.player not in opening.bidders:
        left = before.shared_state.opening
        was_in = left is not None and auto.player in left.bidders
        return Stop(
            common.full_stop(
                f"You left the auction of {name}" if was_in else f"{name} is in auction without you"
            ),
            done=True,
        )
    if action.player == auto.player:
        if isinstance(action, Bid) and action.private == auto.private and action.amount > auto.limit:
            return Stop(f"You bid {common.dollars(action.amount)}, above its limit.")
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
        what = "pass"
    elif on_offer(game, auto):
        action, what = BuyOffered(auto.player, auto.private), f"buy {private_name(game, auto.private)}"
    else:
        low = price(game, auto)
        action = Bid(auto.player, auto.private, low)
        what = f"bid {common.dollars(low)} on {private_name(game, auto.private)}"
    refusal = game.check(action)
    return common.refused(what, refusal) if refusal else action


def _outbid(game: Game, auto: BidUpTo) -> Stop | None:
    low = price(game, auto)
    if low <= auto.limit:
        return None
    name = private_name(game, auto.private)
    what = f"{name} costs" if on_offer(game, auto) else f"The lowest bid on {name} is now"
    return Stop(f"{what} {common.dollars(low)}, above your limit of {common.dollars(auto.limit)}.")
