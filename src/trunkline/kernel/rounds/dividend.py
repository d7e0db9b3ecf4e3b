"""Paying out or withholding a corporation's revenue."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from trunkline.kernel import market
from trunkline.kernel.action import Action, Dividend
from trunkline.kernel.choice import Choice
from trunkline.kernel.ledger import pay
from trunkline.kernel.refusal import passes
from trunkline.kernel.state import Corporation, OperatingTurn
from trunkline.kernel.table import Table

PAY = "pay"
WITHHOLD = "withhold"


@dataclass(frozen=True)
class DividendStep:
    """All to the shareholders or all to the treasury.

    ``may_pay`` raises where paying out is barred. Shares in the open market pay the treasury, shares in
    the offering the bank; an odd 5% share is rounded up to a whole dollar.
    """

    may_pay: Callable[[Table, Corporation, OperatingTurn], None] = lambda t, corp, turn: None
    asks_in_vain: bool = False
    """Whether it asks even where interest has taken all that a run earned."""
    name: str = "settle the dividend"
    kinds: tuple[type[Action], ...] = (Dividend,)
    optional: bool = False

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Pay or withhold."""
        president = t.state.corporations[turn.corp].president
        return [Dividend(president, turn.corp, payout) for payout in (PAY, WITHHOLD)]

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """The payout must be one of the two, and allowed."""
        assert isinstance(action, Dividend)
        what = f"{action.payout.capitalize()}ing {turn.corp}'s revenue"
        if action.payout not in (PAY, WITHHOLD):
            t.refuse("dividend.pay-or-withhold", what, "revenue is paid out or withheld as a whole")
        if action.payout == PAY:
            if not turn.revenue:
                t.refuse("dividend.pay-or-withhold", what, "there is no revenue to pay out")
            self.may_pay(t, t.state.corporations[turn.corp], turn)

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Settle the dividend and move the token."""
        assert isinstance(action, Dividend)
        self._settle(t, turn, action.payout)

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """The dividend must be settled."""
        if not turn.paid:
            t.refuse("sequence.company-steps", "Passing", f"{turn.corp}'s dividend must be settled first")

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Over once settled."""
        return turn.paid

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Where withholding is all there is, it is done."""
        corp = t.state.corporations[turn.corp]
        if corp.closed:
            return
        if passes(self.check, t, turn, Dividend(corp.president, corp.id, PAY)):
            return
        if not (self.asks_in_vain and corp.revenue and passes(self.may_pay, t, corp, turn)):
            self._settle(t, turn, WITHHOLD)

    def _settle(self, t: Table, turn: OperatingTurn, payout: str) -> None:
        corp = t.state.corporations[turn.corp]
        turn.paid = True
        corp.operated = True
        if payout == PAY:
            self._pay_out(t, corp, turn.revenue)
            market.right(t, corp)
            return
        if turn.revenue:
            pay(t, None, corp, turn.revenue)
            t.note(f"{corp.id} withholds ${turn.revenue}", "dividend.pay-or-withhold")
        else:
            t.note(f"{corp.id} has nothing to pay out")
        market.left(t, corp)

    def _pay_out(self, t: Table, corp: Corporation, revenue: int) -> None:
        t.note(f"{corp.id} pays out ${revenue}", "dividend.per-share")
        for name in t.state.seats:
            if name in corp.shares:
                amount = share_of(corp, revenue, corp.shares[name])
                pay(t, None, t.state.players[name], amount)
                t.note(f"{name} receives ${amount}")
        if corp.market:
            amount = share_of(corp, revenue, corp.market)
            pay(t, None, corp, amount)
            t.note(
                f"{corp.id} receives ${amount} for its shares in the open market", "dividend.unowned-shares"
            )


def share_of(corp: Corporation, revenue: int, count: int) -> int:
    """What so many shares are paid of a revenue, in dollars, a fraction rounded up."""
    return -(-revenue * count // corp.total)
