"""What happens to privates, in the opening and after it; ``events`` says how events are written."""

from __future__ import annotations

from trunkline.kernel.events import Event


class BidMade(Event, tag="bid_made"):
    """A player bid on a private."""

    player: str
    private: str
    amount: int


class AuctionBegan(Event, tag="auction_began"):
    """The players who bid for a private settle it in an auction."""

    private: str
    players: tuple[str, ...]


class AuctionLeft(Event, tag="auction_left"):
    """A player left the auction of a private."""

    player: str
    private: str


class Compelled(Event, tag="compelled"):
    """All have passed, and a player must buy the private on offer."""

    player: str
    private: str


class PrivateBought(Event, tag="private_bought"):
    """A private was bought by a player or a corporation; ``seller`` is empty where it was the bank."""

    buyer: str
    private: str
    amount: int
    seller: str = ""


class PrivatePaid(Event, tag="private_paid"):
    """A private paid its revenue to its owner, a player or a corporation."""

    private: str
    owner: str
    amount: int


class PrivateClosed(Event, tag="private_closed"):
    """One private closed."""

    private: str


class PrivatesClosed(Event, tag="privates_closed"):
    """All private companies closed."""


class RightBought(Event, tag="right_bought"):
    """A corporation bought a right from the bank or from a private's owner."""

    corp: str
    right: str
    source: str
    amount: int


class PrivateTokenPlaced(Event, tag="private_token_placed"):
    """The token of a private's power, such as the port, came to the map."""

    corp: str
    token: str
    hex: str


class PrivateTokenRemoved(Event, tag="private_token_removed"):
    """The token of a private's power left the map."""

    token: str


class PowerAssigned(Event, tag="power_assigned"):
    """The token of a private's power went to a corporation, or to one of its trains."""

    corp: str
    private: str
    train: str = ""


class FerryActivated(Event, tag="ferry_activated"):
    """A corporation opened a ferry route, named as on the map."""

    corp: str
    ferry: str


class LeaveAsked(Event, tag="leave_asked"):
    """A corporation wants to do something for which ``player``, who owns a private, must give leave."""

    player: str
    corp: str
    private: str
