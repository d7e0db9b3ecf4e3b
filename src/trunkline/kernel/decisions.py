"""Decisions that interrupt whatever else goes on: one kind for each thing that can be asked.

Here are those that titles share. A title with decisions of its own names all the kinds that its state can
hold (``State.pending``), and for each kind the step that takes it (``Title.decisions``).
"""

from __future__ import annotations

from trunkline.kernel.action import (
    ActivateFerry,
    AnnounceRuns,
    AssignPower,
    BuyPrivate,
    BuyTrain,
    LayTile,
    PlacePrivateToken,
    RunTrains,
)
from trunkline.kernel.record import Record

Use = LayTile | PlacePrivateToken | AssignPower | ActivateFerry
"""What can be done by the leave of a private's owner."""
Proposal = BuyPrivate | BuyTrain | Use
"""What needs another player's consent."""


class Decision(Record, tag_field="kind"):
    """What all kinds have: perhaps one player who decides, and one corporation that it is about."""

    @property
    def player(self) -> str:
        """Who decides; empty where several are asked in turn."""
        return ""

    @property
    def corp(self) -> str:
        """The corporation that it is about; empty where it is about none, or several."""
        return ""


class Offer(Decision, tag="offer"):
    """An offer waits for its answer."""

    player: str
    """Who is asked."""
    offer: Proposal


class Discard(Decision, tag="discard"):
    """A corporation owns more trains than it may."""

    player: str
    """Its president."""
    corp: str


class Announcement(Decision, tag="announce"):
    """Runs wait for what others say to them."""

    player: str
    """The president, who made them."""
    corp: str
    players: tuple[str, ...]
    """Those still to be asked, the next one first."""
    amount: int
    """Dollars that the runs which stand earn."""
    stands: RunTrains | AnnounceRuns
    """The runs that stand so far."""


class HomeChoice(Decision, tag="home token"):
    """The home token may stand on more than one dot."""

    player: str
    """The president."""
    corp: str
    hex: str
    """Its home, or the first of several hexes that it may be on."""


class PriceChoice(Decision, tag="opening price"):
    """A president's certificate has come with a private, and the corporation has no price yet."""

    player: str
    """The president."""
    corp: str


class Relay(Decision, tag="relay tokens"):
    """A tile has come under tokens that stood on bare dots."""

    player: str
    """The president who laid the tile."""
    hex: str
    corps: tuple[str, ...]
    """Whose tokens are placed afresh, in order."""


class FerryEnd(Decision, tag="ferry end"):
    """A ferry route has been opened that has no tile yet at one of its ends, or at several."""

    player: str
    """The president who opened it."""
    corp: str
    hexes: tuple[str, ...]
    """The ends without a tile, the next one first."""


SharedDecision = Offer | Discard | Announcement | HomeChoice | PriceChoice | Relay | FerryEnd
