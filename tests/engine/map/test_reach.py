"""Tests of the network that a company reaches: worked cases, and random boards against a plain search."""

from __future__ import annotations

import random

import pytest

from engine.map.boards import TITLES, Tokens, laid, marked, tables
from engine.map.oracle import Walk, random_board
from trunkline.engine.track import MapIndex, PlacedTile, carry_tokens, connects, lays_on, network, position
from trunkline.engine.track.connection import LATEST
from trunkline.engine.track.exact_reach import reached
from trunkline.engine.track.laying import change_at
from trunkline.engine.track.map_index import STOPS_A_HEX
from trunkline.engine.track.network import Network
from trunkline.engine.track.sweep import OPEN, sweep
from trunkline.engine.track.track_state import blocked_stops

T = tables("t1856")
CORPS = "WXYZ"


def net(tiles: str, tokens: str, corp: str, table: MapIndex = T) -> Network:
    """Return the network of a company on a small board given in words."""
    return network(table, laid(tiles), marked(tokens), corp)


def test_a_bare_home_can_only_lay_at_home() -> None:
    n = net("", "C14.0:LPS", "LPS")
    assert n.frontier == ("C14",)
    assert n.lay_uses("C14", "57", 2)
    assert not n.lay_uses("B15", "8", 0)
    assert not n.has_run()
    assert [s.hex for s in n.token_spots()] == []


def test_blocked_city_is_an_end() -> None:
    tiles = "C14:57:2 D15:8:0 D17:57:0"
    tokens = "D17.0:CA C14.0:LPS"
    ca = net(tiles, tokens, "CA")
    assert ca.reaches_stop("C14", 0)
    assert not ca.reaches_stop("B13", 0)
    assert net(tiles, tokens, "LPS").reaches_stop("B13", 0)
    roomy = "C14:14:2 D15:8:0 D17:57:0"
    assert net(roomy, tokens, "CA").reaches_stop("B13", 0)
    assert not net(roomy, "D17.0:CA C14.0:LPS,GT", "CA").reaches_stop("B13", 0)
    assert net(roomy, "D17.0:CA C14.0:LPS,CA", "CA").reaches_stop("B13", 0)


def test_value_change_of_a_reached_city_suffices() -> None:
    # Trains can run to a city full of other companies' tokens, so a company may upgrade it to raise its
    # value.
    tiles = "C14:57:2 D15:8:0 D17:57:0"
    n = net(tiles, "D17.0:CA C14.0:LPS", "CA")
    for placed in lays_on(T, laid(tiles), "C14"):
        assert n.lay_changes_value("C14", *placed)
        assert n.lay_uses("C14", *placed)
    stranger = net(tiles, "D17.0:CA C14.0:LPS O16.0:WR", "WR")
    assert not any(stranger.lay_uses("C14", *placed) for placed in lays_on(T, laid(tiles), "C14"))


def test_downgrade_of_a_reached_town() -> None:
    tiles = "J11:57:0 J9:4:0"
    assert net(tiles, "J11.0:WGB", "WGB").lay_uses("J9", "9", 0)
    assert not net(tiles, "J11.0:WGB P9.0:GT", "GT").lay_uses("J9", "9", 0)
    assert not net(tiles, "J11.0:WGB", "WGB").lay_extends("J9", "9", 0)


def test_a_balloon_loop_does_not_turn_a_train_round() -> None:
    """Track leads back to a junction. A flood fill would return to the home from the other side."""
    rng = random.Random(1)
    for _ in range(400):
        tiles, tokens = random_board(T, rng, 60)
        pos = position(T, tiles)
        blocked, own = blocked_stops(pos, tokens, "X")
        found = sweep(pos, own, blocked)
        exact = reached(pos, own, blocked)[0]
        over = {face for face, path in found.faces.items() if path == OPEN} - exact
        if over:
            n = network(T, tiles, tokens, "X")
            face = min(over)
            assert not n.entered_edges(T.names[face // 6]) >> face % 6 & 1
            return
    pytest.fail("no board with a loop was found")


def test_tokens_go_where_there_is_room() -> None:
    n = net("C14:14:1 B15:7:3 D15:8:0", "C14.0:LPS", "LPS")
    assert [tuple(s) for s in n.token_spots()] == [("C14", 0, 1)]


def test_destinations() -> None:
    tiles = laid("C14:57:2 D15:8:0 D17:57:0")
    assert connects(T, tiles, [("D17", 0)], ["C14"])
    assert connects(T, tiles, [("D17", 0)], ["B13"])
    assert not connects(T, tiles, [("D17", 0)], ["F15"])
    assert not connects(T, {}, [("D17", 0)], ["F15"])
    assert connects(T, tiles, [("D17", 0)], ["C16", "D15"], any_track=True)
    assert not connects(T, tiles, [("D17", 0)], ["D15"])
    assert connects(T, {}, [("L15", 1)], ["L15"])
    # Off-board locations join nothing: B15's track meets C14's only in Sarnia.
    beside = laid("B15:9:0 B17:57:0 C14:57:2 D15:8:0 D17:57:0")
    assert not connects(T, beside, [("D17", 0)], ["B17"], any_track=True)
    assert connects(T, beside, [("D17", 0)], ["B13"])


def test_birmingham_waits_for_its_phase() -> None:
    t = tables("t1851")
    tiles = laid("I13:57:2")
    mate = [e for e in range(6) if t.printed[t.index["J12"]].at[e]]
    assert mate == [2, 3, 4]
    early, late = t.closed("3"), t.closed("4")
    assert early == {t.index["J12"]}
    assert late == frozenset()
    tiles = laid("I13:57:0")
    tokens = marked("I13.0:TC")
    assert network(t, tiles, tokens, "TC", late).reaches_stop("J12", 0)
    assert not network(t, tiles, tokens, "TC", early).reaches_stop("J12", 0)


def check_board(t: MapIndex, seed: int) -> int:
    """Compare networks and lays on one random board with the plain search. Return the number of lays."""
    rng = random.Random(seed)
    tiles, tokens = random_board(t, rng, rng.choice([10, 30, 80, 200]))
    lays = 0
    for corp in CORPS:
        n = network(t, tiles, tokens, corp)
        walk = Walk(n.pos, n.own, n.blocked)
        if not n.own or not walk.complete:
            continue
        assert reached(n.pos, n.own, n.blocked) == (walk.faces, walk.stops)
        assert {(t.index[h] * STOPS_A_HEX + s) for h, s in n.reachable_stops()} == walk.stops
        assert n.has_run() == any(
            t.place[g] != t.place[home] for home in n.own for g in Walk(n.pos, [home], n.blocked).stops
        )
        for hex_id in t.names:
            choices = list(lays_on(t, tiles, hex_id, t.board.unlisted_upgrades))
            if hex_id not in n.frontier:
                if t.board.hexes[hex_id].kind != "lake":
                    assert not any(n.lay_uses(hex_id, *p) for p in choices)
                continue
            for placed in choices:
                lays += check_lay(t, tiles, tokens, corp, hex_id, placed)
    return lays


def check_lay(
    t: MapIndex, tiles: dict[str, PlacedTile], tokens: Tokens, corp: str, hex_id: str, placed: PlacedTile
) -> bool:
    """Compare one lay with a walk over the board after it."""
    carried = carry_tokens(t, tiles, tokens, hex_id, *placed)
    if carried.choice:
        return False
    after = position(t, {**tiles, hex_id: placed})
    blocked, own = blocked_stops(after, {**tokens, hex_id: carried.tokens}, corp)
    walk = Walk(after, own, blocked)
    if not walk.complete:
        return False
    new = change_at(t, tiles, hex_id, *placed).new
    expected = any((t.index[hex_id], a, b) in walk.segments for a, b in new)
    assert network(t, tiles, tokens, corp).lay_extends(hex_id, *placed) == expected, (hex_id, placed)
    return True


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", range(12))
def test_random_boards(title: str, seed: int) -> None:
    check_board(tables(title), seed)


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", range(100, 112))
def test_more_random_boards(title: str, seed: int) -> None:
    check_board(tables(title), seed)


@pytest.mark.parametrize("title", TITLES)
def test_kept_connections_follow_the_track(title: str) -> None:
    t = tables(title)
    joined = 0
    for seed in range(8):
        rng = random.Random(seed)
        full, _ = random_board(t, rng, 60)
        homes = [h for h, piece in enumerate(position(t, full).pieces) if piece.stops and piece.segments]
        asked = [(t.names[rng.choice(homes)], t.names[rng.choice(homes)]) for _ in range(4)]
        tiles: dict[str, PlacedTile] = {}
        for hex_id in rng.sample(sorted(full), len(full)):
            tiles = {**tiles, hex_id: full[hex_id]}
            kept = [connects(t, tiles, [(start, 0)], [goal]) for start, goal in asked]
            t.kept.pop(LATEST)
            assert kept == [connects(t, tiles, [(start, 0)], [goal]) for start, goal in asked]
            joined += sum(kept)
    assert joined


@pytest.mark.parametrize("title", TITLES)
def test_random_destinations(title: str) -> None:
    t = tables(title)
    for seed in range(40):
        rng = random.Random(seed)
        tiles, _ = random_board(t, rng, 60)
        pos = position(t, tiles)
        homes = [h for h, p in enumerate(pos.pieces) if p.stops and p.segments]
        start, goal = rng.choice(homes), rng.choice(homes)
        walk = Walk(pos, [STOPS_A_HEX * start], ())
        if walk.complete:
            names = t.names
            expected = any(g // STOPS_A_HEX == goal for g in walk.stops)
            assert connects(t, tiles, [(names[start], 0)], [names[goal]]) == expected
            edges = {face // 6 for face in walk.faces if pos.pieces[face // 6].at[face % 6]} | {start}
            assert connects(t, tiles, [(names[start], 0)], [names[goal]], any_track=True) == (goal in edges)
