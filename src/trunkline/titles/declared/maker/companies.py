"""The corporations of an imported game, with their shares, tokens, colours and homes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from trunkline.titles.declared.families import EACH_CORPORATION, families
from trunkline.titles.declared.maker.colours import OTHERS, ink, letters_on
from trunkline.titles.declared.maker.game_file import Game, Part, clean, whole

USUAL: Final = families()["1830"][EACH_CORPORATION]
NOT_IN_IDS: Final = re.compile(r"[^\w&+.'*-]")
"""Letters that the notation of games does not have in names of corporations."""
DIGITS: Final = re.compile(r"\d{1,6}")
MOST_SHARES: Final = 100
PRESIDENT: Final = re.compile("president|director", re.IGNORECASE)


class Home(NamedTuple):
    """The home of a company on the map."""

    hex: str
    stop: int
    """The place of its city among the stops of the hex."""


def corporations(game: Game, homes: Mapping[str, Home], hex_names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the corporations.

    Args:
        game: The game.
        homes: The homes that the map shows, by company.
        hex_names: The names on the map, by hex.
    """
    found: list[dict[str, Any]] = []
    own = game.get("colors")
    for part in game.parts("companies"):
        abbreviation, name = part.text("abbrev"), part.text("name")
        id = NOT_IN_IDS.sub("", abbreviation)
        key = f"corporations.{id}"
        if part.get("minor") is True or part.text("variant"):
            what = "minor companies" if part.get("minor") is True else "companies of variants"
            game.points.left_out(key, f"{name} is left out, because a title in one file has no {what}.")
            continue
        entry: dict[str, Any] = {"id": id, "name": name}
        colour = ink(part.text("color"), own if isinstance(own, dict) else {})
        if colour is None:
            colour = OTHERS[len(found) % len(OTHERS)]
            game.points.assumed(key, f"Its colour {part.text('color') or 'is missing and'} is not known.")
        home = _home(part, abbreviation, homes, hex_names)
        if home is None:
            game.points.missing(f"{key}.home", f"The map has no home of {name}. Write its hex: home: [B4].")
        else:
            entry["home"] = [home.hex]
            if home.stop:
                entry["home_stop"] = home.stop
        entry |= {
            "tokens": _tokens(game, part, key),
            "colour": colour,
            "text_colour": letters_on(colour),
            "shares": _shares(game, part, key),
        }
        found.append(entry)
    return found


def _home(part: Part, abbreviation: str, homes: Mapping[str, Home], names: Mapping[str, str]) -> Home | None:
    if abbreviation in homes:
        return homes[abbreviation]
    given = part.get("home")
    for each in given if isinstance(given, list) else [given]:
        if isinstance(each, str):
            hexes = [hex for hex, name in names.items() if each in (hex, name)]
            if hexes:
                return Home(hexes[0], 0)
    return None


def _of_type(game: Game, part: Part, key: str, types: str) -> list[Any]:
    """Return the shares or tokens of a company: its own, those of the type that it names, or the default."""
    value = part.get(key)
    if isinstance(value, list):
        return value
    named = game.get(types)
    found = named.get(str(value or "default")) if isinstance(named, dict) else None
    return found if isinstance(found, list) else []


def _tokens(game: Game, part: Part, key: str) -> list[int]:
    costs: list[int] = []
    for each in _of_type(game, part, "tokens", "tokenTypes"):
        cost = DIGITS.search(str(each.get("cost") if isinstance(each, dict) else each))
        costs.append(int(cost[0]) if cost else 0)  # "Free" and "Home" cost nothing
    if not costs:
        costs = USUAL["tokens"]
        game.points.assumed(f"{key}.tokens", f"The game has no tokens. Assumed: {_listed(costs)}.")
    return costs


def _shares(game: Game, part: Part, key: str) -> list[int]:
    """Return the certificates in percent, the president's first."""
    first: list[int] = []
    others: list[int] = []
    for each in _of_type(game, part, "shares", "shareTypes"):
        if not isinstance(each, dict) or each.get("variant"):
            continue
        percent = whole(each.get("percent"))
        number = whole(each.get("quantity"))
        if not percent or number is None or number > MOST_SHARES:
            first, others = [], []
            break
        marked = each.get("president") is True or PRESIDENT.search(clean(str(each.get("label") or "")))
        (first if marked and not first else others).extend([percent] * number)
    found = [*first, *others]
    if not first:
        found.sort(reverse=True)
    if sum(found) != MOST_SHARES:
        read = f"Its shares make {sum(found)} percent" if found else "The game has no shares that can be read"
        found = USUAL["shares"]
        game.points.assumed(f"{key}.shares", f"{read}. Assumed: {_listed(found)}.")
    return found


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
