"""Positions from files, as the runs of a corporation on the board of any title.

The reader refuses what is not on the board. It does not check other rules of play, such as how a tile was
laid or whether the corporation may own its trains. It counts whatever is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from trunkline.engine.board import Board, TileType
from trunkline.engine.routing import Bonus, RouteContext, RunPlan, Toll, TrainRange, best_runs, train_range
from trunkline.engine.routing.best import BUDGET
from trunkline.engine.track import MapIndex, PlacedTile, Token, hex_takes_tiles, lake_tiles, map_tables
from trunkline.engine.track.track_state import Tiles, Tokens, piece_at
from trunkline.game.routes.position_entries import EntryFault, PositionEntry, read_entries
from trunkline.game.routes.queries import clipped
from trunkline.titles import boards, reading_boards
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext, gettext_noop

EXAMPLES: Final = Path(__file__).with_name("examples.yaml")
"""Sample positions on the boards of all titles. The file explains its keys."""
MAX_TRAINS: Final = 8
"""Twice the trains that any corporation may own. The search slows down with the number."""
MAX_FIGURE: Final = 1_000_000
"""More than any purse, fee or number of hexes."""


@dataclass(frozen=True)
class Listed:
    """A position of a list, checked against its board."""

    number: int
    """Its place in the list, from 1."""
    phase: str
    trains: tuple[str, ...]
    """The types of the trains."""
    context: RouteContext
    source: str
    """The source of the position; may be empty."""
    stated: int | None
    """The best total stated in the file, in dollars."""

    @property
    def title(self) -> str:
        """The title of its board."""
        return self.context.tables.board.title

    def best(self, *, budget: int = BUDGET) -> RunPlan:
        """Return the best runs, or the best found in ``budget`` search steps with a bound."""
        return best_runs(self.context, budget=budget)


def read(path: str | Path) -> list[Listed]:
    """Return the positions of a YAML file. Its keys are those of ``PositionEntry``.

    Raises ``UsageError`` with one sentence that names the entry and the key at fault.
    """
    if not isinstance(path, (str, Path)):
        raise UsageError(f"A file is named by its path, not {clipped(path)}.")
    path = Path(path)
    found: list[Listed] = []
    for number, entry in enumerate(read_entries(path), 1):
        try:
            found.append(listed(entry, number))
        except EntryFault as fault:
            raise UsageError(f"{path.name}, entry {number}: {fault}.") from fault
    return found


def listed(entry: PositionEntry, number: int = 1) -> Listed:
    """Return the position of an entry, checked against its board. Raises ``EntryFault``."""
    if not isinstance(entry, PositionEntry):
        raise EntryFault("", f"A position is a PositionEntry, not {clipped(entry)}.")
    board = _board(entry)
    tables = map_tables(board)
    phase = board.phase[_known("phase", str(entry.phase), board.phase, "phase")]
    if entry.company not in board.corporation:
        text = gettext("{title} has no company {company}", title=board.title, company=clipped(entry.company))
        raise EntryFault("company", text)
    tiles = {**_ferry_tiles(tables, entry), **_tiles(tables, entry)}
    context = RouteContext(
        tables,
        tiles,
        _tokens(tables, tiles, entry),
        entry.company,
        _trains(board, entry, phase.name),
        phase.off_board,
        tuple(_bonuses(board, entry)),
        board.offboard_pair_bonus,
        tuple(_tolls(tables, entry)),
        _figure("purse", entry.purse),
        tables.closed(phase.name),
    )
    source = "" if entry.source is None else " ".join(str(entry.source).split())
    return Listed(number, phase.name, tuple(map(str, entry.trains)), context, source, entry.best)


def _board(entry: PositionEntry) -> Board:
    for title, load in boards().items():
        if title.lower() == str(entry.title).lower():
            if not entry.reading:
                return load()
            known = reading_boards(title)
            return known[_known("reading", entry.reading, known, "reading")]
    raise EntryFault("title", f"there is no board of {clipped(entry.title)}; there are {', '.join(boards())}")


_UNKNOWN = {
    "bonus": gettext_noop("there is no bonus {name} on the board"),
    "company": gettext_noop("there is no company {name} on the board"),
    "ferry route": gettext_noop("there is no ferry route {name} on the board"),
    "hex": gettext_noop("there is no hex {name} on the board"),
    "phase": gettext_noop("there is no phase {name} on the board"),
    "reading": gettext_noop("there is no reading {name} with another board"),
    "tile": gettext_noop("there is no tile {name} on the board"),
    "train": gettext_noop("there is no train {name} on the board"),
}


def _known(key: str, name: str, known: Iterable[str], what: str) -> str:
    if name not in known:
        raise EntryFault(key, gettext(_UNKNOWN[what], name=clipped(name)))
    return name


def _figure(key: str, figure: int, least: int = 0) -> int:
    if not least <= figure <= MAX_FIGURE:
        text = gettext("it must be from {least} to {most}", least=str(least), most=str(MAX_FIGURE))
        raise EntryFault(key, text)
    return figure


def _tiles(tables: MapIndex, entry: PositionEntry) -> dict[str, PlacedTile]:
    board = tables.board
    found: dict[str, PlacedTile] = {}
    for hex, (name, rotation) in entry.tiles.items():
        key = f"tiles, {clipped(hex)}"
        spot = board.hexes[_known("tiles", hex, board.hexes, "hex")]
        kind = board.tiles[_known(key, str(name), board.tiles, "tile")]
        if not 0 <= rotation <= 5:
            raise EntryFault(key, gettext("a rotation is a number from 0 to 5"))
        if not (_crosses(kind, hex) if kind.colour == "blue" else hex_takes_tiles(spot)):
            raise EntryFault(key, gettext("tile {tile} does not fit on {hex}", tile=str(name), hex=hex))
        found[hex] = PlacedTile(str(name), rotation)
    return found


def _tokens(tables: MapIndex, tiles: Tiles, entry: PositionEntry) -> Tokens:
    board = tables.board
    found: dict[str, tuple[Token, ...]] = {}
    for hex, stops in entry.markers.items():
        piece = piece_at(tables, tiles, _known("markers", hex, board.hexes, "hex"))
        here: list[Token] = []
        for name, corps in sorted((str(stop), corps) for stop, corps in stops.items()):
            key = f"markers, {hex}, {clipped(name)}"
            if name not in map(str, range(len(piece.stops))):
                raise EntryFault(key, gettext("there is no such stop on {hex}", hex=hex))
            room = piece.stops[int(name)].slots
            if len(corps) > room:
                text = gettext(
                    "there is room for {room} and not for {count} on {hex}",
                    room=str(room),
                    count=str(len(corps)),
                    hex=hex,
                )
                raise EntryFault(key, text)
            placed = [corp for corp in corps if corp is not None]
            for corp in placed:
                _known(key, corp, board.corporation, "company")
            if len(set(placed)) < len(placed):
                raise EntryFault(key, gettext("a company has at most one token there: {hex}", hex=hex))
            here += [Token(int(name), corp, slot) for slot, corp in enumerate(corps) if corp is not None]
        found[hex] = tuple(here)
    return found


def _trains(board: Board, entry: PositionEntry, phase: str) -> dict[str, TrainRange]:
    if len(entry.trains) > MAX_TRAINS:
        text = gettext(
            "there are {count} trains, and more than {most} are not read",
            count=str(len(entry.trains)),
            most=str(MAX_TRAINS),
        )
        raise EntryFault("trains", text)
    names = [_known("trains", str(name), board.train, "train") for name in entry.trains]
    counts = Counter(names)
    longer = {str(name): _figure(f"longer, {name}", more, 1) for name, more in entry.longer.items()}
    for name in longer:
        if name not in counts:
            raise EntryFault("longer", f"the company has no train {clipped(name)}")
        if board.train[name].range is None:
            raise EntryFault(f"longer, {name}", "what such a train reaches cannot be lengthened")
    owned = dict(counts)
    for given, count in entry.owned.items():
        name = _known("owned", str(given), board.train, "train")
        owned[name] = _figure(f"owned, {name}", count, counts[name])
    passed = board.phases[: board.phase_index[phase] + 1]
    bought = {train for each in passed for train in each.on_train}
    numbers: Counter[str] = Counter()
    found: dict[str, TrainRange] = {}
    for name in names:
        found[f"{name}-{numbers[name]}"] = train_range(
            board.train[name], owned=owned[name], bought=bought, longer=longer.pop(name, 0)
        )
        numbers[name] += 1
    return found


def _bonuses(board: Board, entry: PositionEntry) -> Iterator[Bonus]:
    if len(set(entry.rights)) < len(entry.rights):
        raise EntryFault("rights", gettext("one is given twice"))
    for name in entry.rights:
        bonus = board.bonuses[_known("rights", name, board.bonuses, "bonus")]
        if bonus.one_hex:
            text = gettext("the {bonus} counts on one hex only, which is listed under tokens", bonus=name)
            raise EntryFault("rights", text)
        yield Bonus(name, bonus.hexes, bonus.value)
    tokens = dict(entry.tokens)
    if entry.port is not None:
        if "port" in tokens:
            raise EntryFault("port", "it is also listed under tokens")
        tokens["port"] = entry.port
    for name, hex in tokens.items():
        key = name if name == "port" and entry.port is not None else f"tokens, {clipped(name)}"
        bonus = board.bonuses[_known(key, name, board.bonuses, "bonus")]
        if name in entry.rights:
            raise EntryFault(key, "it is also listed under rights")
        if hex not in bonus.hexes:
            raise EntryFault(key, gettext("it does not fit on {hex}", hex=clipped(hex)))
        yield Bonus(name, (hex,), bonus.value)


def _tolls(tables: MapIndex, entry: PositionEntry) -> Iterator[Toll]:
    for ferry in tables.board.ferries:
        fee = _figure(f"ferries, {ferry.id}", entry.ferries.get(ferry.id, 0))
        if fee:
            yield Toll(ferry.name, tuple(lake_tiles(tables, ferry)), fee)


def _crosses(kind: TileType, hex: str) -> bool:
    return kind.colour == "blue" and hex in kind.only_on


def _ferry_tiles(tables: MapIndex, entry: PositionEntry) -> dict[str, PlacedTile]:
    """Return the tiles on the lakes of active ferry routes."""
    routes = {ferry.id: ferry for ferry in tables.board.ferries}
    found: dict[str, PlacedTile] = {}
    for name in entry.ferries:
        found |= lake_tiles(tables, routes[_known("ferries", name, routes, "ferry route")])
    return found
