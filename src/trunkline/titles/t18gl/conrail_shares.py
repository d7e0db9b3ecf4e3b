"""The exchange of old shares for CONRAIL's shares and bonds, and the choice of its president."""

from __future__ import annotations

from trunkline.engine.board import share_count
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import POOL, TREASURY, Corporation
from trunkline.engine.mechanisms import merging
from trunkline.titles.t18gl.conrail_events import (
    ConrailBonds,
    ConrailPresident,
    ConrailShares,
    OddShare,
    SharesDropped,
)
from trunkline.titles.t18gl.decisions import CONRAIL


def issue(ctx: Context, conrail: Corporation, old: list[Corporation]) -> None:
    """Divide CONRAIL into the shares of its first issue, or of both issues if many corporations merge."""
    printed = ctx.title.board.corporation[CONRAIL]
    assert printed.merger is not None
    second = len(old) >= printed.merger.second_issue_when_merged
    conrail.total = share_count(printed.shares_second_issue if second else printed.shares)
    conrail.offering, conrail.treasury = 0, conrail.total


def exchange(ctx: Context, conrail: Corporation, old: list[Corporation], order: list[str]) -> int:
    """Exchange two old shares for one of CONRAIL: first the players in order, then the treasury, then the
    pool.

    If many corporations merge, bonds follow when the shares have run out. Returns the number of shares that
    no player received. They stay in the treasury for the moment.
    """
    facts = ctx.title.board.corporation[CONRAIL].merger
    assert facts is not None
    assert facts.bonds is not None
    due, odd = merging.pairs(old, order)
    shares = merging.distribute(due, conrail.total)
    lacking = {place: count - shares.get(place, 0) for place, count in due.items()}
    bonds: dict[str, int] = {}
    if len(old) >= facts.bonds.exchanged_when_merged:
        bonds = merging.distribute(lacking, facts.bonds.count)
    undistributed = conrail.total - sum(shares.values())
    conrail.shares = {name: shares[name] for name in order if name in shares}
    conrail.pool = shares.get(POOL, 0)
    conrail.treasury = shares.get(TREASURY, 0) + undistributed
    kept = facts.bonds.count - sum(bonds.values()) + bonds.get(TREASURY, 0)
    ctx.state.bonds = {place: count for place, count in {**bonds, TREASURY: kept}.items() if count}
    for place in due:
        _tell(ctx, place, place in odd, shares.get(place, 0), bonds.get(place, 0))
    dropped = 2 * (sum(lacking.values()) - sum(bonds.values())) + (1 if POOL in odd else 0)
    if dropped:
        ctx.note(SharesDropped(count=dropped), "conrail.exchange.shortfall")
    if not any(count > 1 for count in conrail.shares.values()):
        conrail.double = 0
        conrail.certificate = TREASURY if shares.get(TREASURY, 0) > 1 else POOL
    return undistributed


def choose_president(ctx: Context, conrail: Corporation, order: list[str]) -> None:
    """Choose the president by the most shares.

    If no player has two, the first who received one acts without the certificate.
    """
    conrail.president, by_two = merging.president(ctx, conrail, order)
    ctx.note(
        ConrailPresident(player=conrail.president, place=conrail.certificate),
        "conrail.president.after-exchange" if by_two else "conrail.acting.appointment",
    )


RULES = {TREASURY: "conrail.exchange.treasury", POOL: "conrail.exchange.open-market"}
"""Rules for the exchange of places that are not players."""


def _tell(ctx: Context, place: str, odd: bool, shares: int, bonds: int) -> None:
    player = "" if place in RULES else place
    rest = place if place in RULES else ""
    rule = RULES.get(place, "conrail.exchange.two-for-one")
    if shares:
        ctx.note(ConrailShares(count=shares, player=player, place=rest), rule)
    if bonds:
        ctx.note(ConrailBonds(count=bonds, player=player, place=rest), rule)
    if odd and place != POOL:
        ctx.note(OddShare(player=player), "conrail.exchange.odd-player-shares" if player else rule)
