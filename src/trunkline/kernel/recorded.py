"""What a game recorded elsewhere may hold and a game of ours may not: one table of named leniences.

The readers of foreign files set them, through the variant ``recorded``; the title says which. They are never
offered by ``legal``; steps ask for the one that concerns them, by its name.
"""

from __future__ import annotations

import msgspec


class Recorded(msgspec.Struct, frozen=True):
    """The leniences; all are off in a game by the printed rules."""

    agreed_end: bool = False
    """The players may agree to stop."""
    credited_destinations: bool = False
    """A destination may be credited whatever the track says."""
    unproved_bankruptcy: bool = False
    """A bankruptcy may be declared without proof; what could still be sold is sold then."""
    passes_end_steps: bool = False
    """Steps of an operating turn with nothing left to decide end with a pass of the file all the same."""
    turns_skipped: bool = False
    """A turn with nothing left to do may end without the passes that would be actions in it."""
    homes_asked: bool = False
    """A home that names no stop of its hex is asked for even where only one is free, or there."""
    discards_in_any_order: bool = False
    """Corporations over the train limit may discard in any order."""
    reductions_by_hand: bool = False
    """Whoever is over a limit may sell any number of shares at a time."""
    debts_first: bool = False
    """A president pays what is due at once, owes the bank what is lacking and raises it afterwards."""
    loans_one_by_one: bool = False
    """Loans that must be redeemed may be redeemed singly, and a loan taken before the first of them."""
    routes_unchecked: bool = False
    """Track is laid and tokens are placed also where no route of the corporation leads."""


NOTHING = Recorded()
PUBLIC = msgspec.structs.replace(
    Recorded(**dict.fromkeys(Recorded.__struct_fields__, True)), routes_unchecked=False
)
"""What games of 18xx.games may hold."""
RAILS = Recorded(routes_unchecked=True)
"""What games of Rails may hold, which leaves routes to the people at the table."""
