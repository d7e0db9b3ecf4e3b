"""Capital that is paid at each sale of shares from the IPO, and full capital once enough shares are sold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from trunkline.engine.capital import escrow
from trunkline.engine.capital.schemes import FULL, split
from trunkline.engine.capital.state import funds, with_funding
from trunkline.engine.kernel import events
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.state import Corporation

FULL_PAID: Final = "full, paid"
"""The scheme of a corporation that has got its full capital."""


@dataclass(frozen=True)
class PaidAtSale:
    """The payments to corporations that get money before they operate.

    Full capital is ``multiple`` times the par price. It is due after the sale of ``shares_for_full`` shares,
    at once or with ``at_first_turn`` at the first turn.
    """

    shares_for_full: int
    multiple: int
    at_first_turn: bool = False

    def sold(self, ctx: Context, corp: Corporation, player: str, count: int, price: int) -> None:
        """Pay the treasury or the escrow for shares sold from the IPO.

        ``price`` is the total price in dollars.
        """
        paid, held = split(ctx, corp, count, price)
        pay(ctx, None, corp, paid, "capital")
        escrow.hold(ctx, corp, held)
        if not self.at_first_turn:
            self._pay_full(ctx, corp)

    def turn_began(self, ctx: Context, corp: Corporation) -> None:
        """Pay full capital at the first turn, if it is due then."""
        if self.at_first_turn:
            self._pay_full(ctx, corp)

    def _pay_full(self, ctx: Context, corp: Corporation) -> None:
        if funds(ctx, corp).way == FULL and corp.sold >= self.shares_for_full:
            with_funding(ctx.state).fund(corp.id, funds(ctx, corp)._replace(way=FULL_PAID))
            amount = self.multiple * corp.par
            pay(ctx, None, corp, amount, "capital")
            ctx.note(events.CapitalPaid(corp.id, amount), "capital.full")
