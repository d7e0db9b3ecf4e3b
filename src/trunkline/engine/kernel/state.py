"""The state of a game: everything that can change, in small records that are cheap to copy.

Every action, and every branch of a search, calls ``State.copy``. So it copies only what changes in place. The
mappings ``tiles``, ``tokens``, ``trains``, ``private_tokens``, ``bans``, a corporation's ``shares`` and a
turn's ``sold`` never change in place: a change replaces the mapping. ``State.seal`` makes them read-only
after each action. Copies share them and are still independent.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any, Self

import msgspec

from trunkline.engine.kernel.action import LayTile
from trunkline.engine.kernel.decisions import Proposal, SharedDecision
from trunkline.engine.kernel.structs import StateStruct, sealed
from trunkline.engine.track.map_index import PlacedTile, Token

BANK = "bank"
POOL = "pool"
OFFERING = "offering"
TREASURY = "treasury"
OUT = "out"

Cell = tuple[int, int]


class Player(StateStruct):
    """One seat. ``cash`` (dollars) includes money reserved for bids."""

    name: str
    cash: int
    out: bool = False
    unasked: bool = False
    """True if this player never wants to be asked for higher earnings of other players' trains."""


class Private(StateStruct):
    """A private; ``cost`` (dollars) is its price in the opening. It has no owner until it is sold."""

    id: str
    cost: int
    player: str = ""
    corp: str = ""
    closed: bool = False


class Corporation(StateStruct):
    """A corporation. Shares are counted in shares: ``total`` of them are 100 percent."""

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
    """Shares of the president's certificate that the president holds. 1: the president has one share and owes
    the second. 0: no player holds the certificate."""
    certificate: str = ""
    """The place of the president's certificate, the pool or the treasury; empty if the president holds it.
    Two of the shares at that place are the certificate. A player without it acts as president."""
    cash: int = 0
    par: int = 0
    cell: Cell | None = None
    arrived: int = 0
    """Order in which its token came to its box of the chart. Lower numbers are higher in the stack."""
    loans: int = 0
    started: bool = False
    operated: bool = False
    """True if it has completed a turn."""
    home: bool = False
    """True if its home token is on the map."""
    stations: tuple[str, ...] = ()
    """Hexes of its station tokens in the order they were placed."""
    closed: bool = False
    revenue: int = 0
    rights: tuple[str, ...] = ()

    @property
    def percent(self) -> int:
        """The size of one share, in percent."""
        return 100 // self.total

    @property
    def sold(self) -> int:
        """Shares that have left the IPO."""
        return self.total - self.offering


class Round(StateStruct):
    """The current round; ``number`` counts sets (a stock round and its operating rounds) from 1."""

    kind: str
    number: int = 1
    index: int = 0
    """Number of the operating round in its set, from 1; 0 in other rounds."""
    of: int = 0


class Opening(StateStruct):
    """The state of the opening, the sale of the privates."""

    turn: str
    bids: dict[str, dict[str, int]] = {}
    """Bids in dollars, by private and bidder. The last bid on a private is not always the highest."""
    passes: int = 0
    auction: str = ""
    """The private now in auction, or empty."""
    bidders: list[str] = []
    """Players who may still bid in the auction, in seat order."""
    bidder: str = ""

    def copy(self) -> Opening:
        """Return an independent copy."""
        new = self.__copy__()
        new.bids = {private: bids.copy() for private, bids in self.bids.items()}
        new.bidders = self.bidders.copy()
        return new


class StockTurn(StateStruct):
    """A turn of a stock round: the player and what they did in it."""

    turn: str
    passes: int = 0
    bought: str = ""
    """The corporation or private bought this turn, or empty."""
    bought_shares: int = 0
    sold: dict[str, int] = {}
    """Corporations sold this turn, each with its price in dollars before the first sale. Never changed in
    place."""
    sold_before: bool = False
    """True if a sale came before the purchase."""
    selling: bool = True
    """True if this round allows sales."""
    done: tuple[str, ...] = ()
    """Players who have had a turn this round."""

    def copy(self) -> StockTurn:
        """Return an independent copy."""
        new = self.__copy__()
        new.sold = self.sold or {}
        return new


class OperatingTurn(StateStruct):
    """A corporation's operating turn and what it did in it."""

    corp: str
    step: int = 0
    """Index of the current step in the title's list."""
    laid: tuple[str, ...] = ()
    """Hexes of its ordinary lays."""
    token: bool = False
    ran: bool = False
    revenue: int = 0
    interest: bool = False
    """True if interest has been settled."""
    paid: bool = False
    """True if the dividend has been settled."""
    sold: dict[str, int] = {}
    """Corporations whose shares its president sold for the current payment, or that it issued itself. Each
    has the price in dollars before its first sale. Never changed in place."""
    raised: bool = False
    """True after it raised money by loans or bonds for a bank train, until it buys that train."""
    helped: bool = False
    """True if its president paid for a train this turn."""
    own_shares: str = ""
    """Its trade in its own shares this turn, an issue or a redemption; empty if it made none."""
    granted: tuple[LayTile, ...] = ()
    """Extra lays by powers of privates whose owners allowed them."""
    declined: tuple[Proposal, ...] = ()
    """Proposals that other players declined: the last offer for each train and private, and uses of
    privates."""

    def copy(self) -> OperatingTurn:
        """Return an independent copy."""
        new = self.__copy__()
        new.sold = self.sold or {}
        return new


class Operating(StateStruct):
    """An operating round: the corporations that have had a turn, and the turn in progress."""

    done: tuple[str, ...] = ()
    turn: OperatingTurn | None = None
    next: str = ""
    """A corporation that acts next, out of order."""


class State(StateStruct):
    """The whole game at one moment.

    A title that stores more has its own state, a subclass. It adds its records, copies in ``copy`` what
    changes in place, and seals in ``seal`` the mappings that copies share. A title with its own decisions
    lists in ``pending`` the kinds that are possible.
    """

    title: str
    players: dict[str, Player]
    """The players in seat order."""
    privates: dict[str, Private]
    corporations: dict[str, Corporation]
    bank: int
    """Dollars in the bank, with escrow; may fall below zero after it is broken."""
    trains: dict[str, str]
    """Train id to place: bank, pool, out or a corporation."""
    round: Round
    priority: str
    phase: int = 0
    """Index into the board's phases."""
    tiles: dict[str, PlacedTile] = {}
    tokens: dict[str, tuple[Token, ...]] = {}
    private_tokens: dict[str, tuple[str, str]] = {}
    """A private's token to (hex, corporation)."""
    rights_left: dict[str, int] = {}
    """Rights still for sale. A right without an entry is not limited."""
    bonds: dict[str, int] = {}
    """Bonds by place: players, the pool, and the treasury of the corporation that owes them. Never changed in
    place."""
    opening: Opening | None = None
    stock: StockTurn | None = None
    operating: Operating | None = None
    pending: list[SharedDecision] = []
    """Decisions that wait. The next one is at the end."""
    bans: dict[str, tuple[tuple[str, int], ...]] = {}
    """Player to (corporation, set) pairs: the player may not buy its shares until that set is over."""
    powers_used: tuple[str, ...] = ()
    """Powers of privates that have been used, if that matters later, by the names that steps use."""
    arrivals: int = 0
    bank_broken: bool = False
    end_price_reached: bool = False
    """True if a share price that ends the game has been reached."""
    over: bool = False
    reason: str = ""

    def copy(self) -> Self:
        """Return an independent copy. It shares only what cannot change."""
        new = self.__copy__()
        new.players = {name: player.__copy__() for name, player in self.players.items()}
        new.privates = {name: private.__copy__() for name, private in self.privates.items()}
        new.corporations = {name: corp.__copy__() for name, corp in self.corporations.items()}
        for corp in new.corporations.values():
            if not corp.shares:
                corp.shares = {}
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
        """Return this state, with the mappings that its copies share made read-only."""
        self.tiles = sealed(self.tiles)
        self.tokens = sealed(self.tokens)
        self.trains = sealed(self.trains)
        self.private_tokens = sealed(self.private_tokens)
        self.bans = sealed(self.bans)
        self.bonds = sealed(self.bonds)
        for corp in self.corporations.values():
            if corp.shares and type(corp.shares) is dict:
                corp.shares = sealed(corp.shares)
        if self.stock is not None:
            self.stock.sold = sealed(self.stock.sold)
        if self.operating is not None and self.operating.turn is not None:
            self.operating.turn.sold = sealed(self.operating.turn.sold)
        return self

    def digest(self) -> str:
        """Return a hash of the whole state, the same in every process and on every machine."""
        seats = _encoder.encode(list(self.players))
        return hashlib.blake2b(seats + _sorted_encoder.encode(self), digest_size=16).hexdigest()

    @property
    def seats(self) -> list[str]:
        """The players still in the game, in seat order."""
        return [name for name, player in self.players.items() if not player.out]

    def seats_from(self, player: str) -> list[str]:
        """Return the seats in order, beginning with this player."""
        seats = self.seats
        start = seats.index(player)
        return seats[start:] + seats[:start]

    def left_of(self, player: str) -> str:
        """Return the next seat clockwise."""
        return self.seats_from(player)[1 % len(self.seats)]

    def traded(self, player: str) -> None:
        """Give the priority deal to the player to the left of the last player who bought or sold."""
        self.priority = self.left_of(player)

    def use_power(self, name: str) -> None:
        """Record that a power has been used."""
        if name not in self.powers_used:
            self.powers_used = (*self.powers_used, name)

    def trains_at(self, place: str) -> list[str]:
        """Return the ids of the trains at a place, in order of arrival; in the bank in order of sale."""
        return [train for train, where in self.trains.items() if where == place]

    def tokens_of(self, corp: str) -> list[tuple[str, Token]]:
        """Return a corporation's station tokens with their hexes, in the order they were placed."""
        found = [(hex, m) for hex, ms in self.tokens.items() for m in ms if m.corp == corp]
        order = {hex: place for place, hex in enumerate(self.corporations[corp].stations)}
        return sorted(found, key=lambda spot: order.get(spot[0], len(order)))

    def total_money(self) -> int:
        """Return all dollars of the game; the sum never changes."""
        return (
            self.bank
            + sum(player.cash for player in self.players.values())
            + sum(corp.cash for corp in self.corporations.values())
        )


_encoder = msgspec.json.Encoder()
_sorted_encoder = msgspec.json.Encoder(order="deterministic")


def encode(state: State) -> bytes:
    """Return the state as JSON."""
    return _encoder.encode(state)


def decode(data: bytes, kind: type[State]) -> State:
    """Return the state that ``encode`` wrote. ``kind`` is the title's class of state (``Title.state``).
    Raises ``msgspec.ValidationError`` if the data is not valid."""
    return _decoder(kind).decode(data).seal()


@cache
def _decoder(kind: type[State]) -> msgspec.json.Decoder[State]:
    return msgspec.json.Decoder(kind)


def to_data(state: State) -> dict[str, Any]:
    """Return the state as plain data."""
    return dict(msgspec.to_builtins(state))
