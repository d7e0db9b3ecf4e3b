"""The dividend: the division of a corporation's revenue, and the move of its share price."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from trunkline.engine.kernel import chart, events
from trunkline.engine.kernel.action import Action, Dividend, Pass
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import pay, shares_at
from trunkline.engine.kernel.refusal import passes
from trunkline.engine.kernel.refusal_texts import PASSING, settling
from trunkline.engine.kernel.state import POOL, Corporation, OperatingTurn
from trunkline.engine.kernel.step import StepStatus
from trunkline.util.messages import gettext, gettext_lazy, gettext_noop

PAY = "pay"
HALF = "half"
WITHHOLD = "withhold"
SETTLED = {PAY: gettext_noop("pay"), HALF: gettext_noop("half"), WITHHOLD: gettext_noop("withhold")}
"""The payouts as players read them."""


def move_by_payment(ctx: Context, corp: Corporation, paid: int) -> None:
    """Move right after any dividend, else left."""
    if paid:
        chart.right(ctx, corp)
    else:
        chart.left(ctx, corp)


def move_against_price(ctx: Context, corp: Corporation, paid: int) -> None:
    """Move right if the dividend per share is at least the share price, left if there is no dividend."""
    if not paid:
        chart.left(ctx, corp)
    elif 10 * paid >= corp.total * chart.price(ctx, corp):
        chart.right(ctx, corp)


def move_by_total(doubles: Callable[[Context], bool], ctx: Context, corp: Corporation, paid: int) -> None:
    """Move right if the total dividend is at least the share price, left without a dividend. While
    ``doubles`` holds, move two right if the total is at least twice the price."""
    price = chart.price(ctx, corp)
    if not paid:
        chart.left(ctx, corp)
    elif paid >= price:
        chart.right(ctx, corp)
        if paid >= 2 * price and doubles(ctx):
            chart.right(ctx, corp)


def never_left(
    move: Callable[[Context, Corporation, int], None], ctx: Context, corp: Corporation, paid: int
) -> None:
    """Move as ``move`` does, but stay without a dividend."""
    if paid:
        move(ctx, corp, paid)


def half_rounded_up(ctx: Context, revenue: int) -> int:
    """Return half of a revenue in dollars, rounded up to the unit of the board, but not above the revenue."""
    unit = ctx.title.board.dividends.half_rounds_up_to
    return min(-(-revenue // (2 * unit)) * unit, revenue)


def half_in_dollars(ctx: Context, revenue: int) -> int:
    """Return half of a revenue, rounded up to whole dollars, also on boards with a larger unit."""
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

    may_pay: Callable[[Context, Corporation, OperatingTurn], None] = lambda ctx, corp, turn: None
    half: Callable[[Context, int], int] = half_rounded_up
    own: str = POOL
    own_rounded_down: bool = False
    move: Callable[[Context, Corporation, int], None] = move_by_payment
    asks_without_revenue: bool = False
    """True to ask the president even if interest has used up the earnings of a run."""
    pass_keeps: bool = False
    name: str = gettext_noop("settle the dividend")
    optional: bool = False
    label = "Dividend"

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """Dividends, and a pass if a pass withholds."""
        return (Dividend, Pass) if self.pass_keeps else (Dividend,)

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return each possible payout."""
        president = ctx.state.corporations[turn.corp].president
        return [Dividend(president, turn.corp, payout) for payout in ctx.title.board.dividends.choices]

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Check that the payout is one of the board's choices, and allowed."""
        if isinstance(action, Pass):
            return
        assert isinstance(action, Dividend)
        what = settling(turn.corp, action.payout)
        choices = ctx.title.board.dividends.choices
        if action.payout not in choices:
            why = gettext_lazy("the choices are {choices}", choices=", ".join(choices))
            ctx.refuse("dividend.choices", what, why)
        if action.payout != WITHHOLD:
            if not turn.revenue:
                ctx.refuse("dividend.choices", what, gettext_lazy("there is no revenue to pay out"))
            self.may_pay(ctx, ctx.state.corporations[turn.corp], turn)

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Settle the dividend and move the token."""
        assert isinstance(action, Dividend | Pass)
        self._settle(ctx, turn, WITHHOLD if isinstance(action, Pass) else action.payout)

    def check_leave(self, ctx: Context, turn: OperatingTurn) -> None:
        """Refuse to leave before the dividend is settled."""
        if not turn.paid:
            why = gettext_lazy("{corp}'s dividend must be settled first", corp=turn.corp)
            ctx.refuse("or.step-order", PASSING, why)

    def idle(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return whether the dividend is settled."""
        return turn.paid

    def enter(self, ctx: Context, turn: OperatingTurn) -> None:
        """Withhold automatically if it is the only choice."""
        corp = ctx.state.corporations[turn.corp]
        if corp.closed:
            return
        for payout in ctx.title.board.dividends.choices:
            if payout != WITHHOLD and passes(
                self.check, ctx, turn, Dividend(corp.president, corp.id, payout)
            ):
                return
        if not (self.asks_without_revenue and corp.revenue and passes(self.may_pay, ctx, corp, turn)):
            self._settle(ctx, turn, WITHHOLD)

    def standing(
        self, ctx: Context, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> StepStatus:
        """Return the status: the payout chosen, or the dollars to divide."""
        settled = [action.payout for action in made if isinstance(action, Dividend)]
        if turn.paid:
            return StepStatus(True, gettext(SETTLED[settled[-1] if settled else WITHHOLD]))
        return StepStatus(False, gettext("${revenue}", revenue=turn.revenue) if choices else "")

    def _settle(self, ctx: Context, turn: OperatingTurn, payout: str) -> None:
        corp = ctx.state.corporations[turn.corp]
        turn.paid = True
        paid = {PAY: turn.revenue, HALF: self.half(ctx, turn.revenue)}.get(payout, 0)
        kept = turn.revenue - paid
        if kept:
            pay(ctx, None, corp, kept, "revenue")
            ctx.note(events.RevenueWithheld(corp.id, kept), "dividend.choices")
        if paid:
            self._pay_out(ctx, corp, paid)
        elif not kept:
            ctx.note(events.DividendPaid(corp.id, 0))
        self.move(ctx, corp, paid)

    def _pay_out(self, ctx: Context, corp: Corporation, paid: int) -> None:
        ctx.note(events.DividendPaid(corp.id, paid), "dividend.per-share")
        for name in ctx.state.seats:
            if name in corp.shares:
                amount = share_of(corp, paid, corp.shares[name])
                pay(ctx, None, ctx.state.players[name], amount, "dividend")
                ctx.note(events.DividendReceived(corp.id, name, amount))
        if count := shares_at(corp, self.own):
            amount = paid * count // corp.total if self.own_rounded_down else share_of(corp, paid, count)
            pay(ctx, None, corp, amount, "dividend")
            received = events.DividendReceived(corp.id, corp.id, amount, self.own)
            ctx.note(received, "dividend.unowned-shares")


def share_of(corp: Corporation, paid: int, count: int) -> int:
    """Return the part of a dividend for ``count`` shares, in dollars, rounded up."""
    return -(-paid * count // corp.total)
