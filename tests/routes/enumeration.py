"""The best runs by another way: all routes of a company, and branch and bound over one a train.

An oracle for the search that the program uses; it knows no tolls.
"""

from __future__ import annotations

from typing import NamedTuple

from trunkline.kernel.map.position import stop_value
from trunkline.kernel.map.tables import STOPS_A_HEX
from trunkline.kernel.routes import Run, RunPlan, Service, TrainRange, earnings
from trunkline.kernel.routes.links import Link, links_of

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

    def __init__(self, service: Service, kind: TrainRange, reach: int | None, budget: int) -> None:
        links = links_of(service.position)
        blocked, own = service.stops
        bonuses = service.bonuses
        self.links, self.kind, self.pair = links, kind, service.pair_bonus
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
            self.values[g] = 0 if skipped else stop_value(stop, service.values) * kind.factor
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
        pair, terminals, amounts = self.pair, self.terminals, self.amounts
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


def best_runs(service: Service, *, budget: int = BUDGET) -> RunPlan:
    """The best runs of a company's trains, or the best found in `budget` steps with a bound."""
    trains = service.trains
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
            finder = found[key] = RouteFinder(service, kind, reach, budget - steps)
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
    for train, option, pick in zip(order, options, choice.picks, strict=False):
        if pick >= 0:
            kind = trains[train]
            path = found[kind.unit, kind.factor].path(option[pick])
            runs.append(Run(train, path))
    earned = tuple(earnings(service, run) for run in runs)
    total = sum(e.total for e in earned)
    if complete:
        bound = max(total, choice.cut)
    return RunPlan(tuple(runs), earned, max(total, bound), steps + choice.steps)


def _size(train: TrainRange) -> tuple[int, int]:
    return (1 << 30 if train.reach is None else train.reach, train.factor)


def _ceiling(finder: RouteFinder, train: TrainRange) -> int:
    """More than any route of a train can earn, where not all routes could be walked."""
    values = sorted(finder.values.values(), reverse=True)
    count = len(values) if train.reach is None or train.unit == "hexes" else train.reach
    pairs = finder.pair * count
    towns = 0 if train.unit != "cities" else len(values)
    return sum(values[: count + towns]) + sum(finder.amounts) + pairs
