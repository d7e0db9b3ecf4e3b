"""Runs and earnings of trains in 18GL: their length, bonuses of powers, and ferry tolls."""

from __future__ import annotations

from dataclasses import replace

from trunkline.kernel import depot
from trunkline.kernel.state import Corporation
from trunkline.kernel.table import Table
from trunkline.powers import ferry
from trunkline.runs import Bonus, RouteContext, Toll, TrainRange, train_range
from trunkline.titles.t18gl import alco
from trunkline.track.ferries import lake_tiles

FERRY = "ferry"
"""The ferry's private and its token. The corporation that opened the ferry owns it through the token."""


def routes(t: Table, corp: Corporation, plain: RouteContext) -> RouteContext:
    """Return the context with all special rules for the corporation's runs."""
    return replace(
        plain,
        trains={train: _range(t, train) for train in plain.trains},
        bonuses=tuple(_bonuses(t, corp)),
        tolls=tuple(_tolls(t, corp)),
        purse=corp.cash,
    )


def ferry_owner(t: Table, toll: str = FERRY) -> Corporation | None:
    """Return the corporation that others pay for the ferry, or None if it does not exist."""
    _, id = t.state.private_tokens.get(FERRY, ("", ""))
    return t.state.corporations.get(id)


def _range(t: Table, train: str) -> TrainRange:
    kind, longer = depot.train_type(t, train), alco.longer(t, train)
    if not kind.range_table:
        return train_range(kind, longer=longer)
    owned = [
        other
        for other, place in t.state.trains.items()
        if place in t.state.corporations and depot.train_name(other) == kind.name
    ]
    bought = [name for phase in t.title.board.phases[: t.state.phase + 1] for name in phase.on_train]
    return train_range(kind, owned=len(owned), bought=bought, longer=longer)


def _bonuses(t: Table, corp: Corporation) -> list[Bonus]:
    board = t.title.board
    found = []
    for name, bonus in board.bonuses.items():
        hex, owner = t.state.private_tokens.get(name, ("", ""))
        if owner == corp.id:
            group = board.hexes[hex].group
            # The token is in a place, so it counts on every hex of that place.
            place = tuple(other for other in bonus.hexes if group and board.hexes[other].group == group)
            found.append(Bonus(name, (place or (hex,)) if bonus.one_hex else bonus.hexes, bonus.value))
    return found


def _tolls(t: Table, corp: Corporation) -> list[Toll]:
    fee, owner = t.title.board.ferry_fee, ferry_owner(t)
    if not fee or owner is None or owner.id == corp.id:
        return []
    lakes = (lake_tiles(t.title.tables, route) for route in ferry.opened(t))
    return [Toll(FERRY, tuple(route), fee) for route in lakes]
