"""Discounts on terrain for corporations that have a private or its right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.mechanisms import permission


class Discount(NamedTuple):
    """A discount of a private, for one kind of terrain, or on some hexes."""

    private: str
    percent: int
    terrain: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    """The hexes with the discount; empty for all hexes with the terrain."""


@dataclass(frozen=True)
class TerrainDiscounts:
    """The terrain costs of a title with these discounts. The largest discount counts."""

    discounts: tuple[Discount, ...]

    def __call__(self, ctx: Context, corp: Corporation, hex: str, cost: int) -> int:
        """Return the corporation's cost in dollars, given the printed dollars."""
        kind = ctx.title.board.hexes[hex].terrain
        percent = max(
            (
                each.percent
                for each in self.discounts
                if (not each.terrain or kind in each.terrain)
                and (not each.hexes or hex in each.hexes)
                and has_power(ctx, corp, each.private)
            ),
            default=0,
        )
        return cost * (100 - percent) // 100


def has_power(ctx: Context, corp: Corporation, private: str) -> bool:
    """Return whether the corporation owns the open private, or has the right of its name."""
    return private in corp.rights or permission.is_owned_by(ctx, corp, private)
