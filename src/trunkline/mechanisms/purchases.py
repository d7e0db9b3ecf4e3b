"""Rules that bar a player from buying shares, whatever their price."""

from __future__ import annotations

from trunkline.kernel import chart, shares
from trunkline.kernel.state import Corporation
from trunkline.kernel.table import Table, once


def check_open(t: Table, corp: Corporation, what: str) -> None:
    """Refuse ``what`` for a closed corporation. This check comes before reasons that may change by the next
    turn."""
    if corp.closed:
        t.refuse(t.title.policies.closed_rule(t, corp), what, f"{corp.id} has closed for good")


@once
def banned(t: Table, player: str) -> frozenset[str]:
    """Return the corporations whose shares a player may not buy back yet."""
    now = t.state.round.number
    return frozenset(corp for corp, until in t.state.bans.get(player, ()) if until >= now)


def check_ban(t: Table, player: str, corp: Corporation, what: str) -> None:
    """Refuse ``what`` to a player who may not buy back shares of the corporation yet."""
    if corp.id in banned(t, player):
        t.refuse("buy.not-after-selling", what, f"{player} has sold shares of {corp.id}")


def check_limits(t: Table, player: str, corp: Corporation, count: int, what: str) -> None:
    """Refuse ``what`` if ``count`` more shares would exceed the share limit or the certificate limit."""
    held = corp.shares.get(player, 0)
    cap = shares.share_cap(t, corp)
    if held + count > cap:
        t.refuse(
            t.title.policies.share_limit_rule(t, corp),
            what,
            f"{player} would hold {(held + count) * corp.percent}% and may hold {cap * corp.percent}%",
        )
    if chart.zone(t, corp) in shares.FREE_ZONES:
        return
    halves = t.title.policies.certificate_weight(t, corp) if count == 1 else 2
    if not shares.room_for(t, player, halves):
        has = shares.certificates(t, player) / 2
        limit = t.title.policies.certificate_limit(t)
        rule = t.title.policies.certificate_limit_rule(halves)
        t.refuse(rule, what, f"{player} has {has:g} certificates and the limit is {limit}")


def ban(t: Table, player: str, corp: str, until: int) -> None:
    """Bar a player from buying shares of a corporation until this set of rounds is over."""
    entries = tuple(entry for entry in t.state.bans.get(player, ()) if entry[0] != corp)
    t.state.bans = {**t.state.bans, player: (*entries, (corp, until))}
