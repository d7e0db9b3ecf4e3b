"""Rules that bar a player from buying shares at any price."""

from __future__ import annotations

from trunkline.engine.kernel import chart, shares
from trunkline.engine.kernel.context import Context, cached
from trunkline.engine.kernel.state import Corporation


def check_open(ctx: Context, corp: Corporation, what: str) -> None:
    """Refuse ``what`` for a closed corporation. This check comes before reasons that may change by the next
    turn."""
    if corp.closed:
        ctx.refuse(ctx.title.policies.closed_rule(ctx, corp), what, f"{corp.id} has closed permanently")


@cached
def banned(ctx: Context, player: str) -> frozenset[str]:
    """Return the corporations whose shares a player may not buy back yet."""
    now = ctx.state.round.number
    return frozenset(corp for corp, until in ctx.state.bans.get(player, ()) if until >= now)


def check_ban(ctx: Context, player: str, corp: Corporation, what: str) -> None:
    """Refuse ``what`` to a player who may not buy back shares of the corporation yet."""
    if corp.id in banned(ctx, player):
        ctx.refuse("buy.not-after-selling", what, f"{player} has sold shares of {corp.id}")


def check_limits(ctx: Context, player: str, corp: Corporation, count: int, what: str) -> None:
    """Refuse ``what`` if ``count`` more shares would exceed the share limit or the certificate limit."""
    held = corp.shares.get(player, 0)
    cap = shares.share_cap(ctx, corp)
    if held + count > cap:
        ctx.refuse(
            ctx.title.policies.share_limit_rule(ctx, corp),
            what,
            f"{player} would hold {(held + count) * corp.percent}% and may hold {cap * corp.percent}%",
        )
    if chart.zone(ctx, corp) in shares.FREE_ZONES:
        return
    halves = ctx.title.policies.certificate_weight(ctx, corp) if count == 1 else 2
    if not shares.room_for(ctx, player, halves):
        has = shares.certificates(ctx, player) / 2
        limit = ctx.title.policies.certificate_limit(ctx)
        rule = ctx.title.policies.certificate_limit_rule(halves)
        ctx.refuse(rule, what, f"{player} has {has:g} certificates and the limit is {limit}")


def ban(ctx: Context, player: str, corp: str, until: int) -> None:
    """Bar a player from buying shares of a corporation until this set of rounds is over."""
    entries = tuple(entry for entry in ctx.state.bans.get(player, ()) if entry[0] != corp)
    ctx.state.bans = {**ctx.state.bans, player: (*entries, (corp, until))}
