"""Events in words: one sentence each, without a full stop.

A kind of event has a template in the style of ``str.format`` over its fields, or a function that picks one.
Fields are written in readable form. ``{private}`` is the private's name, ``{hex}`` the place, ``{train}`` a
train such as ``a 3-train``, ``{count:share}`` a count such as ``2 shares``. ``{CGR}``, a corporation's id, is
that corporation. ``Title.sentences`` has the templates for events that only one title knows. An event has no
sentence if another event reports it too.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from trunkline.engine.kernel import bond_events, events, private_events
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.depot import train_phrase
from trunkline.engine.kernel.events import Event
from trunkline.engine.kernel.shares import plural
from trunkline.engine.kernel.state import BANK, POOL

PLACES = {BANK: "the bank", POOL: "the pool", "offering": "the IPO", "treasury": "the treasury"}
"""Readable names of the places that things come from."""

Template = str | Callable[[Any], str]
"""The sentence for a record, or a function that picks it."""


def _price_moved(event: events.PriceMoved) -> str:
    if event.zone == "closed":
        return "{corp}'s share price enters the closed section"
    return "{corp}'s share price moves from ${before} to ${price}"


def _token_placed(event: events.TokenPlaced) -> str:
    if event.home:
        return "{corp} places its home token on {hex}"
    if event.again:
        return "{corp}'s token is placed on {hex} again"
    return "{corp} places a token on {hex}" + (" for ${amount}" if event.amount else "")


def _round_began(event: events.RoundBegan) -> str:
    if event.index:
        return "Operating round {number}.{index}" + (" ({index} of {of})" if event.of > 1 else "")
    return "Stock round {number}" if event.kind == "stock" else event.kind.capitalize()


def _offer_made(event: events.OfferMade) -> str:
    return "{buyer} offers {seller} ${amount} for " + ("{train}" if event.train else "{private}")


def _private_bought(event: private_events.PrivateBought) -> str:
    return "{buyer} buys {private}" + (" from {seller}" if event.seller else "") + " for ${amount}"


def _destination_reached(event: events.DestinationReached) -> str:
    if event.early:
        return "{corp} has reached its destination before it starts"
    return "{corp} reaches its destination and receives ${amount} from escrow"


def _dividend_received(event: events.DividendReceived) -> str:
    if not event.place:
        return "{owner} receives ${amount}"
    return "{owner} receives ${amount} for its shares in {place}"


def _president_paid(event: events.PresidentPaid) -> str:
    return "{player} pays ${amount} of {why} for {corp}" if event.why else "{player} adds ${amount}"


SENTENCES: dict[type[Event], Template] = {
    events.RoundBegan: _round_began,
    events.TurnBegan: "{player} operates {corp}",
    events.TurnSkipped: "{corp} does not operate: {sold} of the {needed} shares needed to float are sold",
    events.Passed: "{player} passes",
    events.OfferMade: _offer_made,
    events.OfferAnswered: lambda e: f"{{player}} {'accepts' if e.accepted else 'declines'} the offer",
    events.PhaseBegan: "Phase {phase} begins with the first {train}-train",
    events.GameEnded: "The game is over",
    events.EndAgreed: "The players agree to end the game",
    events.BankBroke: "The bank is broken",
    events.WentBankrupt: lambda e: (
        "{player} is bankrupt and " + ("out of the game" if e.goes_on else "the game ends")
    ),
    events.PriceMoved: _price_moved,
    private_events.BidMade: "{player} bids ${amount} on {private}",
    private_events.AuctionBegan: "{players} bid for {private} in an auction",
    private_events.AuctionLeft: "{player} leaves the auction of {private}",
    private_events.Compelled: "All pass: {player} must buy {private}",
    private_events.PrivateBought: _private_bought,
    private_events.PrivatePaid: "{owner} receives ${amount} from {private}",
    private_events.PrivateClosed: "{private} closes",
    private_events.PrivatesClosed: "The private companies close",
    private_events.RightBought: "{corp} buys the {right} right from {source} for ${amount}",
    private_events.PrivateTokenPlaced: "{corp} places the {token} token on {hex}",
    private_events.PrivateTokenRemoved: "The {token} token is removed",
    events.EndPriceReached: "{corp}'s share price of ${price} ends the game",
    private_events.PowerAssigned: lambda e: (
        "The token of {private} goes to " + ("{train} of {corp}" if e.train else "{corp}")
    ),
    private_events.FerryActivated: "{corp} opens the ferry {ferry}",
    private_events.LeaveAsked: "{corp} asks {player}, the owner of {private}, for permission",
    events.Started: "{player} starts {corp} at ${par}",
    events.ParSet: "{player} pars {corp} at ${par}",
    events.ShareBought: "{player} buys a {percent}% share of {corp} from {source} for ${amount}",
    events.SharesSold: "{player} sells {count:share} of {corp} for ${amount}",
    events.SharesIssued: "{corp} issues {count:share} for ${amount}",
    events.SharesRedeemed: "{corp} redeems {count:share} for ${amount}",
    events.PresidentChanged: "{player} becomes president of {corp}",
    events.SoldOut: "All shares of {corp} are in players' hands",
    events.Floated: "{corp} floats: ${amount} and {count} shares go to its treasury",
    events.Closed: "{corp} closes; its shares are worthless",
    events.TileLaid: lambda e: "{corp} lays tile {tile} on {hex}" + (" for ${amount}" if e.amount else ""),
    events.TokenPlaced: _token_placed,
    events.TokenRemoved: "{corp} gives up its token on {hex}",
    events.DestinationReached: _destination_reached,
    events.EscrowHeld: "{corp} has ${amount} in escrow",
    events.CapitalPaid: "{corp} receives ${amount}, ten times par",
    events.TrainBought: "{corp} buys {train} from {source} for ${amount}",
    events.TrainTradedIn: "{corp} trades in {train}",
    events.TrainBorrowed: "{corp} borrows {train}",
    events.TrainDiscarded: "{corp} discards {train}",
    events.TrainsRusted: "All {type}-trains rust",
    events.TrainRan: "{corp} runs {train}: {earnings}",
    events.TollPaid: "{corp} pays {owner} ${amount} for the {toll}",
    events.RunsShown: "{corp} earns ${amount}, unless more is announced",
    events.RunsAnnounced: "{player} announces ${amount} for {corp}",
    events.NoneAnnounced: lambda e: (
        "{player} announces no more" + (" and is not asked again" if e.never else "")
    ),
    events.RevenueEarned: "{corp} earns ${amount}",
    events.RevenueWithheld: "{corp} withholds ${amount}",
    events.DividendPaid: lambda e: (
        "{corp} pays out ${amount}" if e.amount else "{corp} has nothing to pay out"
    ),
    events.DividendReceived: _dividend_received,
    events.LoanTaken: "{corp} takes a loan and receives ${amount}",
    events.LoansRedeemed: lambda e: (
        f"{{corp}} {'must redeem' if e.forced else 'redeems'} {{count:loan}} for ${{amount}}"
    ),
    events.InterestPaid: lambda e: "{corp} pays ${amount} interest" + (" out of it" if e.borrowed else ""),
    bond_events.BondsIssued: "{corp} issues {count:bond} for ${amount}",
    bond_events.BondBought: "{player} buys a bond for ${amount}",
    bond_events.BondsSold: "{player} sells {count:bond} for ${amount}",
    bond_events.BondsRedeemed: "{corp} redeems {count:bond} from {source} for ${amount}",
    bond_events.BondInterestPaid: "{corp} pays ${amount} interest on its bonds",
    events.PresidentPaid: _president_paid,
}
"""The sentence for each kind. The causes of moved money and shares report these moves."""


class TextSpan(NamedTuple):
    """A piece of a sentence, and the player, the corporation or the hex that it names, if any."""

    text: str
    player: str = ""
    corp: str = ""
    hex: str = ""


def sentence_parts(title: Title, event: Event) -> list[TextSpan]:
    """Return the event in words, split at names; empty if another event reports it."""
    template = SENTENCES.get(type(event)) or title.sentences.get(type(event))
    return [] if template is None else _filled(title, template, event)


def _filled(title: Title, template: Template, record: Event | Action) -> list[TextSpan]:
    """Return a template filled with the fields of the record in readable form."""
    text = template if isinstance(template, str) else template(record)
    found: list[TextSpan] = []
    for literal, field, count, _ in string.Formatter().parse(text):
        if literal:
            found.append(TextSpan(literal))
        if field in title.board.corporation:
            found.append(TextSpan(field, corp=field))
        elif field == "players":
            found += _several(getattr(record, field))
        elif field is not None:
            found.append(_written(title, field, getattr(record, field), count or ""))
    return found


def in_words(title: Title, template: Template, action: Action) -> str:
    """Return a choice of a kind that only one title knows, by the template in its ``Title.choices``."""
    return "".join(part.text for part in _filled(title, template, action))


def sentence(title: Title, event: Event) -> str:
    """Return the event in words; empty if another event reports it."""
    return "".join(part.text for part in sentence_parts(title, event))


def sentences(title: Title, happened: Iterable[Event]) -> list[str]:
    """Return the sentences for events, in order."""
    return [text for event in happened if (text := sentence(title, event))]


def _several(names: Iterable[str]) -> list[TextSpan]:
    """Return several players as a list in a sentence."""
    return [part for name in names for part in (TextSpan(" and "), TextSpan(name, player=name))][1:]


def _written(title: Title, field: str, value: Any, count: str) -> TextSpan:
    """Return a field in readable form: in words if it holds an id, with its word if it is a count."""
    board = title.board
    if count:
        return TextSpan(plural(value, count))
    match field:
        case "corp":
            return TextSpan(value, corp=value)
        case "player":
            return TextSpan(value, player=value)
        case "buyer" | "seller" | "owner":
            return (
                TextSpan(value, corp=value) if value in board.corporation else TextSpan(value, player=value)
            )
        case "source" | "place":
            return TextSpan(PLACES.get(value, value), corp=value if value in board.corporation else "")
        case "private":
            return TextSpan(board.private_name(value))
        case "hex":
            return TextSpan(board.place_name(value), hex=value)
        case "train" if "-" in value:
            return TextSpan(train_phrase(value))
    # Dollars with separators for thousands.
    return TextSpan(f"{value:,}" if isinstance(value, int) else str(value))
