"""Events about privates, in the opening and after it. See ``events`` for their form."""

from __future__ import annotations

from trunkline.engine.kernel.events import Event


class BidMade(Event, tag="bid_made"):
    """A player's bid on a private."""

    player: str
    private: str
    amount: int


class AuctionBegan(Event, tag="auction_began"):
    """The start of an auction of a private among the players who bid for it."""

    private: str
    players: tuple[str, ...]


class AuctionLeft(Event, tag="auction_left"):
    """A player's withdrawal from the auction of a private."""

    player: str
    private: str


class Compelled(Event, tag="compelled"):
    """A player's obligation to buy the private on offer, after all players passed."""

    player: str
    private: str


class PrivateBought(Event, tag="private_bought"):
    """The purchase of a private by a player or a corporation; ``seller`` is empty if the bank sold it."""

    buyer: str
    private: str
    amount: int
    seller: str = ""


class PrivateCheaper(Event, tag="private_cheaper"):
    """The price of the private on offer fell."""

    private: str
    amount: int


class PrivateGiven(Event, tag="private_given"):
    """A player received the private on offer free of charge."""

    player: str
    private: str


class PrivatePaid(Event, tag="private_paid"):
    """The revenue that a private paid to its owner, a player or a corporation."""

    private: str
    owner: str
    amount: int


class PrivateClosed(Event, tag="private_closed"):
    """The closing of one private."""

    private: str


class PrivatesClosed(Event, tag="privates_closed"):
    """The closing of all privates."""


class RightBought(Event, tag="right_bought"):
    """A corporation's purchase of a right from the bank or from a private's owner."""

    corp: str
    right: str
    source: str
    amount: int


class PrivateTokenPlaced(Event, tag="private_token_placed"):
    """The placement of a private's token, such as the port, on the map."""

    corp: str
    token: str
    hex: str


class PrivateTokenRemoved(Event, tag="private_token_removed"):
    """The removal of a private's token from the map."""

    token: str


class PowerAssigned(Event, tag="power_assigned"):
    """The assignment of a private's token to a corporation, or to one of its trains."""

    corp: str
    private: str
    train: str = ""


class PrivateExchanged(Event, tag="private_exchanged"):
    """A player's exchange of a private for a share of a corporation; ``source`` is the IPO or the pool."""

    player: str
    private: str
    corp: str
    percent: int
    source: str


class FerryActivated(Event, tag="ferry_activated"):
    """A ferry route that a corporation opened, named as on the map."""

    corp: str
    ferry: str


class LeaveAsked(Event, tag="leave_asked"):
    """A corporation's request for the consent of ``player``, who owns a private."""

    player: str
    corp: str
    private: str
