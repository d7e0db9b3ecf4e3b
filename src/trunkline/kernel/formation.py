"""What a title tells of a corporation that forms out of others, so that what comes of it can be shown.

Nothing here decides: a formation is carried out by the title's steps, and its end is found by playing on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol

from trunkline.kernel.action import Action
from trunkline.kernel.choice import Choice
from trunkline.kernel.decisions import Decision
from trunkline.kernel.events import Event
from trunkline.kernel.state import State
from trunkline.kernel.table import Table

Stage = Literal["ahead", "forming", "formed", "never"]
"""Where the formation is; ``forming`` until nothing of it is left to be decided."""
Fate = Literal["cleared", "paid", "joined", "decide", "certain", "open"]
"""What becomes of a corporation that may have to go in: its own treasury clears it, its president has paid,
it has gone in; its president decides now, it is certain to go in, or it is still open."""


class Passage(NamedTuple):
    """One action of a formation: the position it was made in, and what happened.

    Of a formation that is but imagined there is one, without an action: how it began.
    """

    before: State
    action: Action | None
    events: Sequence[Event]


class Candidate(NamedTuple):
    """A corporation that goes in, may go in or is free of it. None: its title asks for no such thing."""

    corp: str
    president: str
    price: int
    """Dollars a share."""
    loans: int
    """Loans as the formation began."""
    repaid: int | None
    """Loans that its treasury repaid."""
    treasury: int
    """Dollars as the formation began."""
    lacking: int | None
    """Dollars that its president must add."""
    has: int | None
    """Dollars that its president has, or had as it was settled."""
    fate: Fate
    word: str
    """The same in a few words."""

    @property
    def short(self) -> int | None:
        """Dollars that the president lacks."""
        return None if self.lacking is None or self.has is None else max(0, self.lacking - self.has)


class Part(NamedTuple):
    """A step of a formation."""

    name: str
    state: Literal["done", "now", "ahead"]
    summary: str = ""


class Expected(NamedTuple):
    """What is taken to be chosen later on, and the sentence that says so."""

    choice: Choice
    words: str


Expectation = Callable[[Table, Sequence[Choice]], Expected]
"""Picks one of several legal choices of a formation."""


class Way(NamedTuple):
    """A way in which a formation that has not begun may go."""

    name: str
    expect: Expectation


class Formation(Protocol):
    """The room of a title that knows its formation."""

    @property
    def corp(self) -> str:
        """The corporation that forms."""

    @property
    def decisions(self) -> tuple[type[Decision], ...]:
        """The decisions that belong to it."""

    @property
    def ways(self) -> tuple[Way, ...]:
        """The ways in which it may go; the first one is what is expected of those who decide later."""

    def stage(self, t: Table) -> Stage:
        """Where it is."""

    def announced(self, t: Table) -> str:
        """Return the sentence about a formation that this turn has set off and that begins when it ends."""

    def joined(self, t: Table) -> tuple[str, ...]:
        """The corporations that have gone in, in order."""

    def order(self, t: Table) -> list[str]:
        """The players in the order in which their shares are exchanged."""

    def imagine(self, t: Table) -> str:
        """Let it begin now, on a table that is nobody's game; what was taken for granted, in a sentence."""

    def candidates(self, passages: Sequence[Passage], t: Table) -> list[Candidate]:
        """The corporations concerned, in order; ``passages`` led from before it to now."""

    def parts(self, t: Table) -> list[Part]:
        """Its steps, in order."""

    def price_made(self, t: Table, joined: Sequence[str]) -> str:
        """How the price comes out of those of the corporations that go in, as they stand on this table."""

    def president_made(self, t: Table) -> tuple[str, str]:
        """Why its president is president on this table, in a few words, and the rule that says so."""
