"""Readings of the open points of the rules: named choices, each with its row of ``rulings.md``."""

from __future__ import annotations

import msgspec

from trunkline.engine.kernel.readings import RulingFix
from trunkline.util.messages import gettext_noop


class Reading(msgspec.Struct, frozen=True):
    """A reading of the rules of 1851. The defaults are the printed rules as the rulings settle them."""

    left_of_president: bool = True
    """The first priority deal is left of the L&N president; else it is with the first seat."""
    rises_together: bool = True
    """Sold-out tokens rise together, in their order; else one by one, in the order of the charters."""
    johnson_rises: bool = True
    """Johnson City is worth 30, 30, 40 by phase; else the printed order applies: 40, 30, 30."""
    trains_must_run: bool = True
    """A train that has a route must run; else it need not."""
    best_binds: bool = True
    """The best runs bind; else the president may declare any revenue."""
    half_in_tens: bool = True
    """Half a dividend is rounded up to a multiple of $10; else half the dollars are kept, rounded down."""
    consent: bool = True
    """The seller's president must agree; else the buyer can take the train at its price."""
    must_own: bool = True
    """A corporation with a route must own a train; else its president decides."""
    help_cheapest: bool = True
    """A president may pay only towards the cheapest train of the bank and the pool; else towards any
    train."""
    discards_by_price: bool = True
    """Excess trains are discarded in operating order; else in seat order from the acting player."""
    broken_below_zero: bool = True
    """The bank is broken when it cannot pay; else as soon as it is empty."""
    shared_win: bool = True
    """Players of equal wealth share a place; else the alphabet decides."""
    new_track_in_part: bool = True
    """A lay may extend a route that runs onto its new track but has already used its far end; else not."""


PRINTED = Reading()
RAILS = Reading(**dict.fromkeys(Reading.__struct_fields__, False))

RAILS_1 = msgspec.structs.replace(RAILS, half_in_tens=True)
"""The reading of Rails before its version 2."""

RULINGS = 3
RULINGS_KEPT = 2
RULING_FIXES = (RulingFix(3, "printed", "new_track_in_part", before=False),)

READINGS = {"printed": PRINTED, "rails": RAILS, "rails-1.x": RAILS_1}
NOTES = {
    "printed": gettext_noop("the printed rules, with rulings where they leave something open"),
    "rails": gettext_noop("as the program Rails plays since its version 2"),
    "rails-1.x": gettext_noop("as older Rails plays: it rounds half a dividend up to a multiple of $10"),
}
"""A few words on each reading, for the page and the list of titles."""

ROWS = {
    "left_of_president": "First Priority Deal",
    "rises_together": "Sold-out rise",
    "johnson_rises": "Johnson City value",
    "trains_must_run": "Running no train",
    "best_binds": "Announced earnings",
    "half_in_tens": "Half dividend",
    "consent": "Train from another President",
    "must_own": "Must buy a train",
    "help_cheapest": "Forced purchase",
    "discards_by_price": "Discarding excess trains",
    "broken_below_zero": "Bank runs out",
    "shared_win": "Winner on equal wealth",
    "new_track_in_part": "Plain upgrade at the end of a loop",
}
"""The row of ``rulings.md`` behind each choice."""
