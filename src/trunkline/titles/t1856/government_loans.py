"""Government loans: taking them, and their limit per corporation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.action import Action, TakeLoan
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.refusal import passes
from trunkline.engine.kernel.state import Corporation, OperatingTurn
from trunkline.engine.mechanisms import loans
from trunkline.engine.steps.turn_step_bases import AnytimePower
from trunkline.titles.t1856.decisions import CGR
from trunkline.titles.t1856.state import state_1856
from trunkline.util.messages import Message, gettext_lazy, gettext_noop, ngettext_lazy

BEING_REDEEMED = gettext_lazy("loans are being redeemed, which is the last thing in a turn")


def operating_turn(ctx: Context) -> OperatingTurn:
    """Return the operating turn in progress."""
    assert ctx.state.operating is not None
    assert ctx.state.operating.turn is not None
    return ctx.state.operating.turn


def lent(ctx: Context, turn: OperatingTurn) -> int:
    """Return the dollars that a loan brings now. After the interest step the interest is deducted."""
    terms = loans.terms(ctx)
    return (terms.late_value or terms.value) if turn.interest else terms.value


def may_still_act(ctx: Context, turn: OperatingTurn, what: Message) -> None:
    """Refuse any other action once loans have been redeemed in this turn."""
    if state_1856(ctx.state).turn.redeemed:
        why = gettext_lazy("loans have been redeemed, which is the last thing in a turn")
        ctx.refuse("redeem.last-action", what, why)


def player_shares(corp: Corporation) -> int:
    """Return the shares in players' hands. They limit the loans of a corporation."""
    return sum(corp.shares.values())


def limit(ctx: Context, corp: Corporation) -> int:
    """Return the loan limit of the corporation: one per share in players' hands, in the phases with loans."""
    return player_shares(corp) if _are_given(ctx, corp) else 0


def _are_given(ctx: Context, corp: Corporation) -> bool:
    """Return whether the corporation may have loans in this phase."""
    return corp.id != CGR and depot.phase(ctx).loans


def excess(corp: Corporation) -> int:
    """Return the loans above the shares in players' hands, which the corporation must redeem."""
    return max(0, corp.loans - player_shares(corp))


@dataclass(frozen=True)
class Borrow(AnytimePower):
    """The power to take loans, as many per turn as the board allows.

    A corporation may borrow at any time before the step that redeems loans. With ``until_one`` it may borrow
    until one loan is redeemed. A loan that is ``whole`` brings its full value even while interest is being
    paid.
    """

    until_one: bool = False
    whole: bool = False
    name: str = gettext_noop("borrow")
    label = gettext_noop("Loans")
    kinds: tuple[type[Action], ...] = (TakeLoan,)

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return one loan, in the phases with loans."""
        corp = ctx.state.corporations[turn.corp]
        return [TakeLoan(corp.president, corp.id)] if ctx.include_illegal or _are_given(ctx, corp) else []

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Refuse a loan that breaks the phase, the limits or the ban after redeeming."""
        corp = ctx.state.corporations[turn.corp]
        what = gettext_lazy("A loan for {corp}", corp=corp.id)
        if not _are_given(ctx, corp):
            never = corp.id == CGR or not any(phase.loans for phase in depot.later_phases(ctx))
            why = gettext_lazy("loans are given in phases one to four")
            ctx.refuse("loan.phases", what, why, lasting=never)
        seen = state_1856(ctx.state).turn
        if seen.redeemed or (seen.redeeming and not self.until_one):
            ctx.refuse("redeem.last-action", what, BEING_REDEEMED)
        taken, allowed = seen.loans, loans.terms(ctx).per_turn
        if allowed is not None and taken >= allowed:
            why = ngettext_lazy(
                "{corp} has taken {count} loan in this turn",
                "{corp} has taken {count} loans in this turn",
                taken,
                corp=corp.id,
            )
            ctx.refuse("loan.one-per-round", what, why)
        held = player_shares(corp)
        if corp.loans >= held:
            why = ngettext_lazy(
                "it has {loans} and players hold {count} share",
                "it has {loans} and players hold {count} shares",
                held,
                loans=corp.loans,
            )
            ctx.refuse("loan.limit", what, why)

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Take the loan from the bank. After the interest step the interest is deducted."""
        corp = ctx.state.corporations[turn.corp]
        value = self._lent(ctx, turn)
        if turn.interest:
            state_1856(ctx.state).turn.late += 1
        else:
            state_1856(ctx.state).turn.early += 1
        loans.take(ctx, corp, value, "loan.one-per-round")

    def credit(self, ctx: Context, turn: OperatingTurn) -> int:
        """Return the dollars that the corporation could still borrow in its turn."""
        loan = TakeLoan(ctx.state.corporations[turn.corp].president, turn.corp)
        return self._lent(ctx, turn) if passes(self.check, ctx, turn, loan) else 0

    def _lent(self, ctx: Context, turn: OperatingTurn) -> int:
        return loans.terms(ctx).value if self.whole else lent(ctx, turn)
