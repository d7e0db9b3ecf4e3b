"""All ordinary track lays of the operating corporation (4.6.1, 4.3 notes 1, 2, 4 and 5)."""

from __future__ import annotations

from typing import Any, NamedTuple

from titles.t18gl.book.map import Map
from titles.t18gl.book.printed import (
    BOARD,
    HEXES,
    PHASES,
    TILES,
    Part,
    edges,
    homes,
    layable,
    neighbour,
    possible,
    tile_part,
)

BLOCKING = {name: private["id"] for private in BOARD["privates"] for name in private.get("hexes", ())}
"""Hexes where a lay needs an owner's consent. The mine is on a hex that takes no tile."""


class Lay(NamedTuple):
    """A tile on a hex, with its picture there: several rotations of a symmetrical tile share one picture."""

    hex: str
    tile: str
    part: Part


class Lays:
    """The ordinary lays of a position in a corporation's turn."""

    def __init__(self, state: dict[str, Any]) -> None:
        self.state = state
        self.map = Map(state)
        self.turn = state["operating"]["turn"]
        self.corp = state["corporations"][self.turn["corp"]]
        self.phase = PHASES[state.get("phase", 0)]
        self.colours = frozenset(self.phase["tiles"])
        self.reached = self.map.reached(self.corp["id"])
        self.already_out = self.shut_out(self.map)

    def allowance(self) -> frozenset[str]:
        """Return the colours that may still be laid in this turn."""
        laid = self.turn.get("laid", ())
        if not laid:
            return self.colours
        # Two yellow tiles, or one upgrade, in the first operating round after the corporation has floated.
        first = not self.corp.get("operated") and self.state["round"].get("index", 0) == 1
        ordinary = first and self.corp["id"] != "CR" and len(laid) == 1
        yellow = laid[0] in self.map.tiles and self.map.part(laid[0]).colour == "yellow"
        return frozenset({"yellow"}) if ordinary and yellow else frozenset()

    def declined(self, name: str, tile: str, turn: int) -> bool:
        """Return whether the hex's owner has declined this lay in this turn."""
        asked = [a for a in self.turn.get("declined", ()) if a["kind"] == "lay_tile" and not a.get("power")]
        part = tile_part(tile, turn)
        return any(
            (a["hex"], a["tile"], tile_part(a["tile"], a["rotation"])) == (name, tile, part) for a in asked
        )

    def supplied(self, tile: str) -> bool:
        """Return whether a copy of the tile is left in the supply."""
        count = TILES[tile].get("count")
        return count is None or sum(lying == tile for lying, _ in self.map.tiles.values()) < count

    def cost(self, name: str, part: Part) -> int:
        """Return the dollars for terrain, or for an upgrade of Chicago."""
        printed = HEXES[name]
        if "upgrade_cost" in printed:
            return int(printed["upgrade_cost"].get(part.colour, 0))
        if name in self.map.tiles:
            return 0
        halved = {"river": "bridge", "hill": "tunnel"}.get(printed.get("terrain", ""))
        cost = int(printed.get("cost", 0))
        return cost // 2 if halved in self.corp.get("rights", ()) else cost

    def useful(self, name: str, part: Part, after: Map) -> bool:
        """Return whether a route uses the new track, or whether the upgrade increases a stop on a route."""
        old = self.map.part(name)
        if name not in self.reached:
            return False
        if after.on_route(self.corp["id"], name, part.lines - old.lines):
            return True
        return any(
            new[1] > before[1] and after.at_stop(self.corp["id"], (name, f"s{number}"))
            for number, (new, before) in enumerate(zip(part.stops, old.stops, strict=False))
        )

    def shut_out(self, after: Map) -> list[str]:
        """Return the corporations yet to operate whose home could no longer connect to a second stop."""
        found = []
        for id, hexes in homes():
            corp = self.state["corporations"][id]
            if corp.get("operated") or corp.get("closed"):
                continue
            placed = [name for name in hexes if id in after.tokens.get((name, "s0"), ())]
            if not self._joins(placed or hexes, after):
                found.append(id)
        return found

    def _joins(self, home: list[str], after: Map) -> bool:
        group = {HEXES[name].get("group", name) for name in home}
        ways = [
            neighbour(name, edge)
            for name in home
            for part in self._parts(name, after)
            for edge in edges(part.lines | (after.lines(name) & part.ferry))
        ]
        seen = set(ways)
        while ways:
            name, back = ways.pop()
            if name not in HEXES:
                continue
            for part in self._parts(name, after):
                for line in part.lines | (after.lines(name) & part.ferry):
                    if back not in line:
                        continue
                    (out,) = line - {back}
                    if isinstance(out, str):
                        if HEXES[name].get("group", name) not in group:
                            return True
                        continue
                    beyond = neighbour(name, out)
                    if beyond not in seen:
                        seen.add(beyond)
                        ways.append(beyond)
        return False

    def _parts(self, name: str, after: Map) -> frozenset[Part]:
        """Return all parts that could be on a hex in this phase."""
        if HEXES[name]["kind"] == "lake":
            lake = after.part(name)
            return frozenset({lake._replace(lines=after.lines(name))})
        tile, turn = after.tiles.get(name, (None, 0))
        return possible(name, tile, turn, self.colours)

    def consent(self, name: str) -> str:
        """Return the private whose owner, another player, must agree to a lay there."""
        private = self.state["privates"].get(BLOCKING.get(name, ""))
        if private is None or private.get("closed"):
            return ""
        return private["id"] if private.get("player", "") != self.corp["president"] else ""

    def why_not(self, name: str, tile: str, turn: int) -> str:
        """Return the reason that forbids a fitting lay, or an empty string if the lay is legal."""
        part = tile_part(tile, turn)
        if not self.supplied(tile):
            return "none left"
        if self.declined(name, tile, turn):
            return "declined"
        if self.cost(name, part) > self.corp.get("cash", 0):
            return f"costs {self.cost(name, part)}"
        after = self.map.with_tile(name, tile, turn)
        if not self.useful(name, part, after):
            return "no route"
        shut = [corp for corp in self.shut_out(after) if corp not in self.already_out]
        return f"shuts out {', '.join(shut)}" if shut else ""

    def all(self) -> tuple[dict[Lay, int], dict[Lay, str]]:
        """Return the legal lays with a rotation each, and other fitting lays with the reason against them."""
        colours = self.allowance()
        legal: dict[Lay, int] = {}
        refused: dict[Lay, str] = {}
        for name in HEXES:
            lying, way = self.map.tiles.get(name, (None, 0))
            for tile, turn in layable(name, lying, way, colours):
                lay = Lay(name, tile, tile_part(tile, turn))
                if why := self.why_not(name, tile, turn):
                    refused[lay] = why
                else:
                    legal[lay] = turn
        return legal, refused
