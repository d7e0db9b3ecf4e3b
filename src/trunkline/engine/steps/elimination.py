"""The elimination of a bankrupt player from a game that continues."""

from __future__ import annotations

from collections.abc import Callable

from trunkline.engine.kernel import ending, events, shares
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import move_bonds, move_shares, pay
from trunkline.engine.kernel.private_events import PrivateClosed
from trunkline.engine.kernel.state import POOL, Corporation
from trunkline.engine.mechanisms import closing
from trunkline.engine.steps.emergency_money import EmergencyPayment

SOLE_SURVIVOR = "sole-survivor"
"""The reason for the end of a game with one player left."""


def leave(ctx: Context, payment: EmergencyPayment) -> None:
    """Remove the bankrupt player. The money that was raised stays with the corporation that owes the
    payment."""
    eliminate(ctx, payment.player, ctx.state.corporations[payment.protect], close)


def close(ctx: Context, corp: Corporation) -> None:
    """Close a corporation that no player can preside over. Its trains go to the pool for sale."""
    closing.close(ctx, corp, POOL)
    for react in ctx.title.reactions.closed:
        react(ctx, corp)


def eliminate(
    ctx: Context, player: str, purse: Corporation, close: Callable[[Context, Corporation], None]
) -> None:
    """Remove a bankrupt player. The cash goes to the corporation it was raised for, all holdings to the pool,
    even above its limit. The privates close. Each presidency passes to another player. If no player can take
    it, ``close`` closes the corporation. The last player left wins immediately."""
    ctx.note(events.WentBankrupt(player, goes_on=True), "bankruptcy.declared")
    pay(ctx, ctx.state.players[player], purse, ctx.state.players[player].cash, "bankruptcy")
    led = [corp for corp in ctx.state.corporations.values() if corp.president == player]
    for corp in ctx.state.corporations.values():
        if player in corp.shares:
            move_shares(ctx, corp, player, POOL, corp.shares[player])
    if player in ctx.state.bonds:
        move_bonds(ctx, player, POOL, ctx.state.bonds[player])
    for private in ctx.state.privates.values():
        if private.player == player and not private.closed:
            private.closed = True
            ctx.note(PrivateClosed(private.id), "bankruptcy.privates")
    for corp in led:
        if not shares.pass_presidency(ctx, corp):
            close(ctx, corp)
    if ctx.state.priority == player:
        ctx.state.priority = ctx.state.left_of(player)
    ctx.state.players[player].out = True
    if len(ctx.state.seats) == ctx.title.board.ending.players_left:
        ending.end(ctx, SOLE_SURVIVOR)
