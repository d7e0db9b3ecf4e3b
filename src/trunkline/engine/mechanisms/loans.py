"""Loans from the bank to corporations: the money and the count.

A title decides when they are taken and repaid, and how many a corporation may have. It also decides how they
affect its price, and who pays any remaining amount.
"""

from __future__ import annotations

from trunkline.engine.board import Loans
from trunkline.engine.kernel import events, shares
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.state import Corporation, OperatingTurn
from trunkline.util.messages import Message, gettext_noop, ngettext_lazy

INTEREST = "interest"
LOANS = "the loans"
CAUSES = {INTEREST: gettext_noop("interest"), LOANS: gettext_noop("the loans")}
"""The causes of payments as players read them."""
OWED = {
    INTEREST: gettext_noop("{player} owes interest"),
    LOANS: gettext_noop("{player} owes the loans"),
}
"""The name of loan repayments in the ledger."""


def terms(ctx: Context) -> Loans:
    """Return the terms of the loans, from the board."""
    loans = ctx.title.board.loans
    assert loans is not None
    return loans


def check_number(ctx: Context, corp: Corporation, count: int, rule: str, what: Message) -> None:
    """Refuse by this rule to repay loans that the corporation does not have, or no loan."""
    if not 1 <= count <= corp.loans:
        ctx.refuse(rule, what, ngettext_lazy("it has {count} loan", "it has {count} loans", corp.loans))


def take(ctx: Context, corp: Corporation, each: int, rule: str, count: int = 1) -> None:
    """Take ``count`` loans by this rule. Each brings ``each`` dollars."""
    corp.loans += count
    pay(ctx, None, corp, count * each, "loan")
    ctx.note(events.LoanTaken(corp.id, count * each), rule)


def pay_interest(ctx: Context, corp: Corporation, turn: OperatingTurn, count: int, rule: str) -> int:
    """Pay the interest of ``count`` loans by this rule, and return the dollars that are still due.

    The treasury pays for whole loans only. The earnings of the turn pay as much as they can of the rest.
    """
    each = terms(ctx).interest
    from_treasury = min(count, corp.cash // each)
    pay(ctx, corp, None, from_treasury * each, INTEREST)
    left = (count - from_treasury) * each
    from_earnings = min(left, turn.revenue)
    turn.revenue -= from_earnings
    ctx.note(events.InterestPaid(corp.id, from_treasury * each + from_earnings), rule)
    return left - from_earnings


def withhold(ctx: Context, corp: Corporation, turn: OperatingTurn, due: int, rule: str) -> None:
    """Keep earnings of the turn for an amount due that the treasury cannot fully pay.

    ``due`` is in dollars.
    """
    kept = 0 if corp.cash >= due else min(due, turn.revenue)
    if kept:
        turn.revenue -= kept
        pay(ctx, None, corp, kept, "revenue")
        ctx.note(events.RevenueWithheld(corp.id, kept), rule)


def repay_from_treasury(ctx: Context, corp: Corporation, count: int) -> int:
    """Repay ``count`` loans from the treasury as far as it can, and return the missing dollars."""
    price = count * terms(ctx).value
    corp.loans -= count
    from_treasury = min(price, corp.cash)
    pay(ctx, corp, None, from_treasury, LOANS)
    return price - from_treasury


def worth(ctx: Context, player: str) -> int:
    """Return a player's worth in dollars: cash, shares less the loans on them, and privates at cost."""
    owed = sum(corp.shares.get(player, 0) * corp.loans for corp in ctx.state.corporations.values())
    return shares.worth(ctx, player) - terms(ctx).end_penalty_per_share * owed
