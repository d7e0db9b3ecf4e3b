"""Tests of quick routes against proved best runs, and of the stops that lays bring nearer."""

from __future__ import annotations

import pytest

from players.test_position import TITLES, at_a_lay, played
from trunkline import Position, actions
from trunkline.engine.kernel import depot
from trunkline.players.network_potential import NetworkPotential
from trunkline.players.quick_routes import QuickRoutes


def lays(now: Position) -> list[actions.LayTile]:
    return [choice for choice in now.legal_of(actions.LayTile) if isinstance(choice, actions.LayTile)]


@pytest.mark.parametrize("title", TITLES)
def test_quick_routes_come_close_to_the_best_runs(title: str) -> None:
    seen = best = 0
    for count in range(60, 700, 80):
        now = Position.of(played(title, count))
        for corp in now.state.corporations.values():
            if corp.started and not corp.closed and now.state.trains_at(corp.id):
                seen += min(found := QuickRoutes(now.table, corp).own(), most := now.best_runs(corp.id).total)
                best += most
                assert found <= 1.5 * most + 100
    assert best > 0
    assert seen >= 0.9 * best


@pytest.mark.parametrize("title", TITLES)
def test_quick_routes_after_a_lay_are_those_of_the_board_after_it(title: str) -> None:
    now = at_a_lay(title)
    corp = now.state.corporations[lays(now)[0].corp]
    trains = tuple(depot.train_name(train) for train in now.state.trains_at(corp.id))
    trains = trains or (depot.next_type(now.table),)
    routes = QuickRoutes(now.table, corp)
    for lay in lays(now)[:20]:
        then = now.play(lay)
        if not then.state.pending:
            assert routes.after(lay, trains) == QuickRoutes(then.table, corp).now(trains)


@pytest.mark.parametrize("title", TITLES)
def test_a_lay_never_takes_anything_farther_away(title: str) -> None:
    now = at_a_lay(title)
    near = NetworkPotential(now.table, lays(now)[0].corp)
    gains = [near.gain(lay) for lay in lays(now)]
    assert min(gains) >= 0
    assert max(gains) > 0
