"""The privates of an imported game."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Any, Final

from trunkline.titles.declared.maker.game_file import Game, Part, clean, whole
from trunkline.util.messages import gettext

PLAYERS: Final = re.compile(r"([1-9])(?:\+|-([1-9]))")
"""Numbers of players as text, from the fewest to the most."""
WORD: Final = re.compile("[a-z0-9]+")


def privates(game: Game, hexes: Container[str]) -> list[dict[str, Any]]:
    """Return the privates. Their powers are texts that the designer must write as keys."""
    found: list[dict[str, Any]] = []
    for part in game.parts("privates"):
        name = part.text("name")
        if part.get("variant"):
            game.points.left_out("privates", f"{name} is left out, because it belongs to a variant.")
            continue
        id = _id(part.text("id") or name, {each["id"] for each in found})
        entry: dict[str, Any] = {
            "id": id,
            "name": name,
            "cost": _cost(part),
            "revenue": _revenue(game, part, id),
        }
        if hex := part.text("hex"):
            if hex in hexes:
                entry["hexes"] = [hex]
            else:
                game.points.left_out(f"privates.{id}", f"Its hex {hex} is not on the map.")
        power = clean(" ".join(filter(None, (part.text("note"), part.text("description")))))
        if power:
            entry["power"] = power
            game.points.assumed(f"privates.{id}.powers", f'It has no power yet. The game says: "{power}"')
        if company := part.text("company"):
            text = f"It belongs to {company} in the game. If it brings a certificate, write it as gives."
            game.points.assumed(f"privates.{id}.gives", text)
        found.append(entry)
    return found


def limit_privates(game: Game, by_players: dict[int, dict[str, Any]], entries: list[dict[str, Any]]) -> None:
    """Add the privates of each number of players, if some are for certain numbers only."""
    named = {part.text("name"): part for part in game.parts("privates")}
    for number, values in by_players.items():
        used = [entry["id"] for entry in entries if _fits(named[entry["name"]], number)]
        if not used and entries:
            text = f"With {number} players the game has no privates. Here it has all of them."
            game.points.left_out(f"players.{number}.privates", text)
        elif len(used) < len(entries):
            values["privates"] = used


def _fits(part: Part, players: int) -> bool:
    """Return whether a private is used with this number of players."""
    # Older games have a text for people, such as "Players: 3+".
    written = PLAYERS.search(part.text("players"))
    least = part.number("minPlayers") or (int(written[1]) if written else 0)
    most = part.number("maxPlayers") or (int(written[2]) if written and written[2] else players)
    return least <= players <= most


def _cost(part: Part) -> int:
    price = part.number("price")
    return part.wanted("bid") if price is None else price


def _revenue(game: Game, part: Part, id: str) -> int:
    value = part.get("revenue")
    parts = value if isinstance(value, list) else str(value or 0).split("/")
    found = [whole(each.strip() if isinstance(each, str) else each) for each in parts]
    if not found or found[0] is None:
        raise part.fault("revenue", gettext("a whole number"), value)
    if len(found) > 1:
        text = (
            f"Its revenue changes during the game ({'/'.join(map(str, found))}). Here it stays the first one."
        )
        game.points.left_out(f"privates.{id}.revenue", text)
    return found[0]


def _id(name: str, taken: set[str]) -> str:
    """Return an id of letters and digits that no other private has."""
    short = "-".join(WORD.findall(name.lower())[:3])[:24] or "private"
    number = 2
    id = short
    while id in taken:
        id = f"{short}-{number}"
        number += 1
    return id
