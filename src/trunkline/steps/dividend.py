"""What becomes of a corporation's revenue, and what that does to its share price."""

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
    """Right after any dividend, else left."""
    if paid:
        chart.right(t, corp)
    else:
        chart.left(t, corp)


def move_against_price(t: Table, corp: Corporation, paid: int) -> None:
    """Right where the dividend is at least the share price, left where there is none, else nowhere."""
    if not paid:
        chart.left(t, corp)
    elif 10 * paid >= corp.total * chart.price(t, corp):
        chart.right(t, corp)


def move_by_total(doubles: Callable[[Table], bool], t: Table, corp: Corporation, paid: int) -> None:
    """Left where nothing is paid out, right where all that is paid is at least the share price, else nowhere;
    while it ``doubles`` two to the right where it is at least twice the price."""
    price = chart.price(t, corp)
    if not paid:
        chart.left(t, corp)
    elif paid >= price:
        chart.right(t, corp)
        if paid >= 2 * price and doubles(t):
            chart.right(t, corp)


def half_rounded_up(t: Table, revenue: int) -> int:
    """Half of a revenue, rounded up as the board says, in dollars."""
    unit = t.title.board.dividends.half_rounds_up_to
    return -(-revenue // (2 * unit)) * unit


def half_in_dollars(t: Table, revenue: int) -> int:
    """Half of a revenue, rounded up to whole dollars whatever the board says."""
    return -(-revenue // 2)


@dataclass(frozen=True)
class DividendStep:
    """So much to the shareholders, the rest to the treasury.

    The board says in which ways it may be settled; ``half`` says what is paid out of a revenue, in dollars,
    where that is half of it. ``may_pay`` raises where paying out is barred. Shares lying at ``own`` pay the
    treasury, those at other places the bank. A share of a dollar is rounded up, for the treasury down with
    ``own_rounded_down``. ``move`` moves the token by the dollars paid. With ``pass_keeps`` paying out is an
    option that a pass declines, which keeps all.
    """

    may_pay: Callable[[Table, Corporation, OperatingTurn], None] = lambda t, corp, turn: None
    half: Callable[[Table, int], int] = half_rounded_up
    own: str = POOL
    own_rounded_down: bool = False
    move: Callable[[Table, Corporation, int], None] = move_by_payment
    asks_in_vain: bool = False
    """Whether it asks even where interest has taken all that a run earned."""
    pass_keeps: bool = False
    name: str = "settle the dividend"
    optional: bool = False
    label = "Dividend"

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """Dividends, and a pass where that settles it."""
        return (Dividend, Pass) if self.pass_keeps else (Dividend,)

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Each way to settle it."""
        president = t.state.corporations[turn.corp].president
        return [Dividend(president, turn.corp, payout) for payout in t.title.board.dividends.choices]

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """The payout must be one of those known, and allowed."""
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
        """The dividend must be settled."""
        if not turn.paid:
            t.refuse("or.step-order", "Passing", f"{turn.corp}'s dividend must be settled first")

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

    def standing(
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """How it was settled, or the dollars to be paid out."""
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
    """What so many shares receive of a dividend, in dollars, a fraction rounded up."""
    return -(-paid * count // corp.total)
