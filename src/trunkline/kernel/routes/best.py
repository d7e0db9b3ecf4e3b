"""The best runs of a company: all its routes, and the best choice of one a train without shared track.

The search counts its steps. When the budget ends it the plan is the best one found, with a bound on what
more could be possible; the same input gives the same plan on any machine. Among plans of equal value the
first one found stands: routes are tried in the order of value, then of the map.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from trunkline.kernel.map.position import Markers, Position, Tiles, blocked_stops, position, stop_value
from trunkline.kernel.map.tables import STOPS_A_HEX, MapTables
from trunkline.kernel.routes.check import earnings
from trunkline.kernel.routes.links import Link, Links, links_of
from trunkline.kernel.routes.run import Bonus, RoutePolicy, Run, RunPlan, TrainRange

BUDGET = 100_000
"""Search steps after which the best plan found so far is given, with a bound (about a third of a second)."""

Arm = tuple["Arm", Link, int] | None
"""Links from the root outwards: the arm before, the link, the stop it leads to."""


class Route(NamedTuple):
    """A route, built of two arms from the company's marker at `root`."""

    value: int
    track: int
    length: int
    root: int
    first: Arm
    second: Arm


class RouteFinder:
    """Walks all routes of a company for trains that count and earn in the same way."""

    def __init__(
        self,
        links: Links,
        blocked: set[int],
        own: set[int],
        kind: TrainRange,
        reach: int | None,
        policy: RoutePolicy,
        value_key: str,
        bonuses: Sequence[Bonus],
        budget: int,
    ) -> None:
        self.links, self.kind, self.policy = links, kind, policy
        self.budget = budget
        self.steps = 0
        self.routes: list[Route] = []
        self.reach = reach
        pos = links.pos
        tables = pos.tables
        self.values: dict[int, int] = {}
        self.counts: dict[int, int] = {}
        self.scores: dict[int, int] = {}
        self.wins: dict[int, int] = {}
        self.ends: set[int] = set()
        """Stops that no run goes through."""
        self.terminals: set[int] = set()
        self.amounts = [b.amount for b in bonuses]
        for g in sorted(set(links.out) | own):
            h, s = divmod(g, STOPS_A_HEX)
            stop = pos.pieces[h].stops[s]
            skipped = kind.unit == "cities" and stop.kind == "town"
            self.values[g] = 0 if skipped else stop_value(stop, value_key) * kind.factor
            self.scores[g] = 0 if skipped else 1
            self.counts[g] = 0 if skipped or kind.unit == "hexes" else 1
            name = tables.names[h]
            self.wins[g] = 0 if skipped else sum(1 << i for i, b in enumerate(bonuses) if name in b.hexes)
            if pos.pieces[h].terminal:
                self.terminals.add(g)
        self.ends = self.terminals | blocked
        self.place = tables.place
        banned: set[int] = set()
        for root in sorted(own):
            self._root(root, banned)
            banned.add(root)  # routes over this marker are all known

    @property
    def complete(self) -> bool:
        """Whether the budget sufficed."""
        return self.steps <= self.budget and self.links.complete

    def _root(self, root: int, banned: set[int]) -> None:
        """All routes over a marker of the company that avoid its markers already dealt with."""
        links, place, values, wins = self.links, self.place, self.values, self.wins
        per_hex = self.kind.unit == "hexes"
        reach = 1 << 30 if self.reach is None else self.reach
        ways = links.out.get(root, ())
        routes, ends, counts, scores = self.routes, self.ends, self.counts, self.scores
        pair, terminals, amounts = self.policy.pair_bonus, self.terminals, self.amounts
        root_ends = root in self.terminals
        shut = {place[g] for g in banned}

        def grow(
            head: int,
            track: int,
            seen: frozenset[int],
            length: int,
            stops: int,
            score: int,
            value: int,
            won: int,
            first: Arm,
            second: Arm,
            start: int,
        ) -> None:
            """Extend the arm that ends at `head`; `start` is the first way of the first arm, -1 on the
            second arm."""
            self.steps += 1
            if self.steps > self.budget:
                return
            if score > 1:
                tail = (first[2] if first else root) if second else root
                both = pair and head in terminals and tail in terminals
                routes.append(
                    Route(value + (pair * stops if both else 0), track, length, root, first, second)
                )
            if head not in ends:
                for to, link in links.out[head]:
                    if link.track & track or place[to] in seen:
                        continue
                    longer = length + (link.hexes if per_hex else counts[to])
                    if longer > reach:
                        continue
                    step(to, link, track, seen, longer, stops, score, value, won, first, second, start)
            if start >= 0 and not root_ends:
                for i in range(start + 1, len(ways)):
                    to, link = ways[i]
                    if link.track & track or place[to] in seen:
                        continue
                    longer = length + (link.hexes if per_hex else counts[to])
                    if longer > reach:
                        continue
                    step(to, link, track, seen, longer, stops, score, value, won, first, None, -1)

        def step(
            to: int,
            link: Link,
            track: int,
            seen: frozenset[int],
            length: int,
            stops: int,
            score: int,
            value: int,
            won: int,
            first: Arm,
            second: Arm,
            start: int,
        ) -> None:
            value += values[to]
            fresh = wins[to] & ~won
            if fresh:
                value += sum(a for i, a in enumerate(amounts) if fresh >> i & 1)
                won |= fresh
            if start >= 0:
                first = (first, link, to)
            else:
                second = (second, link, to)
            grow(
                to,
                track | link.track,
                seen | {place[to]},
                length,
                stops + 1,
                score + scores[to],
                value,
                won,
                first,
                second,
                start,
            )

        won = wins[root]
        value = values[root] + sum(a for i, a in enumerate(amounts) if won >> i & 1)
        seen = frozenset(shut | {place[root]})
        for i, (to, link) in enumerate(ways):
            length = (link.hexes if per_hex else counts[to]) + counts[root]
            if place[to] not in seen and length <= reach:
                step(to, link, 0, seen, length, 1, scores[root], value, won, None, None, i)

    def path(self, route: Route) -> tuple[str, ...]:
        """A route as the path of a run."""
        names = self.links.pos.tables.names

        def name(g: int) -> str:
            return f"{names[g // STOPS_A_HEX]}.{g % STOPS_A_HEX}"

        def arm(top: Arm) -> list[str]:
            """From the stop after the root to the end of the arm."""
            steps: list[str] = []
            while top is not None:
                before, link, to = top
                via = link.via if to == link.b else link.via[::-1]
                steps.append(name(to))
                steps += reversed(via)
                top = before
            return steps[::-1]

        path = (*reversed(arm(route.first)), name(route.root), *arm(route.second))
        return min(path, path[::-1])


class _Choice:
    """Picks a route for each train so that no track is shared and the total is the highest."""

    def __init__(self, options: list[list[Route]], groups: list[int], budget: int) -> None:
        self.values = [[route.value for route in option] for option in options]
        """For each train the values of its routes, highest first."""
        self.tracks = [[route.track for route in option] for option in options]
        self.groups = groups
        """Trains with the same number have the same options."""
        self.budget = budget
        self.steps = 0
        """Routes looked at."""
        self.best = -1
        self.picks: list[int] = []
        """For each train the index of its route; -1: none."""
        self.cut = 0
        """Highest bound of what the budget left unsearched."""
        self._place(0, 0, 0, [])

    def _rest(self, train: int, track: int) -> int:
        """The most that the trains from this one on could add, each by itself."""
        total = 0
        for values, tracks in zip(self.values[train:], self.tracks[train:], strict=True):
            i = next((i for i, used in enumerate(tracks) if not used & track), -1)
            self.steps += i + 1 if i >= 0 else len(tracks)
            total += values[i] if i >= 0 else 0
        return total

    def _place(self, train: int, track: int, total: int, picks: list[int]) -> None:
        """Try the routes of a train that leave a chance for a better total."""
        if total > self.best:
            self.best, self.picks = total, picks
        if train == len(self.values):
            return
        values, tracks = self.values[train], self.tracks[train]
        after = self._rest(train + 1, track)
        start = 0
        if train and self.groups[train] == self.groups[train - 1]:
            start = picks[-1] if picks[-1] >= 0 else len(values)
        for i in range(start, len(values)):
            value = values[i]
            if total + value + after <= self.best:
                return
            if self.steps > self.budget:
                self.cut = max(self.cut, total + value + after)
                return
            self.steps += 1
            used = tracks[i]
            if not used & track and total + value + self._rest(train + 1, track | used) > self.best:
                self._place(train + 1, track | used, total + value, [*picks, i])
        if total + after > self.best:
            self._place(train + 1, track, total, [*picks, -1])


def best_runs(
    tables: MapTables,
    tiles: Tiles,
    markers: Markers,
    corp: str,
    trains: Mapping[str, TrainRange],
    policy: RoutePolicy,
    value_key: str,
    bonuses: Sequence[Bonus] = (),
    *,
    closed: frozenset[int] = frozenset(),
    budget: int = BUDGET,
) -> RunPlan:
    """The best runs of a company's trains, or the best found in `budget` steps with a bound."""
    pos = position(tables, tiles, closed)
    blocked, own = blocked_stops(pos, markers, corp)
    order = sorted(trains, key=lambda t: (_size(trains[t]), t), reverse=True)
    found: dict[tuple[str, int], RouteFinder] = {}
    options: list[list[Route]] = []
    groups: list[int] = []
    bound = 0
    complete = True
    steps = 0
    for train in order:
        kind = trains[train]
        key = (kind.unit, kind.factor)
        finder = found.get(key)
        if finder is None:
            alike = [trains[t].reach for t in order if (trains[t].unit, trains[t].factor) == key]
            reach = None if None in alike else max(r for r in alike if r is not None)
            finder = found[key] = RouteFinder(
                links_of(pos), blocked, own, kind, reach, policy, value_key, bonuses, budget - steps
            )
            finder.routes.sort(key=lambda r: -r.value)
            steps += finder.steps
            complete = complete and finder.complete
        if groups and trains[order[len(groups) - 1]] == kind:
            groups.append(groups[-1])
            options.append(options[-1])
        else:
            groups.append(len(groups))
            limit = kind.reach
            options.append(
                finder.routes if limit is None else [r for r in finder.routes if r.length <= limit]
            )
        if not finder.complete:
            bound += _ceiling(finder, kind)
        elif options[-1]:
            bound += options[-1][0].value
    choice = _Choice(options, groups, 20 * budget)
    runs: list[Run] = []
    values: list[int] = []
    for train, option, pick in zip(order, options, choice.picks, strict=False):
        if pick >= 0:
            kind = trains[train]
            path = found[kind.unit, kind.factor].path(option[pick])
            runs.append(Run(train, path))
            values.append(option[pick].value)
    total = sum(values)
    if complete:
        bound = max(total, choice.cut)
    return RunPlan(tuple(runs), tuple(values), total, max(total, bound), steps + choice.steps)


def _size(train: TrainRange) -> tuple[int, int]:
    return (1 << 30 if train.reach is None else train.reach, train.factor)


def _ceiling(finder: RouteFinder, train: TrainRange) -> int:
    """More than any route of a train can earn, where not all routes could be walked."""
    values = sorted(finder.values.values(), reverse=True)
    count = len(values) if train.reach is None or train.unit == "hexes" else train.reach
    pairs = finder.policy.pair_bonus * count
    towns = 0 if train.unit != "cities" else len(values)
    return sum(values[: count + towns]) + sum(finder.amounts) + pairs


def some_runs(
    tables: MapTables,
    tiles: Tiles,
    markers: Markers,
    corp: str,
    trains: Mapping[str, TrainRange],
    pick: Callable[[int], int],
    *,
    closed: frozenset[int] = frozenset(),
    tries: int = 8,
) -> tuple[Run, ...]:
    """A random legal set of runs; `pick(n)` gives a random number from 0 to n - 1. May leave trains without
    a run."""
    pos = position(tables, tiles, closed)
    blocked, own = blocked_stops(pos, markers, corp)
    links = links_of(pos)
    roots = [g for g in sorted(own) if links.out.get(g)]
    runs: list[Run] = []
    used = 0
    for train in sorted(trains):
        for _ in range(tries if roots else 0):
            walk = _random_route(pos, links, blocked, roots[pick(len(roots))], trains[train], used, pick)
            if walk is not None:
                path, track = walk
                runs.append(Run(train, path))
                used |= track
                break
    return tuple(runs)


def _random_route(
    pos: Position,
    links: Links,
    blocked: set[int],
    root: int,
    train: TrainRange,
    used: int,
    pick: Callable[[int], int],
) -> tuple[tuple[str, ...], int] | None:
    place, names = pos.tables.place, pos.tables.names
    reach = 1 << 30 if train.reach is None else train.reach

    def weight(g: int) -> int:
        town = train.unit == "cities" and pos.pieces[g // STOPS_A_HEX].stops[g % STOPS_A_HEX].kind == "town"
        return 0 if town or train.unit == "hexes" else 1

    def name(g: int) -> str:
        return f"{names[g // STOPS_A_HEX]}.{g % STOPS_A_HEX}"

    def closed_end(g: int) -> bool:
        return g in blocked or pos.pieces[g // STOPS_A_HEX].terminal

    ends = [root, root]
    halves: list[list[str]] = [[], []]
    seen = {place[root]}
    length, track = weight(root), used
    while True:
        ways = [
            (half, to, link)
            for half in ((0, 1) if halves[0] else (0,))
            if not closed_end(ends[half])
            for to, link in links.out[ends[half]]
            if not link.track & track
            and place[to] not in seen
            and length + (link.hexes if train.unit == "hexes" else weight(to)) <= reach
        ]
        if root == ends[0] and closed_end(root):
            ways = [
                (0, to, link)
                for to, link in links.out[root]
                if not link.track & track
                and place[to] not in seen
                and length + (link.hexes if train.unit == "hexes" else weight(to)) <= reach
            ]
        if not ways or (halves[0] and pick(6) == 0):
            break
        half, to, link = ways[pick(len(ways))]
        halves[half] += [*(link.via if to == link.b else link.via[::-1]), name(to)]
        ends[half] = to
        seen.add(place[to])
        track |= link.track
        length += link.hexes if train.unit == "hexes" else weight(to)
    path = (*reversed(halves[0]), name(root), *halves[1])
    scoring = [g for g in path if "." in g and _scores(pos, train, g)]
    return None if len(scoring) < 2 else (path, track & ~used)


def _scores(pos: Position, train: TrainRange, element: str) -> bool:
    name, _, s = element.partition(".")
    stop = pos.pieces[pos.tables.index[name]].stops[int(s)]
    return train.unit != "cities" or stop.kind != "town"


def plan_value(
    tables: MapTables,
    tiles: Tiles,
    runs: Sequence[Run],
    trains: Mapping[str, TrainRange],
    policy: RoutePolicy,
    value_key: str,
    bonuses: Sequence[Bonus] = (),
) -> int:
    """Dollars that a set of runs earns."""
    return sum(earnings(tables, tiles, r, trains[r.train], policy, value_key, bonuses).total for r in runs)
