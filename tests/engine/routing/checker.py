"""A second check of a company's runs by the printed rules, on hexes and edges.

It is compared with `check_runs` and `earnings`, and shares only the printed tables with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from trunkline.engine.routing import RouteContext, Run
from trunkline.engine.track.map_index import STOP, STOPS_A_HEX, Piece
from trunkline.engine.track.track_state import stop_value

Segment = tuple[int, int]
Track = tuple[int, ...]
"""Track that trains may not share: a side by its two faces, or the track between two stops of a hex."""


class Element(NamedTuple):
    """One element of a path: a hex, and the stop in it (-1 on plain track)."""

    hex: int
    stop: int


def has_track(piece: Piece, a: int, b: int) -> bool:
    """Return whether a piece of track joins two ends."""
    return (min(a, b), max(a, b)) in piece.segments


def lanes(context: RouteContext, a: int, b: int) -> int:
    """Return the number of tracks across a side: two if both tiles have two side by side."""
    pieces = context.position.pieces

    def doubled(face: int) -> bool:
        segments = Counter(pieces[face // STOP].segments)
        return any(count > 1 and face % STOP in segment for segment, count in segments.items())

    return 2 if doubled(a) and doubled(b) else 1


def elements(context: RouteContext, run: Run) -> list[Element]:
    """Return the elements of a run's path.

    Raises:
        LookupError: An element is not on the map.
    """
    found = []
    for word in run.path:
        name, dot, number = word.partition(".")
        h = context.tables.names.index(name) if name in context.tables.names else -1
        s = int(number) if dot else -1
        if h < 0 or s >= len(context.position.pieces[h].stops):
            raise LookupError(word)
        found.append(Element(h, s))
    return found


def ends_between(context: RouteContext, a: Element, b: Element) -> tuple[int, int] | None:
    """Return the end by which a path leaves one element and the end by which it enters the next."""
    if a.hex == b.hex:
        return (STOP + b.stop, STOP + a.stop) if a.stop >= 0 and b.stop >= 0 else None
    for edge in range(STOP):
        mate = context.tables.mate[STOP * a.hex + edge]
        if mate >= 0 and mate // STOP == b.hex:
            return edge, mate % STOP
    return None


def track_of(context: RouteContext, path: Sequence[Element]) -> tuple[list[Track], list[str]]:
    """Return the track of a path, and its faults."""
    pieces = context.position.pieces
    track: list[Track] = []
    faults: list[str] = []
    into: int | None = None
    for a, b in pairwise(path):
        joint = ends_between(context, a, b)
        if joint is None:
            return track, ["not neighbours"]
        out, back = joint
        if a.stop >= 0 and not has_track(pieces[a.hex], STOP + a.stop, out):
            faults.append("no track from a stop")
        if a.stop < 0 and (into is None or into == out or not has_track(pieces[a.hex], into, out)):
            faults.append("no track through a hex")
        if b.stop >= 0 and not has_track(pieces[b.hex], back, STOP + b.stop):
            faults.append("no track to a stop")
        if out < STOP:
            faces = (STOP * a.hex + out, STOP * b.hex + back)
            track.append((min(faces), max(faces)))
        else:
            track.append((a.hex, min(a.stop, b.stop), max(a.stop, b.stop)))
        into = back
    return track, faults


def faults_of_run(context: RouteContext, run: Run) -> list[str]:
    """Return the faults of one run, without regard to other runs."""
    path = elements(context, run)
    track, faults = track_of(context, path)
    pieces, place = context.position.pieces, context.tables.place
    stops = [e for e in path if e.stop >= 0]
    if len(stops) < 2 or path[0].stop < 0 or path[-1].stop < 0:
        return [*faults, "not from stop to stop"]
    if len({place[STOPS_A_HEX * e.hex + e.stop] for e in stops}) < len(stops):
        faults.append("a stop twice")
    if len(set(track)) < len(track):
        faults.append("track twice")
    tokens = [(context.tables.names[e.hex], e.stop) for e in stops]
    if not any(
        m.corp == context.company and m.stop == s for h, s in tokens for m in context.tokens.get(h, ())
    ):
        faults.append("no token")
    for e in stops[1:-1]:
        here = context.tokens.get(context.tables.names[e.hex], ())
        at = [m.corp for m in here if m.stop == e.stop]
        slots = pieces[e.hex].stops[e.stop].slots
        if pieces[e.hex].terminal:
            faults.append("through an off-board place")
        if at and context.company not in at and 0 < slots <= len(at):
            faults.append("through a full city")
    kind = context.trains[run.train]
    scoring = [e for e in stops if pieces[e.hex].stops[e.stop].kind != "town"]
    crossed = sum(len(t) == 2 for t in track)
    length = {"stops": len(stops), "hexes": crossed, "cities": len(scoring)}[kind.unit]
    if kind.plus is not None:
        length = len(scoring)
        if len(stops) - len(scoring) > kind.plus:
            faults.append("too many towns")
    if kind.reach is not None and length > kind.reach:
        faults.append("too long")
    if kind.unit == "cities" and len(scoring) < 2:
        faults.append("fewer than two cities")
    return faults


def faults(context: RouteContext, runs: Sequence[Run]) -> list[str]:
    """Return the faults of a company's runs, or an empty list if they are legal."""
    found = [fault for run in runs for fault in faults_of_run(context, run)]
    if len({run.train for run in runs}) < len(runs):
        found.append("a train twice")
    if found:
        return found
    uses = Counter(t for run in runs for t in track_of(context, elements(context, run))[0])
    if any(count > (lanes(context, *t) if len(t) == 2 else 1) for t, count in uses.items()):
        found.append("shared track")
    if sum(worth(context, run)[1] for run in runs) > context.purse:
        found.append("tolls beyond the purse")
    return found


def worth(context: RouteContext, run: Run) -> tuple[int, int]:
    """Return the dollars that a legal run earns, and its tolls."""
    kind = context.trains[run.train]
    pieces, names = context.position.pieces, context.tables.names
    path = elements(context, run)
    stops = [e for e in path if e.stop >= 0]
    counted = [e for e in stops if kind.unit != "cities" or pieces[e.hex].stops[e.stop].kind != "town"]
    money = sum(kind.factor * stop_value(pieces[e.hex].stops[e.stop], context.values) for e in counted)
    money += sum(b.amount for b in context.bonuses if any(names[e.hex] in b.hexes for e in counted))
    if pieces[stops[0].hex].terminal and pieces[stops[-1].hex].terminal:
        money += context.pair_bonus * len(stops)
    plain = {names[e.hex] for e in path if e.stop < 0}
    return money, sum(toll.fee for toll in context.tolls if plain & set(toll.hexes))
