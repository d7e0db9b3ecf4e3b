"""Special rules of 1856 around the sale of the privates."""

from __future__ import annotations

from trunkline.kernel.events import RoundBegan
from trunkline.kernel.state import Round
from trunkline.kernel.table import Table
from trunkline.steps import operating, stock
from trunkline.steps.flow import STOCK
from trunkline.titles.t1856.events import AllPassed, PrivateCheaper, PrivateGiven, PrivatesSold

FLOS = "flos"
REDUCTION = 5


def all_passed(gift_moves_priority: bool, t: Table) -> None:
    """Pay the privates as in an operating round, and lower the price of an unsold Flos, down to free.

    Play continues to the left of the last player to pass.
    """
    opening = t.state.opening
    assert opening is not None
    t.note(AllPassed(), "initial.all-pass-operating-round")
    operating.pay_privates(t)
    flos = t.state.privates[FLOS]
    if flos.player:
        return
    flos.cost = max(0, flos.cost - REDUCTION)
    t.note(PrivateCheaper(FLOS, flos.cost), "initial.flos-reduction")
    if flos.cost == 0:
        flos.player = opening.turn
        t.note(PrivateGiven(flos.player, FLOS), "initial.flos-reduction")
        opening.turn = t.state.left_of(flos.player)
        if gift_moves_priority:
            t.state.priority = opening.turn


def sold_out(t: Table, turn: str) -> None:
    """Open share purchases in the same round. Sales are not yet allowed."""
    t.state.round = Round(STOCK, t.state.round.number)
    t.note(PrivatesSold())
    t.note(RoundBegan(STOCK, t.state.round.number))
    t.state.priority = turn
    stock.begin(t, turn, selling=False)
