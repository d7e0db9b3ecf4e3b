"""The printed components of a title, as one typed schema for all titles.

A board is data and never changes during a game. `load_board` reads it once from a YAML file and checks it.
`Board.hash` identifies it, so that a save can name the board of its game. Rules are not data: they are in the
title's modules. But these modules read the numbers of the rules from the board. The test in
`tests/support/board_keys.py` ensures that every key of a playable title's file is used.

Conventions: hexes are named by their printed coordinate. Edges are 0 to 5, clockwise. Edge 0 is the bottom
side of a flat-topped hex and the lower left side of a pointed one. Rotation r turns e into (e + r) mod 6. A
track entry joins two ends. An end is an edge number, or "s0", "s1", ... (index in the stops of a tile). Money
is in whole dollars, shares in percent.
"""

from __future__ import annotations

import hashlib
import re
from functools import cached_property
from typing import Annotated, Any

import msgspec

from trunkline.engine.board.components import (
    BoardBonus,
    BoardCorporation,
    BoardPrivate,
    Capitalisation,
    Dividends,
    Ending,
    Ferry,
    Floating,
    Loans,
    Phase,
    PlayerCount,
    PrivateRules,
    Setup,
    StationTokens,
    Train,
    Variant,
)
from trunkline.engine.board.map import BoardRecord, FirstTiles, Hex, Layout, TileType
from trunkline.engine.board.price_chart import Box, Chart
from trunkline.util.messages import gettext_noop

TITLE_ID = re.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,29}")
TitleId = Annotated[
    str,
    msgspec.Meta(
        pattern=rf"^{TITLE_ID.pattern}\Z",
        description=gettext_noop("a name in quotes of at most 30 letters, digits, - and _, such as 18Foo"),
    ),
]
"""Id of a title. It is part of rule ids, of addresses and of file names."""
Seats = Annotated[int, msgspec.Meta(ge=1, le=20)]
"""Number of players."""


class Board(BoardRecord, frozen=True, dict=True, eq=False, weakref=True):
    """The board of a title. Boards compare by identity; two boards are the same if their `hash` is."""

    title: TitleId
    """Id of the title, such as 18Foo."""
    full_title: str
    """Full name of the title."""
    layout: Layout
    """The arrangement of the hexes."""
    hexes: dict[str, Hex]
    """The hexes of the map by coordinate, such as B4."""
    tiles: dict[str, TileType]
    """The track tiles by number."""
    first_tiles: tuple[FirstTiles, ...]
    """The tiles that may be laid first on each kind of hex."""
    chart: Chart
    """The share-price chart."""
    par_values: tuple[int, ...]
    """The prices at which a corporation may start, in dollars. The chart has a par box for each."""
    bank: int
    """Money of the bank in dollars, with the starting cash of the players."""
    players: dict[Seats, PlayerCount]
    """Values that depend on the number of players. The keys are the numbers for which the title is made."""
    share_limit: int
    """Limit of a player's holding in one company, in percent."""
    pool_limit: int
    """Limit of one company's shares in the pool, in percent."""
    privates: tuple[BoardPrivate, ...]
    """The private companies in the order of their sale."""
    private_rules: PrivateRules
    """Rules for all privates."""
    corporations: tuple[BoardCorporation, ...]
    """The public companies."""
    trains: tuple[Train, ...]
    """The types of trains in the order of their sale."""
    phases: tuple[Phase, ...]
    """The phases in order."""
    ending: Ending
    """The ends of the game."""
    source: tuple[str, ...] = ()
    """The sources of the facts in this file."""
    notes: tuple[str, ...] = ()
    """Notes about the file, which have no effect."""
    treasury_limit: int | None = None
    """Limit of a company's own shares in its treasury, in percent; None: unlimited."""
    certificates_late: dict[int, dict[int, int]] = {}
    """Certificate limit once companies have closed, by number of companies and then of players."""
    loans: Loans | None = None
    """Terms of loans to companies."""
    bonuses: dict[str, BoardBonus] = {}
    """Bonuses for runs, by id."""
    offboard_pair_bonus: int = 0
    """Dollars added for each stop of a run that joins two off-board places."""
    capitalisation: tuple[Capitalisation, ...] = ()
    """Kinds of capital by the train on sale or by the phase, at the start of a company."""
    floating: Floating | None = None
    """The floating of companies, and the capital that they get."""
    shares_to_operate: dict[str, int] = {}
    """Number of IPO shares that must be sold before a company operates, by the train on sale."""
    station_tokens: StationTokens = StationTokens()
    """Rules for station tokens."""
    dividends: Dividends = Dividends()
    """Options of a company for its earnings."""
    no_issue_on_first_turn: bool = False
    """True if a company may not issue shares in its first turn."""
    no_redeeming_on_first_turn: bool = False
    """True if a company may not redeem shares in its first turn."""
    bid_increment: int | None = None
    """Step of bids for privates in dollars."""
    setup: Setup = Setup()
    """Random choices before the game."""
    ferries: tuple[Ferry, ...] = ()
    """The ferry routes."""
    ferry_fee: int = 0
    """Price of the use of a ferry route in dollars."""
    manifest: tuple[str, ...] = ()
    """Printed tile counts row by row; n: no further upgrades."""
    variants: dict[str, Variant] = {}
    """The optional rules, by id."""

    @cached_property
    def hash(self) -> str:
        """Stable hex digest of the board's data, without notes and sources."""
        facts = msgspec.structs.replace(self, notes=(), source=())
        return hashlib.sha256(msgspec.json.encode(board_data(facts))).hexdigest()[:32]

    @cached_property
    def boxes(self) -> dict[tuple[int, int], Box]:
        """Boxes of the share-price chart by (row, column)."""
        return {
            (row, column): box
            for row, boxes in enumerate(self.chart.rows)
            for column, box in enumerate(boxes)
            if box is not None
        }

    def _since(self, box: Box) -> int:
        """Return the position of the phase that opens a par box."""
        return self.phase_index[box.par_from] if box.par_from else 0

    @cached_property
    def open_pars(self) -> tuple[tuple[int, ...], ...]:
        """Par values that a corporation may start at, by phase, in the listed order."""
        pars = [box for box in self.boxes.values() if box.par]
        return tuple(
            tuple(
                par
                for par in self.par_values
                if any(box.price == par and self._since(box) <= now for box in pars)
            )
            for now in range(len(self.phases))
        )

    @cached_property
    def unlisted_upgrades(self) -> dict[str, tuple[str, ...]]:
        """Upgrades of tiles in other programs that the printed list lacks, by tile."""
        return {name: tile.upgrades_to_public for name, tile in self.tiles.items() if tile.upgrades_to_public}

    @cached_property
    def corporation(self) -> dict[str, BoardCorporation]:
        """Corporations by id."""
        return {c.id: c for c in self.corporations}

    @cached_property
    def private(self) -> dict[str, BoardPrivate]:
        """Privates by id."""
        return {p.id: p for p in self.privates}

    def private_name(self, id: str, *, full: bool = False) -> str:
        """Return the name of a private: the nickname on its certificate, or else its full name."""
        facts = self.private.get(id)
        if facts is None:
            return id
        return facts.name if full or not facts.short else facts.short

    def place_name(self, hex: str, *, listed: bool = False) -> str:
        """Return a hex's printed name and coordinate. The coordinate comes first in lists of places."""
        facts = self.hexes.get(hex)
        if facts is None or not facts.name:
            return hex
        return f"{hex} ({facts.name})" if listed else f"{facts.name} ({hex})"

    @cached_property
    def train(self) -> dict[str, Train]:
        """Train types by name."""
        return {t.name: t for t in self.trains}

    @cached_property
    def phase(self) -> dict[str, Phase]:
        """Phases by name."""
        return {p.name: p for p in self.phases}

    @cached_property
    def phase_index(self) -> dict[str, int]:
        """Position of each phase in the order of play, by name."""
        return {p.name: i for i, p in enumerate(self.phases)}

    @cached_property
    def homes(self) -> dict[str, tuple[str, ...]]:
        """Corporations whose home is on a hex, by hex."""
        found: dict[str, tuple[str, ...]] = {}
        for corporation in self.corporations:
            for hex_id in corporation.home:
                found[hex_id] = (*found.get(hex_id, ()), corporation.id)
        return found


def board_data(board: Board) -> dict[str, Any]:
    """Return the board as plain data, ready for JSON. `board_from` reads it back."""
    data: dict[str, Any] = msgspec.to_builtins(board, str_keys=True, order="deterministic")
    return data
