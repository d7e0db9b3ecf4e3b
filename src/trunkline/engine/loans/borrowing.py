"""Loans that a corporation takes by choice, and their limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from trunkline.engine.kernel import chart, depot
from trunkline.engine.kernel.action import Action, TakeLoan
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.refusal import passes
from trunkline.engine.kernel.state import Corporation, OperatingTurn
from trunkline.engine.loans.state import loan_turn
from trunkline.engine.mechanisms import loans
from trunkline.engine.steps.turn_step_bases import AnytimePower
from trunkline.util.messages import Message, gettext_lazy, gettext_noop, ngettext_lazy

BEING_REDEEMED = gettext_lazy("loans are being redeemed, which is the last thing in a turn")

OTHER_PHASES = gettext_lazy("loans are not given in this phase")


def operating_turn(ctx: Context) -> OperatingTurn:
    """Return the operating turn in progress."""
    assert ctx.state.operating is not None
    assert ctx.state.operating.turn is not None
    return ctx.state.operating.turn


def lent(ctx: Context, turn: OperatingTurn) -> int:
    """Return the dollars that a loan brings now. After the interest step the interest may be deducted."""
    terms = loans.terms(ctx)
    return (terms.late_value or terms.value) if turn.interest else terms.value


def may_still_act(ctx: Context, turn: OperatingTurn, what: Message) -> None:
    """Refuse any other action once loans have been redeemed in this turn."""
    if loan_turn(ctx.state).redeemed:
        why = gettext_lazy("loans have been redeemed, which is the last thing in a turn")
        ctx.refuse("redeem.last-action", what, why)


def player_shares(corp: Corporation) -> int:
    """Return the shares in players' hands. They limit the loans of a corporation without another limit."""
    return sum(corp.shares.values())


def most(ctx: Context, corp: Corporation) -> int:
    """Return the loans that the corporation may have: the board's number, or one per share of players."""
    maximum = loans.terms(ctx).maximum
    return player_shares(corp) if maximum is None else maximum


def limit(ctx: Context, corp: Corporation) -> int:
    """Return the loan limit of the corporation now: none in phases without loans."""
    return most(ctx, corp) if in_phase(ctx, corp) else 0


def in_phase(ctx: Context, corp: Corporation) -> bool:
    """Return whether corporations may take loans in this phase."""
    return depot.phase(ctx).loans


def excess(ctx: Context, corp: Corporation) -> int:
    """Return the loans above the limit, which the corporation must redeem."""
    return max(0, corp.loans - most(ctx, corp))


def full(ctx: Context, corp: Corporation) -> Message:
    """Return the reason that the corporation may not have more loans."""
    if loans.terms(ctx).maximum is not None:
        return ngettext_lazy(
            "it has {loans} and may have {count}",
            "it has {loans} and may have {count}",
            most(ctx, corp),
            loans=corp.loans,
        )
    return ngettext_lazy(
        "it has {loans} and players hold {count} share",
        "it has {loans} and players hold {count} shares",
        player_shares(corp),
        loans=corp.loans,
    )


@dataclass(frozen=True)
class Borrow(AnytimePower):
    """The power to take loans, as many per turn as the board allows.

    ``given`` returns whether a corporation may take loans now, and ``when`` says in which phases.
    A corporation may borrow at any time before the step that redeems loans. With ``until_one`` it may borrow
    until one loan is redeemed. A loan that is ``whole`` brings its full value even while interest is being
    paid. With ``moves_price`` each loan moves the price left.
    """

    until_one: bool = False
    whole: bool = False
    given: Callable[[Context, Corporation], bool] = in_phase
    when: Message = OTHER_PHASES
    moves_price: bool = False
    name: str = gettext_noop("borrow")
    label = gettext_noop("Loans")
    kinds: tuple[type[Action], ...] = (TakeLoan,)

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return one loan, in the phases with loans."""
        corp = ctx.state.corporations[turn.corp]
        return [TakeLoan(corp.president, corp.id)] if ctx.include_illegal or self.given(ctx, corp) else []

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Refuse a loan that breaks the phase, the limits or the ban after redeeming."""
        corp = ctx.state.corporations[turn.corp]
        what = gettext_lazy("A loan for {corp}", corp=corp.id)
        if not self.given(ctx, corp):
            ends = depot.phase(ctx).loans or not any(phase.loans for phase in depot.later_phases(ctx))
            ctx.refuse("loan.phases", what, self.when, lasting=ends)
        seen = loan_turn(ctx.state)
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
            ctx.refuse("loan.per-turn", what, why)
        if corp.loans >= most(ctx, corp):
            ctx.refuse("loan.limit", what, full(ctx, corp))

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Take the loan from the bank. After the interest step the interest may be deducted."""
        corp = ctx.state.corporations[turn.corp]
        value = self._lent(ctx, turn)
        if turn.interest:
            loan_turn(ctx.state).late += 1
        else:
            loan_turn(ctx.state).early += 1
        loans.take(ctx, corp, value, "loan.per-turn")
        if self.moves_price:
            chart.left(ctx, corp)

    def credit(self, ctx: Context, turn: OperatingTurn) -> int:
        """Return the dollars that the corporation could still borrow in its turn."""
        loan = TakeLoan(ctx.state.corporations[turn.corp].president, turn.corp)
        return self._lent(ctx, turn) if passes(self.check, ctx, turn, loan) else 0

    def _lent(self, ctx: Context, turn: OperatingTurn) -> int:
        return loans.terms(ctx).value if self.whole else lent(ctx, turn)
