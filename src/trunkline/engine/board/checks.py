"""Checks of a board beyond the types of its values."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import msgspec

from trunkline.engine.board.board import Board
from trunkline.engine.board.components import Train
from trunkline.engine.board.errors import BoardError, Where, check_names
from trunkline.engine.board.hex_grid import coordinates, neighbours
from trunkline.engine.board.map import TileType, Track
from trunkline.util.messages import gettext

COORDINATE = re.compile("[@A-Z][0-9]{1,2}")
"""Pattern of a hex coordinate. Columns may start before A."""
TILE = re.compile(r"[A-Za-z0-9.+-]{1,12}")
"""Pattern of a tile name. It is also part of the name of the tile's drawing."""
UNSEEN = ("Cc", "Cs", "Cf", "Cn", "Zl", "Zp")
"""Unicode categories that a drawing cannot contain or that are invisible."""
LARGEST = 10_000_000
"""Largest number allowed in a board file. No real board comes near it."""
MOST = 500
"""Limit for the number of hexes, of tiles, and of boxes on a chart."""
REMARKS = {"notes", "source", "manifest", "basis", "recon", "fit_residual"}
"""Keys that describe the board but are not part of it."""


def check_board(board: Board) -> None:
    """Raise ``BoardError`` if entries of a board contradict each other or name missing items."""
    _check_values(msgspec.to_builtins(board, str_keys=True), ())
    for key, entries in (("hexes", board.hexes), ("tiles", board.tiles), ("chart", board.boxes)):
        if len(entries) > MOST:
            raise BoardError(gettext("{key}: {count} are too many", key=key, count=str(len(entries))), (key,))
    _check_phases(board)
    _check_grid(board)
    _check_hexes(board)
    _check_tiles(board)
    _check_ferries(board)
    _check_companies(board)
    _check_money(board)
    _check_chart(board)
    _check_ending(board)


def check_likeness(board: Board, printed: Board) -> None:
    """Raise ``BoardError`` if a board lacks what the rules need from the printed board of its title."""
    if board.title != printed.title:
        raise BoardError(
            gettext(
                "title: it is a board of {title}, not of {wanted}",
                title=repr(board.title),
                wanted=printed.title,
            ),
            ("title",),
        )
    for key in ("privates", "corporations", "trains", "phases"):
        ids, wanted = (
            [getattr(part, "id", "") or getattr(part, "name", "") for part in getattr(each, key)]
            for each in (board, printed)
        )
        if ids != wanted:
            raise BoardError(
                gettext("{key}: they must be {wanted}, in this order", key=key, wanted=", ".join(wanted)),
                (key,),
            )
    if set(board.players) != set(printed.players):
        raise BoardError(gettext("players: it must be for as many players as the printed one"), ("players",))
    if board.private_rules.sellable != printed.private_rules.sellable:
        text = gettext("private_rules.sellable: the rules of the title decide whether privates are sold")
        raise BoardError(text, ("private_rules", "sellable"))
    _check_keys(board, printed, ())


def _check_keys(part: Any, printed: Any, where: Where) -> None:
    """Raise ``BoardError`` if a key that the printed part fills is empty, in the parts that rules know by
    name."""
    for key in printed.__struct_fields__:
        ours, theirs = getattr(part, key), getattr(printed, key)
        if key in REMARKS or key in ("hexes", "tiles"):
            continue
        if theirs and not ours and not isinstance(ours, int):
            raise BoardError(gettext("{value}: it is missing", value=_said((*where, key))), where)
        if isinstance(theirs, msgspec.Struct):
            _check_keys(ours, theirs, (*where, key))
        elif key in ("privates", "corporations", "trains", "phases"):
            for place, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
                _check_keys(mine, other, (key, place))


def _check_values(data: Any, where: Where) -> None:
    # Tuples remain tuples when msgspec converts a board.
    entries = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in entries:
        here = (*where, key)
        if isinstance(value, (dict, list, tuple)):
            _check_values(value, here)
        elif isinstance(value, str) and any(unicodedata.category(each) in UNSEEN for each in value):
            raise BoardError(
                gettext(
                    "{way}: the text has a character that cannot be drawn, {value}",
                    way=_said(here),
                    value=ascii(value),
                ),
                here,
            )
        elif isinstance(value, (int, float)) and not 0 <= value <= LARGEST:
            raise BoardError(
                gettext(
                    "{way}: a number is from 0 to {largest}, not {value}",
                    way=_said(here),
                    largest=LARGEST,
                    value=value if isinstance(value, int) else format(value, "g"),
                ),
                here,
            )


def _check_phases(board: Board) -> None:
    if not board.phases:
        raise BoardError(gettext("the board has no phases"), ("phases",))
    for place, phase in enumerate(board.phases):
        check_names(
            f"phase {phase.name}",
            phase.on_train,
            board.train,
            ("phases", place, "on_train"),
        )


def _check_grid(board: Board) -> None:
    names = list(board.hexes)
    for name in names:
        if not COORDINATE.fullmatch(name):
            raise BoardError(
                gettext("hex {name}: a coordinate is a letter and a number", name=name), ("hexes", name)
            )
    odd = {name: sum(coordinates(name, board.layout.columns)) % 2 for name in names}
    usual = 2 * sum(odd.values()) > len(odd)
    for name in names:
        if odd[name] != usual:
            raise BoardError(
                gettext("hex {name}: it lies between the hexes of the others' grid", name=name),
                ("hexes", name),
            )
    beyond = neighbours(board.layout, names)
    for h, (name, spot) in enumerate(board.hexes.items()):
        for key, edges in (("exits", spot.exits), ("track", _edges(spot.track))):
            for edge in edges:
                if beyond[6 * h + edge] < 0:
                    text = gettext(
                        "hex {name}, {key}: there is no hex beyond edge {edge}", name=name, key=key, edge=edge
                    )
                    raise BoardError(text, ("hexes", name, key))


def _check_hexes(board: Board) -> None:
    value_keys = {phase.off_board for phase in board.phases}
    for hex_id, spot in board.hexes.items():
        here = ("hexes", hex_id)
        _check_track(f"hex {hex_id}", (*spot.track, *spot.ferry), len(spot.stops), here)
        if spot.group and (spot.kind != "offboard" or spot.pass_through):
            text = gettext(
                "hex {name}: only places where runs end can be one place of several hexes", name=hex_id
            )
            raise BoardError(text, here)
        usable = filter(None, (spot.usable_from_phase,))
        check_names(f"hex {hex_id}, usable_from_phase", usable, board.phase, here)
        for values in (spot.values, *(stop.values for stop in spot.stops)):
            if values:
                check_names(f"hex {hex_id}, values", values, value_keys, here)
                if lacking := sorted(value_keys - values.keys()):
                    text = gettext(
                        "hex {name}, values: {key} is missing; give a value for each off_board of the phases",
                        name=hex_id,
                        key=lacking[0],
                    )
                    raise BoardError(text, here)
        if spot.private:
            check_names(f"hex {hex_id}, private", (spot.private,), board.private, here)


def _check_tiles(board: Board) -> None:
    for tile_id, tile in board.tiles.items():
        name, here = f"tile {tile_id}", ("tiles", tile_id)
        if not TILE.fullmatch(tile_id):
            raise BoardError(
                gettext("{name}: a name of a tile has up to 12 letters and digits", name=name), here
            )
        _check_track(name, (*tile.track, *tile.ferry), len(tile.stops), here)
        replaced = (*tile.upgrades_to, *tile.upgrades_to_public, *tile.downgrades_to)
        check_names(name, replaced, board.tiles, here)
        check_names(name, (*tile.only_on, *tile.not_on), board.hexes, here)
        check_names(name, filter(None, (tile.upgrade_phase,)), board.phase, here)
    done: set[str] = set()
    for tile_id in board.tiles:
        _check_circle(board, tile_id, (), done)
    for place, entry in enumerate(board.first_tiles):
        check_names("first_tiles", entry.tiles, board.tiles, ("first_tiles", place))
        check_names("first_tiles", entry.hexes, board.hexes, ("first_tiles", place))


def _check_circle(board: Board, tile: str, before: tuple[str, ...], done: set[str]) -> None:
    """Raise ``BoardError`` if upgrades lead back to their start."""
    if tile in before:
        circle = (*before[before.index(tile) :], tile)
        raise BoardError(
            gettext(
                "tile {tile}: its upgrades go in a circle, {circle}; "
                "a tile may not lead back to itself by upgrades_to",
                tile=tile,
                circle=", ".join(circle),
            ),
            ("tiles", tile, "upgrades_to"),
        )
    if tile in done:
        return
    for target in board.tiles[tile].upgrades_to:
        _check_circle(board, target, (*before, tile), done)
    done.add(tile)


def _check_ferries(board: Board) -> None:
    """Raise ``BoardError`` if a crossing lacks a lake tile for a lake hex on its way."""
    for place, ferry in enumerate(board.ferries):
        for number, segment in enumerate(ferry.segments):
            here = ("ferries", place, "segments", number)
            what = f"ferry {ferry.id}"
            check_names(what, segment.path, board.hexes, here)
            if len(segment.path) != len(segment.edges) or len(segment.path) < 2 or () in segment.edges:
                raise BoardError(gettext("{what}: each hex of a crossing has its edges", what=what), here)
            for hex_id, edges in zip(segment.path[1:-1], segment.edges[1:-1], strict=True):
                if not any(_joins(tile, hex_id, edges) for tile in board.tiles.values()):
                    raise BoardError(
                        gettext(
                            "{what}: no lake tile joins the edges {edges} on {hex_id}",
                            what=what,
                            edges=edges,
                            hex_id=hex_id,
                        ),
                        here,
                    )


def _joins(tile: TileType, hex_id: str, edges: tuple[int, ...]) -> bool:
    if tile.colour != "blue" or hex_id not in tile.only_on or len(edges) != 2 or len(tile.ferry) != 1:
        return False
    ends = [end for end in tile.ferry[0] if isinstance(end, int)]
    return any({(end + turn) % 6 for end in ends} == set(edges) for turn in range(6))


def _check_money(board: Board) -> None:
    if not board.players:
        raise BoardError(gettext("players: the board is for no number of players; list one"), ("players",))
    dearest = max((private.cost for private in board.privates), default=0)
    for players, count in board.players.items():
        place = ("players", str(players))
        check_names(f"players {players}, privates", count.privates, board.private, (*place, "privates"))
        here = (*place, "cash")
        if count.cash < dearest:
            raise BoardError(
                gettext(
                    "players {players}: the dearest private costs {dearest}",
                    players=str(players),
                    dearest=str(dearest),
                ),
                here,
            )
        if players * count.cash > board.bank:
            raise BoardError(
                gettext("players {players}: they begin with more than the bank has", players=str(players)),
                here,
            )


def _check_companies(board: Board) -> None:
    for place, corporation in enumerate(board.corporations):
        here = ("corporations", place)
        check_names(f"corporation {corporation.id}", corporation.home, board.hexes, (*here, "home"))
        goals = {
            "destination": corporation.destination,
            "alternate_destination": corporation.alternate_destination,
        }
        for key, goal in goals.items():
            if goal is not None:
                places = (*goal.hexes, *filter(None, (goal.start,)))
                check_names(f"corporation {corporation.id}, {key}", places, board.hexes, (*here, key))
        if sum(corporation.shares) != 100 or 0 in corporation.shares:
            raise BoardError(
                gettext(
                    "corporation {id}: its shares make {sum} percent; they must make 100, and none may be 0",
                    id=corporation.id,
                    sum=str(sum(corporation.shares)),
                ),
                (*here, "shares"),
            )
    closing = board.private_rules.close_on_phase
    if board.privates and closing:
        where = ("private_rules", "close_on_phase")
        check_names("private_rules.close_on_phase", (closing,), board.phase, where)
    for place, private in enumerate(board.privates):
        here = ("privates", place)
        check_names(f"private {private.id}", private.hexes, board.hexes, here)
        if private.gives is not None:
            given = private.gives.corporation
            check_names(f"private {private.id}, gives", (given,), board.corporation, here)
            shares = board.corporation[given].shares
            if private.gives.percent not in (shares[:1] if private.gives.president else shares[1:]):
                raise BoardError(
                    gettext(
                        "private {id}, gives: {given} has no such certificate", id=private.id, given=given
                    ),
                    here,
                )
    for bonus_id, bonus in board.bonuses.items():
        check_names(f"bonus {bonus_id}", bonus.hexes, board.hexes, ("bonuses", bonus_id))
        check_names(
            f"bonus {bonus_id}, by",
            (bonus.by,),
            board.private,
            ("bonuses", bonus_id),
        )
    for place, train in enumerate(board.trains):
        here = ("trains", place)
        check_names(f"train {train.name}", (*train.ends_on, *train.discount), board.train, here)
        _check_plus(train, here)


def _check_plus(train: Train, where: Where) -> None:
    """Raise ``BoardError`` if a plus train has no limit of cities, or another unit or table."""
    if train.plus is None:
        return
    if train.unit != "stops":
        text = gettext(
            "train {name}: plus is a limit of towns, so it contradicts unit: {unit}; leave one of them out",
            name=train.name,
            unit=train.unit,
        )
        raise BoardError(text, (*where, "plus"))
    if train.range_table:
        text = gettext("train {name}: plus contradicts range_table; leave one of them out", name=train.name)
        raise BoardError(text, (*where, "plus"))
    if not train.range:
        text = gettext(
            "train {name}: plus needs a range of at least 1, which is the limit of cities; such as range: 3",
            name=train.name,
        )
        raise BoardError(text, (*where, "range" if train.range == 0 else "plus"))


def _check_ending(board: Board) -> None:
    ending = board.ending
    check_names("ending.train", filter(None, (ending.train,)), board.train, ("ending", "train"))
    if ending.share_price_end and ending.share_price is None:
        text = gettext("ending.share_price_end: it needs a share_price that ends the game")
        raise BoardError(text, ("ending", "share_price_end"))


def _check_chart(board: Board) -> None:
    if board.chart.has_offset_rows and len(board.chart.rows) < 2:
        text = gettext("chart.shape: a chart of hexes needs two rows or more")
        raise BoardError(text, ("chart", "shape"))
    pars = sorted({box.price for row in board.chart.rows for box in row if box is not None and box.par})
    if not pars:
        raise BoardError(
            gettext("chart: no box is a par price, so no corporation can start; mark one with par: true"),
            ("chart",),
        )
    if sorted(board.par_values) != pars:
        text = gettext(
            "par_values {given} are not the par boxes of the chart {pars}; both must be the same prices",
            given=list(board.par_values),
            pars=pars,
        )
        raise BoardError(text, ("par_values",))
    for (row, column), box in board.boxes.items():
        if box.par_from:
            where = ("chart", "rows", row, column, "par_from")
            check_names("chart, par_from", [box.par_from], board.phase, where)


def _edges(track: Track) -> list[int]:
    return [end for piece in track for end in piece if isinstance(end, int)]


def _check_track(what: str, track: Track, stops: int, where: Where) -> None:
    for piece in track:
        if piece[0] == piece[1]:
            raise BoardError(
                gettext(
                    "{what}: track from {start} to {end} goes nowhere",
                    what=what,
                    start=piece[0],
                    end=piece[1],
                ),
                where,
            )
        for end in piece:
            if isinstance(end, str) and int(end[1:]) >= stops:
                raise BoardError(
                    gettext(
                        "{what}: track ends at {end}, but there are {stops} stops",
                        what=what,
                        end=end,
                        stops=str(stops),
                    ),
                    where,
                )


def _said(where: Where) -> str:
    return ".".join(map(str, where))
