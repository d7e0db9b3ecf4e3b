"""The dividend: the division of a corporation's revenue, and the move of its share price."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from trunkline.kernel import chart, events
from trunkline.kernel.action import Action, Dividend, Pass
from trunkline.kernel.choice import Choice
from trunkline.kernel.ledger import pay, shares_at
from trunkline.kernel.refusal import passes
from trunkline.kernel.state import POOL, Corporation, OperatingTurn
from trunkline.kernel.table import Standing, Table

PAY = "pay"
HALF = "half"
WITHHOLD = "withhold"


def move_by_payment(t: Table, corp: Corporation, paid: int) -> None:
    """Move right after any dividend, else left."""
    if paid:
        chart.right(t, corp)
    else:
        chart.left(t, corp)


def move_against_price(t: Table, corp: Corporation, paid: int) -> None:
    """Move right if the dividend per share is at least the share price, left if there is no dividend."""
    if not paid:
        chart.left(t, corp)
    elif 10 * paid >= corp.total * chart.price(t, corp):
        chart.right(t, corp)


def move_by_total(doubles: Callable[[Table], bool], t: Table, corp: Corporation, paid: int) -> None:
    """Move right if the total dividend is at least the share price, left without a dividend. While
    ``doubles`` holds, move two right if the total is at least twice the price."""
    price = chart.price(t, corp)
    if not paid:
        chart.left(t, corp)
    elif paid >= price:
        chart.right(t, corp)
        if paid >= 2 * price and doubles(t):
            chart.right(t, corp)


def half_rounded_up(t: Table, revenue: int) -> int:
    """Return half of a revenue in dollars, rounded up to the unit of the board."""
    unit = t.title.board.dividends.half_rounds_up_to
    return -(-revenue // (2 * unit)) * unit


def half_in_dollars(t: Table, revenue: int) -> int:
    """Return half of a revenue, rounded up to whole dollars whatever the board's unit."""
    return -(-revenue // 2)


@dataclass(frozen=True)
class DividendStep:
    """The step that divides the revenue between shareholders and treasury.

    The board lists the possible payouts. ``half`` returns the dollars paid out if the payout is half.
    ``may_pay`` raises if paying out is not allowed. Shares at the place ``own`` pay the treasury, shares at
    other places pay the bank. Fractions of a dollar are rounded up; with ``own_rounded_down`` the treasury's
    are rounded down. ``move`` moves the token by the dollars paid. With ``pass_keeps`` the president may pass
    to withhold everything.
    """

    may_pay: Callable[[Table, Corporation, OperatingTurn], None] = lambda t, corp, turn: None
    half: Callable[[Table, int], int] = half_rounded_up
    own: str = POOL
    own_rounded_down: bool = False
    move: Callable[[Table, Corporation, int], None] = move_by_payment
    asks_in_vain: bool = False
    """True to ask even if interest has taken all the earnings of a run."""
    pass_keeps: bool = False
    name: str = "settle the dividend"
    optional: bool = False
    label = "Dividend"

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """Dividends, and a pass if a pass withholds."""
        return (Dividend, Pass) if self.pass_keeps else (Dividend,)

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Return each possible payout."""
        president = t.state.corporations[turn.corp].president
        return [Dividend(president, turn.corp, payout) for payout in t.title.board.dividends.choices]

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Check that the payout is one of the board's choices, and allowed."""
        if isinstance(action, Pass):
            return
        assert isinstance(action, Dividend)
        what = f"Settling {turn.corp}'s dividend with {action.payout!r}"
        choices = t.title.board.dividends.choices
        if action.payout not in choices:
            t.refuse("dividend.choices", what, f"the choices are {', '.join(choices)}")
        if action.payout != WITHHOLD:
            if not turn.revenue:
                t.refuse("dividend.choices", what, "there is no revenue to pay out")
            self.may_pay(t, t.state.corporations[turn.corp], turn)

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Settle the dividend and move the token."""
        assert isinstance(action, Dividend | Pass)
        self._settle(t, turn, WITHHOLD if isinstance(action, Pass) else action.payout)

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """Refuse to leave before the dividend is settled."""
        if not turn.paid:
            t.refuse("or.step-order", "Passing", f"{turn.corp}'s dividend must be settled first")

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Return whether the dividend is settled."""
        return turn.paid

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Withhold automatically if it is the only choice."""
        corp = t.state.corporations[turn.corp]
        if corp.closed:
            return
        if passes(self.check, t, turn, Dividend(corp.president, corp.id, PAY)):
            return
        if not (self.asks_in_vain and corp.revenue and passes(self.may_pay, t, corp, turn)):
            self._settle(t, turn, WITHHOLD)

    def standing(
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """Return the status: the payout chosen, or the dollars to divide."""
        settled = [action.payout for action in made if isinstance(action, Dividend)]
        way = settled[-1] if settled else WITHHOLD
        return Standing(turn.paid, way if turn.paid else f"${turn.revenue:,}" if choices else "")

    def _settle(self, t: Table, turn: OperatingTurn, payout: str) -> None:
        corp = t.state.corporations[turn.corp]
        turn.paid = True
        paid = {PAY: turn.revenue, HALF: self.half(t, turn.revenue)}.get(payout, 0)
        kept = turn.revenue - paid
        if kept:
            pay(t, None, corp, kept, "revenue")
            t.note(events.RevenueWithheld(corp.id, kept), "dividend.choices")
        if paid:
            self._pay_out(t, corp, paid)
        elif not kept:
            t.note(events.DividendPaid(corp.id, 0))
        self.move(t, corp, paid)

    def _pay_out(self, t: Table, corp: Corporation, paid: int) -> None:
        t.note(events.DividendPaid(corp.id, paid), "dividend.per-share")
        for name in t.state.seats:
            if name in corp.shares:
                amount = share_of(corp, paid, corp.shares[name])
                pay(t, None, t.state.players[name], amount, "dividend")
                t.note(events.DividendReceived(corp.id, name, amount))
        if count := shares_at(corp, self.own):
            amount = paid * count // corp.total if self.own_rounded_down else share_of(corp, paid, count)
            pay(t, None, corp, amount, "dividend")
            received = events.DividendReceived(corp.id, corp.id, amount, self.own)
            t.note(received, "dividend.unowned-shares")


def share_of(corp: Corporation, paid: int, count: int) -> int:
    """Return the part of a dividend for ``count`` shares, in dollars, rounded up."""
    return -(-paid * count // corp.total)
