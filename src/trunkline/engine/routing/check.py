"""Checks of proposed runs against the map, and calculation of their earnings."""

from __future__ import annotations

from collections.abc import Sequence

from trunkline.engine.routing.context import RouteContext, Toll, TrainRange
from trunkline.engine.routing.run import Earnings, Run, RunFault
from trunkline.engine.track.map_index import STOP, STOPS_A_HEX, MapIndex
from trunkline.engine.track.track_state import TrackState, stop_value
from trunkline.util.messages import Message, gettext_lazy, gettext_noop

_STOPS = frozenset(map(str, range(STOPS_A_HEX)))

_TOO_LONG = {
    "stops": gettext_noop("the train runs to {reach} stops at most, not {length}"),
    "cities": gettext_noop("the train runs to {reach} cities at most, not {length}"),
    "hexes": gettext_noop("the train runs to {reach} hexes at most, not {length}"),
}
_TOO_MANY = {
    "cities": gettext_noop(
        "the train's limit of cities and off-board places is {reach}, and the run has {length}"
    ),
    "towns": gettext_noop("the train's limit of towns is {reach}, and the run has {length}"),
}
"""The faults of a plus train."""


class _Path:
    """A run's path in the numbers of the track package, with the faults of its track."""

    def __init__(self, pos: TrackState, run: Run, number: int) -> None:
        self.pos = pos
        self.number = number
        self.problems: list[RunFault] = []
        self.places: list[tuple[int, int]] = []
        """Hex and stop of each element; stop -1 on plain track."""
        self.track: list[tuple[int, ...]] = []
        """The join of each element to the next: a side (its lower face), or a hex and two of its stops."""
        for element in run.path:
            name, dot, stop = element.partition(".")
            h = pos.tables.index.get(name, -1)
            s = int(stop) if dot and stop in _STOPS else -1
            if h in pos.closed:
                self.fault(
                    "closed_track",
                    gettext_lazy("the track of {place} may not be used yet", place=stop_name(pos.tables, h)),
                )
                return
            if h < 0 or (dot and s < 0) or s >= len(pos.pieces[h].stops):
                self.fault(
                    "unknown_track", gettext_lazy("{element} is not a place on the map", element=element)
                )
                return
            self.places.append((h, s))
        self._join()

    def fault(self, key: str, text: Message) -> None:
        """Record a problem."""
        self.problems.append(RunFault(key, text, self.number))  # type: ignore[arg-type]

    def name(self, i: int) -> str:
        """Return a name for the i-th element."""
        return stop_name(self.pos.tables, self.places[i][0])

    def _join(self) -> None:
        """Find the track between the elements, and through the elements on plain track."""
        pos, places = self.pos, self.places
        mate, pieces = pos.tables.mate, pos.pieces
        into = -1  # the end by which the path entered the element
        for i, (h, s) in enumerate(places[:-1]):
            h2, s2 = places[i + 1]
            if h == h2:
                if s < 0 or s2 < 0 or STOP + s2 not in pieces[h].at[STOP + s]:
                    self.fault(
                        "unknown_track",
                        gettext_lazy(
                            "no track joins {place} and {next}", place=self.name(i), next=self.name(i + 1)
                        ),
                    )
                    return
                self.track.append((h, min(s, s2), max(s, s2)))
                into = STOP + s
                continue
            out = next((e for e in range(STOP) if mate[STOP * h + e] // STOP == h2), -1)
            if out < 0:
                self.fault(
                    "unknown_track",
                    gettext_lazy(
                        "{place} and {next} are not neighbours", place=self.name(i), next=self.name(i + 1)
                    ),
                )
                return
            self._through(i, into, out)
            face = STOP * h + out
            back = mate[face] % STOP
            if not pieces[h2].at[back]:
                self.fault(
                    "unknown_track",
                    gettext_lazy(
                        "no track leads from {place} into {next}", place=self.name(i), next=self.name(i + 1)
                    ),
                )
            elif s2 >= 0 and STOP + s2 not in pieces[h2].at[back]:
                self.fault(
                    "unknown_track",
                    gettext_lazy(
                        "no track leads from {place} to {next}", place=self.name(i), next=self.name(i + 1)
                    ),
                )
            self.track.append((min(face, mate[face]),))
            into = back

    def _through(self, i: int, into: int, out: int) -> None:
        """Check the track by which the path leaves element i."""
        h, s = self.places[i]
        piece = self.pos.pieces[h]
        if s >= 0:
            if out not in piece.at[STOP + s]:
                self.fault(
                    "unknown_track",
                    gettext_lazy(
                        "no track leads from {place} to {next}", place=self.name(i), next=self.name(i + 1)
                    ),
                )
            return
        if into < 0 or out in piece.at[into]:
            return
        joined = set(piece.at[into]) & set(piece.at[out])
        if any(end >= STOP for end in joined):
            self.fault(
                "stop_skipped",
                gettext_lazy("the track through {place} has a stop, which counts", place=self.name(i)),
            )
        elif into == out or joined:
            self.fault("reversal", gettext_lazy("the train would reverse in {place}", place=self.name(i)))
        else:
            self.fault("unknown_track", gettext_lazy("no track crosses {place} that way", place=self.name(i)))

    def check(self, blocked: frozenset[int], own: frozenset[int]) -> None:
        """Check the rules that apply to the route of any train."""
        stops = [(i, h, s) for i, (h, s) in enumerate(self.places) if s >= 0]
        if len(stops) < 2:
            self.fault("two_stops", gettext_lazy("a run joins two or more stops"))
            return
        for i in (0, len(self.places) - 1):
            if self.places[i][1] < 0:
                self.fault(
                    "two_stops",
                    gettext_lazy(
                        "a run begins and ends at a stop, not on the track of {place}", place=self.name(i)
                    ),
                )
        numbers = [STOPS_A_HEX * h + s for _, h, s in stops]
        if own.isdisjoint(numbers):
            self.fault("own_token", gettext_lazy("no station token of the company is on the run"))
        place = self.pos.tables.place
        seen: set[int] = set()
        for (i, _, _), g in zip(stops, numbers, strict=True):
            if place[g] in seen:
                self.fault("repeat_stop", gettext_lazy("{place} is visited twice", place=self.name(i)))
            seen.add(place[g])
        for i, h, s in stops:
            if 0 < i < len(self.places) - 1:
                if self.pos.pieces[h].terminal:
                    self.fault(
                        "offboard_end",
                        gettext_lazy("{place} can only be an end of a run", place=self.name(i)),
                    )
                if STOPS_A_HEX * h + s in blocked:
                    self.fault(
                        "blocked_city",
                        gettext_lazy("{place} is full of other companies' tokens", place=self.name(i)),
                    )
        if len(set(self.track)) < len(self.track):
            self.fault("repeat_track", gettext_lazy("the run uses a piece of track twice"))

    def check_range(self, train: TrainRange) -> None:
        """Check the run against the range of the train."""
        kinds = [self.pos.pieces[h].stops[s].kind for h, s in self.places if s >= 0]
        cities = sum(kind != "town" for kind in kinds)
        if train.plus is not None:
            self._check_plus(train, cities, len(kinds) - cities)
            return
        length = {
            "stops": len(kinds),
            "cities": cities,
            "hexes": sum(len(t) == 1 for t in self.track),
        }[train.unit]
        if train.reach is not None and length > train.reach:
            key = "range" if train.unit == "cities" else "length"
            self.fault(
                key,
                gettext_lazy(_TOO_LONG[train.unit], reach=train.reach, length=length),
            )
        if train.unit == "cities" and len(kinds) >= 2 and cities < 2:
            self.fault("two_stops", gettext_lazy("this train needs two or more cities or off-board places"))

    def _check_plus(self, train: TrainRange, cities: int, towns: int) -> None:
        """Check the run of a plus train, for which cities and towns have their own limits."""
        for unit, reach, length in (("cities", train.reach, cities), ("towns", train.plus, towns)):
            if reach is not None and length > reach:
                self.fault("plus", gettext_lazy(_TOO_MANY[unit], reach=reach, length=length))


def stop_name(tables: MapIndex, h: int) -> str:
    """Return the printed name of a hex, or else its coordinate."""
    return tables.hexes[h].name or tables.names[h]


def check_runs(context: RouteContext, runs: Sequence[Run]) -> list[RunFault]:
    """Return every fault of a corporation's proposed runs; empty if they are legal."""
    pos = context.position
    blocked, own = context.stops
    problems: list[RunFault] = []
    used_trains: set[str] = set()
    used_track: dict[tuple[int, ...], int] = {}
    purse = context.purse
    for number, run in enumerate(runs):
        path = _Path(pos, run, number)
        train = context.trains.get(run.train)
        if train is None:
            path.fault("train", gettext_lazy("the company has no train {train} to run", train=run.train))
        elif run.train in used_trains:
            path.fault("train", gettext_lazy("train {train} runs twice", train=run.train))
        used_trains.add(run.train)
        if len(path.places) == len(run.path):
            path.check(blocked, own)
            if train is not None:
                path.check_range(train)
            for piece in dict.fromkeys(path.track):
                used_track[piece] = used_track.get(piece, 0) + 1
                if used_track[piece] > _lanes(pos, piece):
                    path.fault("shared_track", gettext_lazy("two trains would use the same track"))
                    break
        for toll in tolls_of(context, run):
            purse -= toll.fee
            if purse < 0:
                path.fault(
                    "toll",
                    gettext_lazy("the company cannot pay ${fee} for {toll}", fee=toll.fee, toll=toll.name),
                )
        problems += path.problems
    return problems


def track_bits(context: RouteContext, run: Run) -> int:
    """Return the bits of the track that a run uses, in the numbering of links. Of parallel tracks the first
    is used.

    Raises ``ValueError`` if the run uses track that does not exist.
    """
    path = _Path(context.position, run, 0)
    if path.problems:
        raise ValueError(f"the run of {run.train} goes over track that is not there")
    bits = 0
    for piece in path.track:
        bits |= lane_bit(piece[0]) if len(piece) == 1 else stub_bit(context.tables, *piece)
    return bits


def lane_bit(face: int, lane: int = 0) -> int:
    """Return the bit of one of the tracks that cross a side, identified by its lower face."""
    return 1 << 2 * face + lane


def stub_bit(tables: MapIndex, h: int, s: int, t: int) -> int:
    """Return the bit of the track between two stops of one hex."""
    return 1 << 2 * len(tables.mate) + STOPS_A_HEX * STOPS_A_HEX * h + STOPS_A_HEX * min(s, t) + max(s, t)


def _lanes(pos: TrackState, track: tuple[int, ...]) -> int:
    """Return how many trains may use a piece of track: two if both tiles have parallel tracks."""
    return 1 if len(track) > 1 else side_lanes(pos, track[0])


def side_lanes(pos: TrackState, face: int) -> int:
    """Return the number of parallel tracks that cross a side."""
    mate = pos.tables.mate[face]
    double = pos.pieces[face // STOP].doubles >> face % STOP & pos.pieces[mate // STOP].doubles >> mate % STOP
    return 1 + (double & 1)


def tolls_of(context: RouteContext, run: Run) -> tuple[Toll, ...]:
    """Return the tolls that a run must pay."""
    if not context.tolls:
        return ()
    crossed = {element for element in run.path if "." not in element}
    return tuple(toll for toll in context.tolls if not crossed.isdisjoint(toll.hexes))


def earnings(context: RouteContext, run: Run) -> Earnings:
    """Return the earnings of a run, item by item. The run must be legal."""
    tables, pos = context.tables, context.position
    train = context.trains[run.train]
    stops: list[tuple[str, str, int]] = []
    won: list[tuple[str, str, int]] = []
    open_bonuses = context.bonuses
    ends = []
    for element in run.stops:
        name, _, s = element.partition(".")
        h = tables.index[name]
        piece = pos.pieces[h]
        stop = piece.stops[int(s)]
        ends.append(piece.terminal)
        if train.unit == "cities" and stop.kind == "town":
            stops.append((element, stop_name(tables, h), 0))
            continue
        stops.append((element, stop_name(tables, h), stop_value(stop, context.values) * train.factor))
        here = [bonus for bonus in open_bonuses if name in bonus.hexes]
        if here:
            won += [(element, bonus.name, bonus.amount) for bonus in here]
            open_bonuses = tuple(bonus for bonus in open_bonuses if bonus not in here)
    pair = context.pair_bonus * len(stops) if len(ends) > 1 and ends[0] and ends[-1] else 0
    tolls = tuple((toll.name, toll.fee) for toll in tolls_of(context, run))
    return Earnings(tuple(stops), tuple(won), pair, tolls)
