"""The sentences of a declared title on the lays of a turn."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.engine.board import Board, TileLays
from trunkline.engine.steps.lay_allowance import ONE_LAY
from trunkline.util.enumeration import enumerated
from trunkline.util.messages import gettext, ngettext


def sentences(board: Board) -> Iterator[str]:
    """Yield a sentence on the lays of a turn for each group of phases with the same lays."""
    groups: dict[TileLays, list[str]] = {}
    for phase in board.phases:
        groups.setdefault(phase.tile_lays or ONE_LAY, []).append(phase.name)
    for lays, phases in groups.items():
        cost = _next_cost(lays)
        allowed = _allowed(lays)
        if len(groups) > 1:
            rule = gettext(
                "In phase {phases}, a turn has {allowed}.",
                phases=enumerated(phases),
                allowed=allowed,
            )
        else:
            rule = gettext("A turn has {allowed}.", allowed=allowed)
        yield f"{rule} {cost}".rstrip()
    for corporation in board.corporations:
        if corporation.tile_lays:
            rule = gettext(
                "A turn of {corp} has {allowed}, in every phase.",
                corp=corporation.id,
                allowed=_allowed(corporation.tile_lays),
            )
            yield f"{rule} {_next_cost(corporation.tile_lays)}".rstrip()


def _next_cost(lays: TileLays) -> str:
    return gettext("Each lay after the first costs ${cost}.", cost=lays.next_cost) if lays.next_cost else ""


def _allowed(lays: TileLays) -> str:
    yellow = ngettext("{count} yellow tile", "{count} yellow tiles", lays.yellow)
    upgrades = ngettext("{count} upgrade", "{count} upgrades", lays.upgrades)
    if lays.lays is not None:
        return ngettext(
            "{count} lay, with up to {yellow} and {upgrades}, each on another hex",
            "{count} lays, with up to {yellow} and {upgrades}, each on another hex",
            lays.lays,
            yellow=yellow,
            upgrades=upgrades,
        )
    if lays.upgrades:
        return gettext("{yellow} or {upgrades}", yellow=yellow, upgrades=upgrades)
    return gettext("{yellow} and no upgrade", yellow=yellow)
