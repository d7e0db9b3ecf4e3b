"""A corporation forms out of others: their shares, what they own and their station tokens become its own.

A title says which of them merge, how many shares are issued, and what follows for price, loans and tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from trunkline.kernel import depot
from trunkline.kernel.ledger import pay, shares_at
from trunkline.kernel.state import POOL, TREASURY, Corporation
from trunkline.kernel.table import Table
from trunkline.track.tables import Token


class Pairs(NamedTuple):
    """Old shares in pairs, whichever corporations they are of; each pair is worth one new share."""

    due: Mapping[str, int]
    """Pairs by place, in the order of the exchange: the players, the treasury, the pool."""
    odd: tuple[str, ...]
    """Places that had a share too many; the pool took it up, but for its own."""


def pairs(old: Iterable[Corporation], order: Sequence[str]) -> Pairs:
    """The shares of ``old``, paired for the players in this order, then for their treasuries together, then
    for the pool, which takes up what is left over of the others."""
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
    return Pairs(due, tuple(odd))


def hand_out(due: Mapping[str, int], stock: int) -> dict[str, int]:
    """Who gets how many of a stock, in order and while it lasts; places that get none are left out."""
    given: dict[str, int] = {}
    for place, count in due.items():
        if got := min(count, stock):
            given[place] = got
            stock -= got
    return given


def president(t: Table, corp: Corporation, order: Sequence[str]) -> tuple[str, bool]:
    """Who is president once all shares are handed out in this order, and whether by two shares.

    The first who got two has the certificate until somebody has more; where nobody got two it is the first
    who got one. Somebody must have got one.
    """
    most = max(corp.shares.values())
    if most < 2:
        return next(name for name in order if name in corp.shares), False
    holder = next(name for name in order if corp.shares.get(name, 0) > 1)
    return next(name for name in t.state.seats_from(holder) if corp.shares.get(name) == most), True


def take_over(
    t: Table, corp: Corporation, old: Corporation, why: str, spare: Callable[[Table, str], None]
) -> None:
    """Give ``corp`` the money, trains, privates and rights of ``old``; ``why`` says in a word what the money
    moves for, and ``spare`` takes a right that ``corp`` has already."""
    pay(t, old, corp, old.cash, why)
    for train in t.state.trains_at(old.id):
        depot.move_train(t, train, corp.id)
    for private in t.state.privates.values():
        if private.corp == old.id:
            private.corp = corp.id
    for right in old.rights:
        if right in corp.rights:
            spare(t, right)
        else:
            corp.rights = (*corp.rights, right)


class Replaced(NamedTuple):
    """A station token that has become another corporation's."""

    hex: str
    stop: int
    corp: str
    """Whose it was."""


def replace_tokens(t: Table, corp: Corporation, old: Iterable[Corporation]) -> list[Replaced]:
    """Put tokens of ``corp`` where those of ``old`` stand, one on each stop."""
    names = {each.id for each in old}
    replaced: list[Replaced] = []
    laid: dict[str, tuple[Token, ...]] = {}
    for hex, tokens in t.state.tokens.items():
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
    t.state.tokens = laid
    return replaced


def stations(old: Sequence[Corporation]) -> tuple[str, ...]:
    """The hexes of their station tokens in the order in which a successor counts as having placed them: homes
    first."""
    found = [corp.stations[:1] for corp in old] + [corp.stations[1:] for corp in old]
    return tuple(dict.fromkeys(hex for hexes in found for hex in hexes))


def has_acted(t: Table, old: Iterable[Corporation]) -> bool:
    """Whether one of them has had its turn in the operating round in play, or has it now."""
    operating = t.state.operating
    if operating is None:
        return False
    acted = (*operating.done, operating.turn.corp if operating.turn else "")
    return any(corp.id in acted for corp in old)
