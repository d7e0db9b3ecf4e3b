"""The step in which a corporation runs its trains."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from trunkline.engine.kernel import depot, events
from trunkline.engine.kernel.action import Action, DeclareRevenue, RunTrains
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.context import Context, cached
from trunkline.engine.kernel.decisions import Announcement
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.refusal import Refusal, refusal_by
from trunkline.engine.kernel.refusal_texts import PASSING
from trunkline.engine.kernel.state import BANK, Corporation, OperatingTurn
from trunkline.engine.kernel.step import StepStatus
from trunkline.engine.routing import (
    Earnings,
    RouteContext,
    Run,
    RunPlan,
    best_runs,
    binding_runs,
    check_runs,
    earnings,
    random_runs,
    train_range,
)
from trunkline.util.messages import Message, gettext, gettext_lazy, gettext_noop, ngettext

BEST = "run.best-binds"
"""The rule that requires the higher earnings: the best, or those that were announced."""
MOST_DECLARED = 2000
"""Dollars. More than the trains of any corporation have ever earned."""


class ExtraTrains(Protocol):
    """A source of trains that a corporation runs but does not own (``Policies.extra_trains``)."""

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """The kinds of action for it."""

    def available(self, ctx: Context, corp: Corporation) -> bool:
        """Return whether the corporation could have such a train now."""

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return actions to consider for the president. Some of them may be illegal."""

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Raise ``Refusal`` if the action is not allowed."""

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Carry out an action that has passed ``check``."""


def context(ctx: Context, corp: Corporation) -> RouteContext:
    """Return the context of the corporation's possible runs and their earnings."""
    return _context(ctx, corp.id)


@cached
def _context(ctx: Context, id: str) -> RouteContext:
    corp = ctx.state.corporations[id]
    trains = [*depot.trains_at(ctx, corp.id), *ctx.title.policies.extra_trains(ctx, corp)]
    plain = RouteContext(
        ctx.title.tables,
        ctx.state.tiles,
        ctx.state.tokens,
        corp.id,
        {train: train_range(depot.train_type(ctx, train)) for train in trains},
        depot.phase(ctx).off_board,
        pair_bonus=ctx.title.board.offboard_pair_bonus,
        closed=ctx.closed_hexes(),
    )
    return ctx.title.policies.routes(ctx, corp, plain)


def run_refusals(ctx: Context, corp: Corporation, runs: Sequence[Run]) -> list[Refusal]:
    """Return every rule that a set of runs breaks; empty if the runs are legal."""
    what = gettext_lazy("Running {corp}'s trains", corp=corp.id)
    return [
        Refusal(ctx.title.rule_id(rule), what, why) for rule, why in _broken_rules(ctx, corp.id, tuple(runs))
    ]


@cached
def _broken_rules(ctx: Context, id: str, runs: tuple[Run, ...]) -> list[tuple[str, Message]]:
    """Return the broken rules, by the names that steps use, each with its reason."""
    corp = ctx.state.corporations[id]
    offered = context(ctx, corp)
    found = [
        (
            f"run.{problem.key}",
            gettext_lazy("run {number}: {fault}", number=problem.run + 1, fault=problem.text),
        )
        for problem in check_runs(offered, runs)
    ]
    if not runs and offered.trains and ctx.title.policies.trains_must_run and ctx.network(corp.id).has_run():
        found.append(("run.must-run", gettext_lazy("they have a run, and one of them must run")))
    if found:
        return found
    (earned, paid), announced = earned_and_paid(offered, runs), _waiting(ctx, corp)
    why: Message | None = None
    if announced is not None:
        if earned <= announced.amount:
            why = gettext_lazy(
                "these runs earn ${earned} and ${amount} stand already",
                earned=earned,
                amount=announced.amount,
            )
        elif paid > earned_and_paid(offered, announced.stands.runs)[1]:
            why = gettext_lazy("they pay ${paid} of tolls, which no company owes", paid=paid)
    elif ctx.title.policies.best_run_binds(ctx, corp):
        plan = required_plan(offered, paid)
        if plan.optimal and earned < plan.total:
            why = gettext_lazy(
                "its trains can earn ${total} and these runs earn ${earned}", total=plan.total, earned=earned
            )
    return [(BEST, why)] if why else []


def earned_and_paid(offered: RouteContext, runs: Sequence[Run]) -> tuple[int, int]:
    """Return the total earnings of runs and the total tolls that they pay, in dollars."""
    earned = [earnings(offered, run) for run in runs]
    return sum(each.total for each in earned), sum(each.fees for each in earned)


def required_plan(offered: RouteContext, paid: int) -> RunPlan:
    """Return the best runs that the rules require of a corporation that pays ``paid`` dollars of tolls. The
    rules never require more tolls."""
    return binding_runs(offered, paid) if offered.tolls else best_runs(offered)


def best_for_same_tolls(ctx: Context, corp: Corporation, current_runs: RunTrains) -> RunPlan:
    """Return the best runs that pay no more tolls than the current runs."""
    offered = context(ctx, corp)
    return required_plan(offered, earned_and_paid(offered, current_runs.runs)[1])


def random_legal_runs(ctx: Context, corp: Corporation, rng: random.Random) -> tuple[Run, ...]:
    """Return a random legal set of runs, or the best runs if nothing less is legal."""
    offered = context(ctx, corp)
    runs = random_runs(offered, rng.randrange)
    if not run_refusals(ctx, corp, runs):
        return runs
    waiting = _waiting(ctx, corp)
    return (best_for_same_tolls(ctx, corp, waiting.stands) if waiting else best_runs(offered)).runs


def earnings_by_run(ctx: Context, corp: Corporation, runs: Sequence[Run]) -> list[Earnings]:
    """Return the earnings of each run."""
    offered = context(ctx, corp)
    return [earnings(offered, run) for run in runs]


def show(ctx: Context, corp: Corporation, runs: Sequence[Run], earned: Sequence[Earnings]) -> None:
    """Record the earnings of each run."""
    for run, each in zip(runs, earned, strict=True):
        ctx.note(events.TrainRan(corp.id, run.train, run.path, each), "run.value")


def earn(ctx: Context, turn: OperatingTurn, earned: Sequence[Earnings]) -> None:
    """Settle the runs: pay their tolls and set the revenue to the sum of their earnings."""
    corp = ctx.state.corporations[turn.corp]
    for toll, fee in (toll for each in earned for toll in each.tolls):
        owner = ctx.title.policies.toll_owner(ctx, toll)
        pay(ctx, corp, owner, fee, "toll")
        ctx.note(events.TollPaid(corp.id, owner.id if owner else BANK, toll, fee))
    _earn(ctx, turn, sum(each.total for each in earned))


def _earn(ctx: Context, turn: OperatingTurn, revenue: int) -> None:
    turn.ran = True
    turn.revenue = ctx.state.corporations[turn.corp].revenue = revenue
    ctx.note(events.RevenueEarned(turn.corp, revenue))


def _waiting(ctx: Context, corp: Corporation) -> Announcement | None:
    """Return the runs of the corporation about which other players are asked now."""
    decision = ctx.state.pending[-1] if ctx.state.pending else None
    return decision if isinstance(decision, Announcement) and decision.corp == corp.id else None


@dataclass(frozen=True)
class RunTrainsStep:
    """The step that takes a legal set of runs, at most one per train. The best runs are required if the title
    says so.

    Without ``extra`` only its own trains run. With ``declared`` the president may also declare the earnings
    alone. Then the step asks whenever there is a train, because it does not search for a route.
    ``ask_other_players`` shows the runs to other players if any must be asked, and returns whether it did.
    Then the runs wait.
    """

    extra: ExtraTrains | None = None
    declared: bool = False
    ask_other_players: Callable[[Context, Corporation, RunTrains], bool] = lambda ctx, corp, action: False
    name: str = gettext_noop("run its trains")
    optional: bool = False
    label = "Run"

    kinds: tuple[type[Action], ...] = field(init=False, compare=False)
    """Runs, and the kinds that the title adds."""

    def __post_init__(self) -> None:
        kinds = (RunTrains, *self._extra_kinds, *((DeclareRevenue,) if self.declared else ()))
        object.__setattr__(self, "kinds", kinds)

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return one open entry for the runs, and ways to get further trains."""
        corp = ctx.state.corporations[turn.corp]
        if not turn.ran and self.can_run(ctx, turn):
            yield Open(
                RunTrains,
                corp.president,
                corp.id,
                lambda action: refusal_by(self.check, ctx, turn, action),
                lambda rng: RunTrains(corp.president, corp.id, random_legal_runs(ctx, corp, rng)),
                lambda: RunTrains(corp.president, corp.id, best_runs(context(ctx, corp)).runs),
            )
        if self.declared and (ctx.include_illegal or (not turn.ran and self.can_run(ctx, turn))):
            nothing = DeclareRevenue(corp.president, corp.id, 0)
            yield Amounts(nothing, "amount", 0, MOST_DECLARED, step=10)
        if self.extra is not None:
            yield from self.extra.candidates(ctx, turn)

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Check that each run is legal, and all of them together."""
        corp = ctx.state.corporations[turn.corp]
        if self.extra is not None and type(action) in self._extra_kinds:
            self.extra.check(ctx, turn, action)
            return
        if isinstance(action, DeclareRevenue):
            what = gettext_lazy("Declaring ${amount}", amount=action.amount)
            if turn.ran or not depot.trains_at(ctx, corp.id):
                ctx.refuse("run.value", what, gettext_lazy("{corp} runs no trains for it", corp=corp.id))
            if action.amount not in range(0, MOST_DECLARED + 1, 10):
                why = gettext_lazy("a revenue is a multiple of $10 up to ${most}", most=MOST_DECLARED)
                ctx.refuse("run.value", what, why)
            return
        assert isinstance(action, RunTrains)
        for refusal in run_refusals(ctx, corp, action.runs):
            raise refusal

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Count the earnings of the runs."""
        corp = ctx.state.corporations[turn.corp]
        if self.extra is not None and type(action) in self._extra_kinds:
            self.extra.apply(ctx, turn, action)
            return
        if isinstance(action, DeclareRevenue):
            _earn(ctx, turn, action.amount)
            return
        assert isinstance(action, RunTrains)
        earned = earnings_by_run(ctx, corp, action.runs)
        show(ctx, corp, action.runs, earned)
        if not self.ask_other_players(ctx, corp, action):
            earn(ctx, turn, earned)

    def check_leave(self, ctx: Context, turn: OperatingTurn) -> None:
        """Refuse to leave while trains that can run have not run."""
        if not turn.ran and self.can_run(ctx, turn):
            why = gettext_lazy("{corp} must run its trains", corp=turn.corp)
            ctx.refuse("run.must-run", PASSING, why)

    def idle(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return whether the trains have run, or there is no train or no route."""
        if turn.ran:
            return True
        if self.can_run(ctx, turn):
            return False
        corp = ctx.state.corporations[turn.corp]
        return self.extra is None or not (self.extra.available(ctx, corp) and ctx.network(corp.id).has_run())

    def enter(self, ctx: Context, turn: OperatingTurn) -> None:
        """Reset the revenue of the last turn."""
        ctx.state.corporations[turn.corp].revenue = 0

    def standing(
        self, ctx: Context, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> StepStatus:
        """Return the status: the earnings, or the number of trains."""
        corp = ctx.state.corporations[turn.corp]
        trains = [*depot.trains_at(ctx, corp.id), *ctx.title.policies.extra_trains(ctx, corp)]
        if turn.ran:
            return StepStatus(True, gettext("${revenue}", revenue=corp.revenue))
        count = ngettext("{count} train", "{count} trains", len(trains))
        return StepStatus(False, count if trains else "")

    @property
    def _extra_kinds(self) -> tuple[type[Action], ...]:
        return () if self.extra is None else self.extra.kinds

    def can_run(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return whether there is a train and a route for it."""
        corp = ctx.state.corporations[turn.corp]
        trains = bool(ctx.title.policies.extra_trains(ctx, corp) or depot.trains_at(ctx, corp.id))
        return trains and (self.declared or ctx.network(turn.corp).has_run())
