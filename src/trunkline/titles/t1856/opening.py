"""What 1856 does around the sale of the privates."""

from __future__ import annotations

from trunkline.kernel.state import Round
from trunkline.kernel.table import Table
from trunkline.steps import operating, stock
from trunkline.steps.flow import STOCK
from trunkline.titles.t1856.events import AllPassed, PrivateCheaper, PrivateGiven, PrivatesSold

FLOS = "flos"
REDUCTION = 5


def all_passed(gift_moves_priority: bool, t: Table) -> None:
    """An operating round pays the privates; an unsold Flos gets cheaper, at last free.

    Play goes on to the left of the last to pass.
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
    """Shares are bought in the same round; nothing may be sold in it yet."""
    t.state.round = Round(STOCK, t.state.round.number)
    t.note(PrivatesSold())
    t.state.priority = turn
    stock.begin(t, turn, selling=False)
