"""Everything printed on a title's physical components, as one typed schema for all titles.

A board is data and never changes during a game. It is read once from a YAML file (`load_board`), checked on
the way in, and named by `Board.hash`, so that a save can say which board it was played on. Rules are not
data: they live in the title's modules. But the figures that rules depend on are read from here, and no key of
a playable title's file goes unread (`tests/board_keys.py`); fields that only the 18GL file fills wait for it.

Conventions: hexes are named by their printed coordinate. Edges are 0 to 5, clockwise; edge 0 is the bottom
side of a flat-topped hex and the lower left side of a pointed one. Rotation r turns e into (e + r) mod 6.
A track entry joins two ends, an end being an edge number or "s0", "s1", ... (index in the stops of a tile).
Money is in whole dollars, shares in percent.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from trunkline.board.components import (
    BoardBonus,
    Box,
    Capitalisation,
    Chart,
    Corporation,
    Dividends,
    Ending,
    Ferry,
    Floating,
    Loans,
    Phase,
    PlayerCount,
    Private,
    PrivateRules,
    Setup,
    StationTokens,
    Train,
    Variant,
)
from trunkline.board.map import FirstTiles, Hex, Layout, Part, TileType, Track
from trunkline.errors import one_line
from trunkline.yamls import YamlError, read_yaml


class BoardError(ValueError):
    """A board that does not follow the schema or contradicts itself; the message is one sentence."""

    def __init__(self, text: str) -> None:
        super().__init__(one_line(text))


class Board(Part, frozen=True, dict=True, eq=False, weakref=True):
    """A title's board. Compared by identity; two boards are the same if their `hash` is."""

    title: str
    full_title: str
    layout: Layout
    hexes: dict[str, Hex]
    tiles: dict[str, TileType]
    first_tiles: tuple[FirstTiles, ...]
    chart: Chart
    par_values: tuple[int, ...]
    bank: int
    players: dict[int, PlayerCount]
    share_limit: int
    """Percent of one company a player may hold."""
    pool_limit: int
    """Percent of one company the pool may hold."""
    privates: tuple[Private, ...]
    private_rules: PrivateRules
    corporations: tuple[Corporation, ...]
    trains: tuple[Train, ...]
    phases: tuple[Phase, ...]
    ending: Ending
    source: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    treasury_limit: int | None = None
    """Percent of its own shares a company may hold; None: any."""
    certificates_late: dict[int, dict[int, int]] = {}
    """Certificate limit of the late phases: companies, then players."""
    loans: Loans | None = None
    bonuses: dict[str, BoardBonus] = {}
    offboard_pair_bonus: int = 0
    """Added for each stop of a run that joins two off-board places."""
    capitalisation: tuple[Capitalisation, ...] = ()
    floating: Floating | None = None
    shares_to_operate: dict[str, int] = {}
    """Initial shares that must be sold, by the train on sale."""
    station_tokens: StationTokens = StationTokens()
    dividends: Dividends = Dividends()
    no_issue_on_first_turn: bool = False
    bid_increment: int | None = None
    setup: Setup = Setup()
    ferries: tuple[Ferry, ...] = ()
    ferry_fee: int = 0
    manifest: tuple[str, ...] = ()
    """Printed tile counts row by row; n: no further upgrades."""
    variants: dict[str, Variant] = {}

    @cached_property
    def hash(self) -> str:
        """Stable hex digest of the board's facts; notes on where they come from do not count."""
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

    @cached_property
    def unlisted_upgrades(self) -> dict[str, tuple[str, ...]]:
        """What tiles become in other programs beside the printed list, by tile."""
        return {name: tile.upgrades_to_public for name, tile in self.tiles.items() if tile.upgrades_to_public}

    @cached_property
    def corporation(self) -> dict[str, Corporation]:
        """Corporations by id."""
        return {c.id: c for c in self.corporations}

    @cached_property
    def private(self) -> dict[str, Private]:
        """Privates by id."""
        return {p.id: p for p in self.privates}

    def private_name(self, id: str, *, full: bool = False) -> str:
        """What a private is called in words: the nickname on its certificate, or else its full name."""
        facts = self.private.get(id)
        if facts is None:
            return id
        return facts.name if full or not facts.short else facts.short

    def place_name(self, hex: str, *, listed: bool = False) -> str:
        """A hex by its printed name and its coordinate, which stands first where places are listed."""
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


# msgspec learns what a type is at its first use, and two threads that make it learn at once end the program.
# A decoder made here, as the module is imported, comes before all threads.
_known = msgspec.json.Decoder(Board)


def board_from(data: Any) -> Board:
    """The board described by plain data (as read from YAML or from a save), checked.

    Raises BoardError with one sentence that names the key at fault.
    """
    try:
        board = msgspec.convert(data, Board, str_keys=True)
    except msgspec.ValidationError as error:
        raise BoardError(_locate(data, error)) from error
    check_board(board)
    return board


def board_data(board: Board) -> dict[str, Any]:
    """The board as plain data, ready for JSON; `board_from` reads it back."""
    data: dict[str, Any] = msgspec.to_builtins(board, str_keys=True, order="deterministic")
    return data


@lru_cache(maxsize=64)
def _load(path: Path) -> Board:
    try:
        data = read_yaml(path)
    except (OSError, ValueError, YamlError) as error:
        raise BoardError(f"board file {path.name} cannot be read: {' '.join(str(error).split())}") from error
    try:
        return board_from(data)
    except BoardError as error:
        raise BoardError(f"board file {path.name}: {error}") from error


def load_board(path: Path | str) -> Board:
    """The board in a YAML file; the same object each time the same path is asked for."""
    return _load(Path(path).resolve())


_NAMED_SECTIONS = {"hexes": Hex, "tiles": TileType, "players": PlayerCount, "bonuses": BoardBonus}


def _locate(data: Any, error: msgspec.ValidationError) -> str:
    """The error in words, with the entry named where msgspec only says that it is one of many."""
    text = str(error)
    where = text.rpartition(" - at `$")[2].rstrip("`") if " - at `$" in text else ""
    reason = text.partition(" - at `$")[0].replace("Object contains unknown field", "unknown key")
    reason = reason.replace("Object missing required field", "missing key")
    if isinstance(data, dict) and "[...]" in where:
        section, _, rest = where.strip(".").partition("[...]")
        entries = data.get(section)
        kind: Any = _NAMED_SECTIONS.get(section)
        for name, entry in entries.items() if isinstance(entries, dict) and kind is not None else ():
            try:
                msgspec.convert(entry, kind, str_keys=True)
            except msgspec.ValidationError:
                return f"{reason} in {section} {name!r}{' at ' + rest.strip('.') if rest else ''}"
    if isinstance(data, dict) and "[" in where:
        section, _, rest = where.strip(".").partition("[")
        number, _, rest = rest.partition("]")
        entries = data.get(section)
        if number.isdigit() and isinstance(entries, list) and isinstance(entries[int(number)], dict):
            entry = entries[int(number)]
            name = entry.get("id", entry.get("name", number))
            return f"{reason} in {section} {name!r}{' at ' + rest.strip('.') if rest else ''}"
    return f"{reason} in {where.strip('.') or 'the board'}"


def check_board(board: Board) -> None:
    """Refuse a board whose entries name things that are not on it."""
    value_keys = {phase.off_board for phase in board.phases}
    phases = {phase.name for phase in board.phases}
    for hex_id, spot in board.hexes.items():
        _check_track(f"hex {hex_id}", (*spot.track, *_stop_ended(spot.ferry)), len(spot.stops))
        if spot.group and (spot.kind != "offboard" or spot.pass_through):
            raise BoardError(f"hex {hex_id}: only places where runs end can be one place of several hexes")
        _check_names(f"hex {hex_id}, usable_from_phase", filter(None, (spot.usable_from_phase,)), phases)
        for values in (spot.values, *(stop.values for stop in spot.stops)):
            if values:
                _check_names(f"hex {hex_id}, values", values, value_keys)
                _check_names(f"hex {hex_id}, values", value_keys, values)
    for tile_id, tile in board.tiles.items():
        name = f"tile {tile_id}"
        _check_track(name, (*tile.track, *_stop_ended(tile.ferry)), len(tile.stops))
        _check_names(name, (*tile.upgrades_to, *tile.upgrades_to_public, *tile.downgrades_to), board.tiles)
        _check_names(name, (*tile.only_on, *tile.not_on), board.hexes)
        _check_names(name, filter(None, (tile.upgrade_phase,)), phases)
    for entry in board.first_tiles:
        _check_names("first_tiles", entry.tiles, board.tiles)
        _check_names("first_tiles", entry.hexes, board.hexes)
    for corporation in board.corporations:
        places = list(corporation.home)
        for goal in (corporation.destination, corporation.alternate_destination):
            places += [] if goal is None else [*goal.hexes, *filter(None, (goal.start,))]
        _check_names(f"corporation {corporation.id}", places, board.hexes)
    for private in board.privates:
        _check_names(f"private {private.id}", private.hexes, board.hexes)
    for bonus_id, bonus in board.bonuses.items():
        _check_names(f"bonus {bonus_id}", bonus.hexes, board.hexes)
    for train in board.trains:
        _check_names(f"train {train.name}", (*train.rusts_on, *train.discount), board.train)
    for phase in board.phases:
        _check_names(f"phase {phase.name}", phase.on_train, board.train)
    pars = sorted({box.price for row in board.chart.rows for box in row if box is not None and box.par})
    if sorted(board.par_values) != pars:
        raise BoardError(f"par_values {list(board.par_values)} are not the par boxes of the chart {pars}")
    if not board.phases:
        raise BoardError("the board has no phases")


def _stop_ended(ferry: Track) -> Track:
    """The ferry lines that end in a stop; those of a lake hex join two edges."""
    return tuple(line for line in ferry if any(isinstance(end, str) for end in line))


def _check_track(what: str, track: Track, stops: int) -> None:
    for piece in track:
        for end in piece:
            if isinstance(end, str) and int(end[1:]) >= stops:
                raise BoardError(f"{what}: track ends at {end}, but there are {stops} stops")


def _check_names(what: str, names: Iterable[str], known: Container[str]) -> None:
    for name in names:
        if name not in known:
            raise BoardError(f"{what}: {name!r} is not on the board")
