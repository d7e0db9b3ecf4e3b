"""Train purchases: rules between corporations, and the number of 10H-trains."""

from __future__ import annotations

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.action import BuyTrain
from trunkline.engine.kernel.context import Context, cached
from trunkline.engine.kernel.refusal_texts import buying_train_for
from trunkline.engine.kernel.state import Corporation
from trunkline.titles.t18gl.decisions import CONRAIL
from trunkline.titles.t18gl.state import state_18gl
from trunkline.util.messages import gettext_lazy

BETWEEN = "trains_between_corporations"
"""The event of the phase from which corporations buy trains from each other."""


def terms(ctx: Context, corp: Corporation, action: BuyTrain) -> None:
    """Refuse a train trade between corporations that breaks the rules of 18GL.

    Trades start with a phase. CONRAIL trades at face value. A corporation with loans pays no more and takes
    no less than that.
    """
    seller = ctx.state.corporations.get(action.source)
    if seller is None:
        return
    what = buying_train_for(action.train, action.source, action.price)
    if not _trade_with_each_other(ctx):
        ctx.refuse(
            "phase.6h.inter-corporate-trains", what, gettext_lazy("corporations do not trade trains yet")
        )
    face = depot.train_type(ctx, action.train).price
    if CONRAIL in (corp.id, seller.id) and action.price != face:
        ctx.refuse(
            "conrail.trains-at-face",
            what,
            gettext_lazy("CONRAIL trades trains at their price of ${price}", price=face),
        )
    if corp.loans and action.price > face:
        ctx.refuse(
            "buy-train.loan-restriction",
            what,
            gettext_lazy("{corp} has loans and pays no more than ${price}", corp=corp.id, price=face),
        )
    if seller.loans and action.price < face:
        ctx.refuse(
            "buy-train.loan-restriction",
            what,
            gettext_lazy("{corp} has loans and takes no less than ${price}", corp=seller.id, price=face),
        )


@cached
def _trade_with_each_other(ctx: Context) -> bool:
    """Return whether corporations may trade trains in this phase."""
    return depot.event_has_happened(ctx, BETWEEN)


def phase_began(ctx: Context) -> None:
    """Set the number of trains of a type that depends on the available corporations.

    The first train of the type settles it, and counts as one of them.
    """
    for name in ctx.phase.on_train:
        table = ctx.title.board.train[name].count_by_corporations
        if table:
            depot.limit_supply(ctx, name, table[min(max(available(ctx), min(table)), max(table))])


def available(ctx: Context) -> int:
    """Return the number of corporations that have started or can still start. CONRAIL counts once formed."""
    return sum(
        not corp.closed and (corp.id != CONRAIL or state_18gl(ctx.state).conrail.formed)
        for corp in ctx.state.corporations.values()
    )
