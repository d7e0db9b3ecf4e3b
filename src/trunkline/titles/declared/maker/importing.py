"""The title file of a game of 18xx-maker."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final, NamedTuple

from trunkline.titles.declared.families import families
from trunkline.titles.declared.maker.board_map import board_map, layout
from trunkline.titles.declared.maker.chart import chart, several_in_brown
from trunkline.titles.declared.maker.companies import corporations
from trunkline.titles.declared.maker.game_file import Game, read_game
from trunkline.titles.declared.maker.money import bank, players
from trunkline.titles.declared.maker.points import Point, Points
from trunkline.titles.declared.maker.privates import limit_privates, privates
from trunkline.titles.declared.maker.tiles import explain_bare_hexes, tiles
from trunkline.titles.declared.maker.trains import closing_phase, explain_events, phases, trains
from trunkline.titles.declared.maker.writing import title_text
from trunkline.titles.declared.title_file import title_from
from trunkline.util.errors import UsageError

USUAL: Final = families()["1830"]
NOT_IN_TITLES: Final = re.compile("[^A-Za-z0-9_-]")
LONGEST_TITLE: Final = 30
FALLBACK: Final = "18New"


class Imported(NamedTuple):
    """The result of an import."""

    text: str
    """The title file."""
    points: tuple[Point, ...]
    """The points that the designer must look at, those that prevent play first."""


def imported(path: Path) -> Imported:
    """Return the title file of a game.

    Raises ``UsageError`` with one sentence if no title can be made of it.
    """
    game = read_game(path)
    data = _title(game)
    points = game.points
    try:
        title_from(title_text(data, Points()), "title.yaml")
    except UsageError as error:
        if not points.of("missing"):
            points.missing("the file", f"It cannot be read yet: {error}")
    ordered = (*points.of("missing"), *points.of("assumed"), *points.of("left out"))
    return Imported(title_text(data, points), ordered)


def _title(game: Game) -> dict[str, Any]:
    """Return the keys of the title file in their order."""
    types = trains(game)
    order = phases(game, [each["name"] for each in types])
    map = board_map(game, order)
    companies = privates(game, map.hexes)
    seats = players(game)
    limit_privates(game, seats, companies)
    name = game.info.text("title")
    subtitle = game.info.text("subtitle")
    data: dict[str, Any] = {
        "title": NOT_IN_TITLES.sub("", name)[:LONGEST_TITLE].lstrip("_-") or FALLBACK,
        "full_title": f"{name}: {subtitle}" if subtitle else name,
        "about": {"designers": game.info.text("designer")},
        "switches": {"several_in_brown": True} if several_in_brown(game) else {},
        "layout": layout(game),
        "hexes": map.hexes,
        "tiles": tiles(game),
        "chart": chart(game),
        "bank": bank(game),
        "players": seats,
        "share_limit": USUAL["share_limit"],
        "pool_limit": USUAL["pool_limit"],
        "privates": companies,
        "private_rules": {**USUAL["private_rules"], "close_on_phase": closing_phase(game, order)},
        "bid_increment": USUAL["bid_increment"],
        "corporations": corporations(game, map.homes, map.names),
        "floating": _floating(game),
        "trains": types,
        "phases": order,
        "ending": USUAL["ending"],
    }
    explain_bare_hexes(game, map.hexes, data["tiles"])
    explain_events(game, order)
    _explain_rules(game.points)
    return data


def _floating(game: Game) -> dict[str, Any]:
    """Return the floating, from keys of older games or as in 1830."""
    found = dict(USUAL["floating"])
    percent = game.number("floatPercent")
    if percent is not None and 1 <= percent <= 100:
        found["percent"] = percent
    if game.info.text("capitalization") == "incremental":
        found = {"percent": found["percent"], "capital": "incremental", "unsold": "treasury"}
    capital = "incremental capital" if "capital" in found else "full capital of ten shares"
    text = f"Assumed: a corporation floats with {found['percent']} percent sold, and gets {capital}."
    game.points.assumed("floating", text)
    return found


def _explain_rules(points: Points) -> None:
    points.assumed(
        "ending", "Assumed: the game ends after the set of operating rounds in which the bank is broken."
    )
    points.assumed("share_limit", f"Assumed: {USUAL['share_limit']} percent of a corporation for a player.")
    points.assumed("pool_limit", f"Assumed: {USUAL['pool_limit']} percent of a corporation in the pool.")
    points.assumed("bid_increment", f"Assumed: bids for privates rise by {USUAL['bid_increment']}.")
    points.assumed("private_rules.sellable", "Assumed: players may trade privates.")
    points.assumed("switches", "Assumed: the rules of 1830. The how-to page has the list of switches.")
