"""The tiles of an imported game."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from trunkline.engine.board import COLOURS, Hex, TileType
from trunkline.engine.board.checks import MOST, TILE
from trunkline.engine.track.laying import hex_takes_tiles
from trunkline.titles.declared.maker.content import content, label, values
from trunkline.titles.declared.maker.game_file import Game, Part, clean
from trunkline.titles.declared.tile_catalogue import catalogue, first_on, upgrades
from trunkline.util.messages import gettext

DRAWN: Final = ("track", "cities", "towns", "centerTowns", "labels")
"""Keys that change a standard tile, besides its value."""
UNKNOWN: Final = (
    "It is not one of the standard tiles of Trunkline, and the game has no track for it. It is left out. "
    "Write it with its colour, stops and track."
)


def tiles(game: Game) -> dict[str, Any]:
    """Return the tiles: standard tiles by number and count, and others with their track.

    Tiles that neither the game nor the catalogue describes are left out.
    """
    given = game.get("tiles")
    if not isinstance(given, dict) or len(given) > MOST:
        raise game.fault("tiles", gettext("keys with values"), given)
    found: dict[str, Any] = {}
    for name, value in given.items():
        part = game.part(f"tiles.{clean(name)}", value if isinstance(value, dict) else {"quantity": value})
        # "26|T2" is a second copy of tile 26.
        number = part.text("tile").split("|")[0] or name.split("|")[0]
        if part.text("color"):
            _add_own(game, name.split("|")[0], part, found)
        elif number not in catalogue():
            game.points.left_out(f"tiles.{clean(name)}", UNKNOWN)
        else:
            _add_standard(game, number, part, found)
    _add_upgrades(found)
    return found


def _add_standard(game: Game, number: str, part: Part, found: dict[str, Any]) -> None:
    count = part.count("quantity")
    before = found.get(number, 0)
    if isinstance(before, dict):
        game.points.left_out(
            f"tiles.{number}", "The game lists it twice. The copies without track are left out."
        )
        return
    found[number] = None if count is None or before is None else before + count
    if any(part.get(key) for key in DRAWN):
        text = "The game draws this standard tile in another way. Here it is the usual one."
        game.points.left_out(f"tiles.{number}", text)


def _add_own(game: Game, name: str, part: Part, found: dict[str, Any]) -> None:
    key = f"tiles.{name}"
    colour = part.text("color").lower().replace("grey", "gray")
    if colour not in COLOURS:
        text = f"It is left out, because a tile is {', '.join(COLOURS)}, and not {colour}."
        game.points.left_out(key, text)
        return
    if not TILE.fullmatch(name):
        raise part.fault("", gettext("a name of up to 12 letters and digits"), name)
    made = content(part, pointed=False)
    for fault in made.faults:
        game.points.left_out(key, fault)
    tile: dict[str, Any] = {"colour": colour, "count": part.count("quantity")}
    if mark := label(part):
        tile["label"] = mark
    if stops := made.stops(values(part)):
        tile["stops"] = stops
        if "value" not in stops[0]:
            game.points.assumed(f"{key}.stops", "The game has no value for its stops. Assumed: 0.")
    tile["track"] = made.track
    found[name] = tile


def _add_upgrades(found: dict[str, Any]) -> None:
    """Write the upgrades of the tiles that are not standard. The others follow from the catalogue."""
    kinds = _kinds(found)
    for name, tile in found.items():
        if isinstance(tile, dict) and (after := [*upgrades(kinds, kinds[name])]):
            tile["upgrades_to"] = after


def _kinds(found: dict[str, Any]) -> dict[str, TileType]:
    """Return the tiles as records of a board."""
    whole = {
        name: tile if isinstance(tile, dict) else {"count": tile, **catalogue()[name]}
        for name, tile in found.items()
    }
    return msgspec.convert(whole, dict[str, TileType])


def explain_bare_hexes(game: Game, hexes: dict[str, dict[str, Any]], found: dict[str, Any]) -> None:
    """Add a point for each hex that no tile of the game fits."""
    kinds = _kinds(found)
    for name, data in hexes.items():
        hex = msgspec.convert(data, Hex)
        if not hex_takes_tiles(hex) or first_on(kinds, hex):
            continue
        if hex.track and hex.colour in COLOURS[1:]:
            del data["colour"]
            data["kind"] = "gray"
            text = f"No tile of the game replaces its {hex.colour} track, so it is a gray hex here."
            game.points.left_out(f"hexes.{name}", text)
        else:
            text = "No tile of the game fits it. Add a tile, or list first_tiles for all hexes."
            game.points.missing(f"hexes.{name}", text)
