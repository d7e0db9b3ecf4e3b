"""The step in which a corporation runs its trains."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from trunkline.kernel import depot, events
from trunkline.kernel.action import Action, DeclareRevenue, RunTrains
from trunkline.kernel.choice import Amounts, Choice, Open
from trunkline.kernel.decisions import Announcement
from trunkline.kernel.ledger import pay
from trunkline.kernel.refusal import Refusal, refusal_by
from trunkline.kernel.shares import counted
from trunkline.kernel.state import BANK, Corporation, OperatingTurn
from trunkline.kernel.table import Standing, Table, once
from trunkline.runs import (
    Earnings,
    RouteContext,
    Run,
    RunPlan,
    best_runs,
    check_runs,
    earnings,
    owed_runs,
    some_runs,
    train_range,
)

BEST = "run.best-binds"
"""The rule that requires the higher earnings: the best, or those that were announced."""
MOST_DECLARED = 2000
"""Dollars. More than the trains of any corporation have ever earned."""


class ExtraTrains(Protocol):
    """A source of trains that a corporation runs but does not own (``Policies.extra_trains``)."""

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """The kinds of action for it."""

    def available(self, t: Table, corp: Corporation) -> bool:
        """Return whether the corporation could have such a train now."""

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Return actions to consider for the president. Some of them may be illegal."""

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Raise ``Refusal`` if the action is not allowed."""

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Carry out an action that has passed ``check``."""


def context(t: Table, corp: Corporation) -> RouteContext:
    """Return the context of the corporation's possible runs and their earnings."""
    return _context(t, corp.id)


@once
def _context(t: Table, id: str) -> RouteContext:
    corp = t.state.corporations[id]
    trains = [*t.state.trains_at(corp.id), *t.title.policies.extra_trains(t, corp)]
    plain = RouteContext(
        t.title.tables,
        t.state.tiles,
        t.state.tokens,
        corp.id,
        {train: train_range(depot.train_type(t, train)) for train in trains},
        depot.phase(t).off_board,
        pair_bonus=t.title.board.offboard_pair_bonus,
        closed=t.closed_hexes(),
    )
    return t.title.policies.routes(t, corp, plain)


def broken(t: Table, corp: Corporation, runs: Sequence[Run]) -> list[Refusal]:
    """Return every rule that a set of runs breaks; empty if the runs are legal."""
    what = f"Running {corp.id}'s trains"
    return [Refusal(t.title.rule_id(rule), what, why) for rule, why in _broken(t, corp.id, tuple(runs))]


@once
def _broken(t: Table, id: str, runs: tuple[Run, ...]) -> list[tuple[str, str]]:
    """Return the broken rules, by the names that steps use, each with its reason."""
    corp = t.state.corporations[id]
    offered = context(t, corp)
    found = [
        (f"run.{problem.key}", f"run {problem.run + 1}: {problem.text}")
        for problem in check_runs(offered, runs)
    ]
    if not runs and offered.trains and t.title.policies.trains_must_run and t.network(corp.id).has_run():
        found.append(("run.must-run", "they have a run, and one of them must run"))
    if found:
        return found
    (earned, paid), stands = earned_and_paid(offered, runs), _waiting(t, corp)
    why = ""
    if stands is not None:
        if earned <= stands.amount:
            why = f"these runs earn ${earned:,} and ${stands.amount:,} stand already"
        elif paid > earned_and_paid(offered, stands.stands.runs)[1]:
            why = f"they pay ${paid:,} of tolls, which nobody owes"
    elif t.title.policies.best_run_binds(t, corp):
        plan = owed(offered, paid)
        if plan.optimal and earned < plan.total:
            why = f"its trains can earn ${plan.total:,} and these runs earn ${earned:,}"
    return [(BEST, why)] if why else []


def earned_and_paid(offered: RouteContext, runs: Sequence[Run]) -> tuple[int, int]:
    """Return the total earnings of runs and the total tolls that they pay, in dollars."""
    earned = [earnings(offered, run) for run in runs]
    return sum(each.total for each in earned), sum(each.fees for each in earned)


def owed(offered: RouteContext, paid: int) -> RunPlan:
    """Return the best runs that the rules require of a corporation that pays ``paid`` dollars of tolls. The
    rules never require more tolls."""
    return owed_runs(offered, paid) if offered.tolls else best_runs(offered)


def most(t: Table, corp: Corporation, stands: RunTrains) -> RunPlan:
    """Return the best runs that pay no more tolls than the current runs."""
    offered = context(t, corp)
    return owed(offered, earned_and_paid(offered, stands.runs)[1])


def some_legal(t: Table, corp: Corporation, rng: random.Random) -> tuple[Run, ...]:
    """Return a random legal set of runs, or the best runs if nothing less is legal."""
    offered = context(t, corp)
    runs = some_runs(offered, rng.randrange)
    if not broken(t, corp, runs):
        return runs
    waiting = _waiting(t, corp)
    return (most(t, corp, waiting.stands) if waiting else best_runs(offered)).runs


def each_earned(t: Table, corp: Corporation, runs: Sequence[Run]) -> list[Earnings]:
    """Return the earnings of each run."""
    offered = context(t, corp)
    return [earnings(offered, run) for run in runs]


def show(t: Table, corp: Corporation, runs: Sequence[Run], earned: Sequence[Earnings]) -> None:
    """Record the earnings of each run."""
    for run, each in zip(runs, earned, strict=True):
        t.note(events.TrainRan(corp.id, run.train, run.path, each), "run.value")


def earn(t: Table, turn: OperatingTurn, earned: Sequence[Earnings]) -> None:
    """Settle the runs: pay their tolls and set the revenue to the sum of their earnings."""
    corp = t.state.corporations[turn.corp]
    for toll, fee in (toll for each in earned for toll in each.tolls):
        owner = t.title.policies.toll_owner(t, toll)
        pay(t, corp, owner, fee, "toll")
        t.note(events.TollPaid(corp.id, owner.id if owner else BANK, toll, fee))
    _earn(t, turn, sum(each.total for each in earned))


def _earn(t: Table, turn: OperatingTurn, revenue: int) -> None:
    turn.ran = True
    turn.revenue = t.state.corporations[turn.corp].revenue = revenue
    t.note(events.RevenueEarned(turn.corp, revenue))


def _waiting(t: Table, corp: Corporation) -> Announcement | None:
    """Return the runs of the corporation about which other players are asked now."""
    decision = t.state.pending[-1] if t.state.pending else None
    return decision if isinstance(decision, Announcement) and decision.corp == corp.id else None


@dataclass(frozen=True)
class RunTrainsStep:
    """The step that takes a legal set of runs, at most one per train. The best runs are required if the title
    says so.

    Without ``extra`` only its own trains run. With ``declared`` the president may also declare the earnings
    alone. Then the step asks whenever there is a train, because it does not search for a route. ``asks``
    shows the runs to other players, if any must be asked, instead of carrying them out.
    """

    extra: ExtraTrains | None = None
    declared: bool = False
    asks: Callable[[Table, Corporation, RunTrains], bool] = lambda t, corp, action: False
    name: str = "run its trains"
    optional: bool = False
    label = "Run"

    kinds: tuple[type[Action], ...] = field(init=False, compare=False)
    """Runs, and the kinds that the title adds."""

    def __post_init__(self) -> None:
        kinds = (RunTrains, *self._extra_kinds, *((DeclareRevenue,) if self.declared else ()))
        object.__setattr__(self, "kinds", kinds)

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Return one open entry for the runs, and ways to get further trains."""
        corp = t.state.corporations[turn.corp]
        if not turn.ran and self.can_run(t, turn):
            yield Open(
                RunTrains,
                corp.president,
                corp.id,
                lambda action: refusal_by(self.check, t, turn, action),
                lambda rng: RunTrains(corp.president, corp.id, some_legal(t, corp, rng)),
                lambda: RunTrains(corp.president, corp.id, best_runs(context(t, corp)).runs),
            )
        if self.declared and (t.wide or (not turn.ran and self.can_run(t, turn))):
            nothing = DeclareRevenue(corp.president, corp.id, 0)
            yield Amounts(nothing, "amount", 0, MOST_DECLARED, step=10)
        if self.extra is not None:
            yield from self.extra.candidates(t, turn)

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Check that each run is legal, and all of them together."""
        corp = t.state.corporations[turn.corp]
        if self.extra is not None and type(action) in self._extra_kinds:
            self.extra.check(t, turn, action)
            return
        if isinstance(action, DeclareRevenue):
            what = f"Declaring ${action.amount:,}"
            if turn.ran or not t.state.trains_at(corp.id):
                t.refuse("run.value", what, f"{corp.id} runs no trains for it")
            if action.amount not in range(0, MOST_DECLARED + 1, 10):
                t.refuse("run.value", what, f"a revenue is a multiple of $10 up to ${MOST_DECLARED:,}")
            return
        assert isinstance(action, RunTrains)
        for refusal in broken(t, corp, action.runs):
            raise refusal

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Count the earnings of the runs."""
        corp = t.state.corporations[turn.corp]
        if self.extra is not None and type(action) in self._extra_kinds:
            self.extra.apply(t, turn, action)
            return
        if isinstance(action, DeclareRevenue):
            _earn(t, turn, action.amount)
            return
        assert isinstance(action, RunTrains)
        earned = each_earned(t, corp, action.runs)
        show(t, corp, action.runs, earned)
        if not self.asks(t, corp, action):
            earn(t, turn, earned)

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """Refuse to leave while trains that can run have not run."""
        if not turn.ran and self.can_run(t, turn):
            t.refuse("run.must-run", "Passing", f"{turn.corp} must run its trains")

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Return whether the trains have run, or there is no train or no route."""
        if turn.ran:
            return True
        if self.can_run(t, turn):
            return False
        corp = t.state.corporations[turn.corp]
        return self.extra is None or not (self.extra.available(t, corp) and t.network(corp.id).has_run())

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Reset the revenue of the last turn."""
        t.state.corporations[turn.corp].revenue = 0

    def standing(
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """Return the status: the earnings, or the number of trains."""
        corp = t.state.corporations[turn.corp]
        trains = [*t.state.trains_at(corp.id), *t.title.policies.extra_trains(t, corp)]
        return Standing(turn.ran, f"${corp.revenue:,}" if turn.ran else counted(trains, "train"))

    @property
    def _extra_kinds(self) -> tuple[type[Action], ...]:
        return () if self.extra is None else self.extra.kinds

    def can_run(self, t: Table, turn: OperatingTurn) -> bool:
        """Return whether there is a train and a route for it."""
        corp = t.state.corporations[turn.corp]
        trains = bool(t.title.policies.extra_trains(t, corp) or t.state.trains_at(corp.id))
        return trains and (self.declared or t.network(turn.corp).has_run())
