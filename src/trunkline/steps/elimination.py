"""The elimination of a bankrupt player from a game that continues."""

from __future__ import annotations

from collections.abc import Callable

from trunkline.kernel import events, shares
from trunkline.kernel.ledger import move_bonds, move_shares, pay
from trunkline.kernel.private_events import PrivateClosed
from trunkline.kernel.state import POOL, Corporation
from trunkline.kernel.table import Table
from trunkline.steps import flow

SOLE_SURVIVOR = "sole-survivor"
"""The reason for the end of a game with one player left."""


def eliminate(t: Table, player: str, purse: Corporation, close: Callable[[Table, Corporation], None]) -> None:
    """Remove a bankrupt player. The cash goes to the corporation it was raised for, all holdings to the pool,
    even above its limit. The privates close. Each presidency passes to another player. If no player can take
    it, ``close`` closes the corporation. The last player left wins immediately."""
    t.note(events.WentBankrupt(player, goes_on=True), "bankruptcy.declared")
    pay(t, t.state.players[player], purse, t.state.players[player].cash, "bankruptcy")
    led = [corp for corp in t.state.corporations.values() if corp.president == player]
    for corp in t.state.corporations.values():
        if player in corp.shares:
            move_shares(t, corp, player, POOL, corp.shares[player])
    if player in t.state.bonds:
        move_bonds(t, player, POOL, t.state.bonds[player])
    for private in t.state.privates.values():
        if private.player == player and not private.closed:
            private.closed = True
            t.note(PrivateClosed(private.id), "bankruptcy.privates")
    for corp in led:
        if not shares.pass_presidency(t, corp):
            close(t, corp)
    if t.state.priority == player:
        t.state.priority = t.state.left_of(player)
    t.state.players[player].out = True
    if len(t.state.seats) == t.title.board.ending.players_left:
        flow.end(t, SOLE_SURVIVOR)
