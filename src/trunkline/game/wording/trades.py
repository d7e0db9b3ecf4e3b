"""Purchases, sales and starts as text, as players choose them."""

from __future__ import annotations

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.events import MoneyMoved, ShareBought
from trunkline.engine.kernel.state import TREASURY
from trunkline.game import actions
from trunkline.game.effects import Effects
from trunkline.game.game import Game
from trunkline.game.wording.holders import OWN, from_words
from trunkline.game.wording.phrases import Phrase, amount_of, if_agreed, plain, priced
from trunkline.game.wording.places import private_name
from trunkline.util.messages import gettext, gettext_noop, ngettext


def sale(corp: str, count: int | str, each: int | None) -> str:
    """Return a sale of some shares, or of a range of amounts."""
    if isinstance(count, str):
        if each is None:
            return gettext("sell {amounts} shares of {corp}", amounts=count, corp=corp)
        return gettext(
            "sell {amounts} shares of {corp} at ${price} each", amounts=count, corp=corp, price=each
        )
    if each is None:
        return ngettext("sell {count} share of {corp}", "sell {count} shares of {corp}", count, corp=corp)
    return ngettext(
        "sell {count} share of {corp} at ${price}",
        "sell {count} shares of {corp} at ${price}",
        count,
        corp=corp,
        price=each,
    )


def own_shares(action: actions.IssueShares | actions.RedeemShares, count: int | str, each: int | None) -> str:
    """Return a trade of a corporation in its own shares: some shares, or a range of amounts."""
    sells = isinstance(action, actions.IssueShares)
    if isinstance(count, str):
        values: dict[str, object] = {"amounts": count, "corp": action.corp}
        if sells and each is None:
            return gettext("sell {amounts} shares of {corp} from its treasury to the pool", **values)
        if sells:
            return gettext(
                "sell {amounts} shares of {corp} from its treasury to the pool at ${price} each",
                **values,
                price=each,
            )
        if each is None:
            return gettext("buy {amounts} shares of {corp} from the pool for its treasury", **values)
        return gettext(
            "buy {amounts} shares of {corp} from the pool for its treasury at ${price} each",
            **values,
            price=each,
        )
    values = {"corp": action.corp}
    if sells and each is None:
        return ngettext(
            "sell {count} share of {corp} from its treasury to the pool",
            "sell {count} shares of {corp} from its treasury to the pool",
            count,
            **values,
        )
    if sells:
        return ngettext(
            "sell {count} share of {corp} from its treasury to the pool for ${price}",
            "sell {count} shares of {corp} from its treasury to the pool for ${price}",
            count,
            **values,
            price=count * (each or 0),
        )
    if each is None:
        return ngettext(
            "buy {count} share of {corp} from the pool for its treasury",
            "buy {count} shares of {corp} from the pool for its treasury",
            count,
            **values,
        )
    return ngettext(
        "buy {count} share of {corp} from the pool for its treasury for ${price}",
        "buy {count} shares of {corp} from the pool for its treasury for ${price}",
        count,
        **values,
        price=count * each,
    )


def bid_for_private(game: Game, action: actions.BuyPrivate, amounts: str) -> str:
    """Return an offer to buy a private for an amount, or for a range of amounts."""
    values = {"amounts": amounts, "private": private_name(game, action.private)}
    if action.corp:
        return gettext("offer {amounts} for {private} from {corp}'s treasury", **values, corp=action.corp)
    return gettext("offer {amounts} for {private}", **values)


def share(game: Game, action: actions.BuyShare, led_to: Effects | None) -> Phrase:
    corp = game.shared_state.corporations[action.corp]
    label = gettext_noop("buy {percent}% of {corp} {from_holder}")
    at_price = gettext_noop("buy {percent}% of {corp} {from_holder} for ${price}")
    percent = corp.percent
    if action.president:
        label = gettext_noop("buy the president's certificate of {corp}, {percent}%, {from_holder}")
        at_price = gettext_noop(
            "buy the president's certificate of {corp}, {percent}%, {from_holder} for ${price}"
        )
        percent = 2 * corp.percent
    source = from_words(action.source, OWN)
    price = amount_of(led_to, ShareBought)
    said = priced(label, at_price, price, percent=percent, corp=corp.id, from_holder=source)
    if action.source == TREASURY:
        return plain(gettext("{choice}, paid to {corp}", choice=said.text, corp=corp.id))
    return said


def train_purchase(action: actions.BuyTrain, led_to: Effects | None) -> Phrase:
    values = {
        "corp": action.corp,
        "train": depot.train_phrase(action.train),
        "from_holder": from_words(action.source),
    }
    label = gettext_noop("{corp} buys {train} {from_holder}")
    at_price = gettext_noop("{corp} buys {train} {from_holder} for ${price}")
    said = priced(label, at_price, action.price, **values)
    text = said.text
    if action.trade_in:
        old = depot.train_name(action.trade_in)
        text = gettext("{choice} and its {name}-train", choice=text, name=old)
    text = if_agreed(text, led_to)
    return plain(text) if text != said.text else said


def start(game: Game, action: actions.StartCorporation, led_to: Effects | None) -> Phrase:
    corp = game.shared_state.corporations.get(action.corp)
    if corp is not None and corp.president:
        return plain(gettext("par {corp} at ${par} a share", corp=corp.id, par=action.par))
    if corp is None or led_to is None:
        return plain(gettext("start {corp} at ${par} a share", corp=action.corp, par=action.par))
    paid = next(event.amount for event in led_to.of(MoneyMoved) if event.payer == action.player)
    return priced(
        gettext_noop("start {corp} at ${par} a share: {percent}%"),
        gettext_noop("start {corp} at ${par} a share: {percent}% for ${price}"),
        paid,
        corp=action.corp,
        par=action.par,
        percent=game.board.corporation[corp.id].shares[0],
    )
