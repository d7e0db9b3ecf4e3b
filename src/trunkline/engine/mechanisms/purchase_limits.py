"""Rules that bar a player from buying shares at any price."""

from __future__ import annotations

from trunkline.engine.kernel import chart, shares
from trunkline.engine.kernel.context import Context, cached
from trunkline.engine.kernel.refusal_texts import in_halves, listed
from trunkline.engine.kernel.state import Corporation
from trunkline.util.messages import Message, gettext_lazy


def check_open(ctx: Context, corp: Corporation, what: Message) -> None:
    """Refuse ``what`` for a closed corporation. This check comes before reasons that may change by the next
    turn."""
    if corp.closed:
        why = gettext_lazy("{corp} has closed permanently", corp=corp.id)
        ctx.refuse(ctx.title.policies.closed_rule(ctx, corp), what, why, lasting=True)


@cached
def banned(ctx: Context, player: str) -> frozenset[str]:
    """Return the corporations whose shares a player may not buy back yet."""
    now = ctx.state.round.number
    return frozenset(corp for corp, until in ctx.state.bans.get(player, ()) if until >= now)


def check_ban(ctx: Context, player: str, corp: Corporation, what: Message) -> None:
    """Refuse ``what`` to a player who may not buy back shares of the corporation yet."""
    if corp.id in banned(ctx, player):
        why = gettext_lazy("{player} has sold shares of {corp}", player=player, corp=corp.id)
        ctx.refuse("buy.not-after-selling", what, why)


def check_limits(ctx: Context, player: str, corp: Corporation, count: int, what: Message) -> None:
    """Refuse ``what`` if ``count`` more shares would exceed the share limit or the certificate limit."""
    held = corp.shares.get(player, 0)
    cap = shares.share_cap(ctx, corp)
    if held + count > cap:
        why = gettext_lazy(
            "{player} would hold {percent}% and may hold {most}%",
            player=player,
            percent=(held + count) * corp.percent,
            most=cap * corp.percent,
        )
        ctx.refuse(ctx.title.policies.share_limit_rule(ctx, corp), what, why)
    if chart.zone(ctx, corp) in shares.FREE_ZONES:
        return
    halves = ctx.title.policies.certificate_weight(ctx, corp) if count == 1 else 2
    if not shares.room_for(ctx, player, halves):
        why = gettext_lazy(
            "{player} has {count} certificates and the limit is {limit}",
            player=player,
            count=in_halves(shares.certificates(ctx, player)),
            limit=ctx.title.policies.certificate_limit(ctx),
        )
        ctx.refuse(ctx.title.policies.certificate_limit_rule(halves), what, why)


def check_par(ctx: Context, par: int, what: Message) -> None:
    """Raise ``Refusal`` if no corporation may start at this price, or not in this phase."""
    if par not in ctx.title.board.par_values:
        each = (gettext_lazy("${par}", par=value) for value in ctx.title.board.par_values)
        ctx.refuse("start.par", what, gettext_lazy("par must be one of {prices}", prices=listed(each)))
    elif not is_open(ctx, par):
        why = gettext_lazy("no corporation starts so high in phase {phase}", phase=ctx.phase.name)
        ctx.refuse("start.par-phase", what, why)


def is_open(ctx: Context, par: int) -> bool:
    """Return whether corporations may start at this price in the phase."""
    return par in ctx.title.board.open_pars[ctx.state.phase]


def ban(ctx: Context, player: str, corp: str, until: int) -> None:
    """Bar a player from buying shares of a corporation until this set of rounds is over."""
    entries = tuple(entry for entry in ctx.state.bans.get(player, ()) if entry[0] != corp)
    ctx.state.bans = {**ctx.state.bans, player: (*entries, (corp, until))}
