"""Running trains."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from trunkline.kernel import depot
from trunkline.kernel.action import Action, BorrowTrain, RunTrains
from trunkline.kernel.board import Train
from trunkline.kernel.choice import Choice, Open
from trunkline.kernel.refusal import Refusal
from trunkline.kernel.routes.best import best_runs, some_runs
from trunkline.kernel.routes.check import check_runs, earnings, explain
from trunkline.kernel.routes.run import Bonus, RoutePolicy, RunPlan, TrainRange
from trunkline.kernel.state import Corporation, OperatingTurn
from trunkline.kernel.table import Table

RULES = {
    "train": "run.several-trains",
    "unknown_track": "glossary.legal-run",
    "stop_skipped": "run.own-marker-and-two",
    "reversal": "run.no-reversal",
    "two_stops": "run.own-marker-and-two",
    "own_marker": "run.own-marker-and-two",
    "repeat_stop": "run.no-repeat-stop",
    "repeat_track": "run.no-repeat-track",
    "offboard_end": "run.offboard-ends",
    "blocked_city": "marker.blocked-city",
    "length": "run.length",
    "shared_track": "run.several-trains",
}
"""The rule behind each problem a route can have."""


PLAIN_ROUTES = RoutePolicy()


class Borrows(Protocol):
    """A corporation that may run a train it does not own."""

    def trains(self, t: Table, corp: Corporation, turn: OperatingTurn) -> list[str]:
        """The trains it could borrow now."""

    def check(self, t: Table, corp: Corporation, turn: OperatingTurn, action: BorrowTrain) -> None:
        """Raise ``Refusal`` where the train may not be borrowed."""

    def borrowed(self, t: Table, turn: OperatingTurn) -> None:
        """Remember that the train was borrowed."""


@dataclass(frozen=True)
class RunTrainsStep:
    """A legal set of runs, one a train at most; any such set may be run."""

    bonuses: Callable[[Table, Corporation], tuple[Bonus, ...]]
    borrowing: Borrows
    policy: RoutePolicy = PLAIN_ROUTES
    name: str = "run its trains"
    kinds: tuple[type[Action], ...] = (RunTrains, BorrowTrain)
    optional: bool = False

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """One open entry for the runs, and the trains that might be borrowed."""
        corp = t.state.corporations[turn.corp]
        if not turn.ran and self.can_run(t, turn):
            yield Open(
                RunTrains,
                corp.president,
                corp.id,
                lambda action: _refusal(self, t, turn, action),
                lambda rng: self.propose(t, turn, rng),
                lambda: RunTrains(corp.president, corp.id, self.best(t, turn).runs),
            )
        for train in depot.on_sale(t):
            if self.borrowing.trains(t, corp, turn) or t.wide:
                yield BorrowTrain(corp.president, corp.id, train)

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """The runs must be legal, together and each of them."""
        corp = t.state.corporations[turn.corp]
        if isinstance(action, BorrowTrain):
            self.borrowing.check(t, corp, turn, action)
            return
        assert isinstance(action, RunTrains)
        what = f"Running {corp.id}'s trains"
        state = t.state
        problems = check_runs(
            t.title.tables,
            state.tiles,
            state.markers,
            corp.id,
            self.ranges(t, turn),
            action.runs,
            self.policy,
        )
        if problems:
            first = problems[0]
            t.refuse(RULES[first.key], what, f"run {first.run + 1}: {first.text}")

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Count what the runs earn."""
        corp = t.state.corporations[turn.corp]
        if isinstance(action, BorrowTrain):
            turn.borrowed = action.train
            self.borrowing.borrowed(t, turn)
            return
        assert isinstance(action, RunTrains)
        turn.ran = True
        key, bonuses, ranges = depot.phase(t).off_board, self.bonuses(t, corp), self.ranges(t, turn)
        for run in action.runs:
            earned = earnings(
                t.title.tables, t.state.tiles, run, ranges[run.train], self.policy, key, bonuses
            )
            turn.revenue += earned.total
            t.note(f"{corp.id} runs a {depot.train_name(run.train)}-train: {explain(earned)}", "run.value")
        corp.revenue = turn.revenue
        t.note(f"{corp.id} earns ${turn.revenue}")

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """Trains that can run must be run."""
        if not turn.ran and self.can_run(t, turn):
            t.refuse("sequence.company-steps", "Passing", f"{turn.corp} must run its trains")

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Over once run; nothing to do without trains or routes."""
        if turn.ran:
            return True
        if self.can_run(t, turn):
            return False
        corp = t.state.corporations[turn.corp]
        return not (self.borrowing.trains(t, corp, turn) and t.network(corp.id).has_run())

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """The figure of the last turn goes."""
        t.state.corporations[turn.corp].revenue = 0

    def can_run(self, t: Table, turn: OperatingTurn) -> bool:
        """Whether there is a train and a route for it."""
        return bool(self.ranges(t, turn)) and t.network(turn.corp).has_run()

    def ranges(self, t: Table, turn: OperatingTurn) -> dict[str, TrainRange]:
        """The trains it may run, and how far."""
        trains = [*t.state.trains_at(turn.corp), *([turn.borrowed] if turn.borrowed else [])]
        return {train: train_range(depot.train_type(t, train)) for train in trains}

    def best(self, t: Table, turn: OperatingTurn) -> RunPlan:
        """The best runs known."""
        corp = t.state.corporations[turn.corp]
        return best_runs(
            t.title.tables,
            t.state.tiles,
            t.state.markers,
            corp.id,
            self.ranges(t, turn),
            self.policy,
            depot.phase(t).off_board,
            self.bonuses(t, corp),
        )

    def propose(self, t: Table, turn: OperatingTurn, rng: random.Random) -> RunTrains:
        """Some legal set of runs."""
        corp = t.state.corporations[turn.corp]
        runs = some_runs(
            t.title.tables, t.state.tiles, t.state.markers, corp.id, self.ranges(t, turn), rng.randrange
        )
        return RunTrains(corp.president, corp.id, tuple(runs))


def train_range(train: Train) -> TrainRange:
    """How far a type of train runs."""
    return TrainRange(train.range, train.unit)


def _refusal(step: RunTrainsStep, t: Table, turn: OperatingTurn, action: Action) -> Refusal | None:
    try:
        step.check(t, turn, action)
    except Refusal as refusal:
        return refusal
    return None
