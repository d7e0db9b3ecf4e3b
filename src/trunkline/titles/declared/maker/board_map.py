"""The map of an imported game: its hexes, the homes of companies, and the values off the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from trunkline.engine.board import COLOURS
from trunkline.engine.board.checks import MOST
from trunkline.engine.board.hex_grid import neighbours
from trunkline.engine.board.map import Layout
from trunkline.titles.declared.maker.companies import Home
from trunkline.titles.declared.maker.content import Content, content, label, names, values
from trunkline.titles.declared.maker.game_file import Game, Part, whole
from trunkline.titles.declared.maker.hex_copies import hex_entries
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext

OFF_BOARD: Final = ("offboard", "red")
EMPTY: Final = {"water": "lake", "blue": "lake", "none": "impassable", "tunnel": "impassable"}
"""The kinds of hexes without track, by colour."""
TERRAIN: Final = {"mountain": "mountain", "hill": "hill", "water": "water", "lake": "water",
                  "river": "river", "stream": "river"}  # fmt: skip
"""The terrain of a board by the type in 18xx-maker."""
IGNORED: Final = ("goods", "industries", "routeBonuses", "bridges", "tunnels", "tunnelEntrances", "borders")
"""Parts of hexes that may matter to the rules and that a title in one file does not have."""


class Map(NamedTuple):
    """The map of a title."""

    hexes: dict[str, dict[str, Any]]
    homes: dict[str, Home]
    names: dict[str, str]
    """Names on the map, by hex."""


def layout(game: Game) -> dict[str, str]:
    """Return the arrangement of the hexes."""
    if game.info.text("orientation") == "horizontal":
        return {"orientation": "flat", "columns": "letters"}
    return {"orientation": "pointy", "columns": "numbers"}


def board_map(game: Game, phases: list[dict[str, Any]]) -> Map:
    """Return the map. Each phase gets the key of the values that are in force."""
    entries = hex_entries(game)
    if len(entries) > MOST:
        raise UsageError(
            gettext(
                "{file}: the map has {count} hexes, and a title has at most {most}.",
                file=game.file,
                count=str(len(entries)),
                most=str(MOST),
            )
        )
    form = layout(game)
    keys = _value_keys(entries, phases)
    found = Map({}, {}, {})
    labelled = any("OO" in str(each.get("labels")) for each in _tables(game.get("tiles")))
    for name, entry in entries.items():
        made = content(entry, form["orientation"] == "pointy")
        hex = _hex(game, name, entry, made, keys)
        if hex.get("cities") == 2 and "label" not in hex and labelled:
            hex["label"] = "OO"
        found.hexes[name] = hex
        found.names[name] = hex.get("name", "")
        for company, stop in _companies(entry, made):
            found.homes.setdefault(company, Home(name, stop))
        for fault in made.faults:
            game.points.left_out(f"hexes.{name}", fault)
        for key in IGNORED:
            if key in entry:
                game.points.left_out(f"hexes.{name}", f"Its {key} are left out.")
    _drop_track_off_the_map(game, Layout(**form), found.hexes)  # type: ignore[arg-type]
    return found


def _tables(value: Any) -> Iterator[dict[str, Any]]:
    return (each for each in (value.values() if isinstance(value, dict) else ()) if isinstance(each, dict))


def _value_keys(entries: Mapping[str, Part], phases: list[dict[str, Any]]) -> tuple[str, ...]:
    """Return the keys of values that change with the phases: colours. Write them to the phases."""
    named = {colour for entry in entries.values() for colour, _ in _revenues(entry)}
    used = [colour for colour in COLOURS if colour in named] or [COLOURS[0]]
    for phase in phases:
        at = COLOURS.index(phase["tiles"][-1])
        phase["off_board"] = max(
            (each for each in used if COLOURS.index(each) <= at), key=COLOURS.index, default=used[0]
        )
    return tuple(dict.fromkeys(phase["off_board"] for phase in phases))


def _revenues(entry: Part) -> list[tuple[str, int]]:
    """Return the values of a hex off the board, by colour."""
    if not entry.get("offBoardRevenue"):
        return []
    part = entry.part("offBoardRevenue", entry.get("offBoardRevenue"))
    found = []
    for each in part.parts("revenues"):
        figure = next(
            (each.get(key) for key in ("value", "revenue", "cost") if each.get(key) is not None), None
        )
        value = whole(figure)
        colour = each.text("color").lower().replace("grey", "gray")
        if value is not None and colour in COLOURS:
            found.append((colour, value))
    return sorted(found, key=lambda each: COLOURS.index(each[0]))


def _values(entry: Part, keys: tuple[str, ...]) -> dict[str, int]:
    """Return a value for each key: that of the last colour up to it, or the first one."""
    revenues = _revenues(entry)
    if not revenues:
        return dict.fromkeys(keys, figures[0]) if (figures := values(entry)) else {}
    found = {}
    for key in keys:
        before = [value for colour, value in revenues if COLOURS.index(colour) <= COLOURS.index(key)]
        found[key] = before[-1] if before else revenues[0][1]
    return found


def _hex(game: Game, name: str, entry: Part, made: Content, keys: tuple[str, ...]) -> dict[str, Any]:
    colour = entry.text("color").lower().replace("grey", "gray")
    named = {"name": text} if (text := names(entry)) else {}
    if colour in OFF_BOARD or (entry.get("offBoardRevenue") and not made.places and colour != "gray"):
        return _off_board(game, name, entry, made, keys, named)
    if colour == "gray":
        return {"kind": "gray", **named, **_printed(entry, made, keys)}
    if colour in EMPTY and not made.places and not made.track:
        return {"kind": EMPTY[colour], **named}
    marks = {"label": text} if (text := label(entry)) else {}
    ground = {"colour": colour} if colour in COLOURS[:3] else {}
    if made.track:
        return {
            "kind": "preprinted",
            **named,
            **ground,
            **marks,
            **_printed(entry, made, keys),
            **_cost(game, name, entry),
        }
    towns = len(made.places) - made.cities
    kind = "city" if made.cities else "town" if towns else "clear"
    counts = {key: number for key, number in (("cities", made.cities), ("towns", towns)) if number}
    return {"kind": kind, **named, **ground, **marks, **counts, **_cost(game, name, entry)}


def _off_board(
    game: Game, name: str, entry: Part, made: Content, keys: tuple[str, ...], named: dict[str, str]
) -> dict[str, Any]:
    paid = _values(entry, keys)
    if not paid:
        paid = dict.fromkeys(keys, 0)
        game.points.assumed(f"hexes.{name}.values", "The game has no value for it. Assumed: 0.")
    hex: dict[str, Any] = {"kind": "offboard", **named, "values": paid, "exits": [*made.exits]}
    if slots := sum(stop["slots"] for stop in made.stops([]) if stop["kind"] == "city"):
        hex["slots"] = slots
    return hex


def _printed(entry: Part, made: Content, keys: tuple[str, ...]) -> dict[str, Any]:
    """Return the printed stops and track of a hex."""
    stops = made.stops(values(entry))
    if _revenues(entry):
        for stop in stops:
            stop.pop("value", None)
            stop["values"] = _values(entry, keys)
    return {**({"stops": stops} if stops else {}), "track": made.track}


def _cost(game: Game, name: str, entry: Part) -> dict[str, Any]:
    """Return the price and the terrain of a hex."""
    total, kinds = 0, []
    for type, part in _terrain(entry):
        total += part.number("cost") or 0
        kinds.append(TERRAIN.get(type, ""))
    if not total:
        return {}
    if len([kind for kind in kinds if kind]) > 1:
        text = f"Its terrain costs {total} together here. A discount for one kind takes all of it."
        game.points.assumed(f"hexes.{name}.cost", text)
    kind = next((kind for kind in kinds if kind), "")
    return {"cost": total, **({"terrain": kind} if kind else {})}


def _terrain(entry: Part) -> Iterator[tuple[str, Part]]:
    """Yield the terrain of a hex with its types. In older games each type is a key of the hex."""
    for part in entry.parts("terrain"):
        yield part.text("type"), part
    for type in TERRAIN:
        value = entry.get(type)
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, dict):
                yield type, entry.part(type, each)


def _companies(entry: Part, made: Content) -> Iterator[tuple[str, int]]:
    """Yield the companies with a home on a hex, each with the place of its stop."""
    for number, place in enumerate(made.places):
        for each in place.data.list("companies"):
            company = each.get("label") if isinstance(each, dict) else each
            if isinstance(company, str):
                yield company, number
    for key, named in (("companies", "label"), ("tokens", "company")):
        for part in entry.parts(key):
            if company := part.text(named):
                yield company, 0


def _drop_track_off_the_map(game: Game, form: Layout, hexes: dict[str, dict[str, Any]]) -> None:
    """Remove exits and track toward places without a hex."""
    beyond = neighbours(form, hexes)
    for number, (name, hex) in enumerate(hexes.items()):
        open_edges = {edge for edge in range(6) if beyond[6 * number + edge] >= 0}
        exits, track = hex.get("exits", []), hex.get("track", [])
        kept = [edge for edge in exits if edge in open_edges]
        left = [entry for entry in track if all(isinstance(end, str) or end in open_edges for end in entry)]
        if len(kept) < len(exits) or len(left) < len(track):
            game.points.left_out(f"hexes.{name}", "Its track toward places off the map is left out.")
        if "exits" in hex:
            hex["exits"] = kept
        if "track" in hex:
            hex["track"] = left
