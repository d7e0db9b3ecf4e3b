"""Actions and moments in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.action import Action, tag
from trunkline.engine.kernel.choice import Amounts, Candidate, Open, Unavailable
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.decisions import Announcement, Offer, Use
from trunkline.engine.kernel.events import (
    DividendPaid,
    DividendReceived,
    EndPriceReached,
    MoneyMoved,
    PriceMoved,
    RevenueEarned,
    RevenueWithheld,
    ShareBought,
    SharesIssued,
    SharesRedeemed,
    SharesSold,
    TokenPlaced,
)
from trunkline.engine.kernel.private_events import PrivateBought
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.shares import plural
from trunkline.engine.kernel.state import BANK, POOL, TREASURY
from trunkline.engine.steps.dividend import HALF, PAY
from trunkline.engine.steps.stock import PLACES
from trunkline.engine.steps.track import lay_cost
from trunkline.game import actions
from trunkline.game.effects import Effects
from trunkline.game.game import Game
from trunkline.game.wording.events import in_words
from trunkline.game.wording.places import place_name, private_name, track

HEADINGS: dict[type[Action], str] = {
    actions.Answer: "Answer the offer",
    actions.BuyOffered: "Buy the private on offer",
    actions.Bid: "Bid",
    actions.StartCorporation: "Start a corporation",
    actions.BuyShare: "Buy a share",
    actions.SellShares: "Sell shares",
    actions.BuyPrivate: "Offer to buy a private",
    actions.LayTile: "Lay or upgrade track",
    actions.PlaceToken: "Place a station token",
    actions.RemoveToken: "Give up a station token",
    actions.PlacePrivateToken: "Use a private's token",
    actions.AssignPower: "Assign a private's token",
    actions.ActivateFerry: "Open a ferry",
    actions.RunTrains: "Run trains",
    actions.AnnounceRuns: "Announce higher earnings",
    actions.AskNoMore: "Do not ask again",
    actions.DeclareRevenue: "Declare a revenue",
    actions.Dividend: "Settle the dividend",
    actions.BuyTrain: "Buy a train",
    actions.DiscardTrain: "Discard a train",
    actions.TakeLoan: "Take a loan",
    actions.RedeemLoans: "Repay loans",
    actions.IssueShares: "Issue its own shares",
    actions.RedeemShares: "Redeem its own shares",
    actions.BuyBond: "Buy a bond",
    actions.SellBonds: "Sell bonds",
    actions.RedeemBonds: "Redeem bonds",
    actions.DeclareBankruptcy: "Declare bankruptcy",
    actions.Pass: "Pass",
}
"""Names of kinds in a menu. ``Title.choices`` has those that only one title knows."""


TOLD_BY_EFFECTS = (
    actions.BuyOffered,
    actions.BuyShare,
    actions.BuyTrain,
    actions.Dividend,
    actions.IssueShares,
    actions.PlaceToken,
    actions.RedeemShares,
    actions.RunTrains,
    actions.SellShares,
    actions.StartCorporation,
)
"""Kinds whose text contains numbers that are known only after they are played on a copy."""


def heading(title: Title, kind: type[Action]) -> str:
    """Return the name of a kind of action in a menu."""
    own = title.choices.get(kind)
    return own.heading if own else HEADINGS.get(kind) or tag(kind).replace("_", " ").capitalize()


class Phrase(NamedTuple):
    """A choice in plain words.

    ``label`` leaves out the hex of a tile and the final price, because a view may show them separately.
    ``price`` is that price in dollars, the lowest of a range, or None if the text does not end in a price.
    """

    text: str
    label: str
    price: int | None = None


def words(game: Game, choice: Candidate) -> str:
    """Return a choice in plain words, with its numbers."""
    return phrase(game, choice).text


def phrase(game: Game, choice: Candidate, led_to: Effects | None = None) -> Phrase:
    """Return a choice in plain words. Its effects, which you may pass in, give the cost and the price moves.

    The text of a refused choice only names the attempt.
    """
    if isinstance(choice, Unavailable):
        return _plain(heading(game.title, choice.kind).lower())
    if isinstance(choice, Open):
        what = heading(game.title, choice.kind).lower()
        return _plain(f"{choice.corp}: {what}" if choice.corp else what)
    action = choice.action if isinstance(choice, Amounts) else choice
    if led_to is None and (isinstance(action, TOLD_BY_EFFECTS) or _may_ask(game, action)):
        led_to = _effects(game, action)
    return _amounts(game, choice, led_to) if isinstance(choice, Amounts) else _action(game, choice, led_to)


def _plain(text: str) -> Phrase:
    return Phrase(text, text)


def _priced(label: str, price: int | None, link: str = " for ") -> Phrase:
    return _plain(label) if price is None else Phrase(f"{label}{link}${price:,}", label, price)


def _amounts(game: Game, choice: Amounts, led_to: Effects | None) -> Phrase:
    sums = choice.field in ("amount", "price")
    unit = "$" if sums else ""
    text = f"{unit}{choice.low:,} to {unit}{choice.high:,}"
    if choice.step != 1:
        text += f" in steps of {unit}{choice.step:,}"
    action = choice.action
    label, link = heading(game.title, type(action)).lower(), ": "
    match action:
        case actions.Bid():
            label = f"bid on {private_name(game, action.private)}"
        case actions.SellShares():
            return _plain(f"sell {text} shares of {action.corp}{_at(led_to, ' each')}")
        case actions.IssueShares() | actions.RedeemShares():
            return _plain(f"{_own_shares(action, text + ' shares')}{_at(led_to, ' each')}")
        case actions.BuyPrivate():
            return _plain(f"offer {text} for {private_name(game, action.private)}{_buyer(action)}")
        case actions.BuyTrain():
            train = depot.train_phrase(action.train)
            if led_to is not None and led_to.asked:
                return _plain(f"offer {action.source} {text} for {train}")
            label, link = f"{action.corp} buys {train} from {action.source}", " for "
        case actions.RedeemLoans():
            return _plain(f"repay {text} loans of {action.corp}")
        case actions.SellBonds():
            return _plain(f"sell {text} bonds")
        case actions.RedeemBonds():
            return _plain(f"{action.corp} redeems {text} bonds from {_holder(action)}")
    return Phrase(f"{label}{link}{text}", label, choice.low) if sums else _plain(f"{label}{link}{text}")


def _action(game: Game, action: Action, led_to: Effects | None) -> Phrase:
    match action:
        case actions.BuyOffered():
            return _priced(f"buy {private_name(game, action.private)}", _amount(led_to, PrivateBought))
        case actions.StartCorporation():
            return _start(game, action, led_to)
        case actions.BuyShare():
            return _share(game, action, led_to)
        case actions.PlaceToken():
            return _token(game, action, led_to)
        case actions.BuyTrain():
            return _train(action, led_to)
        case actions.LayTile():
            return _lay(game, action, led_to)
    return _plain(_said(game, action, led_to))


def _said(game: Game, action: Action, led_to: Effects | None) -> str:
    """Return the text of an action without parts for separate display."""
    match action:
        case actions.Pass():
            return _pass(game, action, led_to)
        case actions.Answer():
            return _answer(game, action)
        case actions.Bid():
            return f"bid ${action.amount:,} on {private_name(game, action.private)}"
        case actions.SellShares():
            return f"sell {plural(action.count, 'share')} of {action.corp}{_at(led_to)}"
        case actions.IssueShares() | actions.RedeemShares():
            each = _price_each(led_to)
            text = _own_shares(action, plural(action.count, "share"))
            return text if each is None else f"{text} for ${action.count * each:,}"
        case actions.BuyPrivate():
            return f"offer ${action.price:,} for {private_name(game, action.private)}{_buyer(action)}"
        case actions.RemoveToken():
            return f"remove {action.corp}'s token from {place_name(game, action.hex, action.stop)}"
        case actions.PlacePrivateToken():
            token = f"put the token of {private_name(game, action.private)}"
            return f"{token} on {place_name(game, action.hex)}{_if_agreed(led_to)}"
        case actions.AssignPower():
            to = depot.train_phrase(action.train) + f" of {action.corp}" if action.train else action.corp
            token = f"assign the token of {private_name(game, action.private)}"
            return f"{token} to {to}{_if_agreed(led_to)}"
        case actions.ActivateFerry():
            ferry = next((each.name for each in game.board.ferries if each.id == action.ferry), action.ferry)
            return f"{action.corp} opens the ferry {ferry}{_if_agreed(led_to)}"
        case actions.RunTrains():
            return _runs(game, action, led_to)
        case actions.AskNoMore():
            return "announce no more, and do not ask again"
        case actions.Dividend():
            return _dividend(game, action, led_to)
        case actions.DiscardTrain():
            return f"{action.corp} discards {_a_train(game, action.train)}"
        case actions.TakeLoan():
            return f"{action.corp} takes a loan"
        case actions.RedeemLoans():
            return f"{action.corp} repays {plural(action.count, 'loan')}"
        case actions.BuyBond():
            return "buy a bond"
        case actions.SellBonds():
            return f"sell {plural(action.count, 'bond')}"
        case actions.RedeemBonds():
            return f"{action.corp} redeems {plural(action.count, 'bond')} from {_holder(action)}"
        case actions.DeclareBankruptcy():
            return "declare bankruptcy"
    own = game.title.choices.get(type(action))
    if own:
        return in_words(game.title, own.text, action)
    return " ".join([tag(type(action)).replace("_", " "), getattr(action, "corp", "")]).strip()


def _runs(game: Game, action: actions.RunTrains, led_to: Effects | None) -> str:
    verb = "could run" if isinstance(action, actions.AnnounceRuns) else "runs"
    routes = [f"{depot.train_name(run.train)}-train {_route(game, run.path)}" for run in action.runs]
    return _priced(
        f"{action.corp} {verb} {'; '.join(routes) or 'nothing'}", _amount(led_to, RevenueEarned)
    ).text


def _route(game: Game, path: Sequence[str]) -> str:
    """Return the stops of a route, by their printed names if they have one."""
    hexes = [hex for hex, dot, _ in (element.partition(".") for element in path) if dot]
    facts = [(hex, game.board.hexes.get(hex)) for hex in hexes]
    return ", ".join(each.name if each and each.name else hex for hex, each in facts)


def _a_train(game: Game, train: str) -> str:
    """Return a train in words, with its mark, if any."""
    mark = game.title.policies.train_mark(Context(game.title, game.shared_state), train)
    return " ".join(filter(None, (depot.train_phrase(train), mark)))


def _pass(game: Game, action: actions.Pass, led_to: Effects | None) -> str:
    waiting = game.shared_state.pending[-1] if game.shared_state.pending else None
    if isinstance(waiting, Announcement):
        return f"let ${waiting.amount:,} stand"
    turn = game.shared_state.operating.turn if game.shared_state.operating else None
    if turn is None or waiting is not None:
        return "pass"
    led_to = led_to or _effects(game, action)
    if led_to is None:
        return "pass"
    if any(isinstance(event, DividendPaid | RevenueWithheld) for event in led_to.events):
        if turn.revenue:
            return f"pay out nothing, {turn.corp} keeps ${turn.revenue:,}"
        return "continue and earn nothing"
    after = led_to.after.operating.turn if led_to.after.operating else None
    return "continue" if after is not None and after.corp == turn.corp else f"end {turn.corp}'s turn"


def _may_ask(game: Game, action: Action) -> bool:
    """Return whether a private's owner may have to consent to a use of its power, or to a lay on its hex."""
    if isinstance(action, actions.LayTile):
        spot = game.board.hexes.get(action.hex)
        return bool(action.power or (spot and spot.private))
    return isinstance(action, Use)


def _if_agreed(led_to: Effects | None) -> str:
    """Return the condition that a player must agree, or an empty string."""
    return f", if {led_to.asked} agrees" if led_to is not None and led_to.asked else ""


def _lay(game: Game, action: actions.LayTile, led_to: Effects | None) -> Phrase:
    facts = game.board.tiles.get(action.tile)
    if facts is None or action.hex not in game.board.hexes:
        return Phrase(f"tile {action.tile} on {action.hex}", f"tile {action.tile}")
    piece = game.title.tables.piece(action.tile, action.rotation)
    what, leads = f"{facts.colour} tile {action.tile}", f": {track(game, piece)}"
    cost = (
        lay_cost(Context(game.title, game.shared_state), action)
        if action.corp in game.shared_state.corporations
        else 0
    )
    if cost:
        printed = game.board.hexes[action.hex].colour or action.hex in game.shared_state.tiles
        leads += f" (${cost:,})" if printed else f" (${cost:,} for the terrain)"
    if action.power:
        leads += f", by {private_name(game, action.power)}"
    leads += _if_agreed(led_to)
    return Phrase(f"lay {what} on {place_name(game, action.hex)}{leads}", f"lay {what}{leads}")


def _share(game: Game, action: actions.BuyShare, led_to: Effects | None) -> Phrase:
    corp = game.shared_state.corporations[action.corp]
    source = PLACES.get(action.source, action.source)
    label = f"buy {corp.percent}% of {corp.id} from {source}"
    if action.president:
        label = f"buy the president's certificate of {corp.id}, {2 * corp.percent}%, from {source}"
    said = _priced(label, _amount(led_to, ShareBought))
    return _plain(f"{said.text}, paid to {corp.id}") if action.source == TREASURY else said


def _token(game: Game, action: actions.PlaceToken, led_to: Effects | None) -> Phrase:
    label = f"{action.corp} on {place_name(game, action.hex, action.stop)}"
    if action.power:
        return _plain(f"{label}, by {private_name(game, action.power)}")
    return _priced(label, _amount(led_to, TokenPlaced) or None)


def _train(action: actions.BuyTrain, led_to: Effects | None) -> Phrase:
    source = {BANK: "the bank", POOL: "the pool"}.get(action.source, action.source)
    said = _priced(f"{action.corp} buys {depot.train_phrase(action.train)} from {source}", action.price)
    more = f" and its {depot.train_name(action.trade_in)}-train" if action.trade_in else ""
    more += _if_agreed(led_to)
    return _plain(said.text + more) if more else said


def _effects(game: Game, action: Action) -> Effects | None:
    """Return the effects of the action, or None if it is refused."""
    try:
        return game.effects(action)
    except Refusal:
        return None


def _amount(
    led_to: Effects | None, kind: type[PrivateBought | RevenueEarned | ShareBought | TokenPlaced]
) -> int | None:
    """Return the dollars of the first event of a kind."""
    return next((event.amount for event in led_to.of(kind)), None) if led_to is not None else None


def _start(game: Game, action: actions.StartCorporation, led_to: Effects | None) -> Phrase:
    corp = game.shared_state.corporations.get(action.corp)
    text = f"${action.par:,} a share"
    if corp is not None and corp.president:
        return _plain(f"par {corp.id} at {text}")
    said = f"start {action.corp} at {text}"
    if corp is None or led_to is None:
        return _plain(said)
    percent = game.board.corporation[corp.id].shares[0]
    paid = next(event.amount for event in led_to.of(MoneyMoved) if event.payer == action.player)
    return _priced(f"{said}: {percent}%", paid)


def _answer(game: Game, action: actions.Answer) -> str:
    word = "accept" if action.accept else "decline"
    waiting = game.shared_state.pending[-1] if game.shared_state.pending else None
    offer = waiting.offer if isinstance(waiting, Offer) else None
    match offer:
        case None:
            return word
        case actions.BuyTrain():
            train = depot.train_name(offer.train)
            return f"{word} ${offer.price:,} from {offer.corp} for {offer.source}'s {train}-train"
        case actions.BuyPrivate():
            buyer = offer.corp or offer.player
            return f"{word} ${offer.price:,} from {buyer} for {private_name(game, offer.private)}"
    return f"{word} what {offer.corp} asks: {_action(game, offer, None).text}"


def offered(game: Game, offer: Action) -> str:
    """Return the offer to the player who must agree, as a sentence without its end."""
    match offer:
        case actions.BuyTrain():
            train = depot.train_name(offer.train)
            return f"{offer.corp} offers ${offer.price:,} for {offer.source}'s {train}-train"
        case actions.BuyPrivate():
            buyer = offer.corp or offer.player
            return f"{buyer} offers ${offer.price:,} for {private_name(game, offer.private)}"
    return f"{getattr(offer, 'corp', '')} asks for permission: {_action(game, offer, None).text}"


def _holder(action: actions.RedeemBonds) -> str:
    return "the pool" if action.source == POOL else action.source


def _own_shares(action: actions.IssueShares | actions.RedeemShares, count: str) -> str:
    if isinstance(action, actions.IssueShares):
        return f"sell {count} of {action.corp} from its treasury to the pool"
    return f"buy {count} of {action.corp} from the pool for its treasury"


def _dividend(game: Game, action: actions.Dividend, led_to: Effects | None) -> str:
    """Return a payout with the dollars paid and kept, and the move of the share price."""
    text = {PAY: "pay out", HALF: "half-pay"}.get(action.payout, "withhold")
    if led_to is None:
        return text
    paid = sum(event.amount for event in led_to.of(DividendPaid))
    own = sum(event.amount for event in led_to.of(DividendReceived) if event.place)
    kept = sum(event.amount for event in led_to.of(RevenueWithheld))
    sums = (
        [f"${paid:,} paid" + (f" (${own:,} of it to {action.corp}'s own shares)" if own else "")]
        if paid
        else []
    )
    sums += [f"${kept:,} kept"] if kept else []
    old = game.price(action.corp)
    new = _moved_to(led_to, action.corp)
    change = f"the price stays at ${old:,}" if new is None else f"the price goes from ${old:,} to ${new:,}"
    return f"{text}: {', '.join(sums) or 'nothing to pay'}; {change}"


def _moved_to(led_to: Effects, corp: str) -> int | None:
    """Return the price after a dividend moves the token by one or more boxes, or None if it stays."""
    price = None
    for event in led_to.events:
        if isinstance(event, PriceMoved) and event.corp == corp:
            price = event.price
        elif price is not None and not isinstance(event, EndPriceReached):
            break
    return price


def _buyer(action: actions.BuyPrivate) -> str:
    return f" from {action.corp}'s treasury" if action.corp else ""


def _price_each(led_to: Effects | None) -> int | None:
    """Return the dollars that each share costs or brings."""
    traded = SharesSold | SharesIssued | SharesRedeemed
    done = next((event for event in led_to.events if isinstance(event, traded)), None) if led_to else None
    return done.amount // done.count if done else None


def _at(led_to: Effects | None, each: str = "") -> str:
    price = _price_each(led_to)
    return "" if price is None else f" at ${price:,}{each}"
