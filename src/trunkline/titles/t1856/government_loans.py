"""Government loans: taking them, and how many a company may have."""

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
    """The turn in which interest is due."""
    assert t.state.operating is not None
    assert t.state.operating.turn is not None
    return t.state.operating.turn


def lent(t: Table, turn: OperatingTurn) -> int:
    """The dollars that a loan brings now: less the interest, once that has been settled."""
    terms = loans.terms(t)
    return (terms.late_value or terms.value) if turn.interest else terms.value


def may_still_act(t: Table, turn: OperatingTurn, what: str) -> None:
    """Once loans have been redeemed nothing else is done in the turn."""
    if own(t.state).turn.redeemed:
        t.refuse("redeem.last-action", what, "loans have been redeemed, which is the last thing in a turn")


def player_shares(corp: Corporation) -> int:
    """Shares in players' hands, which bound the loans a corporation may have."""
    return sum(corp.shares.values())


def limit(t: Table, corp: Corporation) -> int:
    """Loans that the corporation may have: one for each of those shares, as long as there are any."""
    return player_shares(corp) if _are_given(t, corp) else 0


def _are_given(t: Table, corp: Corporation) -> bool:
    """Whether the corporation may have loans in this phase."""
    return corp.id != CGR and depot.phase(t).loans


def excess(corp: Corporation) -> int:
    """Loans above the shares in players' hands, which must be redeemed."""
    return max(0, corp.loans - player_shares(corp))


@dataclass(frozen=True)
class Borrow(Anytime):
    """As many loans a turn as the board says, at any time before loans are redeemed: before the step for
    that, or else ``until_one`` has been. ``whole`` loans bring all their dollars even while interest is
    being paid."""

    until_one: bool = False
    whole: bool = False
    name: str = "borrow"
    label = "Loans"
    kinds: tuple[type[Action], ...] = (TakeLoan,)

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """One loan, in the phases in which there are any."""
        corp = t.state.corporations[turn.corp]
        return [TakeLoan(corp.president, corp.id)] if t.wide or _are_given(t, corp) else []

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Phase, so many a turn, not after redeeming, and the limit."""
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
        """The money comes from the bank, less the interest once that has been settled."""
        corp = t.state.corporations[turn.corp]
        value = self._lent(t, turn)
        if turn.interest:
            own(t.state).turn.late += 1
        else:
            own(t.state).turn.early += 1
        loans.take(t, corp, value, "loan.one-per-round")

    def credit(self, t: Table, turn: OperatingTurn) -> int:
        """Dollars that the corporation could still borrow in its turn."""
        loan = TakeLoan(t.state.corporations[turn.corp].president, turn.corp)
        return self._lent(t, turn) if passes(self.check, t, turn, loan) else 0

    def _lent(self, t: Table, turn: OperatingTurn) -> int:
        return loans.terms(t).value if self.whole else lent(t, turn)
