"""Everything that can change during a game: plain, small, cheap to copy.

``State.copy`` is the price of every action and of every branch a search tries, so it copies only what is
changed in place. The mappings ``tiles``, ``tokens``, ``trains``, ``private_tokens``, ``bans``, a
corporation's ``shares`` and a turn's ``sold`` never are: a change puts a new mapping there. ``State.seal``
sees to it once an action is done, so copies share them and are independent all the same.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any, Self

import msgspec

from trunkline.kernel.action import LayTile
from trunkline.kernel.decisions import Proposal, SharedDecision
from trunkline.kernel.record import Record, sealed
from trunkline.track.tables import Placed, Token

BANK = "bank"
POOL = "pool"
OFFERING = "offering"
TREASURY = "treasury"
OUT = "out"

Cell = tuple[int, int]


class Player(Record):
    """One seat. ``cash`` (dollars) includes money set aside for bids."""

    name: str
    cash: int
    out: bool = False
    unasked: bool = False
    """Whether this player never wants to be asked for higher earnings of others' trains."""


class Private(Record):
    """A private company; ``cost`` (dollars) is its price in the opening, owners are empty till its sale."""

    id: str
    cost: int
    player: str = ""
    corp: str = ""
    closed: bool = False


class Corporation(Record):
    """A public company. Shares are counted in shares: ``total`` of them make 100 percent."""

    id: str
    tokens: tuple[int, ...]
    """Prices (dollars) of the station tokens not yet placed, the next one first."""
    offering: int
    total: int = 10
    pool: int = 0
    treasury: int = 0
    shares: dict[str, int] = {}
    president: str = ""
    double: int = 2
    """Shares the president's certificate stands for in the president's hands; 1 while a one-share president
    owes the second, 0 while it lies elsewhere."""
    certificate: str = ""
    """Where the president's certificate lies while nobody holds it: the pool or the treasury, two of whose
    shares it is. Somebody acts as president without it."""
    cash: int = 0
    par: int = 0
    cell: Cell | None = None
    arrived: int = 0
    """When its token came to its box of the chart: lower stands higher in the stack."""
    loans: int = 0
    started: bool = False
    operated: bool = False
    """Whether it has completed a turn."""
    home: bool = False
    """Whether its home token has been placed."""
    stations: tuple[str, ...] = ()
    """Hexes of its station tokens in the order they were placed."""
    closed: bool = False
    revenue: int = 0
    rights: tuple[str, ...] = ()

    def copy(self) -> Corporation:
        """An independent copy."""
        new = self.__copy__()
        new.shares = self.shares or {}
        return new

    @property
    def percent(self) -> int:
        """What one share stands for, in percent."""
        return 100 // self.total

    @property
    def sold(self) -> int:
        """Shares that have left the initial offering."""
        return self.total - self.offering


class Round(Record):
    """The round in play: ``number`` counts sets (a stock round and its operating rounds) from 1."""

    kind: str
    number: int = 1
    index: int = 0
    """Which operating round of the set, from 1; 0 in other rounds."""
    of: int = 0


class Opening(Record):
    """The sale of the privates."""

    turn: str
    bids: dict[str, dict[str, int]] = {}
    """Private to bidder to dollars; the last entry of a private is not always its highest."""
    passes: int = 0
    auction: str = ""
    """The private now in auction, or empty."""
    bidders: list[str] = []
    """Who may still bid in the auction, in seat order."""
    bidder: str = ""

    def copy(self) -> Opening:
        """An independent copy."""
        new = self.__copy__()
        new.bids = {private: bids.copy() for private, bids in self.bids.items()}
        new.bidders = self.bidders.copy()
        return new


class StockTurn(Record):
    """Whose turn it is in a stock round and what was done in it."""

    turn: str
    passes: int = 0
    bought: str = ""
    """The corporation or private bought this turn, or empty."""
    bought_shares: int = 0
    sold: dict[str, int] = {}
    """Corporations sold this turn, each with the price (dollars) before its first sale. Never changed in
    place."""
    sold_before: bool = False
    """Whether a sale came before the purchase."""
    selling: bool = True
    """Whether this round allows sales at all."""
    done: tuple[str, ...] = ()
    """Players who have had a turn this round."""

    def copy(self) -> StockTurn:
        """An independent copy."""
        new = self.__copy__()
        new.sold = self.sold or {}
        return new


class OperatingTurn(Record):
    """What the corporation whose turn it is has done in it."""

    corp: str
    step: int = 0
    """Index of the present step in the title's list."""
    laid: tuple[str, ...] = ()
    """Hexes of its ordinary lays."""
    token: bool = False
    ran: bool = False
    revenue: int = 0
    interest: bool = False
    """Whether interest has been settled."""
    paid: bool = False
    """Whether the dividend has been settled."""
    sold: dict[str, int] = {}
    """Corporations its president sold shares of for the payment at hand, or that it issued itself, each with
    the price (dollars) before the first of those sales. Never changed in place."""
    raised: bool = False
    """True while loans or bonds of this turn are for a train of the bank that it has not bought yet."""
    helped: bool = False
    """Whether its president paid for a train this turn."""
    own_shares: str = ""
    """Whether it has issued or redeemed its own shares this turn, or empty."""
    granted: tuple[LayTile, ...] = ()
    """Lays by privates whose owners let it lay tiles beside the ordinary ones."""
    declined: tuple[Proposal, ...] = ()
    """What others have not consented to: the last offer for each train and private, and uses of privates."""

    def copy(self) -> OperatingTurn:
        """An independent copy."""
        new = self.__copy__()
        new.sold = self.sold or {}
        return new


class Operating(Record):
    """An operating round: who has had a turn, and the turn in progress."""

    done: tuple[str, ...] = ()
    turn: OperatingTurn | None = None
    next: str = ""
    """A corporation that acts next, out of its order."""


class State(Record):
    """The whole table at one moment.

    A title that remembers more has a state of its own: a subclass that adds its records, copies in ``copy``
    what is changed in place and closes in ``seal`` the mappings that copies share. One with decisions of its
    own says in ``pending`` which kinds there can be.
    """

    title: str
    players: dict[str, Player]
    """In seat order."""
    privates: dict[str, Private]
    corporations: dict[str, Corporation]
    bank: int
    """Dollars in the bank, escrow included; may fall below zero once it is broken."""
    trains: dict[str, str]
    """Train id to where it is: bank, pool, out or a corporation."""
    round: Round
    priority: str
    phase: int = 0
    """Index into the board's phases."""
    tiles: dict[str, Placed] = {}
    tokens: dict[str, tuple[Token, ...]] = {}
    private_tokens: dict[str, tuple[str, str]] = {}
    """Token of a private's power to (hex, corporation)."""
    rights_left: dict[str, int] = {}
    """Rights for sale that are left; a right without an entry is not limited."""
    bonds: dict[str, int] = {}
    """Bonds by place: players, the pool, and the treasury of the corporation that owes them. Never changed in
    place."""
    opening: Opening | None = None
    stock: StockTurn | None = None
    operating: Operating | None = None
    pending: list[SharedDecision] = []
    """Decisions that wait, the one to be taken first at the end."""
    bans: dict[str, tuple[tuple[str, int], ...]] = {}
    """Player to (corporation, set) pairs: no buying there until that set is over."""
    powers_used: tuple[str, ...] = ()
    """Powers of privates that have been used, where that has consequences, as the steps call them."""
    arrivals: int = 0
    bank_broken: bool = False
    end_price_reached: bool = False
    """Whether a share price has been reached that ends the game."""
    over: bool = False
    reason: str = ""

    def copy(self) -> Self:
        """An independent copy, as cheap as can be: what it shares cannot be changed."""
        new = self.__copy__()
        new.players = {name: player.__copy__() for name, player in self.players.items()}
        new.privates = {name: private.__copy__() for name, private in self.privates.items()}
        new.corporations = {name: corp.copy() for name, corp in self.corporations.items()}
        new.tiles = self.tiles or {}
        new.tokens = self.tokens or {}
        new.trains = self.trains or {}
        new.private_tokens = self.private_tokens or {}
        new.bans = self.bans or {}
        new.bonds = self.bonds or {}
        new.rights_left = self.rights_left.copy()
        new.round = self.round.__copy__()
        if self.opening is not None:
            new.opening = self.opening.copy()
        if self.stock is not None:
            new.stock = self.stock.copy()
        if self.operating is not None:
            new.operating = self.operating.__copy__()
            if self.operating.turn is not None:
                new.operating.turn = self.operating.turn.copy()
        new.pending = [decision.__copy__() for decision in self.pending]
        return new

    def seal(self) -> Self:
        """This state, with the mappings that its copies share closed to changes."""
        self.tiles = sealed(self.tiles)
        self.tokens = sealed(self.tokens)
        self.trains = sealed(self.trains)
        self.private_tokens = sealed(self.private_tokens)
        self.bans = sealed(self.bans)
        self.bonds = sealed(self.bonds)
        for corp in self.corporations.values():
            corp.shares = sealed(corp.shares)
        if self.stock is not None:
            self.stock.sold = sealed(self.stock.sold)
        if self.operating is not None and self.operating.turn is not None:
            self.operating.turn.sold = sealed(self.operating.turn.sold)
        return self

    def digest(self) -> str:
        """A hash of all that is in the state, the same in every process and on every machine."""
        seats = _encoder.encode(list(self.players))
        return hashlib.blake2b(seats + _sorted_encoder.encode(self), digest_size=16).hexdigest()

    @property
    def seats(self) -> list[str]:
        """The players still in the game, in seat order."""
        return [name for name, player in self.players.items() if not player.out]

    def seats_from(self, player: str) -> list[str]:
        """The seats in order, beginning with this player."""
        seats = self.seats
        start = seats.index(player)
        return seats[start:] + seats[:start]

    def left_of(self, player: str) -> str:
        """The next seat clockwise."""
        return self.seats_from(player)[1 % len(self.seats)]

    def traded(self, player: str) -> None:
        """Whoever buys or sells last leaves the priority to the left."""
        self.priority = self.left_of(player)

    def use_power(self, name: str) -> None:
        """Remember that a power has been used."""
        if name not in self.powers_used:
            self.powers_used = (*self.powers_used, name)

    def trains_at(self, place: str) -> list[str]:
        """Ids of the trains at a place, in the order they came there; in the bank in the order of sale."""
        return [train for train, where in self.trains.items() if where == place]

    def tokens_of(self, corp: str) -> list[tuple[str, Token]]:
        """Where a corporation's station tokens stand, in the order they were placed."""
        found = [(hex, m) for hex, ms in self.tokens.items() for m in ms if m.corp == corp]
        order = {hex: place for place, hex in enumerate(self.corporations[corp].stations)}
        return sorted(found, key=lambda spot: order.get(spot[0], len(order)))

    def total_money(self) -> int:
        """All dollars of the game; the same at every moment."""
        return (
            self.bank
            + sum(player.cash for player in self.players.values())
            + sum(corp.cash for corp in self.corporations.values())
        )


_encoder = msgspec.json.Encoder()
_sorted_encoder = msgspec.json.Encoder(order="deterministic")


def encode(state: State) -> bytes:
    """The state as JSON."""
    return _encoder.encode(state)


def decode(data: bytes, kind: type[State]) -> State:
    """The state of this title's kind (``Title.state``) that ``encode`` made this of. Raises
    ``msgspec.ValidationError`` where it is none."""
    return _decoder(kind).decode(data).seal()


@cache
def _decoder(kind: type[State]) -> msgspec.json.Decoder[State]:
    return msgspec.json.Decoder(kind)


def to_data(state: State) -> dict[str, Any]:
    """The state as plain data."""
    return dict(msgspec.to_builtins(state))
