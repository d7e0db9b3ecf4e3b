"""Records of share sales in 1856: the odd 5%, and limits exceeded before the stock round."""

from __future__ import annotations

from trunkline.kernel import shares
from trunkline.kernel.state import Corporation
from trunkline.kernel.table import Sale, Table
from trunkline.steps import flow
from trunkline.titles.t1856.state import own


def odd_percent(t: Table, corp: Corporation) -> int:
    """Return the odd percent left over from earlier sales of the operating turn."""
    return own(t.state).turn.odd.get(corp.id, 0)


def keep_odd(t: Table, sale: Sale) -> None:
    """Keep the odd percent of a sale for the next one of the operating turn."""
    turn = own(t.state).turn
    if t.state.operating and t.state.operating.turn and sale.odd != turn.odd.get(sale.corp.id, 0):
        turn.odd = {**turn.odd, sale.corp.id: sale.odd}


def tolerated(t: Table, player: str) -> int:
    """Return how far a player may exceed the limits in this stock round, in halves of a certificate.

    Only excess that arose in the round is tolerated.
    """
    if t.state.stock is None:
        return 0
    return max(0, shares.excess(t, player) - own(t.state).over_limits.get(player, 0))


def stock_round_began(t: Table) -> None:
    """Record the players who are over the limits."""
    excess = {player: shares.excess(t, player) for player in t.state.seats}
    own(t.state).over_limits = {player: halves for player, halves in excess.items() if halves}


def stock_round_ended(t: Table) -> None:
    """Clear the record, so that tolerated excess counts from now on."""
    own(t.state).over_limits = {}
    flow.stock_round_ended(t)


def note_reduction(t: Table, sale: Sale) -> None:
    """Deduct a sale from the excess that its player had at the start of the round."""
    over = own(t.state).over_limits
    if t.state.stock is not None and sale.player in over and sale.nearer > 0:
        _set_over(t, sale.player, max(0, over[sale.player] - sale.nearer))


def stock_turn_ended(t: Table, player: str) -> None:
    """Reduce the player's recorded excess to the current one, since other players' sales may have lowered the
    price."""
    over = own(t.state).over_limits
    if player in over:
        _set_over(t, player, min(over[player], shares.excess(t, player)))


def _set_over(t: Table, player: str, halves: int) -> None:
    own(t.state).over_limits = {**own(t.state).over_limits, player: halves}
