"""Texts for events that only 18GL has, in the form of ``trunkline.game.wording.events``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from trunkline.engine.kernel.events import Event
from trunkline.titles.t18gl import conrail_events

RECEIVERS = {"": "{player}", "pool": "The pool", "treasury": "The treasury of {CR}"}
"""Names of receivers, by the place of the event."""


def _conrail_president(event: conrail_events.ConrailPresident) -> str:
    if not event.place:
        return "{player} is president of {CR}"
    return "{player} acts as president of {CR}; the president's certificate is in {place}"


def _loans_inherited(event: conrail_events.LoansInherited) -> str:
    returns = "returns" if event.count == 1 else "return"
    returned = f"{{count:loan}} of the merged corporations {returns} to the bank"
    return returned + (", {bonds:bond} of {CR} to the pool" if event.bonds else "")


SENTENCES: dict[type[Event], str | Callable[[Any], str]] = {
    conrail_events.ConrailBonds: lambda e: f"{RECEIVERS[e.place]} receives {{count:bond}} of {{CR}}",
    conrail_events.ConrailCapital: "{CR} receives ${amount} for {count:share} that nobody received",
    conrail_events.ConrailForms: "CONRAIL forms out of {count:corporation}, each share {percent}% of it",
    conrail_events.ConrailNeverForms: "{count:corporation} without a train: CONRAIL never forms",
    conrail_events.ConrailPresident: _conrail_president,
    conrail_events.ConrailPriceSet: "{CR} starts at ${amount}",
    conrail_events.ConrailShares: lambda e: f"{RECEIVERS[e.place]} receives {{count:share}} of {{CR}}",
    conrail_events.ConrailWaits: "{count:corporation} without a train: CONRAIL does not form yet",
    conrail_events.LoansInherited: _loans_inherited,
    conrail_events.Merged: "{corp} has no train and is merged into {CR}",
    conrail_events.OddShare: lambda e: (
        ("{player}'s" if e.player else "The treasuries'") + " odd share goes to the pool"
    ),
    conrail_events.SharesDropped: lambda e: (
        f"{{count:share}} of the merged corporations {'is' if e.count == 1 else 'are'} lost without payment"
    ),
    conrail_events.TokensReplaced: "{CR} replaces the token of {corp} on {hex}",
}


TURNING_POINTS: tuple[type[Event], ...] = (conrail_events.ConrailForms, conrail_events.ConrailNeverForms)
"""Events that open a summary of the game."""
HEADLINES: tuple[type[Event], ...] = (conrail_events.ConrailWaits, conrail_events.Merged)
"""Events listed before figures, in addition to the turning points."""
