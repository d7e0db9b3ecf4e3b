"""Decisions that a player must answer: an offer, a train discard or an announcement of runs.

Money is in whole dollars. Trains are named by their types.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from trunkline.web.schemas.answers import Amount
from trunkline.web.schemas.effects import Outcome
from trunkline.web.schemas.map import RouteFacts


class Owned(Struct, frozen=True):
    """The trains of a corporation."""

    corp: str
    trains: tuple[str, ...]


class WayFacts(Struct, frozen=True):
    """The result of one answer, found by playing it on a copy. ``choice`` is the id of the answer.

    If several owners must agree to the answer, this is the result of their agreement.
    """

    choice: int
    name: str
    outcome: Outcome
    cash: tuple[Amount, ...]
    """Changes in the cash of players and corporations, in dollars."""
    worth: tuple[Amount, ...]
    """Changes in the worth of players, in dollars."""
    trains: tuple[Owned, ...]
    """The trains of the corporations concerned, after the answer."""
    gives: tuple[str, ...] = ()
    """The things that the answering player gives away, as text."""


class LaidFacts(Struct, frozen=True):
    """The hex of a proposed lay, and the tile that would be laid."""

    hex: str
    tile: str = ""
    rotation: int = 0


class AskedFacts(Struct, frozen=True):
    """A decision that waits for a player's answer."""

    kind: Literal["offer", "discard", "announcement"]
    player: str
    """The player who must answer."""
    by: str
    """The player who asks. Empty if the rules ask."""
    corp: str
    """The corporation on whose behalf the player asks. Empty if there is no such corporation."""
    text: str
    """The question, as text."""
    about: str
    """Details about the subject of the question, such as the income of a private. Empty if there are none."""
    at: tuple[LaidFacts, ...]
    """The hexes where the action would take place."""
    owned: tuple[Owned, ...]
    """The corporations concerned and the trains that they own now."""
    limit: int | None
    """The number of trains that the corporation may keep. Null if nothing is discarded."""
    excess: int
    """The number of trains that it must discard."""
    ways: tuple[WayFacts, ...]
    """The possible answers and their results. Empty for runs, because their result takes a search
    (``AnnouncementFacts``)."""


class Earned(Struct, frozen=True):
    """The earnings of the best runs after an answer, in dollars.

    ``proof`` tells whether the result is certain.
    """

    choice: int
    total: int
    more: int
    """The increase over the present best runs, in dollars."""
    proof: str


class EarningsFacts(Struct, frozen=True):
    """The earnings of a corporation's best runs, now and after each answer."""

    corp: str
    total: int
    proof: str
    then: tuple[Earned, ...]


class ShownRuns(Struct, frozen=True):
    """Runs that a player made or could announce."""

    player: str
    total: int
    proof: str
    """The certainty of the total. Empty for runs that were made."""
    routes: tuple[RouteFacts, ...]


class GainFacts(Struct, frozen=True):
    """The dividends of one holder if all earnings are paid out, in dollars.

    ``stands`` is for the announced runs, ``better`` for the better runs, and ``more`` is the difference.
    ``percent`` is the share on which the holder is paid.
    """

    holder: str
    player: bool
    percent: int
    stands: int
    better: int
    more: int


class AnnouncementFacts(Struct, frozen=True):
    """Announced runs that wait for the other players' replies."""

    corp: str
    president: str
    asked: tuple[str, ...]
    """The players who still have to reply, next one first."""
    stands: ShownRuns
    better: ShownRuns
    """The best runs that could be announced."""
    more: int
    """The difference in earnings between the better and the announced runs, in dollars."""
    gains: tuple[GainFacts, ...]
    """The dividends of each holder if all earnings are paid out. Empty if paying out is not possible."""
    price_stands: int | None
    """The share price after paying out the announced runs. ``price_better`` is the same for the better
    runs."""
    price_better: int | None
