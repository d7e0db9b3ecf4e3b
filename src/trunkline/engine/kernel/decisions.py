"""Decisions that interrupt the round, one kind for each question to a player.

This module has the kinds that titles share. A title with its own decisions lists all the kinds that its state
can hold (``State.pending``). It also names the step that handles each kind (``Title.decisions``).
"""

from __future__ import annotations

from trunkline.engine.kernel.action import (
    ActivateFerry,
    AnnounceRuns,
    AssignPower,
    BuyPrivate,
    BuyTrain,
    LayTile,
    PlacePrivateToken,
    RunTrains,
)
from trunkline.engine.kernel.structs import StateStruct

Use = LayTile | PlacePrivateToken | AssignPower | ActivateFerry
"""Actions that need the consent of a private's owner."""
Proposal = BuyPrivate | BuyTrain | Use
"""Actions that need another player's consent."""


class Decision(StateStruct, tag_field="kind"):
    """The base of all decisions, with an optional player who decides and an optional corporation."""

    @property
    def player(self) -> str:
        """The player who decides; empty if several players are asked in turn."""
        return ""

    @property
    def corp(self) -> str:
        """The corporation that the decision is about; empty if it is about none, or several."""
        return ""


class Offer(Decision, tag="offer"):
    """An offer that waits for its answer."""

    player: str
    """The player who must answer."""
    offer: Proposal


class Discard(Decision, tag="discard"):
    """The discard of a train by a corporation that owns more trains than it may."""

    player: str
    """The president of the corporation."""
    corp: str


class Announcement(Decision, tag="announce"):
    """Runs that other players may still improve."""

    player: str
    """The president, who chose the runs."""
    corp: str
    players: tuple[str, ...]
    """The players still to be asked, the next one first."""
    amount: int
    """Earnings of the current runs, in dollars."""
    stands: RunTrains | AnnounceRuns
    """The current runs: those of the president, or the last better ones that a player announced."""


class HomeChoice(Decision, tag="home token"):
    """The choice of a slot for a home token that has several."""

    player: str
    """The president."""
    corp: str
    hex: str
    """The home, or the first of several hexes that the token may be on."""


class PriceChoice(Decision, tag="opening price"):
    """The choice of a price for a corporation whose president's certificate came with a private."""

    player: str
    """The president."""
    corp: str


class PlaceTokensAgain(Decision, tag="relay tokens"):
    """A second placement of the station tokens of a hex, after the lay of its first tile."""

    player: str
    """The president who laid the tile."""
    hex: str
    corps: tuple[str, ...]
    """The corporations whose tokens are placed again, in order."""


class FerryEnd(Decision, tag="ferry end"):
    """The choice of tiles for the ends of a new ferry route that have no tile yet."""

    player: str
    """The president who opened the route."""
    corp: str
    hexes: tuple[str, ...]
    """The ends without a tile, the next one first."""


SharedDecision = Offer | Discard | Announcement | HomeChoice | PriceChoice | PlaceTokensAgain | FerryEnd
