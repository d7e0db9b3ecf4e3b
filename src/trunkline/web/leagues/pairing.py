"""Formation of tables for a round: every player sits once, next to players of similar strength.

Players who have met before are kept apart if possible. Few players are paired by a complete search. For many
players, the search ends after a fixed number of steps, and exchanges of players improve its result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from trunkline.util.messages import ngettext
from trunkline.web.errors import Invalid

STEPS = 10_000
"""The maximum number of tables that the search tries."""
PASSES = 20
"""The maximum number of passes over all pairs of players that exchange places."""
Pair = frozenset[int]
Met = Mapping[Pair, int]
"""The cost of a pair at one table: the number of tables that two players shared before."""


class Limits(NamedTuple):
    """The number of players at a table: the wanted one, and the fewest and most that the title allows."""

    wanted: int
    fewest: int
    most: int


def table_sizes(players: int, limits: Limits) -> list[int]:
    """Return the sizes of tables for a number of players, largest first. Raises ``Invalid``.

    The sizes differ by at most one, and are as near to the wanted one as possible.
    """
    options = []
    for tables in range(1, players // limits.fewest + 1):
        small, larger = divmod(players, tables)
        if small + (larger > 0) <= limits.most:
            sizes = [small + 1] * larger + [small] * (tables - larger)
            options.append((sum(abs(size - limits.wanted) for size in sizes), tables, sizes))
    if not options:
        raise Invalid(
            ngettext(
                "{count} person cannot sit at tables of {fewest} to {most} players: the league needs more or "
                "fewer members.",
                "{count} people cannot sit at tables of {fewest} to {most} players: the league needs more or "
                "fewer members.",
                players,
                fewest=limits.fewest,
                most=limits.most,
            )
        )
    return min(options)[2]


def pair(ranked: Sequence[int], sizes: Sequence[int], met: Met) -> list[list[int]]:
    """Return tables of these sizes.

    Args:
        ranked: The players, strongest first.
        sizes: The sizes of the tables. Their sum is the number of players.
        met: The cost of each pair. Pairs that are missing cost nothing.
    """
    search = _Search(ranked, met)
    search.run(sizes)
    assert search.best is not None
    return search.best if search.complete else _improved(search.best, ranked, met)


def repeats(tables: Sequence[Sequence[int]], met: Met) -> int:
    """Return the cost of tables: the number of pairs that have met before, as often as they have met."""
    return sum(met.get(frozenset(two), 0) for table in tables for two in combinations(table, 2))


class _Search:
    """A search for the tables with the least cost, and among those with the least difference in strength.

    The strongest player without a seat begins the next table. The nearest companions are tried first, so the
    first result is that without regard to former tables.
    """

    def __init__(self, ranked: Sequence[int], met: Met) -> None:
        self._rank = {player: place for place, player in enumerate(ranked)}
        self._met = met
        self._cost = (0, 0)
        self._steps = 0
        self.best: list[list[int]] | None = None
        self.complete = True

    def run(self, sizes: Sequence[int]) -> None:
        """Search until the best tables are found, or the steps are used up."""
        self._fill(list(self._rank), Counter(sizes), [], (0, 0))

    def _fill(
        self, waiting: list[int], sizes: Counter[int], done: list[list[int]], cost: tuple[int, int]
    ) -> None:
        if self.best is not None and cost >= self._cost:
            return
        if not waiting:
            self.best, self._cost = done, cost
            return
        first, others = waiting[0], waiting[1:]
        for size in sorted((size for size, count in sizes.items() if count), reverse=True):
            left = sizes - Counter([size])
            for companions in combinations(others, size - 1):
                if self.best is not None and self._steps >= STEPS:
                    self.complete = False
                    return
                self._steps += 1
                table = [first, *companions]
                spread = self._rank[table[-1]] - self._rank[first]
                more = (cost[0] + repeats([table], self._met), cost[1] + spread)
                chosen = set(companions)
                self._fill([each for each in others if each not in chosen], left, [*done, table], more)


def _improved(tables: Sequence[Sequence[int]], ranked: Sequence[int], met: Met) -> list[list[int]]:
    """Exchange players of two tables as long as that lowers the cost."""
    rank = {player: place for place, player in enumerate(ranked)}
    found = [list(table) for table in tables]

    def cost(*some: list[int]) -> tuple[int, int]:
        places = [[rank[player] for player in table] for table in some]
        return repeats(some, met), sum(max(table) - min(table) for table in places)

    for _ in range(PASSES):
        changed = False
        for one, other in combinations(found, 2):
            for a in range(len(one)):
                for b in range(len(other)):
                    before = cost(one, other)
                    one[a], other[b] = other[b], one[a]
                    if cost(one, other) < before:
                        changed = True
                    else:
                        one[a], other[b] = other[b], one[a]
        if not changed:
            break
    return found
