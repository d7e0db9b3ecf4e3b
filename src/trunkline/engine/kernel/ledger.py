"""Transfers of money, shares and bonds. No other module moves them."""

from __future__ import annotations

from trunkline.engine.kernel import bond_events, events
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import OFFERING, POOL, TREASURY, Corporation, Player

Purse = Player | Corporation | None
"""A payer or payee; None is the bank."""


def pay(
    ctx: Context, payer: Purse, payee: Purse, amount: int, why: str = "", *, overdraw: bool = False
) -> None:
    """Move dollars; ``why`` names the purpose in a word. Only the bank may fall below zero, which breaks it.
    ``overdraw`` lets the payer fall below zero too, as other programs do while a player raises money."""
    if amount < 0:
        raise ValueError(f"a payment of {amount} dollars")
    if payer is None:
        ctx.state.bank -= amount
    else:
        if payer.cash < amount and not overdraw:
            raise ValueError(f"{_name(payer)} has {payer.cash} dollars, not {amount}")
        payer.cash -= amount
    if payee is None:
        ctx.state.bank += amount
    else:
        payee.cash += amount
    if amount:
        ctx.note(events.MoneyMoved(_name(payer), _name(payee), amount, why))
    if ctx.state.bank < ctx.title.policies.broken_below and not ctx.state.bank_broken:
        ctx.state.bank_broken = True
        ctx.note(events.BankBroke())


def move_shares(ctx: Context, corp: Corporation, source: str, target: str, count: int) -> None:
    """Move shares between players (by name), the IPO, the pool and the treasury."""
    if count < 0 or shares_at(corp, source) < count:
        raise ValueError(f"{count} shares of {corp.id} from {source}, which has {shares_at(corp, source)}")
    _add(corp, source, -count)
    _add(corp, target, count)
    ctx.note(events.SharesMoved(corp.id, source, target, count))


def move_bonds(ctx: Context, source: str, target: str, count: int) -> None:
    """Move bonds between players (by name), the pool and the treasury of the corporation that owes them."""
    held = ctx.state.bonds.get(source, 0)
    if count < 0 or held < count:
        raise ValueError(f"{count} bonds from {source}, which has {held}")
    bonds = dict(ctx.state.bonds)
    bonds[source] = held - count
    bonds[target] = bonds.get(target, 0) + count
    ctx.state.bonds = {place: left for place, left in bonds.items() if left}
    ctx.note(bond_events.BondsMoved(source, target, count))


def shares_at(corp: Corporation, place: str) -> int:
    """Return the number of shares held by a player, the IPO, the pool or the treasury."""
    if place == OFFERING:
        return corp.offering
    if place == POOL:
        return corp.pool
    if place == TREASURY:
        return corp.treasury
    return corp.shares.get(place, 0)


def singles_at(corp: Corporation, place: str) -> int:
    """Return the shares at a place that are single certificates, without a president's certificate there."""
    return shares_at(corp, place) - (2 if place and corp.certificate == place else 0)


def on_sale(ctx: Context, corp: Corporation, place: str) -> int:
    """Return the shares at a place that any player may buy one by one. The missing half of a president's
    certificate stays in the IPO for the president (``Policies.one_share_president``)."""
    waits = place == OFFERING and corp.double == 1 and ctx.title.policies.one_share_president
    return singles_at(corp, place) - int(waits)


def _add(corp: Corporation, place: str, count: int) -> None:
    if place == OFFERING:
        corp.offering += count
    elif place == POOL:
        corp.pool += count
    elif place == TREASURY:
        corp.treasury += count
    else:
        left = corp.shares.get(place, 0) + count
        if left:
            corp.shares = {**corp.shares, place: left}
        else:
            corp.shares = {name: held for name, held in corp.shares.items() if name != place}


def _name(purse: Purse) -> str:
    if purse is None:
        return ""
    return purse.name if isinstance(purse, Player) else purse.id
