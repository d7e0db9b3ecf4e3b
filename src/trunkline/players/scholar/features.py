"""Figures of a position for the scholar's value network: one row for each player.

All dollars are divided by the starting cash of all players together, so that one network fits any number of
players. Each row ends with the means and the maxima of the other players' own figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Final, NamedTuple

from trunkline.engine.kernel import chart, shares
from trunkline.engine.kernel.state import Corporation
from trunkline.game.position import Position
from trunkline.players.director.forecast import Forecast
from trunkline.players.evaluation import WorthComponents, components

OWN: Final = (
    "worth",
    "dividends",
    "treasury",
    "trains ahead",
    "cash",
    "money",
    "income",
    "income later",
    "price rise",
    "presidencies",
    "companies without lasting train",
    "treasuries",
    "contributions",
    "forced sale",
    "certificates",
    "lead of presidency",
    "turn",
)
"""The figures of a player, in the order of a row."""
COMMON: Final = (
    "rounds left",
    "bank",
    "phase",
    "operating round",
    "stock round",
    "players",
    "companies",
    "income",
    "trains",
)
"""The figures of the whole table, after a player's own."""
WIDTH: Final = 3 * len(OWN) + len(COMMON)
"""The number of figures in a row."""
Row = tuple[float, ...]


class Figures(NamedTuple):
    """The figures of a position, by player."""

    rows: Mapping[str, Row]
    """``WIDTH`` numbers for each player, mostly between -1 and 3."""
    worth: Mapping[str, float]
    """The expected worth of each player at the end, in dollars; see ``evaluation.final_worth``."""


def figures(position: Position) -> Figures:
    """Return the figures of a position."""
    names = list(position.state.players)
    forecast = Forecast(position, names[0], 0)
    parts = components(position, forecast)
    unit = 1.0 / (forecast.capital * len(names))
    own = _own(position, forecast, parts, unit)
    common = _common(position, forecast, unit)
    found: dict[str, Row] = {}
    for name in names:
        others = list(zip(*(own[other] for other in names if other != name), strict=True))
        found[name] = (*own[name], *map(fmean, others), *map(max, others), *common)
    return Figures(found, {name: sum(each.values()) for name, each in parts.items()})


def _own(
    position: Position, forecast: Forecast, expected: Mapping[str, WorthComponents], unit: float
) -> dict[str, Sequence[float]]:
    state = position.state
    running = [corp for corp in state.corporations.values() if not corp.closed and corp.started]
    later = {corp.id: _income_later(forecast, corp) for corp in running}
    rise = {corp.id: forecast.price_rise(corp) for corp in running}
    order = list(state.players)
    first = order.index(state.priority) if state.priority in state.players else 0
    found: dict[str, Sequence[float]] = {}
    for name, parts in expected.items():
        cash = state.players[name].cash
        held = [(corp, corp.shares[name] / corp.total) for corp in running if corp.shares.get(name)]
        mine = [corp for corp in running if corp.president == name]
        forced = [
            chart.price(forecast.ctx, corp) * shares.max_sale(forecast.ctx, name, corp, protect=corp.id)
            for corp, _ in held
            if corp.cell is not None
        ]
        found[name] = (
            unit * parts.get("worth", 0.0),
            unit * parts.get("dividends", 0.0),
            unit * parts.get("treasury", 0.0),
            unit * parts.get("trains ahead", 0.0),
            unit * parts.get("cash", 0.0),
            unit * cash,
            10 * unit * sum(part * forecast.income(corp) for corp, part in held if forecast.floated(corp)),
            10 * unit * sum(part * later[corp.id] for corp, part in held),
            unit * sum(part * corp.total * rise[corp.id] for corp, part in held),
            0.25 * len(mine),
            0.25 * sum(forecast.target(corp) > 0 for corp in mine),
            unit * sum(corp.cash for corp in mine),
            unit * sum(forecast.president_contribution(corp) for corp in mine if corp.operated),
            unit * sum(forced),
            0.05 * sum(corp.shares[name] for corp, _ in held),
            0.1 * sum(corp.shares.get(name, 0) - _largest_rival(corp, name) for corp in mine),
            ((order.index(name) - first) % len(order)) / len(order),
        )
    return found


def _income_later(forecast: Forecast, corp: Corporation) -> float:
    """Return the earnings in a turn, in dollars, of the trains that run until the end."""
    kept = tuple(name for name in forecast.trains(corp) if forecast.life(name) >= forecast.rounds)
    return float(forecast.earnings(corp, kept)) if kept and forecast.floated(corp) else 0.0


def _largest_rival(corp: Corporation, player: str) -> int:
    return max((count for name, count in corp.shares.items() if name != player), default=0)


def _common(position: Position, forecast: Forecast, unit: float) -> Row:
    state = position.state
    board = position.title.board
    now = state.round
    return (
        forecast.rounds / 10,
        unit * state.bank / 10,
        state.phase / max(1, len(board.phases) - 1),
        now.index / max(1, now.of),
        float(state.stock is not None),
        len(state.players) / 6,
        len(forecast.running) / 10,
        unit * sum(forecast.income(corp) for corp in forecast.running),
        sum(not forecast.trains(corp) for corp in forecast.running) / 10,
    )
