"""Texts for events that only 18GL has, in the form of ``trunkline.game.wording.events``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from trunkline.engine.kernel.events import Event
from trunkline.titles.t18gl import conrail_events
from trunkline.util.messages import Plural, gettext_noop


def _conrail_bonds(event: conrail_events.ConrailBonds) -> Plural:
    return {
        "pool": Plural("The pool receives {count} bond of {CR}", "The pool receives {count} bonds of {CR}"),
        "treasury": Plural(
            "The treasury of {CR} receives {count} bond of {CR}",
            "The treasury of {CR} receives {count} bonds of {CR}",
        ),
    }.get(
        event.place,
        Plural("{player} receives {count} bond of {CR}", "{player} receives {count} bonds of {CR}"),
    )


def _conrail_shares(event: conrail_events.ConrailShares) -> Plural:
    return {
        "pool": Plural("The pool receives {count} share of {CR}", "The pool receives {count} shares of {CR}"),
        "treasury": Plural(
            "The treasury of {CR} receives {count} share of {CR}",
            "The treasury of {CR} receives {count} shares of {CR}",
        ),
    }.get(
        event.place,
        Plural("{player} receives {count} share of {CR}", "{player} receives {count} shares of {CR}"),
    )


def _conrail_president(event: conrail_events.ConrailPresident) -> str:
    if not event.place:
        return gettext_noop("{player} is president of {CR}")
    return gettext_noop("{player} acts as president of {CR}; the president's certificate is {place:in}")


def _loans_inherited(event: conrail_events.LoansInherited) -> Plural:
    match event.bonds:
        case 0:
            return Plural(
                "{count} loan of the merged corporations returns to the bank",
                "{count} loans of the merged corporations return to the bank",
            )
        case 1:
            return Plural(
                "{count} loan of the merged corporations returns to the bank, "
                "{bonds} bond of {CR} to the pool",
                "{count} loans of the merged corporations return to the bank, "
                "{bonds} bond of {CR} to the pool",
            )
    return Plural(
        "{count} loan of the merged corporations returns to the bank, {bonds} bonds of {CR} to the pool",
        "{count} loans of the merged corporations return to the bank, {bonds} bonds of {CR} to the pool",
    )


def _odd_share(event: conrail_events.OddShare) -> str:
    if event.player:
        return gettext_noop("{player}'s odd share goes to the pool")
    return gettext_noop("The treasuries' odd share goes to the pool")


SENTENCES: dict[type[Event], str | Plural | Callable[[Any], str | Plural]] = {
    conrail_events.ConrailBonds: _conrail_bonds,
    conrail_events.ConrailCapital: Plural(
        "{CR} receives ${amount} for {count} share that nobody received",
        "{CR} receives ${amount} for {count} shares that nobody received",
    ),
    conrail_events.ConrailForms: Plural(
        "CONRAIL forms out of {count} corporation, each share {percent}% of it",
        "CONRAIL forms out of {count} corporations, each share {percent}% of it",
    ),
    conrail_events.ConrailNeverForms: Plural(
        "{count} corporation without a train: CONRAIL never forms",
        "{count} corporations without a train: CONRAIL never forms",
    ),
    conrail_events.ConrailPresident: _conrail_president,
    conrail_events.ConrailPriceSet: gettext_noop("{CR} starts at ${amount}"),
    conrail_events.ConrailShares: _conrail_shares,
    conrail_events.ConrailWaits: Plural(
        "{count} corporation without a train: CONRAIL does not form yet",
        "{count} corporations without a train: CONRAIL does not form yet",
    ),
    conrail_events.LoansInherited: _loans_inherited,
    conrail_events.Merged: gettext_noop("{corp} has no train and is merged into {CR}"),
    conrail_events.OddShare: _odd_share,
    conrail_events.SharesDropped: Plural(
        "{count} share of the merged corporations is lost without payment",
        "{count} shares of the merged corporations are lost without payment",
    ),
    conrail_events.TokensReplaced: gettext_noop("{CR} replaces the token of {corp} on {hex}"),
}


TURNING_POINTS: tuple[type[Event], ...] = (conrail_events.ConrailForms, conrail_events.ConrailNeverForms)
"""Events that open a summary of the game."""
HEADLINES: tuple[type[Event], ...] = (conrail_events.ConrailWaits, conrail_events.Merged)
"""Events listed before figures, in addition to the turning points."""


POWERS = (
    gettext_noop("blocks its hexes"),
    gettext_noop("blocks its hexes; one extra tile in either or both, connected to each other"),
    gettext_noop("token: river costs halved for one corporation"),
    gettext_noop("token: hill costs halved for one corporation"),
    gettext_noop("token: +10 at one city with the terminal icon for one corporation"),
    gettext_noop("two extra yellow tiles or one extra yellow-to-green upgrade, once"),
    gettext_noop("token: mine worth 100 instead of 50 for one corporation"),
    gettext_noop("token: one train two hexes longer"),
    gettext_noop("token: +20 at one city with the port icon for one corporation"),
    gettext_noop("token: activate one ferry route instead of a tile lay"),
    gettext_noop("comes with the president's certificate of PRR; closes when PRR buys its first train"),
)
"""The powers of privates in ``board.yaml``. This marks them for the catalogues."""
