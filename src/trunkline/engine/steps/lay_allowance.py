"""The number of lays that a turn allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from trunkline.engine.board import TileLays
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.context import Context, cached
from trunkline.engine.kernel.state import Corporation
from trunkline.util.messages import Message, gettext_lazy, ngettext_lazy

ONE_LAY = TileLays(yellow=1, upgrades=1)
"""The lays of a turn if neither the corporation nor the phase has others."""


def lays_of_turn(ctx: Context, corp: Corporation) -> TileLays:
    """Return the lays of a turn that the corporation's charter has, or else the phase."""
    return ctx.title.board.corporation[corp.id].tile_lays or depot.phase(ctx).tile_lays or ONE_LAY


@cached
def is_allowed(
    ctx: Context,
    allowance: Callable[[Context, Corporation], TileLays],
    corp: str,
    laid: tuple[str, ...],
    yellow: bool,
) -> bool:
    """Return whether a turn of the corporation allows one more lay after ordinary lays on these hexes."""
    return left(allowance(ctx, ctx.state.corporations[corp]), colours_on(ctx, laid), yellow=yellow)


def colours_on(ctx: Context, hexes: Iterable[str]) -> list[str]:
    """Return the current tile colours on the hexes of a turn's lays."""
    return [ctx.title.board.tiles[ctx.state.tiles[hex].tile].colour for hex in hexes]


def left(lays: TileLays, colours: Sequence[str], *, yellow: bool) -> bool:
    """Return whether the allowance has another yellow tile or upgrade left after lays of these colours."""
    same = sum((colour == "yellow") == yellow for colour in colours)
    fits = same == len(colours) if lays.lays is None else len(colours) < lays.lays
    return fits and same < (lays.yellow if yellow else lays.upgrades)


def yellow_tiles(lays: TileLays) -> Message:
    """Return the number of yellow tiles of an allowance as text."""
    return ngettext_lazy("{count} yellow tile", "{count} yellow tiles", lays.yellow)


def upgrades(lays: TileLays) -> Message:
    """Return the number of upgrades of an allowance as text."""
    return ngettext_lazy("{count} upgrade", "{count} upgrades", lays.upgrades)


def allowed_lays(ctx: Context, lays: TileLays, corp: str, laid: tuple[str, ...]) -> Message:
    """Return the lays that a turn allows, with those of the turn so far on these hexes."""
    yellow = yellow_tiles(lays)
    if lays.lays is not None:
        allowed = gettext_lazy(
            "a turn has {lays}, with up to {yellow_tiles} and {upgrades}",
            lays=ngettext_lazy("{count} lay", "{count} lays", lays.lays),
            yellow_tiles=yellow,
            upgrades=upgrades(lays),
        )
    elif lays.upgrades:
        allowed = gettext_lazy(
            "a turn has {yellow_tiles} or {upgrades}", yellow_tiles=yellow, upgrades=upgrades(lays)
        )
    else:
        allowed = gettext_lazy("a turn has {yellow_tiles} and no upgrade", yellow_tiles=yellow)
    if not laid:
        return allowed
    if "blue" in colours_on(ctx, laid):
        return gettext_lazy("{allowed}, and {corp} has opened a ferry instead", allowed=allowed, corp=corp)
    return gettext_lazy("{allowed}, and {corp} has laid {count}", allowed=allowed, corp=corp, count=len(laid))
