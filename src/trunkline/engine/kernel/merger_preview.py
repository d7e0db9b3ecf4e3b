"""Data about a corporation that forms out of others, so that views can show the result.

Nothing here decides anything. The title's steps carry out a formation, and the engine plays on to find its
end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol

from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Decision
from trunkline.engine.kernel.events import Event
from trunkline.engine.kernel.state import State

Stage = Literal["ahead", "forming", "formed", "never"]
"""The stage of a formation. ``forming`` lasts until none of its decisions is left."""
Fate = Literal["cleared", "paid", "joined", "decide", "certain", "open"]
"""The outcome for a corporation that may join. ``cleared``: its own treasury repays its loans. ``paid``: its
president paid. ``joined``: it has joined. ``decide``: its president decides now. ``certain``: it will join.
``open``: the outcome is still open."""


class MergerStep(NamedTuple):
    """One action of a formation, with the position before it and its events.

    A hypothetical formation has one step without an action: its start.
    """

    before: State
    action: Action | None
    events: Sequence[Event]


class MergerCandidate(NamedTuple):
    """A corporation that joins, may join or is free of the formation. None: the title has no such number."""

    corp: str
    president: str
    price: int
    """Dollars per share."""
    loans: int
    """Loans when the formation began."""
    repaid: int | None
    """Loans that its treasury repaid."""
    treasury: int
    """Dollars when the formation began."""
    lacking: int | None
    """Dollars that its president must add."""
    has: int | None
    """Dollars that its president has, or had when the outcome was settled."""
    fate: Fate
    word: str
    """The outcome in a few words."""

    @property
    def short(self) -> int | None:
        """Dollars that the president is short."""
        return None if self.lacking is None or self.has is None else max(0, self.lacking - self.has)


class Part(NamedTuple):
    """One step of a formation."""

    name: str
    state: Literal["done", "now", "ahead"]
    summary: str = ""


class Assumption(NamedTuple):
    """A choice that is expected later, and the sentence that says so."""

    choice: Choice
    words: str


Expectation = Callable[[Context, Sequence[Choice]], Assumption]
"""A function that picks one of several legal choices of a formation."""


class MergerScenario(NamedTuple):
    """One way in which a formation that has not begun may proceed."""

    name: str
    expect: Expectation


class MergerPreview(Protocol):
    """The part of a title that knows its formation."""

    @property
    def corp(self) -> str:
        """The corporation that forms."""

    @property
    def decisions(self) -> tuple[type[Decision], ...]:
        """The decisions that belong to the formation."""

    @property
    def ways(self) -> tuple[MergerScenario, ...]:
        """The ways in which it may proceed. The first one is what later deciders are expected to choose."""

    def stage(self, ctx: Context) -> Stage:
        """Return the stage of the formation."""

    def announced(self, ctx: Context) -> str:
        """Return the sentence about a formation that this turn has triggered and that starts when the turn
        ends."""

    def joined(self, ctx: Context) -> tuple[str, ...]:
        """Return the corporations that have joined, in order."""

    def order(self, ctx: Context) -> list[str]:
        """Return the players in the order in which their shares are exchanged."""

    def imagine(self, ctx: Context) -> str:
        """Start the formation now, in a hypothetical context. Return a sentence with the assumptions."""

    def candidates(self, steps: Sequence[MergerStep], ctx: Context) -> list[MergerCandidate]:
        """Return the corporations concerned, in order; ``steps`` lead from before the formation to now."""

    def parts(self, ctx: Context) -> list[Part]:
        """Return the steps of the formation, in order."""

    def price_made(self, ctx: Context, joined: Sequence[str]) -> str:
        """Return a text that derives the price from the current prices of the corporations that join."""

    def president_made(self, ctx: Context) -> tuple[str, str]:
        """Return a few words with the reason for the current presidency, and the rule for it."""
