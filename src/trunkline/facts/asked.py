"""What is put before a player to answer, as it is sent: an offer, trains to discard, runs to be bettered.

Money is in whole dollars, trains are named by their types.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from trunkline.facts.answers import Amount
from trunkline.facts.map import RouteFacts
from trunkline.facts.outcomes import Outcome


class Owned(Struct, frozen=True):
    """The trains that a corporation owns."""

    corp: str
    trains: tuple[str, ...]


class WayFacts(Struct, frozen=True):
    """What one answer leads to, played on a copy; ``choice`` is its id.

    Of an answer that several owners must agree to, what their agreement leads to.
    """

    choice: int
    name: str
    outcome: Outcome
    cash: tuple[Amount, ...]
    """By how much the cash of players and corporations changes."""
    worth: tuple[Amount, ...]
    """By how much the worth of players changes."""
    trains: tuple[Owned, ...]
    """What the corporations concerned own then."""
    gives: tuple[str, ...] = ()
    """Things that the player who is asked gives away, in words."""


class LaidFacts(Struct, frozen=True):
    """Where something would be done on the map, and the tile that would lie there."""

    hex: str
    tile: str = ""
    rotation: int = 0


class AskedFacts(Struct, frozen=True):
    """A question that waits for an answer."""

    kind: Literal["offer", "discard", "announcement"]
    player: str
    """Who answers."""
    by: str
    """The player who asks; empty where the rules do."""
    corp: str
    """The corporation that it is asked for; empty where a player asks for nobody else."""
    text: str
    """What is asked, in words."""
    about: str
    """What is known of the thing itself, such as the income of a private; empty where that is nothing."""
    at: tuple[LaidFacts, ...]
    """Where on the map it would be done."""
    owned: tuple[Owned, ...]
    """The corporations concerned, and the trains that they own now."""
    limit: int | None
    """How many trains the corporation may keep; null where nothing is discarded."""
    excess: int
    """How many it must give up."""
    ways: tuple[WayFacts, ...]
    """The answers side by side; empty for runs, whose figures take a search (``AnnouncementFacts``)."""


class Earned(Struct, frozen=True):
    """What the best runs earn after an answer; ``proof`` says whether it is certain."""

    choice: int
    total: int
    more: int
    """By how much that is more than now."""
    proof: str


class EarningsFacts(Struct, frozen=True):
    """What the best runs of a corporation earn now, and after each answer."""

    corp: str
    total: int
    proof: str
    then: tuple[Earned, ...]


class ShownRuns(Struct, frozen=True):
    """Runs that were made, or that could be announced, and the player who would have shown them."""

    player: str
    total: int
    proof: str
    """Empty of runs that were made."""
    routes: tuple[RouteFacts, ...]


class GainFacts(Struct, frozen=True):
    """What somebody gets where all is paid out: of the runs that stand, of the better ones, and the change.

    ``percent`` is what pays the holder.
    """

    holder: str
    player: bool
    percent: int
    stands: int
    better: int
    more: int


class AnnouncementFacts(Struct, frozen=True):
    """Runs that wait for what others say to them."""

    corp: str
    president: str
    asked: tuple[str, ...]
    """Who is asked still, the next one first."""
    stands: ShownRuns
    better: ShownRuns
    """The best that could be announced."""
    more: int
    """By how much they earn more."""
    gains: tuple[GainFacts, ...]
    """Who gets what where all is paid out; empty where that is not possible."""
    price_stands: int | None
    """The share price after that payment, of the runs that stand."""
    price_better: int | None
