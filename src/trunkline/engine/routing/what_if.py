"""The best runs of a corporation on many boards, each of which differs from the current one on one hex.

If a corporation's routes cannot meet the hex, its current plan is returned. Boards with changes on the same
hex share their searches. The best plan over all their links is the best on each board that has the links it
uses. If the budget ends a search, the answer is that of `best_runs` for the board.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Final

from trunkline.engine.routing.best import BUDGET, best_over, best_runs
from trunkline.engine.routing.context import RouteContext
from trunkline.engine.routing.graph import RANKS, ranks_of, reachable
from trunkline.engine.routing.links import LINKS, LinkChange, TrackLink, links_of
from trunkline.engine.routing.run import RunPlan
from trunkline.engine.track.map_index import STOPS_A_HEX, MapIndex
from trunkline.engine.track.track_state import Tiles, Tokens, TrackState, blocked_stops, stop_value

KEPT: Final = 4_096
"""Maximum number of cached plans. The latest ones are kept."""

_Key = tuple[object, ...]
_Stop = tuple[int, str, bool, bool, bool]
"""The relevant data of a stop for one corporation: its value, its kind, and whether it is blocked, own, or
ends all runs."""


class BoardVariant:
    """A board that differs from another one on one hex: by its tile, its tokens, or both."""

    def __init__(self, now: TrackState, hex_id: str, tiles: Tiles, tokens: Tokens) -> None:
        self.hex = hex_id
        self.h = now.tables.index[hex_id]
        self.tokens = tokens
        self.change: LinkChange | None = None
        """The change of the links, or None if no tile is laid."""
        self.position = now
        if tiles.get(hex_id) != now.tiles.get(hex_id):
            self.position = now.with_tile(hex_id, tiles)
            self.change = links_of(now).after(self.position, self.h)
            self.position.kept[LINKS] = self.change.links
            self.position.kept[RANKS] = ranks_of(now, self.change.new)


class WhatIfSearch:
    """The runs of one corporation on the current board, and on other boards."""

    def __init__(self, context: RouteContext, *, budget: int = BUDGET) -> None:
        self.context = context
        self.budget = budget
        self.steps = 0
        """Search steps taken so far."""
        links = reachable(context)
        self._links = frozenset(links)
        self._stops = context.stops[1].union(*(link[:2] for link in links))
        self._open = {g for g in self._stops if g in context.stops[1] or not self._ends(g)}
        """The stops it reaches at which its routes may continue."""
        self._hexes = {g // STOPS_A_HEX for g in self._stops}
        now = _Case(context, self._links)
        found = _kept(now.key(budget), context)
        self._now = found or self._keep(now, *best_over(context, links, budget=budget))

    @property
    def plan(self) -> RunPlan:
        """Its best runs on the current board."""
        return self._now[0]

    def after(self, boards: Iterable[tuple[BoardVariant, int | None]]) -> list[RunPlan]:
        """Return its best runs on each of some boards. A board may come with another purse for tolls, else
        None.

        Boards that differ from the current one on the same hex share their searches.
        """
        found: list[RunPlan | None] = []
        alike: dict[object, list[_Case]] = {}
        for board, purse in boards:
            case = self._case(board, purse)
            if case is None:
                found.append(self.plan)
                continue
            known = _kept(case.key(self.budget), self.context)
            found.append(known[0] if known else None)
            if known is None:
                case.places.append(len(found) - 1)
                cases = alike.setdefault((board.h, case.stops_of(board.h), case.context.purse), [])
                same = next((each for each in cases if each.links == case.links), None)
                if same is None:
                    cases.append(case)
                else:
                    same.places += case.places
        for cases in alike.values():
            for case, plan in self._solved(cases):
                for at in case.places:
                    found[at] = plan
        return [plan for plan in found if plan is not None]

    def _case(self, board: BoardVariant, purse: int | None) -> _Case | None:
        """Return the case of a board, or None if nothing changes for the corporation."""
        context = self.context
        money = context.purse if purse is None or not context.tolls else purse
        if not context.trains or (money == context.purse and not self._met(board)):
            return None
        then = context.on(board.position, board.tokens, money)
        return _Case(then, frozenset(reachable(then)))

    def _solved(self, cases: list[_Case]) -> Iterator[tuple[_Case, RunPlan]]:
        """Yield the best runs of boards with the same stops and different links.

        Any run on one of these boards is possible over the links of all of them together. The best plan over
        these is the best on every board that has the links it uses. The other boards are solved again without
        those.
        """
        while len(cases) > 1:
            joint = cases[0].context
            links: frozenset[TrackLink] = frozenset().union(*(case.links for case in cases))
            joint.position.kept[RANKS] = ranks_of(self.context.position, links)
            plan, used = best_over(joint, links, budget=self.budget)
            self.steps += plan.steps
            if not plan.optimal:
                break
            now, usual = self._now
            left: list[_Case] = []
            for case in cases:
                if plan.total == now.total and plan.fees == now.fees and self._stands(case, usual):
                    yield case, self._keep(case, now, usual)[0]
                elif used <= case.links:
                    yield case, self._keep(case, plan, used)[0]
                else:
                    left.append(case)
            if len(left) == len(cases):
                break
            cases = left
        for case in cases:
            yield case, self._alone(case)

    def _stands(self, case: _Case, usual: frozenset[TrackLink]) -> bool:
        """Return whether the current runs are possible on a board and earn the same there."""
        if not usual <= case.links:
            return False
        stops = {g for link in usual for g in link[:2]}
        return all(case.stop(g) == _stop(self.context, g) for g in stops)

    def _alone(self, case: _Case) -> RunPlan:
        plan, used = best_over(case.context, case.links, budget=self.budget)
        self.steps += plan.steps
        if not plan.optimal:
            # The search order came from another board. It affects only a plan that is not proved, so search
            # again.
            plan = best_runs(replace(case.context), budget=self.budget)
            self.steps += plan.steps
        return self._keep(case, plan, used)[0]

    def _keep(
        self, case: _Case, plan: RunPlan, used: frozenset[TrackLink]
    ) -> tuple[RunPlan, frozenset[TrackLink]]:
        _plans[case.key(self.budget)] = (case.context.tables, (plan, used))
        if len(_plans) > KEPT:
            _plans.popitem(last=False)
        return plan, used

    def _ends(self, g: int) -> bool:
        context = self.context
        return g in context.stops[0] or context.position.pieces[g // STOPS_A_HEX].terminal

    def _met(self, board: BoardVariant) -> bool:
        """Return whether the change could matter to its routes."""
        change = board.change
        if change is not None:
            if not change.gone.isdisjoint(self._links):
                return True
            if any(link.a in self._open or link.b in self._open for link in change.new):
                return True
        company = self.context.company
        here = board.tokens.get(board.hex, ())
        if board.h not in self._hexes and not any(token.corp == company for token in here):
            return False
        return self._seen(self.context.position, self.context.tokens, board.hex) != self._seen(
            board.position, board.tokens, board.hex
        )

    def _seen(self, pos: TrackState, tokens: Tokens, hex_id: str) -> list[_Stop]:
        """Return the stops of one hex."""
        blocked, own = blocked_stops(pos, {hex_id: tokens.get(hex_id, ())}, self.context.company)
        h = pos.tables.index[hex_id]
        first = STOPS_A_HEX * h
        values = self.context.values
        return [
            _stop_of(pos, values, g, blocked, own) for g in range(first, first + len(pos.pieces[h].stops))
        ]


class _Case:
    """One board, as one corporation sees it."""

    def __init__(self, context: RouteContext, links: frozenset[TrackLink]) -> None:
        self.context = context
        self.links = links
        self.places: list[int] = []
        """Indices of this case in the list of boards to answer."""

    def stop(self, g: int) -> _Stop:
        """Return the relevant data of a stop."""
        return _stop(self.context, g)

    def stops_of(self, h: int) -> tuple[_Stop, ...]:
        """Return the relevant data of the stops of a hex."""
        first = STOPS_A_HEX * h
        return tuple(self.stop(first + s) for s in range(len(self.context.position.pieces[h].stops)))

    def key(self, budget: int) -> _Key:
        """Return everything that the best runs depend on."""
        context = self.context
        stops = sorted({g for link in self.links for g in link[:2]})
        return (
            id(context.tables),
            self.links,
            tuple((g, self.stop(g)) for g in stops),
            tuple(context.trains.items()),
            context.values,
            context.bonuses,
            context.pair_bonus,
            context.tolls,
            context.purse if context.tolls else 0,
            context.gross,
            budget,
        )


_plans: OrderedDict[_Key, tuple[MapIndex, tuple[RunPlan, frozenset[TrackLink]]]] = OrderedDict()


def forget() -> None:
    """Clear the cache."""
    _plans.clear()


def _kept(key: _Key, context: RouteContext) -> tuple[RunPlan, frozenset[TrackLink]] | None:
    found = _plans.get(key)
    return found[1] if found is not None and found[0] is context.tables else None


def _stop(context: RouteContext, g: int) -> _Stop:
    return _stop_of(context.position, context.values, g, *context.stops)


def _stop_of(pos: TrackState, values: str, g: int, blocked: Collection[int], own: Collection[int]) -> _Stop:
    piece = pos.pieces[g // STOPS_A_HEX]
    stop = piece.stops[g % STOPS_A_HEX]
    return stop_value(stop, values), stop.kind, g in blocked, g in own, piece.terminal
