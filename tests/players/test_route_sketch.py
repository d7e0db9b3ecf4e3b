"""Tests of the search behind quick routes: the results it reuses between boards, and the arms it drops."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from players.test_position import TITLES, played
from trunkline import Position, actions
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.routing import RouteContext, TrainRange
from trunkline.engine.routing.links import links_of
from trunkline.engine.steps.track import board_after
from trunkline.engine.track.track_state import TrackState as Board
from trunkline.engine.track.track_state import position
from trunkline.players.quick_routes import context_with
from trunkline.players.route_sketch import BoardGraph

KINDS = (
    TrainRange(2),
    TrainRange(4),
    TrainRange(None),
    TrainRange(5, "hexes"),
    TrainRange(3, "cities"),
    TrainRange(3, plus=1),
)


def moments(title: str, most: int) -> Iterator[tuple[Position, Board, list[actions.LayTile]]]:
    """Yield moments of a game with tile lays, the latest first, with the board and the lays."""
    for count in range(400, 0, -7):
        now = Position.of(played(title, count))
        lays = [lay for lay in now.legal_of(actions.LayTile) if isinstance(lay, actions.LayTile)]
        if lays and most:
            yield now, position(now.title.tables, now.state.tiles, now.table.closed_hexes()), lays
            most -= 1


def boards(title: str) -> Iterator[tuple[Position, Board, list[actions.LayTile], Corporation, RouteContext]]:
    """Yield some of these boards once for each corporation in play."""
    for now, pos, lays in moments(title, 8):
        for corp in now.state.corporations.values():
            if corp.started and not corp.closed:
                yield now, pos, lays, corp, context_with(now.table, corp, ())


@pytest.mark.parametrize("title", TITLES)
def test_what_is_kept_of_a_board_after_a_lay_is_what_is_found_anew(title: str) -> None:
    kept = found = 0
    for now, pos, lays, corp, context in boards(title):
        graph = BoardGraph.of(context, pos)
        for lay in lays[::4]:
            laid = board_after(now.table, lay)
            then = pos.with_tile(lay.hex, laid.tiles)
            h = pos.tables.index[lay.hex]
            after = graph.after(then, h, laid.tokens, links_of(pos).after(then, h))
            fresh = BoardGraph.of(context.on(then, laid.tokens, 0), then)
            assert after.own == fresh.own, corp.id
            for home in sorted(after.own):
                for kind in KINDS:
                    mine = after.arms(home, kind)
                    assert mine.arms == fresh.arms(home, kind).arms
                    kept += mine is graph.arms(home, kind)
                    found += mine is not graph.arms(home, kind)
    assert kept > 0
    assert found > 0


@pytest.mark.parametrize("title", TITLES)
def test_links_after_a_lay_are_those_that_are_walked_anew(title: str) -> None:
    for now, pos, lays in moments(title, 10):
        for lay in lays[::5]:
            then = pos.with_tile(lay.hex, board_after(now.table, lay).tiles)
            after = links_of(pos).after(then, pos.tables.index[lay.hex])
            before = links_of(pos).links
            now_there = {link for link in before if link not in after.gone} | after.new
            pos.tables.kept.clear()
            assert after.links.links == links_of(then).links
            assert now_there == {*links_of(then).links}


@pytest.mark.parametrize("title", TITLES)
def test_the_best_of_one_arm_and_of_two_is_the_best_of_all_pairs(title: str) -> None:
    for _, pos, _, _, context in boards(title):
        graph = BoardGraph.of(context, pos)
        for home in sorted(graph.own):
            for kind in KINDS:
                arms = graph.arms(home, kind)
                at_home = graph.worth(home, kind)[1]
                longest = 10**9 if kind.longest is None else kind.longest
                values = [arm[0] for arm in arms.arms]
                values += [
                    one[0] + other[0]
                    for one, other in combinations(arms.arms, 2)
                    if at_home + one[1] + other[1] <= longest
                    and kind.towns_fit(at_home + one[1] + other[1])
                    and not (one[2] & other[2] or one[3] & other[3])
                ]
                best = max(values, default=0)
                for least in (best, best - 1, -1, best - 30):
                    found = arms.best(0, least)
                    assert (found[0] if found else least) == max([least, *values])
