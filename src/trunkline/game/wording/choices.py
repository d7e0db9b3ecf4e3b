"""Actions and moments in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from trunkline.engine.board import ExchangesForShare
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.action import Action, tag
from trunkline.engine.kernel.choice import Amounts, Candidate, Open, Unavailable
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.decisions import Announcement, Offer, Use
from trunkline.engine.kernel.events import DividendPaid, RevenueEarned, RevenueWithheld, TokenPlaced
from trunkline.engine.kernel.private_events import PrivateBought
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.steps.track import lay_cost
from trunkline.game import actions
from trunkline.game.effects import Effects
from trunkline.game.game import Game
from trunkline.game.wording.events import in_words
from trunkline.game.wording.holders import from_words
from trunkline.game.wording.payouts import dividend
from trunkline.game.wording.phrases import Phrase, amount_of, by_power, if_agreed, plain, price_each, priced
from trunkline.game.wording.places import place_name, private_name, tile_name, track
from trunkline.game.wording.trades import bid_for_private, own_shares, sale, share, start, train_purchase
from trunkline.util.messages import SOURCE, gettext, gettext_noop, language, ngettext, translated

HEADINGS: dict[type[Action], str] = {
    actions.Answer: gettext_noop("Answer the offer"),
    actions.BuyOffered: gettext_noop("Buy the private on offer"),
    actions.Bid: gettext_noop("Bid"),
    actions.StartCorporation: gettext_noop("Start a corporation"),
    actions.BuyShare: gettext_noop("Buy a share"),
    actions.SellShares: gettext_noop("Sell shares"),
    actions.BuyPrivate: gettext_noop("Offer to buy a private"),
    actions.LayTile: gettext_noop("Lay or upgrade track"),
    actions.PlaceToken: gettext_noop("Place a station token"),
    actions.RemoveToken: gettext_noop("Give up a station token"),
    actions.PlacePrivateToken: gettext_noop("Use a private's token"),
    actions.AssignPower: gettext_noop("Assign a private's token"),
    actions.ActivateFerry: gettext_noop("Open a ferry"),
    actions.RunTrains: gettext_noop("Run trains"),
    actions.AnnounceRuns: gettext_noop("Announce higher earnings"),
    actions.AskNoMore: gettext_noop("Do not ask again"),
    actions.DeclareRevenue: gettext_noop("Declare a revenue"),
    actions.Dividend: gettext_noop("Settle the dividend"),
    actions.BuyTrain: gettext_noop("Buy a train"),
    actions.DiscardTrain: gettext_noop("Discard a train"),
    actions.TakeLoan: gettext_noop("Take a loan"),
    actions.RedeemLoans: gettext_noop("Repay loans"),
    actions.IssueShares: gettext_noop("Issue its own shares"),
    actions.RedeemShares: gettext_noop("Redeem its own shares"),
    actions.BuyBond: gettext_noop("Buy a bond"),
    actions.SellBonds: gettext_noop("Sell bonds"),
    actions.RedeemBonds: gettext_noop("Redeem bonds"),
    actions.DeclareBankruptcy: gettext_noop("Declare bankruptcy"),
    actions.Pass: gettext_noop("Pass"),
}
"""Names of kinds in a menu. ``Title.choices`` has those that only one title knows."""


SUMS = ("amount", "price")
"""Fields of actions that hold dollars."""
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
    known = own.heading if own else HEADINGS.get(kind)
    return translated(known) if known else tag(kind).replace("_", " ").capitalize()


def _in_text(heading: str) -> str:
    """Return a heading as part of a text. Only English writes its nouns in lower case there."""
    return heading.lower() if language() == SOURCE else heading


def words(game: Game, choice: Candidate) -> str:
    """Return a choice in plain words, with its numbers."""
    return phrase(game, choice).text


def phrase(game: Game, choice: Candidate, led_to: Effects | None = None) -> Phrase:
    """Return a choice in plain words. Its effects, which you may pass in, give the cost and the price moves.

    The text of a refused choice only names the attempt.
    """
    if isinstance(choice, Unavailable):
        return plain(_in_text(heading(game.title, choice.kind)))
    if isinstance(choice, Open):
        what = _in_text(heading(game.title, choice.kind))
        return plain(gettext("{corp}: {choice}", corp=choice.corp, choice=what) if choice.corp else what)
    action = choice.action if isinstance(choice, Amounts) else choice
    if led_to is None and (isinstance(action, TOLD_BY_EFFECTS) or _may_ask(game, action)):
        led_to = _effects(game, action)
    return _amounts(game, choice, led_to) if isinstance(choice, Amounts) else _action(game, choice, led_to)


def _range(choice: Amounts) -> str:
    """Return the amounts of a choice, in dollars or as counts."""
    low, high, step = choice.low, choice.high, choice.step
    if choice.field in SUMS:
        if step != 1:
            return gettext("${low} to ${high} in steps of ${step}", low=low, high=high, step=step)
        return gettext("${low} to ${high}", low=low, high=high)
    if step != 1:
        return gettext("{low} to {high} in steps of {step}", low=low, high=high, step=step)
    return gettext("{low} to {high}", low=low, high=high)


def _amounts(game: Game, choice: Amounts, led_to: Effects | None) -> Phrase:
    amounts, each = _range(choice), price_each(led_to)
    action = choice.action
    match action:
        case actions.Bid():
            private = private_name(game, action.private)
            label = gettext("bid on {private}", private=private)
            text = gettext("bid on {private}: {amounts}", private=private, amounts=amounts)
        case actions.SellShares():
            return plain(sale(action.corp, amounts, each))
        case actions.IssueShares() | actions.RedeemShares():
            return plain(own_shares(action, amounts, each))
        case actions.BuyPrivate():
            return plain(bid_for_private(game, action, amounts))
        case actions.BuyTrain():
            train = depot.train_phrase(action.train)
            if led_to is not None and led_to.asked:
                return plain(
                    gettext(
                        "offer {player} {amounts} for {train}",
                        player=action.source,
                        amounts=amounts,
                        train=train,
                    )
                )
            who = {"corp": action.corp, "train": train, "from_holder": from_words(action.source)}
            label = gettext("{corp} buys {train} {from_holder}", **who)
            text = gettext("{corp} buys {train} {from_holder} for {amounts}", **who, amounts=amounts)
        case actions.RedeemLoans():
            return plain(gettext("repay {amounts} loans of {corp}", amounts=amounts, corp=action.corp))
        case actions.SellBonds():
            return plain(gettext("sell {amounts} bonds", amounts=amounts))
        case actions.RedeemBonds():
            return plain(
                gettext(
                    "{corp} redeems {amounts} bonds {from_holder}",
                    corp=action.corp,
                    amounts=amounts,
                    from_holder=from_words(action.source),
                )
            )
        case _:
            label = _in_text(heading(game.title, type(action)))
            text = gettext("{choice}: {amounts}", choice=label, amounts=amounts)
    return Phrase(text, label, choice.low) if choice.field in SUMS else plain(text)


def _action(game: Game, action: Action, led_to: Effects | None) -> Phrase:
    match action:
        case actions.BuyOffered():
            return priced(
                gettext_noop("buy {private}"),
                gettext_noop("buy {private} for ${price}"),
                amount_of(led_to, PrivateBought),
                private=private_name(game, action.private),
            )
        case actions.StartCorporation():
            return start(game, action, led_to)
        case actions.BuyShare():
            return share(game, action, led_to)
        case actions.PlaceToken():
            return _token(game, action, led_to)
        case actions.BuyTrain():
            return train_purchase(action, led_to)
        case actions.LayTile():
            return _lay(game, action, led_to)
    return plain(_said(game, action, led_to))


def _said(game: Game, action: Action, led_to: Effects | None) -> str:
    """Return the text of an action without parts for separate display."""
    match action:
        case actions.Pass():
            return _pass(game, action, led_to)
        case actions.Answer():
            return _answer(game, action)
        case actions.Bid():
            private = private_name(game, action.private)
            return gettext("bid ${amount} on {private}", amount=action.amount, private=private)
        case actions.SellShares():
            return sale(action.corp, action.count, price_each(led_to))
        case actions.IssueShares() | actions.RedeemShares():
            return own_shares(action, action.count, price_each(led_to))
        case actions.BuyPrivate():
            return bid_for_private(game, action, gettext("${price}", price=action.price))
        case actions.RemoveToken():
            place = place_name(game, action.hex, action.stop)
            return gettext("remove {corp}'s token from {place}", corp=action.corp, place=place)
        case actions.PlacePrivateToken() | actions.AssignPower() | actions.ActivateFerry():
            return if_agreed(_use(game, action), led_to)
        case actions.RunTrains():
            return _runs(game, action, led_to)
        case actions.AskNoMore():
            return gettext("announce no more, and do not ask again")
        case actions.Dividend():
            return dividend(game, action, led_to)
        case actions.DiscardTrain():
            train = _a_train(game, action.train)
            return gettext("{corp} discards {train}", corp=action.corp, train=train)
        case actions.TakeLoan():
            return gettext("{corp} takes a loan", corp=action.corp)
        case actions.RedeemLoans():
            count = action.count
            return ngettext(
                "{corp} repays {count} loan", "{corp} repays {count} loans", count, corp=action.corp
            )
        case actions.BuyBond():
            return gettext("buy a bond")
        case actions.SellBonds():
            return ngettext("sell {count} bond", "sell {count} bonds", action.count)
        case actions.RedeemBonds():
            return ngettext(
                "{corp} redeems {count} bond {from_holder}",
                "{corp} redeems {count} bonds {from_holder}",
                action.count,
                corp=action.corp,
                from_holder=from_words(action.source),
            )
        case actions.DeclareBankruptcy():
            return gettext("declare bankruptcy")
        case actions.Correction():
            return gettext("correction: {reason}", reason=action.reason)
    own = game.title.choices.get(type(action))
    if own:
        return in_words(game.title, own.text, action)
    return " ".join([tag(type(action)).replace("_", " "), getattr(action, "corp", "")]).strip()


def _use(game: Game, action: actions.PlacePrivateToken | actions.AssignPower | actions.ActivateFerry) -> str:
    """Return a use of a private's power."""
    if isinstance(action, actions.ActivateFerry):
        ferry = next((each.name for each in game.board.ferries if each.id == action.ferry), action.ferry)
        return gettext("{corp} opens the ferry {ferry}", corp=action.corp, ferry=ferry)
    private = private_name(game, action.private)
    if isinstance(action, actions.PlacePrivateToken):
        place = place_name(game, action.hex)
        return gettext("put the token of {private} on {place}", private=private, place=place)
    facts = game.board.private.get(action.private)
    powers = facts.powers if facts else ()
    if game.shared_state.stock is not None or any(isinstance(each, ExchangesForShare) for each in powers):
        return gettext("exchange {private} for a share of {corp}", private=private, corp=action.corp)
    if action.train:
        return gettext(
            "assign the token of {private} to {train} of {corp}",
            private=private,
            train=depot.train_phrase(action.train),
            corp=action.corp,
        )
    return gettext("assign the token of {private} to {corp}", private=private, corp=action.corp)


def _runs(game: Game, action: actions.RunTrains, led_to: Effects | None) -> str:
    routes = [
        gettext("{name}-train {route}", name=depot.train_name(run.train), route=_route(game, run.path))
        for run in action.runs
    ]
    values = {"corp": action.corp, "routes": "; ".join(routes) or gettext("nothing")}
    earned = amount_of(led_to, RevenueEarned)
    if isinstance(action, actions.AnnounceRuns):
        label = gettext_noop("{corp} could run {routes}")
        return priced(label, gettext_noop("{corp} could run {routes} for ${price}"), earned, **values).text
    label = gettext_noop("{corp} runs {routes}")
    return priced(label, gettext_noop("{corp} runs {routes} for ${price}"), earned, **values).text


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
        return gettext("let ${amount} stand", amount=waiting.amount)
    turn = game.shared_state.operating.turn if game.shared_state.operating else None
    if turn is None or waiting is not None:
        return gettext("pass")
    led_to = led_to or _effects(game, action)
    if led_to is None:
        return gettext("pass")
    if any(isinstance(event, DividendPaid | RevenueWithheld) for event in led_to.events):
        if turn.revenue:
            return gettext("pay out nothing, {corp} keeps ${amount}", corp=turn.corp, amount=turn.revenue)
        return gettext("continue without a run")
    after = led_to.after.operating.turn if led_to.after.operating else None
    if after is not None and after.corp == turn.corp:
        return gettext("continue")
    return gettext("end {corp}'s turn", corp=turn.corp)


def _may_ask(game: Game, action: Action) -> bool:
    """Return whether a private's owner may have to consent to a use of its power, or to a lay on its hex."""
    if isinstance(action, actions.LayTile):
        spot = game.board.hexes.get(action.hex)
        return bool(action.power or (spot and spot.private))
    return isinstance(action, Use)


def _lay(game: Game, action: actions.LayTile, led_to: Effects | None) -> Phrase:
    facts = game.board.tiles.get(action.tile)
    if facts is None or action.hex not in game.board.hexes:
        place = gettext("tile {tile} on {hex}", tile=action.tile, hex=action.hex)
        return Phrase(place, gettext("tile {tile}", tile=action.tile))
    ways = track(game, game.title.tables.piece(action.tile, action.rotation))
    tile = tile_name(facts.colour, action.tile)
    place = place_name(game, action.hex)

    def with_terms(text: str) -> str:
        return if_agreed(by_power(game, _with_cost(game, text, action), action.power), led_to)

    return Phrase(
        with_terms(gettext("lay {tile} on {place}: {track}", tile=tile, place=place, track=ways)),
        with_terms(gettext("lay {tile}: {track}", tile=tile, track=ways)),
    )


def _with_cost(game: Game, text: str, action: actions.LayTile) -> str:
    """Return a lay with its cost, if it has one."""
    if action.corp not in game.shared_state.corporations:
        return text
    cost = lay_cost(Context(game.title, game.shared_state), action)
    if not cost:
        return text
    if game.board.hexes[action.hex].colour or action.hex in game.shared_state.tiles:
        return gettext("{choice} (${cost})", choice=text, cost=cost)
    return gettext("{choice} (${cost} for the terrain)", choice=text, cost=cost)


def _token(game: Game, action: actions.PlaceToken, led_to: Effects | None) -> Phrase:
    values = {"corp": action.corp, "place": place_name(game, action.hex, action.stop)}
    label = gettext_noop("place {corp}'s token on {place}")
    if action.power:
        return plain(by_power(game, gettext(label, **values), action.power))
    at_price = gettext_noop("place {corp}'s token on {place} for ${price}")
    return priced(label, at_price, amount_of(led_to, TokenPlaced) or None, **values)


def _effects(game: Game, action: Action) -> Effects | None:
    """Return the effects of the action, or None if it is refused."""
    try:
        return game.effects(action)
    except Refusal:
        return None


def _answer(game: Game, action: actions.Answer) -> str:
    accepts = action.accept
    waiting = game.shared_state.pending[-1] if game.shared_state.pending else None
    offer = waiting.offer if isinstance(waiting, Offer) else None
    match offer:
        case None:
            return gettext("accept") if accepts else gettext("decline")
        case actions.BuyTrain():
            values = _train_offer(offer)
            if accepts:
                return gettext("accept ${price} from {buyer} for {owner}'s {name}-train", **values)
            return gettext("decline ${price} from {buyer} for {owner}'s {name}-train", **values)
        case actions.BuyPrivate():
            values = _private_offer(game, offer)
            if accepts:
                return gettext("accept ${price} from {buyer} for {private}", **values)
            return gettext("decline ${price} from {buyer} for {private}", **values)
    asked = _action(game, offer, None).text
    if accepts:
        return gettext("accept what {corp} asks: {choice}", corp=offer.corp, choice=asked)
    return gettext("decline what {corp} asks: {choice}", corp=offer.corp, choice=asked)


def offered(game: Game, offer: Action) -> str:
    """Return the offer to the player who must agree, as a sentence without its end."""
    match offer:
        case actions.BuyTrain():
            return gettext("{buyer} offers ${price} for {owner}'s {name}-train", **_train_offer(offer))
        case actions.BuyPrivate():
            return gettext("{buyer} offers ${price} for {private}", **_private_offer(game, offer))
    asked = _action(game, offer, None).text
    return gettext("{corp} asks for permission: {choice}", corp=getattr(offer, "corp", ""), choice=asked)


def _train_offer(offer: actions.BuyTrain) -> dict[str, object]:
    return {
        "buyer": offer.corp,
        "price": offer.price,
        "owner": offer.source,
        "name": depot.train_name(offer.train),
    }


def _private_offer(game: Game, offer: actions.BuyPrivate) -> dict[str, object]:
    private = private_name(game, offer.private)
    return {"buyer": offer.corp or offer.player, "price": offer.price, "private": private}
