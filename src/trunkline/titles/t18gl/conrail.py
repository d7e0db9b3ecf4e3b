"""The formation of CONRAIL: its time, the corporations that merge, and the order of the procedure."""

from __future__ import annotations

from trunkline.engine.board.components import Merger
from trunkline.engine.kernel import chart
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.mechanisms import closing, merging
from trunkline.titles.t18gl import conrail_money, conrail_shares, conrail_tokens
from trunkline.titles.t18gl.conrail_events import ConrailForms, ConrailNeverForms, ConrailWaits, Merged
from trunkline.titles.t18gl.decisions import CONRAIL
from trunkline.titles.t18gl.state import Conrail, state_18gl
from trunkline.util.messages import gettext_lazy


def merger(ctx: Context) -> Merger:
    """Return the merger terms of CONRAIL from the board."""
    facts = ctx.title.board.corporation[CONRAIL].merger
    assert facts is not None
    return facts


def phase_began(ctx: Context) -> None:
    """Form CONRAIL in one of two phases if enough corporations must merge. Trains have already rusted."""
    chances = merger(ctx).forms_on
    if state_18gl(ctx.state).conrail.formed or ctx.phase.name not in chances:
        return
    old = without_trains(ctx)
    first = ctx.phase.name == chances[0]
    if len(old) >= merger(ctx).minimum:
        form(ctx, old, "conrail.when.first-chance" if first else "conrail.when.second-chance")
        return
    event = ConrailNeverForms(len(old)) if ctx.phase.name == chances[-1] else ConrailWaits(len(old))
    ctx.note(event, "conrail.merge.exactly-one" if old else "conrail.merge.none")


def without_trains(ctx: Context) -> list[Corporation]:
    """Return the corporations that must merge if they are numerous enough: they have operated and own no
    train."""
    return [corp for corp in chart.order(ctx) if corp.operated and not ctx.state.trains_at(corp.id)]


def form(ctx: Context, old: list[Corporation], rule: str) -> None:
    """Form CONRAIL out of these corporations, by this rule."""
    conrail = ctx.state.corporations[CONRAIL]
    loans = sum(corp.loans for corp in old)
    order = ctx.state.seats_from(beginner(ctx))
    conrail_shares.issue(ctx, conrail, old)
    ctx.note(ConrailForms(len(old), conrail.percent), rule)
    for corp in old:
        ctx.note(Merged(corp.id), "conrail.merge.candidates")
    conrail.started = conrail.home = True
    undistributed = conrail_shares.exchange(ctx, conrail, old, order)
    conrail_money.place_price(ctx, conrail, old)
    conrail_shares.choose_president(ctx, conrail, order)
    for corp in old:
        merging.take_over(ctx, conrail, corp, "merged", lambda ctx, right: None)
    _take_private_tokens(ctx, old)
    conrail_money.settle_loans(ctx, conrail, loans)
    conrail_money.pay_capital(ctx, conrail, undistributed)
    conrail_tokens.take_over(ctx, conrail, old)
    if ctx.state.operating is not None and merging.has_acted(ctx, old):
        ctx.state.operating.done = (*ctx.state.operating.done, CONRAIL)
    for corp in old:
        closing.retire(corp)
    merged = tuple(corp.id for corp in old)
    state_18gl(ctx.state).conrail = Conrail(True, ctx.phase.name, merged, not conrail.double)


def may_buy_offering(ctx: Context, corp: Corporation) -> None:
    """Refuse to start CONRAIL by a purchase."""
    if corp.id == CONRAIL:
        why = gettext_lazy("it only forms by a merger")
        ctx.refuse("corp.shares", gettext_lazy("Buying shares of CONRAIL"), why, lasting=True)


def may_sell(ctx: Context, corp: Corporation) -> bool:
    """Return whether players may sell shares of the corporation.

    They may once it has operated. An acting president of CONRAIL may also sell to pay its debts in its first
    turn.
    """
    turn = ctx.state.operating.turn if ctx.state.operating else None
    return corp.operated or (bool(corp.certificate) and turn is not None and turn.corp == corp.id)


def may_sell_rule(ctx: Context, corp: Corporation, player: str) -> str:
    """Return the rule that bars a player from selling shares of the corporation for now."""
    acting = corp.certificate and corp.president == player
    return "conrail.acting.sale" if acting else "sell.not-operated"


def closed_rule(ctx: Context, corp: Corporation) -> str:
    """Return the rule that closed the corporation: it was merged, or no player could preside over it."""
    merged = corp.id in state_18gl(ctx.state).conrail.merged
    return "conrail.assets.old-corporations" if merged else "corporation.closed"


def beginner(ctx: Context) -> str:
    """Return the president of the corporation whose purchase started the phase."""
    assert ctx.state.operating is not None
    assert ctx.state.operating.turn is not None
    return ctx.state.corporations[ctx.state.operating.turn.corp].president


def _take_private_tokens(ctx: Context, old: list[Corporation]) -> None:
    names = {corp.id for corp in old}
    ctx.state.private_tokens = {
        private: (hex, CONRAIL if corp in names else corp)
        for private, (hex, corp) in ctx.state.private_tokens.items()
    }
