"""What a game recorded elsewhere may hold and a game of ours may not, wherever it was recorded.

The readers of foreign files set these leniences, through the variant ``recorded``; the title says which. They
are never offered by ``legal``. What only one program's records need is no business of the kernel: their title
puts it together out of arguments and steps of its own.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

VARIANT = "recorded"
"""The variant by which the readers of foreign files play."""


class RecordedStep(StrEnum):
    """A step of an operating turn that a record passes over where nothing can be done in it."""

    TRACK = "track"
    TOKEN = "token"
    BORROW = "borrow"
    ROUTES = "routes"
    TRAINS = "trains"
    LOANS = "loans"
    PRIVATES = "privates"


class Recorded(msgspec.Struct, frozen=True):
    """The leniences; all are off in a game by the printed rules."""

    agreed_end: bool = False
    """The players may agree to stop."""
    credited_destinations: bool = False
    """A destination may be credited whatever the track says."""
    routes_unchecked: bool = False
    """Track is laid and tokens are placed also where no route of the corporation leads."""


NOTHING = Recorded()
PUBLIC = Recorded(agreed_end=True, credited_destinations=True)
"""What games of 18xx.games may hold."""
RAILS = Recorded(routes_unchecked=True)
"""What games of Rails may hold, which leaves routes to the people at the table."""
