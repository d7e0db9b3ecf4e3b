"""Loans that a corporation must take for a payment that its treasury lacks."""

from __future__ import annotations

from dataclasses import dataclass

from trunkline.engine.kernel import chart
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.loans.borrowing import most
from trunkline.engine.loans.state import LoanTurn
from trunkline.engine.mechanisms import loans


@dataclass(frozen=True)
class ForcedLoans:
    """A means of raising money: loans one after the other, up to the limits of the board.

    With ``moves_price`` each loan moves the price left. With ``in_phases`` only the phases with loans have
    them. With ``late`` each loan brings what a loan brings after the interest of the turn.
    """

    as_cash: bool = False
    moves_price: bool = False
    in_phases: bool = True
    late: bool = False

    def credit(self, ctx: Context, corp: Corporation) -> int:
        """Return the dollars that the remaining loans would bring."""
        return self._left(ctx, corp) * self._each(ctx)

    def draw(self, ctx: Context, corp: Corporation, missing: int) -> None:
        """Take as few loans as bring the dollars, or all that the corporation may take."""
        each = self._each(ctx)
        while missing > 0 and self._left(ctx, corp):
            loans.take(ctx, corp, each, "loan.forced")
            if (turn := _turn(ctx)) is not None:
                turn.late += 1
            if self.moves_price:
                chart.left(ctx, corp)
            missing -= each

    def _each(self, ctx: Context) -> int:
        """Return the dollars that a loan brings."""
        terms = loans.terms(ctx)
        return (terms.late_value or terms.value) if self.late else terms.value

    def _left(self, ctx: Context, corp: Corporation) -> int:
        """Return the loans that the corporation may still take."""
        if self.in_phases and not ctx.phase.loans:
            return 0
        left = most(ctx, corp) - corp.loans
        allowed, turn = loans.terms(ctx).per_turn, _turn(ctx)
        if allowed is not None and turn is not None:
            left = min(left, allowed - turn.loans)
        return max(0, left)


def _turn(ctx: Context) -> LoanTurn | None:
    """Return the loans of the current turn, if the state has them."""
    found = getattr(ctx.state, "turn", None)
    return found if isinstance(found, LoanTurn) else None
