"""All station tokens that the operating corporation may place, with their prices (4.6.2)."""

from __future__ import annotations

from typing import Any

from titles.t18gl.book.map import Map, Stop
from titles.t18gl.book.printed import BOARD, HEXES, homes

PER_HEX = BOARD["station_tokens"]["cost_per_hex"]


def open_circles(state: dict[str, Any], on: Map, stop: Stop) -> int:
    """Return the free circles of a city, without those reserved for corporations yet to float."""
    kind, _, slots = on.part(stop[0]).stops[int(stop[1][1:])]
    if kind != "city":
        return 0
    waiting = [
        id
        for id, hexes in homes()
        if stop[0] in hexes
        and not state["corporations"][id].get("home")
        and not state["corporations"][id].get("closed")
    ]
    return slots - len(on.tokens.get(stop, ())) - len(waiting)


def station_tokens(state: dict[str, Any]) -> dict[Stop, int]:
    """Return the cities where a token may be placed now, with prices in dollars."""
    turn = state["operating"]["turn"]
    corp = state["corporations"][turn["corp"]]
    if not corp["tokens"] or turn.get("token"):
        return {}
    on = Map(state)
    found = {}
    for stop, hexes in on.distances(corp["id"]).items():
        own = corp["id"] in on.tokens.get(stop, ())
        offboard = HEXES[stop[0]]["kind"] == "offboard"
        price = PER_HEX * hexes
        if not own and not offboard and open_circles(state, on, stop) > 0 and price <= corp.get("cash", 0):
            found[stop] = price
    return found
