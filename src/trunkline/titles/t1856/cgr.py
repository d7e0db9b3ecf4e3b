"""The Canadian Government Railways (CGR): the settlement of all loans, and the absorption of insolvent
corporations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.kernel import chart, depot
from trunkline.kernel.action import Action
from trunkline.kernel.choice import Choice
from trunkline.kernel.ledger import pay
from trunkline.kernel.state import Corporation
from trunkline.kernel.table import Table
from trunkline.mechanisms import loans, merging
from trunkline.steps import operating
from trunkline.titles.t1856 import cgr_forming
from trunkline.titles.t1856.actions import SettleDebt
from trunkline.titles.t1856.decisions import CGR, DebtsDue
from trunkline.titles.t1856.events import Absorbed, CgrNeverForms, LoansCleared, LoansDue, LoansRepaid
from trunkline.titles.t1856.privates import return_right
from trunkline.titles.t1856.state import CgrStatus, own

PHASE = "5"


@dataclass(frozen=True)
class Trigger:
    """The trigger of the CGR's formation: the first 6-train.

    With ``after_turn`` the CGR forms after the buyer's turn, otherwise immediately.
    """

    after_turn: bool

    def train_bought(self, t: Table, corp: Corporation, train: str) -> None:
        """Record the buyer of the first 6-train, or start the formation immediately."""
        phase = depot.phase(t)
        first = phase.name == PHASE and depot.train_name(train) in phase.on_train
        cgr = own(t.state).cgr
        if not first or cgr.status is not CgrStatus.AHEAD:
            return
        cgr.six_buyer = corp.president
        cgr.status = CgrStatus.DUE
        if not self.after_turn:
            self.begin(t)

    def turn_ended(self, t: Table, corp: Corporation) -> None:
        """Start the formation once the buyer's turn is over."""
        if own(t.state).cgr.status is CgrStatus.DUE:
            self.begin(t)

    def begin(self, t: Table) -> None:
        """Make all loans due. Treasuries repay as many as they can."""
        own(t.state).cgr.status = CgrStatus.FORMING
        t.note(LoansDue(), "cgr.payoff-treasury")
        value = loans.terms(t).value
        for corp in chart.order(t):
            count = min(corp.loans, corp.cash // value)
            if count:
                loans.repay_from_treasury(t, corp, count)
                t.note(LoansRepaid(corp.id, count), "cgr.payoff-treasury")
        indebted = tuple(corp.id for corp in self._order(t) if corp.loans)
        # Put it below decisions that the purchase itself caused, such as discards.
        own(t.state).pending.insert(0, DebtsDue(indebted))

    def _order(self, t: Table) -> list[Corporation]:
        seats = t.state.seats_from(own(t.state).cgr.six_buyer)
        return sorted(operating.round_order(t), key=lambda corp: seats.index(corp.president))


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
    name: str = "settle the government loans"
    rule: str = "cgr.payoff-order"
    kinds: tuple[type[Action], ...] = (SettleDebt,)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """Return the president of the next corporation."""
        corps = t.waiting(DebtsDue).corps
        return (t.state.corporations[corps[0]].president,) if corps else ()

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Yield paying and giving up for each of the president's corporations."""
        for id in t.waiting(DebtsDue).corps:
            if t.state.corporations[id].president == player:
                yield SettleDebt(player, id, True)
                yield SettleDebt(player, id, False)

    def check(self, t: Table, action: Action) -> None:
        """Refuse a player who is not next, or a payment that exceeds the president's cash."""
        assert isinstance(action, SettleDebt)
        corps = t.waiting(DebtsDue).corps
        what = f"Settling the loans of {action.corp}"
        (decider,) = self.deciders(t)
        if action.player != decider:
            t.refuse("cgr.payoff-order", what, f"{decider} settles next")
        if action.corp not in corps:
            t.refuse("cgr.payoff-order", what, "it has no loans to settle")
        corp = t.state.corporations[action.corp]
        if corp.president != action.player or (not self.any_order and action.corp != corps[0]):
            t.refuse("cgr.payoff-order", what, f"{corps[0]} is settled next")
        if action.pay:
            due = self.from_president(t, corp)
            cash = t.state.players[action.player].cash
            if cash < due:
                why = f"${due:,} are lacking and {action.player} has ${cash:,}; no shares may be sold for it"
                t.refuse("cgr.payoff-president-cash", what, why)

    def apply(self, t: Table, action: Action) -> None:
        """Pay the loans, or transfer everything to the CGR."""
        assert isinstance(action, SettleDebt)
        decision = t.waiting(DebtsDue)
        decision.corps = tuple(id for id in decision.corps if id != action.corp)
        corp = t.state.corporations[action.corp]
        if action.pay:
            due = self.from_president(t, corp)
            pay(t, t.state.players[action.player], corp, due, loans.LOANS)
            pay(t, corp, None, corp.loans * loans.terms(t).value, loans.LOANS)
            t.note(LoansCleared(action.player, corp.id, due), "cgr.payoff-president-cash")
            corp.loans = 0
        else:
            absorb(t, corp)

    def advance(self, t: Table) -> bool:
        """Form the CGR, or record that it never forms, once all corporations are settled."""
        decision = t.waiting(DebtsDue)
        if decision.corps:
            return False
        t.state.pending.pop()
        if own(t.state).cgr.absorbed:
            self.forming.form(t)
            operating.leave_closed(t)
        else:
            own(t.state).cgr.status = CgrStatus.NEVER
            t.note(CgrNeverForms(), "cgr.non-formation")
        return True

    def from_president(self, t: Table, corp: Corporation) -> int:
        """Return the dollars that the president must add to clear the remaining loans."""
        due = corp.loans * loans.terms(t).value
        return due if self.remainder_stays else max(0, due - corp.cash)


def absorb(t: Table, corp: Corporation) -> None:
    """Transfer money, trains and rights to the CGR, and cancel the loans."""
    cgr = t.state.corporations[CGR]
    own(t.state).cgr.absorbed += (corp.id,)
    corp.loans = 0
    t.note(Absorbed(corp.id), "cgr.absorbed")
    merging.take_over(t, cgr, corp, "absorbed", lambda t, right: return_right(t.state, right))
