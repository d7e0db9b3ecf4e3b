"""Warnings about the consequences of an action that new players often overlook.

Each warning is a check with figures of the position. None of them forbids anything: experienced players do
all of this on purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from trunkline.engine.kernel import chart, depot
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.events import TrainsRusted
from trunkline.engine.steps import floating
from trunkline.game.actions import Action, BuyShare, BuyTrain, StartCorporation
from trunkline.game.effects import Effects
from trunkline.util.messages import gettext, ngettext

PAYMENTS: Final = 20
"""The number of equal dividends after which a share counts as too expensive for what it earns."""


class WarningKind(StrEnum):
    """The consequence that a warning is about. People dismiss warnings by kind."""

    LAST_TRAIN = "last-train"
    """The purchase scraps the last trains of a company of the player."""
    NO_TRAIN = "no-train"
    """A company ends its turn without a train and cannot pay for one."""
    OTHER_PRESIDENT = "other-president"
    """Another player becomes president."""
    SLOW_RETURN = "slow-return"
    """The dividends pay back the price of the share only after a long time."""
    NO_FLOAT = "no-float"
    """The players together cannot buy the shares that the company needs to operate."""


class Warning(NamedTuple):
    """A warning: its kind, and a sentence with figures in dollars."""

    kind: WarningKind
    text: str


def warnings_of(action: Action, led_to: Effects) -> list[Warning]:
    """Return the warnings about an action with these effects."""
    return [Warning(kind, text) for kind, find in _CHECKS.items() for text in find(action, led_to)]


def _last_train(action: Action, led_to: Effects) -> Iterator[str]:
    rusted = {owner: event.type for event in led_to.of(TrainsRusted) for owner in event.owners}
    for id, type in rusted.items():
        corp = led_to.after.corporations.get(id)
        if corp is None or corp.president != action.player or led_to.after.trains_at(id):
            continue
        scrapped = gettext("The last train of {corp}, its {type}-train, is scrapped.", corp=id, type=type)
        yield f"{scrapped} {_next_train(led_to, id)}"


def _no_train(action: Action, led_to: Effects) -> Iterator[str]:
    before, after = led_to.before.operating, led_to.after.operating
    turn = before.turn if before else None
    if (
        turn is None
        or isinstance(action, BuyTrain)
        or (after and after.turn and after.turn.corp == turn.corp)
    ):
        return
    corp = led_to.after.corporations[turn.corp]
    price = _cheapest(led_to)
    if corp.closed or led_to.after.trains_at(corp.id) or not price or corp.cash >= price:
        return
    without = gettext("{corp} ends its turn without a train.", corp=corp.id)
    yield f"{without} {_next_train(led_to, corp.id)}"


def _other_president(action: Action, led_to: Effects) -> Iterator[str]:
    for id, (old, new) in led_to.presidents.items():
        if old != action.player or not new:
            continue
        trains, cash = led_to.after.trains_at(id), led_to.after.corporations[id].cash
        if trains:
            yield ngettext(
                "{player} becomes president of {corp}, with its ${cash} and {count} train.",
                "{player} becomes president of {corp}, with its ${cash} and {count} trains.",
                len(trains),
                player=new,
                corp=id,
                cash=cash,
            )
        else:
            yield gettext(
                "{player} becomes president of {corp}, with its ${cash} and no trains.",
                player=new,
                corp=id,
                cash=cash,
            )


def _slow_return(action: Action, led_to: Effects) -> Iterator[str]:
    if not isinstance(action, BuyShare):
        return
    corp = led_to.before.corporations[action.corp]
    if not corp.operated:
        return
    price = chart.price(Context(led_to.title, led_to.before), corp)
    paid = corp.revenue * corp.percent // 100
    if price <= PAYMENTS * paid:
        return
    if not paid:
        yield gettext(
            "{corp} earned nothing in its last turn. A share costs ${price}.", corp=corp.id, price=price
        )
        return
    turns = -(-price // paid)
    yield ngettext(
        "The last run of {corp} is worth ${paid} a share, and a share costs ${price}. At that rate it takes "
        "{count} dividends to pay back the price.",
        "The last run of {corp} is worth ${paid} a share, and a share costs ${price}. At that rate it takes "
        "{count} dividends to pay back the price.",
        turns,
        corp=corp.id,
        paid=paid,
        price=price,
    )


def _no_float(action: Action, led_to: Effects) -> Iterator[str]:
    if not isinstance(action, StartCorporation):
        return
    corp = led_to.after.corporations[action.corp]
    missing = floating.needed(Context(led_to.title, led_to.after), corp) - corp.sold
    cash = sum(player.cash for player in led_to.after.players.values())
    if missing * action.par > cash:
        yield ngettext(
            "{corp} operates only once {count} more share is sold. It costs ${price}, and all players "
            "together have ${cash}.",
            "{corp} operates only once {count} more shares are sold. They cost ${price}, and all players "
            "together have ${cash}.",
            missing,
            corp=action.corp,
            price=missing * action.par,
            cash=cash,
        )


def _next_train(led_to: Effects, id: str) -> str:
    price = _cheapest(led_to)
    cash = led_to.after.corporations[id].cash
    if not price:
        return ""
    return gettext(
        "The cheapest train of the bank costs ${price}, and {corp} has ${cash}.",
        price=price,
        corp=id,
        cash=cash,
    )


def _cheapest(led_to: Effects) -> int:
    """Return the price in dollars of the cheapest train in the bank, or 0 without one."""
    ctx = Context(led_to.title, led_to.after)
    return min((depot.train_type(ctx, train).price for train in depot.on_sale(ctx)), default=0)


_CHECKS: dict[WarningKind, Callable[[Action, Effects], Iterator[str]]] = {
    WarningKind.LAST_TRAIN: _last_train,
    WarningKind.NO_TRAIN: _no_train,
    WarningKind.OTHER_PRESIDENT: _other_president,
    WarningKind.SLOW_RETURN: _slow_return,
    WarningKind.NO_FLOAT: _no_float,
}
