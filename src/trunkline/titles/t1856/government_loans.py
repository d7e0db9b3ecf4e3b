"""Government loans: taking them, and their limit per corporation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.kernel import depot, shares
from trunkline.kernel.action import Action, TakeLoan
from trunkline.kernel.choice import Choice
from trunkline.kernel.refusal import passes
from trunkline.kernel.state import Corporation, OperatingTurn
from trunkline.kernel.table import Table
from trunkline.mechanisms import loans
from trunkline.steps.beside_steps import Anytime
from trunkline.titles.t1856.decisions import CGR
from trunkline.titles.t1856.state import own


def operating_turn(t: Table) -> OperatingTurn:
    """Return the operating turn in progress."""
    assert t.state.operating is not None
    assert t.state.operating.turn is not None
    return t.state.operating.turn


def lent(t: Table, turn: OperatingTurn) -> int:
    """Return the dollars that a loan brings now. After the interest step the interest is deducted."""
    terms = loans.terms(t)
    return (terms.late_value or terms.value) if turn.interest else terms.value


def may_still_act(t: Table, turn: OperatingTurn, what: str) -> None:
    """Refuse any other action once loans have been redeemed in this turn."""
    if own(t.state).turn.redeemed:
        t.refuse("redeem.last-action", what, "loans have been redeemed, which is the last thing in a turn")


def player_shares(corp: Corporation) -> int:
    """Return the shares in players' hands. They limit the loans of a corporation."""
    return sum(corp.shares.values())


def limit(t: Table, corp: Corporation) -> int:
    """Return the loan limit of the corporation: one per share in players' hands, in the phases with loans."""
    return player_shares(corp) if _are_given(t, corp) else 0


def _are_given(t: Table, corp: Corporation) -> bool:
    """Return whether the corporation may have loans in this phase."""
    return corp.id != CGR and depot.phase(t).loans


def excess(corp: Corporation) -> int:
    """Return the loans above the shares in players' hands, which the corporation must redeem."""
    return max(0, corp.loans - player_shares(corp))


@dataclass(frozen=True)
class Borrow(Anytime):
    """The power to take loans, as many per turn as the board allows.

    A corporation may borrow at any time before the step that redeems loans. With ``until_one`` it may borrow
    until one loan is redeemed. A loan that is ``whole`` brings its full value even while interest is being
    paid.
    """

    until_one: bool = False
    whole: bool = False
    name: str = "borrow"
    label = "Loans"
    kinds: tuple[type[Action], ...] = (TakeLoan,)

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Return one loan, in the phases with loans."""
        corp = t.state.corporations[turn.corp]
        return [TakeLoan(corp.president, corp.id)] if t.wide or _are_given(t, corp) else []

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Refuse a loan that breaks the phase, the limits or the ban after redeeming."""
        corp = t.state.corporations[turn.corp]
        what = f"A loan for {corp.id}"
        if not _are_given(t, corp):
            t.refuse("loan.phases", what, "loans are given in phases one to four")
        seen = own(t.state).turn
        if seen.redeemed or (seen.redeeming and not self.until_one):
            t.refuse(
                "redeem.last-action", what, "loans are being redeemed, which is the last thing in a turn"
            )
        taken, allowed = seen.loans, loans.terms(t).per_turn
        if allowed is not None and taken >= allowed:
            why = f"{corp.id} has taken {shares.plural(taken, 'loan')} in this turn"
            t.refuse("loan.one-per-round", what, why)
        held = player_shares(corp)
        if corp.loans >= held:
            t.refuse(
                "loan.limit", what, f"it has {corp.loans} and players hold {shares.plural(held, 'share')}"
            )

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Take the loan from the bank. After the interest step the interest is deducted."""
        corp = t.state.corporations[turn.corp]
        value = self._lent(t, turn)
        if turn.interest:
            own(t.state).turn.late += 1
        else:
            own(t.state).turn.early += 1
        loans.take(t, corp, value, "loan.one-per-round")

    def credit(self, t: Table, turn: OperatingTurn) -> int:
        """Return the dollars that the corporation could still borrow in its turn."""
        loan = TakeLoan(t.state.corporations[turn.corp].president, turn.corp)
        return self._lent(t, turn) if passes(self.check, t, turn, loan) else 0

    def _lent(self, t: Table, turn: OperatingTurn) -> int:
        return loans.terms(t).value if self.whole else lent(t, turn)
