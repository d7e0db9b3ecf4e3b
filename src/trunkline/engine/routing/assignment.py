"""The choice of one route for each train, without shared track, for the highest total.

The choice has three steps. First, prices on shared track rise if trains conflict. Second, they give a bound
on every plan: the earnings of the trains after they pay for track, plus the prices of all track. They also
yield some good plans. Third, a forward pass decides link by link for all trains together. It drops states
that the bound proves cannot beat the best plan. The remaining plan is proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, product
from math import gcd
from typing import Any, Final

from trunkline.engine.routing.diagram import DEAD, NEVER, Diagram
from trunkline.engine.routing.graph import Graph

SCALE: Final = 64
"""Prices are whole numbers of this fraction of a dollar, so that every bound is exact."""
ROUNDS: Final = 24
"""Maximum number of rounds that set the prices."""
PATIENCE: Final = 3
"""Consecutive failed steps before the step size is halved."""

WIDTHS: Final = (20, 1 << 40)
"""Maximum states kept at each link: the first pass finds a good plan fast, the second one proves it."""
NARROW: Final = 40
"""Minimum states kept at each link, however small the budget."""

Plan = tuple[tuple[int, ...], ...]
"""For each train, the numbers of the links it takes."""


class Assignment:
    """The best plan found for several trains, and a bound: ``best`` and ``bound`` in dollars after tolls, or
    before tolls if the context counts gross."""

    def __init__(self, graph: Graph, trains: Sequence[Diagram], purse: int, budget: int) -> None:
        self.graph, self.trains, self.purse, self.budget = graph, trains, purse, budget
        self.kinds = list(dict.fromkeys(trains))
        self.tracks = _resources(graph)
        self.tracks_of: list[list[int]] = [[] for _ in graph.layers]
        for number, users in enumerate(self.tracks):
            for link in users:
                self.tracks_of[link].append(number)
        self.clash = [sum(1 << t for t in tracks) for tracks in self.tracks_of]
        """For each link, the bits of its tracks."""
        self.unit = gcd(*chain.from_iterable(kind.gain for kind in self.kinds)) or 1
        """The worth of every plan is a multiple of this."""
        self.fees = len(trains) * sum(toll.fee for toll in graph.context.tolls)
        """An upper limit for the tolls of a plan."""
        self.steps = 0
        self.best = 0
        self.plan: Plan = ((),) * len(trains)
        self.prices = [0] * len(self.tracks)
        self.bound = self._set_prices()
        for width in WIDTHS:
            if self.bound <= self.best:
                break
            self.bound = min(self.bound, _Forward(self, width).bound)

    def offer(self, plan: Plan, value: int) -> None:
        """Keep a plan if it is the best so far."""
        if value > self.best:
            self.best, self.plan = value, plan

    def link_prices(self) -> list[int]:
        """Return the price of each link."""
        prices = self.prices
        return [sum(prices[t] for t in tracks) for tracks in self.tracks_of]

    def _set_prices(self) -> int:
        """Raise prices on shared track and lower them on unused track. Return the bound."""
        lowest: int | None = None
        kept = self.prices
        share, worse = 1, 0
        for _ in range(ROUNDS):
            cost = self.link_prices()
            values = {kind: kind.values(cost, SCALE) for kind in self.kinds}
            self.steps += sum(map(len, values.values()))
            total = sum(self.prices) + sum(max(values[kind][r] for r in kind.roots) for kind in self.trains)
            if lowest is None or total < lowest:
                lowest, kept, worse = total, self.prices, 0
                self._greedy(cost, values)
                if self.floor(lowest) <= self.best:
                    break
            else:
                worse += 1
            used = [0] * len(self.tracks)
            for kind in self.trains:
                for link in best_route(kind, values[kind])[0]:
                    for track in self.tracks_of[link]:
                        used[track] += 1
            slack = [u - 1 if u > 1 or price else 0 for u, price in zip(used, self.prices, strict=True)]
            norm = sum(s * s for s in slack)
            if not norm:
                break
            if worse == PATIENCE:
                share, worse = 2 * share, 0
                self.prices = kept
            step = max(1, (total - self.best * SCALE) // (norm * share))
            self.prices = [max(0, price + step * s) for price, s in zip(self.prices, slack, strict=True)]
        self.prices = kept
        assert lowest is not None
        return self.floor(lowest)

    def floor(self, scaled: int) -> int:
        """Return the most dollars that a plan under a scaled bound can be worth."""
        return scaled // (SCALE * self.unit) * self.unit

    def _greedy(self, cost: list[int], values: dict[Diagram, list[int]]) -> None:
        """Give the trains their best routes one after another, without track of earlier routes.

        ``values`` are those of the first train.
        """
        taken = 0
        value = 0
        purse = self.purse
        plan: list[tuple[int, ...]] = []
        barred = cost
        for kind in self.trains:
            found = kind.values(barred, SCALE) if taken else values[kind]
            links, worth, fees = best_route(kind, found)
            if fees > purse:
                links, worth, fees = (), 0, 0
            self.steps += len(kind.layer)
            plan.append(links)
            value += worth
            purse -= fees
            for link in links:
                taken |= self.clash[link]
            if taken:
                barred = [-NEVER if c & taken else p for c, p in zip(self.clash, cost, strict=True)]
        self.offer(tuple(plan), value)


def best_route(kind: Diagram, values: Sequence[int]) -> tuple[tuple[int, ...], int, int]:
    """Return the route of the highest value: its links, its dollars after tolls, and its tolls. On a tie it
    is the route that skips the first link that differs."""
    node = max(kind.roots, key=values.__getitem__)
    links: list[int] = []
    worth = fees = 0
    while node > DEAD:
        if values[kind.skip[node]] == values[node]:
            node = kind.skip[node]
        else:
            links.append(kind.layer[node])
            worth += kind.gain[node]
            fees += kind.fee[node]
            node = kind.take[node]
    return tuple(links), worth, fees


def _resources(graph: Graph) -> list[tuple[int, ...]]:
    """Return the resources that only one train can use: each shared track, and each link without shared
    track."""
    shared = set(chain.from_iterable(graph.tracks))
    return [*graph.tracks, *((i,) for i in range(len(graph.layers)) if i not in shared)]


_Trail = tuple[Any, int] | None
"""The links a train has taken: the trail before the last link, and that link."""
_State = tuple[tuple[int, ...], int, int]
"""A node for each train, used tracks that later links need, and tolls paid (0 if the purse is large
enough)."""
_Past = tuple[int, tuple[_Trail, ...]]
"""Dollars so far, and each train's trail."""


class _Forward:
    """The forward pass, which decides link by link for all trains together."""

    def __init__(self, choice: Assignment, width: int) -> None:
        self.choice, self.width = choice, width
        self.layers = len(choice.graph.layers)
        self.bound = choice.best
        """Upper limit for the states that were dropped without a search."""
        self.enough = (choice.best + choice.unit) * SCALE
        """Minimum promise of a state, in scaled dollars. A state below it cannot beat the best plan."""
        self.counts_fees = choice.purse < choice.fees
        cost = choice.link_prices()
        values = {kind: kind.values(cost, SCALE) for kind in choice.kinds}
        self.values = [values[kind] for kind in choice.trains]
        self.layer_of = [kind.layer for kind in choice.trains]
        self.alike = [k for k in range(1, len(choice.trains)) if choice.trains[k] is choice.trains[k - 1]]
        """Trains of the same kind as the train before them."""
        last = [users[-1] for users in choice.tracks]
        self.rest = [
            sum(price for price, end in zip(choice.prices, last, strict=True) if end >= i)
            for i in range(self.layers + 1)
        ]
        """For each layer, the prices of all track that its link or a later one uses."""
        self.live = [sum(1 << t for t, end in enumerate(last) if end >= i) for i in range(self.layers + 1)]
        self.charges: dict[int, int] = {0: 0}
        self.buckets: list[dict[_State, _Past]] = [{} for _ in range(self.layers + 1)]
        for nodes in product(*(kind.roots for kind in choice.trains)):
            self._put(nodes, 0, 0, 0, (None,) * len(nodes))
        for i in range(self.layers):
            bucket, self.buckets[i] = self.buckets[i], {}
            for state, past in self._kept(bucket, i):
                self._decide(i, state, past)
        for value, trails in self.buckets[self.layers].values():
            choice.offer(tuple(map(_links, trails)), value)
        self.bound = max(self.bound, choice.best)

    def _kept(self, bucket: dict[_State, _Past], i: int) -> list[tuple[_State, _Past]]:
        """Return the states of a layer, or only the most promising ones if there are too many."""
        choice = self.choice
        states = list(bucket.items())
        width = min(self.width, max(NARROW, (choice.budget - choice.steps) // 4))
        choice.steps += min(len(states), width) * len(choice.trains)
        if len(states) <= width:
            return states
        promise = {state: self._promise(i, state[0], state[1], past[0]) for state, past in states}
        states.sort(key=lambda item: -promise[item[0]])
        self.bound = max(self.bound, choice.floor(promise[states[width][0]]))
        return states[:width]

    def _promise(self, layer: int, nodes: tuple[int, ...], used: int, value: int) -> int:
        """Return an upper limit for the plans from a state, in scaled dollars."""
        charge = self.charges.get(used)
        if charge is None:
            prices = self.choice.prices
            charge = self.charges[used] = sum(p for t, p in enumerate(prices) if used >> t & 1)
        total = value * SCALE + self.rest[layer] - charge
        for values, node in zip(self.values, nodes, strict=True):
            total += values[node]
        return total

    def _put(
        self, nodes: tuple[int, ...], used: int, fees: int, value: int, trails: tuple[_Trail, ...]
    ) -> None:
        """Store a promising state for the next link that any of its trains can decide on."""
        layer = self.layers
        for layers, node in zip(self.layer_of, nodes, strict=True):
            if layers[node] < layer:
                layer = layers[node]
        used &= self.live[layer]
        if self._promise(layer, nodes, used, value) < self.enough:
            return
        for k in self.alike:
            if nodes[k] < nodes[k - 1]:
                nodes, trails = _sorted_alike(self.choice.trains, nodes, trails)
                break
        state = (nodes, used, fees)
        bucket = self.buckets[layer]
        known = bucket.get(state)
        if known is None or known[0] < value:
            bucket[state] = (value, trails)

    def _decide(self, i: int, state: _State, past: _Past) -> None:
        """Skip a link, or give it to one of the trains that can take it."""
        trains = self.choice.trains
        nodes, used, fees = state
        value, trails = past
        ready = [k for k, node in enumerate(nodes) if self.layer_of[k][node] == i]
        skipped = list(nodes)
        for k in ready:
            skipped[k] = trains[k].skip[nodes[k]]
        self._put(tuple(skipped), used, fees, value, trails)
        clash = self.choice.clash[i]
        if used & clash:
            return
        for k in ready:
            node, kind = nodes[k], trains[k]
            if k in self.alike and nodes[k - 1] == node:
                continue
            due = fees + kind.fee[node] if self.counts_fees else 0
            if due > self.choice.purse:
                continue
            taken = skipped.copy()
            taken[k] = kind.take[node]
            trail = (*trails[:k], (trails[k], i), *trails[k + 1 :])
            self._put(tuple(taken), used | clash, due, value + kind.gain[node], trail)


def _sorted_alike(
    trains: Sequence[Diagram], nodes: tuple[int, ...], trails: tuple[_Trail, ...]
) -> tuple[tuple[int, ...], tuple[_Trail, ...]]:
    """Return a state with the trains of one kind, which are adjacent, in the order of their nodes."""
    order = list(range(len(nodes)))
    first = 0
    for end in range(1, len(nodes) + 1):
        if end == len(nodes) or trains[end] is not trains[first]:
            order[first:end] = sorted(range(first, end), key=nodes.__getitem__)
            first = end
    return tuple(nodes[k] for k in order), tuple(trails[k] for k in order)


def _links(trail: _Trail) -> tuple[int, ...]:
    found: list[int] = []
    while trail is not None:
        trail, link = trail
        found.append(link)
    return tuple(reversed(found))
