"""The operating turn of a corporation that is not in turn."""

from __future__ import annotations

from msgspec import Struct

from trunkline.web.schemas.effects import RefusalFacts
from trunkline.web.schemas.moment import ForbiddenFacts


class StepAheadFacts(Struct, frozen=True):
    """A part of the turn: its legal choices and its refusals, as of now.

    ``choices`` has the texts of some of the legal choices, and ``count`` is their number. Lays are only
    counted. Refused lays and tokens are left out if any is legal.
    """

    label: str
    text: str
    """Two or three words for what there is to do. Empty if there is nothing to say."""
    count: int
    choices: tuple[str, ...]
    refused: tuple[ForbiddenFacts, ...]


class TurnAheadFacts(Struct, frozen=True):
    """The obstacle to a turn of a corporation at this moment, and its choices if the turn began now.

    The turn begins with the money, the trains and the track of this moment. Each step is judged as if those
    before it were passed. The dividend is left out. There are no steps for a corporation that does not
    operate yet, or whose turn it is.
    """

    corp: str
    obstacle: RefusalFacts | None
    """The refusal of its turn. Null if it is its turn."""
    steps: tuple[StepAheadFacts, ...]
