"""The stops and the track on a hex or a tile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any, Final, NamedTuple

from trunkline.titles.declared.maker.game_file import Part, whole
from trunkline.titles.declared.maker.geometry import NEAR, Piece, Spot, piece, spot

STOPS: Final = {
    "cities": "city",
    "mediumCities": "city",
    "towns": "town",
    "centerTowns": "town",
    "boomtowns": "town",
}
"""The kinds of stops by their key in 18xx-maker."""
MOST_STOPS: Final = 4
ARROW: Final = "offboard"
"""The type of track of a hex off the board."""
LABEL: Final = re.compile("[A-Z][A-Z-]{0,3}")
"""A label that decides which tiles fit. Longer texts are for people."""


class Place(NamedTuple):
    """A city or a town on a hex."""

    kind: str
    data: Part
    spot: Spot


class Content(NamedTuple):
    """The stops and the track of a hex or a tile, in the form of a board."""

    places: tuple[Place, ...]
    track: list[list[Any]]
    exits: tuple[int, ...]
    """The edges where track leaves the hex."""
    faults: tuple[str, ...]
    """Parts that could not be read, each as a sentence."""

    @property
    def cities(self) -> int:
        """Return the number of cities."""
        return sum(place.kind == "city" for place in self.places)

    def stops(self, values: list[int]) -> list[dict[str, Any]]:
        """Return the stops, with their values in the same order, or one value for all."""
        found: list[dict[str, Any]] = []
        for number, place in enumerate(self.places):
            stop: dict[str, Any] = {"kind": place.kind}
            if values:
                stop["value"] = values[number] if number < len(values) else values[0]
            if place.kind == "city":
                stop["slots"] = _slots(place.data)
            found.append(stop)
        return found


def content(hex: Part, pointed: bool) -> Content:
    """Return the content of a hex. On a map with pointed hexes, side 1 is edge 1; otherwise it is edge 0."""
    faults: list[str] = []
    places = tuple(
        Place(kind, part, spot(part.data, pointed)) for key, kind in STOPS.items() for part in hex.parts(key)
    )
    if len(places) > MOST_STOPS:
        faults.append(f"It has {len(places)} stops, and a hex has at most {MOST_STOPS}.")
        places = places[:MOST_STOPS]
    pieces: list[Piece] = []
    # Older games list the arrows of a hex off the board apart.
    arrows = [
        Part(part.file, part.place, {**part.data, "type": ARROW}) for part in hex.parts("offBoardTrack")
    ]
    for part in [*hex.parts("track"), *arrows]:
        found = piece(part.data)
        if found is None:
            faults.append("A piece of track in an unusual form is left out.")
        else:
            pieces.append(found)
            if part.get("gauge") in ("narrow", "dual"):
                faults.append("Its narrow track is normal track here.")
    track = _joined(pieces, places)
    linked = {end for entry in track for end in entry}
    if pieces:
        lonely = [str(number + 1) for number in range(len(places)) if f"s{number}" not in linked]
        faults += [f"No track reaches its stop {number}." for number in lonely]
    turned = [[_edge(end, pointed) for end in entry] for entry in track]
    exits = sorted({_edge(side, pointed) for each in pieces for side in each.sides})
    return Content(places, turned, tuple(exits), tuple(dict.fromkeys(faults)))


def values(hex: Part) -> list[int]:
    """Return the figures on a hex or a tile."""
    found = (whole(part.get("value")) for part in hex.parts("values"))
    return [value for value in found if value is not None]


def label(hex: Part) -> str:
    """Return the label that decides which tiles fit a hex."""
    found = (part.text("label") for part in hex.parts("labels"))
    return next((text for text in found if LABEL.fullmatch(text)), "")


def names(hex: Part) -> str:
    """Return the names of the places on a hex."""
    found: list[str] = []
    for key in STOPS:
        for part in hex.parts(key):
            found += _name(part)
    if hex.get("offBoardRevenue"):
        found += _name(hex.part("offBoardRevenue", hex.get("offBoardRevenue")))
    for part in hex.parts("names"):
        found.append(part.text("name"))
    return " & ".join(dict.fromkeys(filter(None, found)))


def _name(part: Part) -> list[str]:
    name = part.get("name")
    if isinstance(name, dict):
        return [part.part("name", name).text("name")]
    return [part.text("name")]


def _slots(city: Part) -> int:
    size = re.match(r"[1-6]", str(city.get("size") or 1))
    return int(size[0]) if size else 1


def _joined(pieces: list[Piece], places: tuple[Place, ...]) -> list[list[Any]]:
    """Return the track as pairs of ends, with sides as numbers."""
    found: list[list[Any]] = []
    for each in pieces:
        on_it = sorted(
            (where, number)
            for number, place in enumerate(places)
            for distance, where in [each.near(place.spot)]
            if distance <= NEAR
        )
        stops = [f"s{number}" for _, number in on_it]
        if len(each.sides) == 1 and places and not stops:
            distances = [place.spot.to(each.spots[-1]) for place in places]
            stops = [f"s{distances.index(min(distances))}"]
        ends = [*each.sides[:1], *stops, *each.sides[1:]]
        found += [[one, other] for one, other in pairwise(ends)]
    if not places:
        found += _junction(pieces)
    return [list(entry) for entry in dict.fromkeys(map(tuple, found))]


def _junction(pieces: list[Piece]) -> Iterator[list[Any]]:
    """Yield track between all sides whose track ends in the middle of a hex without stops."""
    sides = sorted({each.sides[0] for each in pieces if len(each.sides) == 1})
    return (list(pair) for pair in combinations(sides, 2))


def _edge(end: Any, pointed: bool) -> Any:
    """Return the edge of a side. Stops stay the same."""
    return (end + 1) % 6 if pointed and isinstance(end, int) else end
