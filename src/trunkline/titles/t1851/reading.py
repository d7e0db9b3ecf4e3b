"""How the open points of the rules are read: named choices, each with its row of ``rulings.md``."""

from __future__ import annotations

import msgspec

from trunkline.kernel.readings import Mend


class Reading(msgspec.Struct, frozen=True):
    """One reading of the rules of 1851. The defaults are the printed rules as the rulings settle them."""

    left_of_president: bool = True
    """The first priority lies left of the L&N president; else with the first seat."""
    rises_together: bool = True
    """Sold-out tokens rise together, in their order; else one by one, in the order of the charters."""
    johnson_rises: bool = True
    """Johnson City is worth 30, 30, 40 by phase; else what is printed in that order: 40, 30, 30."""
    trains_must_run: bool = True
    """A train that has a route is run; else none need be."""
    best_binds: bool = True
    """The best runs bind; else the president may declare any revenue."""
    half_in_tens: bool = True
    """Half a dividend is rounded up to a multiple of $10; else half the dollars stay, rounded down."""
    consent: bool = True
    """The seller's president is asked; else the train can be bought at its price."""
    must_own: bool = True
    """A corporation with a route must own a train; else it is up to its president."""
    help_cheapest: bool = True
    """A president pays only towards the cheapest train of bank and pool; else towards any train."""
    discards_by_price: bool = True
    """Excess trains are discarded in operating order; else by seats from the player who acts."""
    broken_below_zero: bool = True
    """The bank is broken when it cannot pay; else as soon as it is empty."""
    shared_win: bool = True
    """Equal wealth shares a place; else the alphabet decides."""
    new_track_in_part: bool = True
    """A lay extends a route that runs onto its new track but has used its far end before; else not."""


PRINTED = Reading()
RAILS = Reading(**dict.fromkeys(Reading.__struct_fields__, False))

RAILS_1 = msgspec.structs.replace(RAILS, half_in_tens=True)
"""Rails before its version 2."""

RULINGS = 3
RULINGS_KEPT = 2
MENDS = (Mend(3, "printed", "new_track_in_part", before=False),)

READINGS = {"printed": PRINTED, "rails": RAILS, "rails-1.x": RAILS_1}

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
