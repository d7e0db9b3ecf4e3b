"""The best runs as an integer program over the bare track, solved by CP-SAT.

It shares no links, graphs or diagrams with the search. Each train is a circuit through a dummy node, the
stops it visits and the sides it crosses. The segments of track of each hex join them. Tests compare the
solver's proof with the search's.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from ortools.sat.python import cp_model

from trunkline.engine.routing import RouteContext, TrainRange
from trunkline.engine.track.map_index import STOP, STOPS_A_HEX
from trunkline.engine.track.track_state import blocked_stops, stop_value

WORK = 60.0
"""Limit for one position in CP-SAT's deterministic time, which is about seconds on any machine."""


class Solved(NamedTuple):
    """The result of the solver."""

    proved: bool
    value: int
    """Dollars of the best plan found, after tolls."""
    bound: int


class _Board:
    """The directed network that one company's trains move on.

    A node is a stop, or the crossing of a side in one direction (named by the face that the train leaves by).
    A train that leaves a crossing is in the next hex, so no train can turn back.
    """

    def __init__(self, context: RouteContext) -> None:
        self.context = context
        self.blocked, self.own = blocked_stops(context.position, context.tokens, context.company)
        tables, pieces = context.position.tables, context.position.pieces
        self.crossing = 10_000
        arcs: dict[int, list[tuple[int, str]]] = {}
        todo = [g for g in sorted(self.own) if g % STOPS_A_HEX < len(pieces[g // STOPS_A_HEX].stops)]
        seen = set(todo)
        while todo:
            node = todo.pop()
            if node < self.crossing:
                h, s = divmod(node, STOPS_A_HEX)
                end, hex_id = STOP + s, ""
            else:
                h, end = divmod(tables.mate[node - self.crossing], STOP)
                hex_id = tables.names[h]
            arcs[node] = found = []
            for a, b in dict.fromkeys(pieces[h].segments):
                if end not in (a, b):
                    continue
                onward = b if a == end else a
                if onward >= STOP:
                    found.append((STOPS_A_HEX * h + onward - STOP, ""))
                    continue
                face = STOP * h + onward
                mate = tables.mate[face]
                if mate >= 0 and any(mate % STOP in s for s in pieces[mate // STOP].segments):
                    found.append((self.crossing + face, hex_id))
            for to, _ in found:
                if to not in seen:
                    seen.add(to)
                    todo.append(to)
        self.arcs = arcs
        """By node: the nodes that track leads to, with the name of a hex crossed on plain track."""
        self.stops = sorted(node for node in arcs if node < self.crossing)
        self.faces = sorted(node - self.crossing for node in arcs if node >= self.crossing)

    def lanes(self, face: int) -> int:
        """Return the number of trains that may cross a side."""
        tables, pieces = self.context.tables, self.context.position.pieces

        def doubled(f: int) -> bool:
            segments = pieces[f // STOP].segments
            return any(f % STOP in s and segments.count(s) > 1 for s in segments)

        return 2 if doubled(face) and doubled(tables.mate[face]) else 1


class _Train:
    """The variables of one train."""

    def __init__(self, model: cp_model.CpModel, board: _Board, kind: TrainRange) -> None:
        self.model, self.board, self.kind = model, board, kind
        self.context = board.context
        self.arcs: list[cp_model.ArcT] = []
        self.used: dict[int, cp_model.IntVar] = {}
        """By node: whether the train is there."""
        self.stubs: dict[tuple[int, int], list[cp_model.IntVar]] = {}
        """By two stops of a hex: variables that say that the train runs straight between them."""
        self.crossed: dict[str, list[cp_model.IntVar]] = {}
        """By hex: variables that say that the train crosses it on plain track."""
        self.begin: dict[int, cp_model.IntVar] = {}
        self.end: dict[int, cp_model.IntVar] = {}
        self.runs = model.new_bool_var("runs")
        self._circuit()
        self._limits()
        self.fees = [(toll.fee, self._any_crossed(toll.hexes)) for toll in self.context.tolls]
        self.money = self._money()

    def _circuit(self) -> None:
        board, model = self.board, self.model
        index = {node: i + 1 for i, node in enumerate(board.arcs)}
        for node, ways in board.arcs.items():
            used = self.used[node] = model.new_bool_var(f"u{node}")
            model.add_implication(used, self.runs)  # no circuit except the one through the dummy
            self.arcs.append((index[node], index[node], used.negated()))
            for to, hex_id in ways:
                arc = model.new_bool_var(f"{node}>{to}")
                self.arcs.append((index[node], index[to], arc))
                if max(node, to) < board.crossing:
                    self.stubs.setdefault((min(node, to), max(node, to)), []).append(arc)
                if hex_id:
                    self.crossed.setdefault(hex_id, []).append(arc)
        for stop in board.stops:
            self.begin[stop] = model.new_bool_var(f"b{stop}")
            self.end[stop] = model.new_bool_var(f"e{stop}")
            self.arcs.append((0, index[stop], self.begin[stop]))
            self.arcs.append((index[stop], 0, self.end[stop]))
            model.add_bool_or(self.begin[stop].negated(), self.end[stop].negated())
        self.arcs.append((0, 0, self.runs.negated()))
        model.add_circuit(self.arcs)
        # One of the two directions of a route is enough.
        model.add(
            sum(i * v for i, v in enumerate(self.begin.values()))
            <= sum(i * v for i, v in enumerate(self.end.values()))
        )

    def _limits(self) -> None:
        model, board, kind, used = self.model, self.board, self.kind, self.used
        tables, pieces = self.context.tables, self.context.position.pieces
        for face in board.faces:
            if face < tables.mate[face] and board.crossing + tables.mate[face] in used:
                model.add_at_most_one(used[board.crossing + face], used[board.crossing + tables.mate[face]])
        for arcs in self.stubs.values():
            model.add_at_most_one(arcs)
        groups: dict[int, list[cp_model.IntVar]] = {}
        for stop in board.stops:
            groups.setdefault(tables.place[stop], []).append(used[stop])
            if stop in board.blocked or pieces[stop // STOPS_A_HEX].terminal:
                model.add(self.begin[stop] + self.end[stop] >= used[stop])
        for same in groups.values():
            model.add_at_most_one(same)
        model.add_bool_or([self.runs.negated(), *(used[g] for g in board.stops if g in board.own)])
        if kind.unit == "cities":
            model.add(sum(used[g] for g in self.counted) >= 2 * self.runs)
        if kind.reach is not None:
            per_hex = [used[board.crossing + face] for face in board.faces]
            length = (
                per_hex if kind.unit == "hexes" else [used[g] for g in self.counted if g not in self.towns]
            )
            model.add(sum(length) <= kind.reach)
        if kind.plus is not None:
            model.add(sum(used[g] for g in self.towns) <= kind.plus)

    @property
    def towns(self) -> list[int]:
        """The stops that count for the towns of a plus train and not for its range."""
        pieces, stops = self.context.position.pieces, self.board.stops
        towns = [g for g in stops if pieces[g // STOPS_A_HEX].stops[g % STOPS_A_HEX].kind == "town"]
        return towns if self.kind.plus is not None else []

    @property
    def counted(self) -> list[int]:
        """The stops that count for the train."""
        pieces = self.context.position.pieces
        return [
            g
            for g in self.board.stops
            if self.kind.unit != "cities" or pieces[g // STOPS_A_HEX].stops[g % STOPS_A_HEX].kind != "town"
        ]

    def _any_crossed(self, hexes: tuple[str, ...]) -> cp_model.IntVar:
        paid = self.model.new_bool_var("toll")
        for hex_id in hexes:
            for arc in self.crossed.get(hex_id, ()):
                self.model.add_implication(arc, paid)
        return paid

    def _money(self) -> cp_model.LinearExprT:
        model, context, board = self.model, self.context, self.board
        pieces, names = context.position.pieces, context.tables.names
        counted = self.counted
        money = [
            self.kind.factor
            * stop_value(pieces[g // STOPS_A_HEX].stops[g % STOPS_A_HEX], context.values)
            * self.used[g]
            for g in counted
        ]
        for bonus in context.bonuses:
            won = model.new_bool_var(bonus.name)
            model.add_bool_or(
                [won.negated(), *(self.used[g] for g in counted if names[g // STOPS_A_HEX] in bonus.hexes)]
            )
            money.append(bonus.amount * won)
        if context.pair_bonus:
            off = [g for g in board.stops if pieces[g // STOPS_A_HEX].terminal]
            both = model.new_bool_var("pair")
            model.add(sum(self.begin[g] for g in off) >= both)
            model.add(sum(self.end[g] for g in off) >= both)
            stops = model.new_int_var(0, len(board.stops), "stops")
            model.add(stops <= sum(self.used[g] for g in board.stops))
            model.add(stops <= len(board.stops) * both)
            money.append(context.pair_bonus * stops)
        return sum(money) - sum(fee * paid for fee, paid in self.fees)


def solve(context: RouteContext, work: float = WORK) -> Solved:
    """Return the best runs of a company after tolls."""
    board = _Board(context)
    if not board.arcs or not context.trains:
        return Solved(True, 0, 0)
    model = cp_model.CpModel()
    kinds = sorted(context.trains.values(), key=str)
    trains = [_Train(model, board, kind) for kind in kinds]
    for face in board.faces:
        mate = context.tables.mate[face]
        ways = [n for n in (board.crossing + face, board.crossing + mate) if n in board.arcs]
        model.add(sum(train.used[n] for train in trains for n in ways) <= board.lanes(face))
    for stub in trains[0].stubs:
        model.add_at_most_one([arc for train in trains for arc in train.stubs[stub]])
    if context.tolls:
        model.add(sum(fee * paid for train in trains for fee, paid in train.fees) <= context.purse)
    for one, other in pairwise(trains):
        if one.kind == other.kind:
            model.add(one.money >= other.money)
    model.maximize(sum(train.money for train in trains))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = work
    status = solver.solve(model)
    proved = status == cp_model.OPTIMAL
    assert proved or status in (cp_model.FEASIBLE, cp_model.UNKNOWN)
    value = 0 if status == cp_model.UNKNOWN else round(solver.objective_value)
    return Solved(proved, value, round(solver.best_objective_bound))
