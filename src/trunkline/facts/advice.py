"""The advice of a program, with its reasons."""

from __future__ import annotations

from msgspec import Struct

from trunkline.actions import AnyAction
from trunkline.tables.records import SeatKind


class TermFacts(Struct, frozen=True):
    """One reason for or against an action, and the dollars that it adds to the estimate or takes off it."""

    what: str
    text: str
    """The same for people to read."""
    dollars: int


class EstimateFacts(Struct, frozen=True):
    """An action as a program weighs it, against doing nothing or against the second best."""

    action: AnyAction
    text: str
    total: int
    low: int | None
    """The lower limit of the 95% interval of the total, in dollars; null for the action that the others are
    compared with."""
    high: int | None
    """The upper limit of that interval."""
    never: bool
    """Whether it is ruled out, whatever the dollars."""
    terms: tuple[TermFacts, ...]
    """What weighs most first, and at last all others as one; they add up to the total."""


class AdviceFacts(Struct, frozen=True):
    """What a program would do for a player, what else it has thought of, and why."""

    player: str
    program: SeatKind
    label: str
    """What such a program is called."""
    text: str
    """What it would do, or has done."""
    because: str
    """Why, in a sentence or two."""
    decisive: TermFacts | None
    """The reason that decides, and by how many dollars it speaks for the choice against what would be as good
    if it counted for nothing; null where none does."""
    estimates: tuple[EstimateFacts, ...]
    """The best first."""
    beside_second: bool
    """Whether they say by how much each is better or worse than the second, and not than doing nothing."""
    sure: bool | None
    """True if the best is ahead of the second by more than the error of the estimates; null if there is
    nothing to compare it with."""
