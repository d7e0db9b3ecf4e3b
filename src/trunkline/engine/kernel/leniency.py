"""Exceptions to the rules that only recorded games from other programs may use.

The readers of foreign files enable them through the variant ``recorded``; the title says which apply.
``legal`` never lists them. The kernel does not handle what only one program's records need: the title builds
it from its own arguments and steps.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

VARIANT = "recorded"
"""The variant that the readers of foreign files use."""


class RecordedStep(StrEnum):
    """A step of an operating turn that a record skips if nothing can be done in it."""

    TRACK = "track"
    TOKEN = "token"
    BORROW = "borrow"
    ROUTES = "routes"
    TRAINS = "trains"
    LOANS = "loans"
    PRIVATES = "privates"


class Leniency(msgspec.Struct, frozen=True):
    """The exceptions that apply to a game. All are off in a game by the printed rules."""

    agreed_end: bool = False
    """The players may agree to stop."""
    credited_destinations: bool = False
    """A destination may be credited without track to it."""
    routes_unchecked: bool = False
    """Tiles and tokens may be placed without a route of the corporation."""


NOTHING = Leniency()
PUBLIC = Leniency(agreed_end=True, credited_destinations=True)
"""The exceptions for games of 18xx.games."""
RAILS = Leniency(routes_unchecked=True)
"""The exceptions for games of Rails, which does not check routes."""
