"""Bonuses that privates add to the runs of a corporation."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.mechanisms import permission
from trunkline.engine.routing.context import Bonus


def of_rights(ctx: Context, corp: Corporation) -> Iterator[Bonus]:
    """Yield the bonuses of the corporation's rights, in the order in which it got them."""
    printed = ctx.title.board.bonuses
    return (
        Bonus(right, printed[right].hexes, printed[right].value) for right in corp.rights if right in printed
    )


def of_tokens(ctx: Context, corp: Corporation) -> Iterator[Bonus]:
    """Yield the bonuses of the corporation's private tokens on the map, in the order of the board."""
    board = ctx.title.board
    for name, bonus in board.bonuses.items():
        hex, owner = ctx.state.private_tokens.get(name, ("", ""))
        if owner == corp.id:
            group = board.hexes[hex].group
            # The token is in a place, so it counts on every hex of that place.
            place = tuple(other for other in bonus.hexes if group and board.hexes[other].group == group)
            yield Bonus(name, (place or (hex,)) if bonus.one_hex else bonus.hexes, bonus.value)


def of_privates(ctx: Context, corp: Corporation) -> Iterator[Bonus]:
    """Yield the bonuses without a token that come with the open privates of the corporation."""
    board = ctx.title.board
    for name, bonus in board.bonuses.items():
        over = bonus.removed_phase and board.phase_index[bonus.removed_phase] <= ctx.state.phase
        if not over and not bonus.one_hex and permission.is_owned_by(ctx, corp, bonus.by):
            yield Bonus(name, bonus.hexes, bonus.value)
