"""The Canadian Government Railways (CGR): the settlement of all loans, and the absorption of insolvent
corporations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.engine.kernel import chart, depot
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.mechanisms import loans, merging
from trunkline.engine.steps import operating
from trunkline.titles.t1856 import cgr_forming
from trunkline.titles.t1856.actions import SettleDebt
from trunkline.titles.t1856.decisions import CGR, DebtsDue
from trunkline.titles.t1856.events import Absorbed, CgrNeverForms, LoansCleared, LoansDue, LoansRepaid
from trunkline.titles.t1856.privates import return_right
from trunkline.titles.t1856.state import CgrStatus, state_1856
from trunkline.util.messages import gettext_lazy, gettext_noop

PHASE = "5"


@dataclass(frozen=True)
class Trigger:
    """The trigger of the CGR's formation: the first 6-train.

    With ``after_turn`` the CGR forms after the buyer's turn, otherwise immediately.
    """

    after_turn: bool

    def train_bought(self, ctx: Context, corp: Corporation, train: str) -> None:
        """Record the buyer of the first 6-train, or start the formation immediately."""
        phase = depot.phase(ctx)
        first = phase.name == PHASE and depot.train_name(train) in phase.on_train
        cgr = state_1856(ctx.state).cgr
        if not first or cgr.status is not CgrStatus.AHEAD:
            return
        cgr.six_buyer = corp.president
        cgr.status = CgrStatus.DUE
        if not self.after_turn:
            self.begin(ctx)

    def turn_ended(self, ctx: Context, corp: Corporation) -> None:
        """Start the formation once the buyer's turn is over."""
        if state_1856(ctx.state).cgr.status is CgrStatus.DUE:
            self.begin(ctx)

    def begin(self, ctx: Context) -> None:
        """Make all loans due. Treasuries repay as many as they can."""
        state_1856(ctx.state).cgr.status = CgrStatus.FORMING
        ctx.note(LoansDue(), "cgr.payoff-treasury")
        value = loans.terms(ctx).value
        for corp in chart.order(ctx):
            count = min(corp.loans, corp.cash // value)
            if count:
                loans.repay_from_treasury(ctx, corp, count)
                ctx.note(LoansRepaid(corp.id, count), "cgr.payoff-treasury")
        indebted = tuple(corp.id for corp in self._order(ctx) if corp.loans)
        # Put it below decisions that the purchase itself caused, such as discards.
        state_1856(ctx.state).pending.insert(0, DebtsDue(indebted))

    def _order(self, ctx: Context) -> list[Corporation]:
        seats = ctx.state.seats_from(state_1856(ctx.state).cgr.six_buyer)
        return sorted(operating.round_order(ctx), key=lambda corp: seats.index(corp.president))


@dataclass(frozen=True)
class PayOff:
    """The decisions that settle the loans of each indebted corporation.

    The president pays for the corporation, or the CGR absorbs it. The decision's ``corps`` are the
    corporations still to be settled, in order. With ``any_order`` a president of several corporations may
    choose the order. With ``remainder_stays`` the treasury keeps any amount under $100.
    """

    any_order: bool
    remainder_stays: bool
    forming: cgr_forming.Forming
    name: str = gettext_noop("settle the government loans")
    rule: str = "cgr.payoff-order"
    kinds: tuple[type[Action], ...] = (SettleDebt,)

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the president of the next corporation."""
        corps = ctx.waiting(DebtsDue).corps
        return (ctx.state.corporations[corps[0]].president,) if corps else ()

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Yield paying and giving up for each of the president's corporations."""
        for id in ctx.waiting(DebtsDue).corps:
            if ctx.state.corporations[id].president == player:
                yield SettleDebt(player, id, True)
                yield SettleDebt(player, id, False)

    def check(self, ctx: Context, action: Action) -> None:
        """Refuse a player who is not next, or a payment that exceeds the president's cash."""
        assert isinstance(action, SettleDebt)
        corps = ctx.waiting(DebtsDue).corps
        what = gettext_lazy("Settling the loans of {corp}", corp=action.corp)
        (decider,) = self.deciders(ctx)
        if action.player != decider:
            ctx.refuse("cgr.payoff-order", what, gettext_lazy("{player} settles next", player=decider))
        if action.corp not in corps:
            ctx.refuse("cgr.payoff-order", what, gettext_lazy("it has no loans to settle"))
        corp = ctx.state.corporations[action.corp]
        if corp.president != action.player or (not self.any_order and action.corp != corps[0]):
            ctx.refuse("cgr.payoff-order", what, gettext_lazy("{corp} is settled next", corp=corps[0]))
        if action.pay:
            due = self.from_president(ctx, corp)
            cash = ctx.state.players[action.player].cash
            if cash < due:
                why = gettext_lazy(
                    "${due} are lacking and {player} has ${cash}; no shares may be sold for it",
                    due=due,
                    player=action.player,
                    cash=cash,
                )
                ctx.refuse("cgr.payoff-president-cash", what, why)

    def apply(self, ctx: Context, action: Action) -> None:
        """Pay the loans, or transfer everything to the CGR."""
        assert isinstance(action, SettleDebt)
        decision = ctx.waiting(DebtsDue)
        decision.corps = tuple(id for id in decision.corps if id != action.corp)
        corp = ctx.state.corporations[action.corp]
        if action.pay:
            due = self.from_president(ctx, corp)
            pay(ctx, ctx.state.players[action.player], corp, due, loans.LOANS)
            pay(ctx, corp, None, corp.loans * loans.terms(ctx).value, loans.LOANS)
            ctx.note(LoansCleared(action.player, corp.id, due), "cgr.payoff-president-cash")
            corp.loans = 0
        else:
            absorb(ctx, corp)

    def advance(self, ctx: Context) -> bool:
        """Form the CGR, or record that it never forms, once all corporations are settled."""
        decision = ctx.waiting(DebtsDue)
        if decision.corps:
            return False
        ctx.state.pending.pop()
        if state_1856(ctx.state).cgr.absorbed:
            self.forming.form(ctx)
            operating.leave_closed(ctx)
        else:
            state_1856(ctx.state).cgr.status = CgrStatus.NEVER
            ctx.note(CgrNeverForms(), "cgr.non-formation")
        return True

    def from_president(self, ctx: Context, corp: Corporation) -> int:
        """Return the dollars that the president must add to clear the remaining loans."""
        due = corp.loans * loans.terms(ctx).value
        return due if self.remainder_stays else max(0, due - corp.cash)


def absorb(ctx: Context, corp: Corporation) -> None:
    """Transfer money, trains and rights to the CGR, and cancel the loans."""
    cgr = ctx.state.corporations[CGR]
    state_1856(ctx.state).cgr.absorbed += (corp.id,)
    corp.loans = 0
    ctx.note(Absorbed(corp.id), "cgr.absorbed")
    merging.take_over(ctx, cgr, corp, "absorbed", lambda ctx, right: return_right(ctx.state, right))
