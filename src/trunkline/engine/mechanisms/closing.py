"""The permanent removal of a corporation or a private from the game."""

from __future__ import annotations

from trunkline.engine.kernel import depot, events, private_events
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.state import Corporation


def close(ctx: Context, corp: Corporation, trains_to: str) -> None:
    """Close a corporation.

    Its trains go to ``trains_to``: the pool or out of the game. Its money goes to the bank. Its tokens, its
    privates and its shares are removed.
    """
    for train in ctx.state.trains_at(corp.id):
        depot.move_train(ctx, train, trains_to)
    pay(ctx, corp, None, corp.cash, "closing")
    for private in ctx.state.privates.values():
        if private.corp == corp.id:
            private.closed = True
    remove_tokens(ctx, corp)
    ctx.state.private_tokens = {
        name: spot for name, spot in ctx.state.private_tokens.items() if spot[1] != corp.id
    }
    retire(corp)
    ctx.note(events.Closed(corp.id), "corporation.closed")


def close_private(ctx: Context, id: str, rule: str) -> None:
    """Close a private by this rule, if it is open."""
    private = ctx.state.privates[id]
    if not private.closed:
        private.closed = True
        ctx.note(private_events.PrivateClosed(id), rule)


def remove_tokens(ctx: Context, corp: Corporation) -> None:
    """Remove all its station tokens from the map."""
    ctx.state.tokens = {
        hex: kept
        for hex, tokens in ctx.state.tokens.items()
        if (kept := tuple(token for token in tokens if token.corp != corp.id))
    }


def retire(corp: Corporation) -> None:
    """Remove its shares, loans, rights and price token permanently."""
    corp.closed = True
    corp.started = False
    corp.cell = None
    corp.president = ""
    corp.shares = {}
    corp.certificate = ""
    corp.offering = corp.pool = corp.treasury = 0
    corp.loans = 0
    corp.rights = ()
    corp.tokens = ()
