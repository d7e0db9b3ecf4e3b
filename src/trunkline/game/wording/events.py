"""Events in words: one sentence each, without a full stop.

A kind of event has a template in the style of ``str.format`` over its fields, or a function that picks one. A
template is a message, so it is a whole sentence; ``Plural`` has those of a sentence about a number of things.
Fields are written in readable form. ``{private}`` is the private's name, ``{hex}`` the place, ``{train}`` a
train such as ``a 3-train``. ``{source:from}`` and ``{place:in}`` are a place with its preposition, such as
``from the bank``. ``{CGR}``, a corporation's id, is that corporation. ``Title.sentences`` has the templates
for events that only one title knows. An event has no sentence if another event reports it too.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from trunkline.engine.board import Board
from trunkline.engine.kernel import bond_events, correction_events, events, private_events
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.depot import train_phrase
from trunkline.engine.kernel.events import Event
from trunkline.game.wording.holders import placed
from trunkline.game.wording.rounds import round_template
from trunkline.util.messages import Plural, gettext, gettext_noop, number, translated, translated_plural

Template = str | Plural
"""A sentence. ``Plural`` has its forms for one thing and for more."""
Pick = Callable[[Any], Template]
"""A function that picks the sentence for a record."""


def _price_moved(event: events.PriceMoved) -> str:
    if event.zone == "closed":
        return gettext_noop("{corp}'s share price enters the closed section")
    return gettext_noop("{corp}'s share price moves from ${before} to ${price}")


def _token_placed(event: events.TokenPlaced) -> str:
    if event.home:
        return gettext_noop("{corp} places its home token on {hex}")
    if event.again:
        return gettext_noop("{corp}'s token is placed on {hex} again")
    if event.amount:
        return gettext_noop("{corp} places a token on {hex} for ${amount}")
    return gettext_noop("{corp} places a token on {hex}")


def _round_began(event: events.RoundBegan) -> str:
    if event.index and event.of > 1:
        return gettext_noop("Operating round {number}.{index} ({index} of {of})")
    return round_template(event.kind, event.index)


def _offer_made(event: events.OfferMade) -> str:
    if event.train:
        return gettext_noop("{buyer} offers {seller} ${amount} for {train}")
    return gettext_noop("{buyer} offers {seller} ${amount} for {private}")


def _offer_answered(event: events.OfferAnswered) -> str:
    if event.accepted:
        return gettext_noop("{player} accepts the offer")
    return gettext_noop("{player} declines the offer")


def _went_bankrupt(event: events.WentBankrupt) -> str:
    if event.goes_on:
        return gettext_noop("{player} is bankrupt and out of the game")
    return gettext_noop("{player} is bankrupt and the game ends")


def _private_bought(event: private_events.PrivateBought) -> str:
    if event.seller:
        return gettext_noop("{buyer} buys {private} from {seller} for ${amount}")
    return gettext_noop("{buyer} buys {private} for ${amount}")


def _power_assigned(event: private_events.PowerAssigned) -> str:
    if event.train:
        return gettext_noop("The token of {private} goes to {train} of {corp}")
    return gettext_noop("The token of {private} goes to {corp}")


def _right_bought(event: private_events.RightBought) -> str:
    return {
        "bridge": gettext_noop("{corp} buys the bridge right {source:from} for ${amount}"),
        "tunnel": gettext_noop("{corp} buys the tunnel right {source:from} for ${amount}"),
    }.get(event.right, gettext_noop("{corp} buys the {right} right {source:from} for ${amount}"))


def _private_token_placed(event: private_events.PrivateTokenPlaced) -> str:
    return {
        "port": gettext_noop("{corp} places the port token on {hex}"),
        "terminal": gettext_noop("{corp} places the terminal token on {hex}"),
        "mine": gettext_noop("{corp} places the mine token on {hex}"),
    }.get(event.token, gettext_noop("{corp} places the {token} token on {hex}"))


def _private_token_removed(event: private_events.PrivateTokenRemoved) -> str:
    return {
        "port": gettext_noop("The port token is removed"),
        "terminal": gettext_noop("The terminal token is removed"),
        "mine": gettext_noop("The mine token is removed"),
    }.get(event.token, gettext_noop("The {token} token is removed"))


def _tile_laid(event: events.TileLaid) -> str:
    if event.amount:
        return gettext_noop("{corp} lays tile {tile} on {hex} for ${amount}")
    return gettext_noop("{corp} lays tile {tile} on {hex}")


def _destination_reached(event: events.DestinationReached) -> str:
    if event.early:
        return gettext_noop("{corp} has reached its destination before it starts")
    return gettext_noop("{corp} reaches its destination and receives ${amount} from escrow")


def _toll_paid(event: events.TollPaid) -> str:
    if event.toll == "ferry":
        return gettext_noop("{corp} pays {owner} ${amount} for the ferry")
    return gettext_noop("{corp} pays {owner} ${amount} for the {toll}")


def _none_announced(event: events.NoneAnnounced) -> str:
    if event.never:
        return gettext_noop("{player} announces no more and is not asked again")
    return gettext_noop("{player} announces no more")


def _dividend_paid(event: events.DividendPaid) -> str:
    if event.amount:
        return gettext_noop("{corp} pays out ${amount}")
    return gettext_noop("{corp} has nothing to pay out")


def _dividend_received(event: events.DividendReceived) -> str:
    if event.place:
        return gettext_noop("{owner} receives ${amount} for its shares {place:in}")
    return gettext_noop("{owner} receives ${amount}")


def _loans_redeemed(event: events.LoansRedeemed) -> Template:
    if event.forced:
        return Plural(
            "{corp} must redeem {count} loan for ${amount}", "{corp} must redeem {count} loans for ${amount}"
        )
    return Plural("{corp} redeems {count} loan for ${amount}", "{corp} redeems {count} loans for ${amount}")


def _interest_paid(event: events.InterestPaid) -> str:
    if event.borrowed:
        return gettext_noop("{corp} pays ${amount} interest out of it")
    return gettext_noop("{corp} pays ${amount} interest")


def _president_paid(event: events.PresidentPaid) -> str:
    return {
        "": gettext_noop("{player} adds ${amount}"),
        "interest": gettext_noop("{player} pays ${amount} of interest for {corp}"),
        "bond interest": gettext_noop("{player} pays ${amount} of bond interest for {corp}"),
        "the loans": gettext_noop("{player} pays ${amount} of the loans for {corp}"),
    }.get(event.why, gettext_noop("{player} pays ${amount} of {why} for {corp}"))


def _correction_made(event: correction_events.CorrectionMade) -> str:
    if event.player:
        return gettext_noop("{player} corrects the game: {reason}")
    return gettext_noop("The moderator corrects the game: {reason}")


def _tile_corrected(event: correction_events.TileCorrected) -> str:
    if event.tile:
        return gettext_noop("Tile {tile} is on {hex} now")
    return gettext_noop("There is no tile on {hex} now")


def _token_corrected(event: correction_events.TokenCorrected) -> str:
    if event.placed:
        return gettext_noop("{corp} has a token on {hex} now")
    return gettext_noop("{corp} has no token on {hex} now")


SENTENCES: dict[type[Event], Template | Pick] = {
    events.RoundBegan: _round_began,
    events.TurnBegan: gettext_noop("{player} operates {corp}"),
    events.TurnSkipped: gettext_noop(
        "{corp} does not operate: {sold} of the {needed} shares needed to float are sold"
    ),
    events.Passed: gettext_noop("{player} passes"),
    events.OfferMade: _offer_made,
    events.OfferAnswered: _offer_answered,
    events.PhaseBegan: gettext_noop("Phase {phase} begins with the first {train}-train"),
    events.GameEnded: gettext_noop("The game is over"),
    events.EndAgreed: gettext_noop("The players agree to end the game"),
    events.BankBroke: gettext_noop("The bank is broken"),
    events.WentBankrupt: _went_bankrupt,
    events.PriceMoved: _price_moved,
    private_events.BidMade: gettext_noop("{player} bids ${amount} on {private}"),
    private_events.AuctionBegan: gettext_noop("{players} bid for {private} in an auction"),
    private_events.AuctionLeft: gettext_noop("{player} leaves the auction of {private}"),
    private_events.Compelled: gettext_noop("All pass: {player} must buy {private}"),
    private_events.PrivateBought: _private_bought,
    private_events.PrivateCheaper: gettext_noop("{private} now costs ${amount}"),
    private_events.PrivateGiven: gettext_noop("{player} receives {private} free of charge"),
    private_events.PrivatePaid: gettext_noop("{owner} receives ${amount} from {private}"),
    private_events.PrivateClosed: gettext_noop("{private} closes"),
    private_events.PrivatesClosed: gettext_noop("The private companies close"),
    private_events.RightBought: _right_bought,
    private_events.PrivateTokenPlaced: _private_token_placed,
    private_events.PrivateTokenRemoved: _private_token_removed,
    events.EndPriceReached: gettext_noop("{corp}'s share price of ${price} ends the game"),
    private_events.PowerAssigned: _power_assigned,
    private_events.PrivateExchanged: gettext_noop(
        "{player} exchanges {private} for a {percent}% share of {corp} {source:from}"
    ),
    private_events.FerryActivated: gettext_noop("{corp} opens the ferry {ferry}"),
    private_events.LeaveAsked: gettext_noop("{corp} asks {player}, the owner of {private}, for permission"),
    events.Started: gettext_noop("{player} starts {corp} at ${par}"),
    events.ParSet: gettext_noop("{player} pars {corp} at ${par}"),
    events.ShareBought: gettext_noop(
        "{player} buys a {percent}% share of {corp} {source:from} for ${amount}"
    ),
    events.SharesSold: Plural(
        "{player} sells {count} share of {corp} for ${amount}",
        "{player} sells {count} shares of {corp} for ${amount}",
    ),
    events.SharesIssued: Plural(
        "{corp} issues {count} share for ${amount}", "{corp} issues {count} shares for ${amount}"
    ),
    events.SharesRedeemed: Plural(
        "{corp} redeems {count} share for ${amount}", "{corp} redeems {count} shares for ${amount}"
    ),
    events.PresidentChanged: gettext_noop("{player} becomes president of {corp}"),
    events.SoldOut: gettext_noop("All shares of {corp} are in players' hands"),
    events.Floated: gettext_noop("{corp} floats: ${amount} and {count} shares go to its treasury"),
    events.Closed: gettext_noop("{corp} closes; its shares are worthless"),
    events.TileLaid: _tile_laid,
    events.TokenPlaced: _token_placed,
    events.TokenRemoved: gettext_noop("{corp} gives up its token on {hex}"),
    events.DestinationReached: _destination_reached,
    events.EscrowHeld: gettext_noop("{corp} has ${amount} in escrow"),
    events.CapitalPaid: gettext_noop("{corp} receives ${amount}, ten times par"),
    events.TrainBought: gettext_noop("{corp} buys {train} {source:from} for ${amount}"),
    events.TrainTradedIn: gettext_noop("{corp} trades in {train}"),
    events.TrainBorrowed: gettext_noop("{corp} borrows {train}"),
    events.TrainDiscarded: gettext_noop("{corp} discards {train}"),
    events.TrainExported: gettext_noop("The bank exports {train}"),
    events.TrainsRusted: gettext_noop("All {type}-trains rust"),
    events.TrainsObsolete: gettext_noop("All {type}-trains are obsolete and run once more"),
    events.ObsoleteTrainLeft: gettext_noop("{corp} loses {train}, which is obsolete"),
    events.TrainRan: gettext_noop("{corp} runs {train}: {earnings}"),
    events.TollPaid: _toll_paid,
    events.RunsShown: gettext_noop("{corp} earns ${amount}, unless more is announced"),
    events.RunsAnnounced: gettext_noop("{player} announces ${amount} for {corp}"),
    events.NoneAnnounced: _none_announced,
    events.RevenueEarned: gettext_noop("{corp} earns ${amount}"),
    events.RevenueWithheld: gettext_noop("{corp} withholds ${amount}"),
    events.DividendPaid: _dividend_paid,
    events.DividendReceived: _dividend_received,
    events.LoanTaken: gettext_noop("{corp} takes a loan and receives ${amount}"),
    events.LoansRedeemed: _loans_redeemed,
    events.InterestPaid: _interest_paid,
    bond_events.BondsIssued: Plural(
        "{corp} issues {count} bond for ${amount}", "{corp} issues {count} bonds for ${amount}"
    ),
    bond_events.BondBought: gettext_noop("{player} buys a bond for ${amount}"),
    bond_events.BondsSold: Plural(
        "{player} sells {count} bond for ${amount}", "{player} sells {count} bonds for ${amount}"
    ),
    bond_events.BondsRedeemed: Plural(
        "{corp} redeems {count} bond {source:from} for ${amount}",
        "{corp} redeems {count} bonds {source:from} for ${amount}",
    ),
    bond_events.BondInterestPaid: gettext_noop("{corp} pays ${amount} interest on its bonds"),
    events.PresidentPaid: _president_paid,
    correction_events.CorrectionMade: _correction_made,
    correction_events.CashCorrected: gettext_noop("{owner} has ${amount} instead of ${before}"),
    correction_events.SharesCorrected: Plural(
        "{count} share of {corp} moves {source:from} {place:to}",
        "{count} shares of {corp} move {source:from} {place:to}",
    ),
    correction_events.PrivateCorrected: gettext_noop("{owner} owns {private} now"),
    correction_events.TileCorrected: _tile_corrected,
    correction_events.TokenCorrected: _token_corrected,
    correction_events.TrainCorrected: gettext_noop("{train} goes {place:to}"),
    correction_events.Disagreement: gettext_noop("Does not agree with the rules: {sentence}"),
    correction_events.AgreesAgain: gettext_noop("The position agrees with the rules again"),
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


def _filled(title: Title, template: Template | Pick, record: Event | Action) -> list[TextSpan]:
    """Return a template filled with the fields of the record in readable form, in the reader's language."""
    chosen = template(record) if callable(template) else template
    if isinstance(chosen, Plural):
        text = translated_plural(chosen.one, chosen.others, getattr(record, chosen.field))
    else:
        text = translated(chosen)

    def written(field: str, form: str) -> list[TextSpan]:
        if field in title.board.corporation:
            return [TextSpan(field, corp=field)]
        return _written(title.board, field, getattr(record, field), form)

    return _spans(text, written)


def _spans(text: str, written: Callable[[str, str], Sequence[TextSpan]]) -> list[TextSpan]:
    """Return a template filled with the spans of its fields. A field has a name and a form."""
    found: list[TextSpan] = []
    for literal, field, form, _ in string.Formatter().parse(text):
        if literal:
            found.append(TextSpan(literal))
        if field is not None:
            found += written(field, form or "")
    return found


def in_words(title: Title, template: Template | Pick, action: Action) -> str:
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
    first, *others = names
    found = [TextSpan(first, player=first)]
    for name in others:
        found = _joined(found, TextSpan(name, player=name))
    return found


def _joined(names: Sequence[TextSpan], name: TextSpan) -> list[TextSpan]:
    return _spans(gettext("{names} and {name}"), lambda field, _: names if field == "names" else [name])


def _written(board: Board, field: str, value: Any, form: str) -> list[TextSpan]:
    """Return a field in readable form: in words if it holds an id, with separators if it is a number."""
    match field:
        case "players":
            return _several(value)
        case "corp":
            return [TextSpan(value, corp=value)]
        case "player":
            return [TextSpan(value, player=value)]
        case "buyer" | "seller" | "owner":
            known = value in board.corporation
            return [TextSpan(value, corp=value) if known else TextSpan(value, player=value)]
        case "source" | "place":
            name = TextSpan(value, corp=value if value in board.corporation else "")
            return _spans(placed(form, value), lambda *_: [name])
        case "private":
            return [TextSpan(board.private_name(value))]
        case "hex":
            return [TextSpan(board.place_name(value), hex=value)]
        case "train" if "-" in value:
            return [TextSpan(train_phrase(value))]
    return [TextSpan(number(value) if isinstance(value, int) else str(value))]
