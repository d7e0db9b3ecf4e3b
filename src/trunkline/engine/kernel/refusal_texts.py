"""Messages that refusals of several steps and titles share.

Steps name an attempt before they check it, and most attempts are legal. So the names of frequent attempts are
cached.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from trunkline.engine.kernel.action import Action, BuyShare, tag
from trunkline.engine.kernel.state import BANK, OFFERING, POOL, TREASURY
from trunkline.util.messages import Message, gettext_lazy, gettext_noop, ngettext_lazy

CACHED: Final = 4096
"""The number of attempts of each kind that are kept."""

ACTING_NOW: Final = gettext_lazy("Acting now")
PASSING: Final = gettext_lazy("Passing")
THIS_ACTION: Final = gettext_lazy("This action")

_SHARES: Final = {
    OFFERING: gettext_noop("Buying a share of {corp} from the offering"),
    POOL: gettext_noop("Buying a share of {corp} from the pool"),
    TREASURY: gettext_noop("Buying a share of {corp} from the treasury"),
}
_CERTIFICATES: Final = {
    OFFERING: gettext_noop("Buying the president's certificate of {corp} from the offering"),
    POOL: gettext_noop("Buying the president's certificate of {corp} from the pool"),
    TREASURY: gettext_noop("Buying the president's certificate of {corp} from the treasury"),
}
_TRAINS: Final = {
    BANK: gettext_noop("Buying {train} from bank"),
    POOL: gettext_noop("Buying {train} from pool"),
}


_KINDS: Final = (
    gettext_noop("Pass"),
    gettext_noop("Answer"),
    gettext_noop("Buy offered"),
    gettext_noop("Bid"),
    gettext_noop("Start"),
    gettext_noop("Buy share"),
    gettext_noop("Sell shares"),
    gettext_noop("Buy private"),
    gettext_noop("Lay tile"),
    gettext_noop("Place token"),
    gettext_noop("Remove token"),
    gettext_noop("Place private token"),
    gettext_noop("Assign power"),
    gettext_noop("Activate ferry"),
    gettext_noop("Run"),
    gettext_noop("Announce"),
    gettext_noop("Ask no more"),
    gettext_noop("Declare revenue"),
    gettext_noop("Dividend"),
    gettext_noop("Buy train"),
    gettext_noop("Discard train"),
    gettext_noop("Take loan"),
    gettext_noop("Redeem loans"),
    gettext_noop("Issue shares"),
    gettext_noop("Redeem shares"),
    gettext_noop("Buy bond"),
    gettext_noop("Sell bonds"),
    gettext_noop("Redeem bonds"),
    gettext_noop("Bankrupt"),
    gettext_noop("End turn"),
)
"""The names of kinds of action, as ``attempt`` makes them. Titles have more of them."""


def attempt(kind: type[Action]) -> Message:
    """Return the attempt to make an action of a kind, named after its tag."""
    return gettext_lazy(tag(kind).replace("_", " ").capitalize())


@lru_cache(CACHED)
def buying_private(name: str) -> Message:
    """Return the attempt to buy a private, given its name."""
    return gettext_lazy("Buying {private}", private=name)


@lru_cache(CACHED)
def buying_private_for(name: str, corp: str) -> Message:
    """Return the attempt to buy a private for a corporation, given its name."""
    return gettext_lazy("Buying {private} for {corp}", private=name, corp=corp)


@lru_cache(CACHED)
def starting(corp: str, par: int) -> Message:
    """Return the attempt to start a corporation at a price in dollars."""
    return gettext_lazy("Starting {corp} at ${par}", corp=corp, par=par)


def buying_share(action: BuyShare) -> Message:
    """Return the attempt to buy a share or the president's certificate."""
    if not action.president:
        return buying_a_share(action.corp, action.source)
    other = gettext_noop("Buying the president's certificate of {corp} from the {place}")
    return gettext_lazy(_CERTIFICATES.get(action.source, other), corp=action.corp, place=action.source)


@lru_cache(CACHED)
def buying_a_share(corp: str, source: str) -> Message:
    """Return the attempt to buy a share of a corporation at one of the places that sell it."""
    other = gettext_noop("Buying a share of {corp} from the {place}")
    return gettext_lazy(_SHARES.get(source, other), corp=corp, place=source)


@lru_cache(CACHED)
def buying_train(train: str, source: str) -> Message:
    """Return the attempt to buy a train."""
    other = gettext_noop("Buying {train} from {seller}")
    return gettext_lazy(_TRAINS.get(source, other), train=train, seller=source)


@lru_cache(CACHED)
def buying_train_for(train: str, seller: str, price: int) -> Message:
    """Return the attempt to buy a train of another corporation, with its price in dollars."""
    return gettext_lazy("Buying {train} from {seller} for ${price}", train=train, seller=seller, price=price)


@lru_cache(CACHED)
def settling(corp: str, payout: str) -> Message:
    """Return the attempt to settle a dividend, given the name of the payout in the action."""
    return gettext_lazy("Settling {corp}'s dividend with {payout}", corp=corp, payout=repr(payout))


@lru_cache(CACHED)
def token_of(corp: str, hex: str) -> Message:
    """Return the attempt to place a token."""
    return gettext_lazy("A token of {corp} on {hex}", corp=corp, hex=hex)


@lru_cache(CACHED)
def laying_tile(tile: str, hex: str) -> Message:
    """Return the attempt to lay a tile."""
    return gettext_lazy("Tile {tile} on {hex}", tile=tile, hex=hex)


@lru_cache(CACHED)
def laying_tile_by(tile: str, hex: str, private: str) -> Message:
    """Return the attempt to lay a tile by a private's power, given its name."""
    return gettext_lazy("Tile {tile} on {hex} by {private}", tile=tile, hex=hex, private=private)


@lru_cache(CACHED)
def placing_private_token(private: str, hex: str) -> Message:
    """Return the attempt to place a private's token, given its name."""
    return gettext_lazy("Placing the token of {private} on {hex}", private=private, hex=hex)


@lru_cache(CACHED)
def selling(count: int, corp: str) -> Message:
    """Return the attempt to sell a number of shares."""
    return ngettext_lazy(
        "Selling {count} share of {corp}", "Selling {count} shares of {corp}", count, corp=corp
    )


@lru_cache(CACHED)
def selling_shares(corp: str) -> Message:
    """Return the attempt to sell shares of a corporation."""
    return gettext_lazy("Selling shares of {corp}", corp=corp)


def selling_bonds(count: int) -> Message:
    """Return the attempt to sell bonds."""
    return ngettext_lazy("Selling {count} bond", "Selling {count} bonds", count)


def turn_of(owner: str) -> Message:
    """Return the reason that another player or corporation has the turn."""
    return gettext_lazy("it is {owner}'s turn", owner=owner)


def part_over(corp: str) -> Message:
    """Return the reason that a part of a corporation's turn is over."""
    return gettext_lazy("that part of {corp}'s turn is over", corp=corp)


def still_to(corp: str, task: str) -> Message:
    """Return the reason that a corporation has a task first, given as the name of a step."""
    return gettext_lazy("{corp} has yet to {task}, or to pass", corp=corp, task=gettext_lazy(task))


def decided_by(player: str) -> Message:
    """Return the reason that another player decides."""
    return gettext_lazy("{player} decides", player=player)


def costs(price: int, buyer: str, cash: int) -> Message:
    """Return the reason that a buyer cannot pay a price in dollars."""
    return gettext_lazy("it costs ${price} and {buyer} has ${cash}", price=price, buyer=buyer, cash=cash)


def costs_it(price: int, cash: int) -> Message:
    """Return the reason that the corporation of the attempt cannot pay a price in dollars."""
    return gettext_lazy("that costs ${price} and it has ${cash}", price=price, cash=cash)


def has_only(corp: str, cash: int) -> Message:
    """Return the reason that a corporation has only this many dollars."""
    return gettext_lazy("{corp} has only ${cash}", corp=corp, cash=cash)


def owns_none(corp: str, private: str) -> Message:
    """Return the reason that a corporation does not own a private by which it acts."""
    return gettext_lazy("{corp} does not own an open {private}", corp=corp, private=private)


def gives_no_power(private: str) -> Message:
    """Return the reason that a private does not give the power that is used."""
    return gettext_lazy("{private} gives no such power", private=private)


def in_halves(count: int) -> Message | int:
    """Return a number of halves, such as 11 or 11.5."""
    # Translators: a number with a half, such as 11.5
    return gettext_lazy("{whole}.5", whole=count // 2) if count % 2 else count // 2


def all_of(parts: Iterable[Message | str]) -> Message | str:
    """Return parts joined by "and"."""
    joined: Message | str = ""
    for part in parts:
        joined = gettext_lazy("{names} and {name}", names=joined, name=part) if joined else part
    return joined


def listed(parts: Iterable[Message | str]) -> Message | str:
    """Return parts with commas between them."""
    joined: Message | str = ""
    for part in parts:
        joined = gettext_lazy("{parts}, {part}", parts=joined, part=part) if joined else part
    return joined


def one_of(parts: Iterable[Message | str]) -> Message | str:
    """Return parts joined by "or"."""
    joined: Message | str = ""
    for part in parts:
        joined = gettext_lazy("{names} or {name}", names=joined, name=part) if joined else part
    return joined
