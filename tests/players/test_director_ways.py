"""Tests of a director's value of track to hexes whose tiles cannot be upgraded yet."""

from __future__ import annotations

import pytest

from players.test_director import before
from players.test_position import TITLES
from trunkline import Position
from trunkline.engine.kernel.action import LayTile
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.track.map_index import STOP
from trunkline.players.director.upgrade_potential import NEXT_COLOUR, UpgradeAwarePotential
from trunkline.players.network_potential import NetworkPotential


def laying(title: str) -> list[tuple[Position, Corporation, list[LayTile]]]:
    """Return moments with tile lays, the corporation in turn, and the lays."""
    found = []
    for now in before(title, LayTile)[::5]:
        turn = now.state.operating and now.state.operating.turn
        lays = [choice for choice in now.legal_of(LayTile) if isinstance(choice, LayTile)]
        if turn and lays and not now.state.pending:
            found.append((now, now.state.corporations[turn.corp], lays))
    return found


@pytest.mark.parametrize("title", TITLES)
def test_no_lay_leads_further_than_by_the_crow(title: str) -> None:
    """Obstacles only make distances longer, and no lay has a negative value."""
    cut = 0
    for now, corp, lays in laying(title):
        plain, ways = NetworkPotential(now.table, corp.id), UpgradeAwarePotential(now.table, corp.id)
        assert all(ways._near(h) >= plain.near[h] for h in range(len(plain.near)))
        for lay in lays:
            assert ways.gain(lay) >= 0
            cut += ways.gain(lay) < plain.gain(lay)
    assert cut


@pytest.mark.parametrize("title", TITLES)
def test_track_that_ends_at_a_tile_which_cannot_be_changed_leads_nowhere(title: str) -> None:
    ended = 0
    for now, corp, _ in laying(title):
        ways = UpgradeAwarePotential(now.table, corp.id)
        board, tables = now.title.board, now.title.tables
        pieces = ways._net.pos.pieces
        for face, mate in enumerate(tables.mate):
            if mate < 0 or ways._leads_on(face):
                continue
            h, edge = divmod(mate, STOP)
            hex = tables.names[h]
            tile = now.state.tiles.get(hex)
            colour = board.tiles[tile.tile].colour if tile else board.hexes[hex].colour
            assert not pieces[h].at[edge]
            assert NEXT_COLOUR.get(colour, "") not in now.table.phase.tiles
            ended += 1
    assert ended
