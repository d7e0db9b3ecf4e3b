"""The merger of corporations into a new one: their shares, possessions and station tokens.

A title decides which corporations merge, how many shares are issued, and what happens to price, loans and
tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import pay, shares_at
from trunkline.engine.kernel.state import POOL, TREASURY, Corporation
from trunkline.engine.track.map_index import Token


class SharePairs(NamedTuple):
    """Old shares in pairs, also of different corporations. Each pair is worth one new share."""

    due: Mapping[str, int]
    """Pairs by place, in the order of the exchange: the players, the treasury, the pool."""
    odd: tuple[str, ...]
    """Places with an odd share. The pool adds the players' and the treasury's odd shares to its own."""


def pairs(old: Iterable[Corporation], order: Sequence[str]) -> SharePairs:
    """Pair the shares of ``old``: for the players in this order, for their treasuries together, then for the
    pool.

    The pool adds odd shares of the others to its own.
    """
    old = tuple(old)
    due: dict[str, int] = {}
    odd: list[str] = []
    for place in (*order, TREASURY, POOL):
        held = sum(shares_at(corp, place) for corp in old)
        if place == POOL:
            held += len(odd)
        due[place] = held // 2
        if held % 2:
            odd.append(place)
    return SharePairs(due, tuple(odd))


def distribute(due: Mapping[str, int], available: int) -> dict[str, int]:
    """Give each place its number, in order, until none is left. Return the numbers given.

    The result has no entry for a place that gets none.
    """
    given: dict[str, int] = {}
    for place, count in due.items():
        if got := min(count, available):
            given[place] = got
            available -= got
    return given


def president(ctx: Context, corp: Corporation, order: Sequence[str]) -> tuple[str, bool]:
    """Return the president after the distribution of all shares in this order, and whether by two shares.

    The first player with two shares holds the certificate until another player has more. If no player has
    two, it is the first who received one. At least one player must have received a share.
    """
    most = max(corp.shares.values())
    if most < 2:
        return next(name for name in order if name in corp.shares), False
    holder = next(name for name in order if corp.shares.get(name, 0) > 1)
    return next(name for name in ctx.state.seats_from(holder) if corp.shares.get(name) == most), True


def take_over(
    ctx: Context, corp: Corporation, old: Corporation, why: str, spare: Callable[[Context, str], None]
) -> None:
    """Transfer the money, trains, privates and rights of ``old`` to ``corp``.

    ``why`` names the reason for the payment. ``spare`` handles a right that ``corp`` already has.
    """
    pay(ctx, old, corp, old.cash, why)
    for train in ctx.state.trains_at(old.id):
        depot.move_train(ctx, train, corp.id)
    for private in ctx.state.privates.values():
        if private.corp == old.id:
            private.corp = corp.id
    for right in old.rights:
        if right in corp.rights:
            spare(ctx, right)
        else:
            corp.rights = (*corp.rights, right)


class Replaced(NamedTuple):
    """A station token that now belongs to another corporation."""

    hex: str
    stop: int
    corp: str
    """Its former corporation."""


def replace_tokens(ctx: Context, corp: Corporation, old: Iterable[Corporation]) -> list[Replaced]:
    """Replace the tokens of ``old`` by tokens of ``corp``, one on each stop."""
    names = {each.id for each in old}
    replaced: list[Replaced] = []
    laid: dict[str, tuple[Token, ...]] = {}
    for hex, tokens in ctx.state.tokens.items():
        kept: list[Token] = []
        taken: set[int] = set()
        for token in tokens:
            if token.corp not in names:
                kept.append(token)
                continue
            replaced.append(Replaced(hex, token.stop, token.corp))
            if token.stop not in taken:
                taken.add(token.stop)
                kept.append(Token(token.stop, corp.id, token.slot))
        laid[hex] = tuple(kept)
    ctx.state.tokens = laid
    return replaced


def stations(old: Sequence[Corporation]) -> tuple[str, ...]:
    """Return the hexes of the station tokens of ``old``, homes first.

    A successor counts as having placed them in this order.
    """
    found = [corp.stations[:1] for corp in old] + [corp.stations[1:] for corp in old]
    return tuple(dict.fromkeys(hex for hexes in found for hex in hexes))


def has_acted(ctx: Context, old: Iterable[Corporation]) -> bool:
    """Return whether one of the corporations has had its turn in this operating round, or has it now."""
    operating = ctx.state.operating
    if operating is None:
        return False
    acted = (*operating.done, operating.turn.corp if operating.turn else "")
    return any(corp.id in acted for corp in old)
