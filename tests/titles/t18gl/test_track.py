"""Lays of track: their number, tiles, places and costs, and corporations that they may not shut out."""

from __future__ import annotations

import pytest

from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.engine.board import TileLays
from trunkline.engine.track import Token
from trunkline.titles.t18gl.decisions import CONRAIL
from trunkline.titles.t18gl.track import allowance


def laying(*tokens: str, tiles: str = "", phase: str = "4H", cash: int = 200, operated: bool = True) -> Scene:
    """Return the Illinois Central, at home in Chicago (D14) and with other tokens, about to lay track."""
    scene = Scene().opened().tiles(tiles).phase(phase)
    scene.floated("IC", cash=cash, operated=operated)
    for hex in tokens:
        scene.token("IC", hex)
    return scene.turn("IC")


# -- number of lays


@pytest.mark.rule("18gl.track.one-action")
def test_a_turn_has_one_yellow_tile_or_one_upgrade() -> None:
    scene = laying()
    scene.play(scene.lay("IC", "D16:9:0"))
    scene.refused(scene.lay("IC", "E13:9:1"), "track.one-action")
    scene.refused(scene.lay("IC", "D14:CHI-G:3"), "track.one-action")
    scene.turn("IC", index=2).play(scene.lay("IC", "D14:CHI-G:3"))
    scene.refused(scene.lay("IC", "E13:9:1"), "track.one-action")


@pytest.mark.rule("18gl.track.first-round-allowance")
def test_a_first_turn_has_two_yellow_tiles_or_one_upgrade() -> None:
    scene = laying(operated=False)
    scene.play(scene.lay("IC", "D16:9:0"))
    scene.refused(scene.lay("IC", "D14:CHI-G:3"), "track.first-round-allowance")
    scene.play(scene.lay("IC", "E13:9:1"))
    scene.refused(scene.lay("IC", "D18:8:3"), "track.first-round-allowance")
    scene = laying(operated=False)
    scene.play(scene.lay("IC", "D14:CHI-G:3"))
    scene.refused(scene.lay("IC", "D16:9:0"), "track.first-round-allowance")


@pytest.mark.rule("18gl.track.first-round-allowance")
def test_the_second_turn_is_like_any_other() -> None:
    scene = laying(operated=False)
    scene.play(scene.lay("IC", "D16:9:0"), scene.lay("IC", "E13:9:1"))
    scene.corp("IC").operated = True
    scene.turn("IC", index=2).play(scene.lay("IC", "D18:8:3"))
    scene.refused(scene.lay("IC", "E15:9:2"), "track.one-action")


@pytest.mark.rule("18gl.track.first-round-allowance")
def test_conrail_has_one_tile_in_its_first_turn() -> None:
    scene = laying(operated=False)
    assert allowance(scene.table, scene.corp("IC")) == TileLays(yellow=2, upgrades=1)
    assert allowance(scene.table, scene.corp(CONRAIL)) == TileLays(yellow=1, upgrades=1)


# -- colours and the box


CHICAGO = {"4H": "CHI-G", "10H": "CHI-B", "D": "CHI-X"}


@pytest.mark.rule("18gl.phase.tiles", "18gl.track.colour-availability")
@pytest.mark.parametrize(
    ("before", "phase", "under"),
    [("2H", "4H", ""), ("6H", "10H", "D12:CHI-G:0 D14:CHI-G:3"), ("E", "D", "D12:CHI-B:0 D14:CHI-B:3")],
)
def test_each_colour_waits_for_its_phase(before: str, phase: str, under: str) -> None:
    early = laying(tiles=under, phase=before)
    early.refused(early.lay("IC", f"D14:{CHICAGO[phase]}:3"), "track.colour-availability")
    now = laying(tiles=under, phase=phase)
    now.accepted(now.lay("IC", f"D14:{CHICAGO[phase]}:3"))


@pytest.mark.rule("18gl.track.colour-availability")
def test_no_colour_is_skipped() -> None:
    scene = laying(phase="D")
    scene.refused(scene.lay("IC", "D14:CHI-B:3"), "track.colour-availability")
    scene.refused(scene.lay("IC", "D16:24:0"), "track.colour-availability")


@pytest.mark.rule("18gl.map.preprinted-yellow")
@pytest.mark.parametrize("hex", ["D12", "D14", "J12", "L14"])
def test_printed_yellow_cities_take_no_yellow_tile(hex: str) -> None:
    scene = laying()
    spot = scene.game.title.board.hexes[hex]
    assert (spot.kind, spot.colour) == ("preprinted", "yellow")
    scene.refused(scene.lay("IC", f"{hex}:57:0"), "track.colour-availability")


@pytest.mark.rule("18gl.tiles.plain-yellow-unlimited")
def test_plain_yellow_tiles_never_run_out() -> None:
    scene = laying(tiles="C5:9:0 C9:9:0 C15:9:0 D18:9:0 E13:9:0 E15:9:0 F2:9:0 F8:9:0 F12:9:0 F16:9:0 G7:9:0")
    scene.tiles("G9:9:0 G17:9:0 H8:9:0 H18:9:0 I7:9:0 I15:9:0")
    assert scene.game.title.board.tiles["9"].supplied == 14
    scene.accepted(scene.lay("IC", "D16:9:0"))


@pytest.mark.rule("18gl.tiles.limited-supply", "18gl.track.upgrade-returns-tile")
def test_other_tiles_run_out_until_one_is_replaced() -> None:
    scene = laying(tiles="E13:8:5 B12:58:0 D8:58:0 I9:58:0 H10:58:0")
    lay = scene.lay("IC", "F14:58:0")  # from E13 into South Bend
    scene.refused(lay, "tiles.limited-supply")
    scene.tile("B12", "87")
    scene.accepted(lay)


@pytest.mark.rule("18gl.tiles.upgrade-chart")
def test_tiles_become_only_what_the_chart_says() -> None:
    scene = laying(tiles="D16:9:0", phase="10H")
    scene.refused(scene.lay("IC", "D16:16:0"), "tiles.upgrade-chart")
    scene.accepted(scene.lay("IC", "D16:24:3"))
    # Tiles without further upgrades.
    scene = laying(tiles="D16:24:0 E13:55:1", phase="10H")
    scene.refused(scene.lay("IC", "E13:87:0"), "tiles.upgrade-chart")
    assert not [lay for lay in scene.legal(A.LayTile) if lay.hex == "E13"]


@pytest.mark.rule("18gl.tiles.footnoted-upgrades")
def test_some_upgrades_are_for_one_city_only() -> None:
    scene = laying("L10", "F6", tiles="L10:FC1:0 F6:FC1:2")
    scene.refused(scene.lay("IC", "L10:TC-G:0"), "tiles.footnoted-upgrades")
    scene.refused(scene.lay("IC", "F6:LON-G1:2"), "tiles.footnoted-upgrades")
    scene.accepted(scene.lay("IC", "F6:TC-G:2"))
    scene.accepted(scene.lay("IC", "L10:LON-G1:0"))


# -- places


@pytest.mark.rule("18gl.track.must-extend")
def test_a_route_must_lead_onto_new_track() -> None:
    scene = laying()
    scene.refused(scene.lay("IC", "D18:8:3"), "track.must-extend")
    scene.refused(scene.lay("IC", "D16:9:1"), "track.must-extend")  # next to Chicago, but not from there
    scene.accepted(scene.lay("IC", "D16:9:0"))


@pytest.mark.rule("18gl.track.must-extend")
def test_a_city_may_instead_earn_more() -> None:
    # Milwaukee's brown tile has the track of its green one and is worth more.
    scene = laying(tiles="D10:MIL-G:0", phase="10H")
    board = scene.game.title.board.tiles
    assert board["MIL-G"].track == board["MIL-B"].track
    scene.play(scene.lay("IC", "D10:MIL-B:0"))
    # It must be a city that it reaches.
    scene = laying(tiles="D10:MIL-G:0", phase="10H")
    scene.floated("MILW")  # whose home closes the route there
    scene.refused(scene.lay("IC", "D10:MIL-B:0"), "track.must-extend")


@pytest.mark.rule("18gl.track.no-locking-out")
def test_nobody_is_shut_out_before_operating() -> None:
    # Detroit, home of the DT&I, leads to Flint and Toledo; Flint's tile does not meet it.
    sealing, meeting = "I13:57:0", "I13:57:1"
    scene = laying("I13", tiles="I11:57:0", phase="2H")
    scene.refused(scene.lay("IC", sealing), "track.no-locking-out")
    assert sealing not in [f"{lay.hex}:{lay.tile}:{lay.rotation}" for lay in scene.legal(A.LayTile)]
    scene.accepted(scene.lay("IC", meeting))
    # With green tiles there is a way out again. The rule no longer applies once the DT&I has operated.
    scene = laying("I13", tiles="I11:57:0", phase="4H")
    scene.accepted(scene.lay("IC", sealing))
    scene = laying("I13", tiles="I11:57:0", phase="2H")
    scene.corp("DT&I").operated = True
    scene.accepted(scene.lay("IC", sealing))
    # While Flint can still be connected, DT&I is not shut out.
    scene = laying("I13", phase="2H")
    scene.accepted(scene.lay("IC", sealing))


@pytest.mark.rule("18gl.track.no-locking-out")
def test_who_is_shut_out_already_binds_nobody() -> None:
    scene = laying("I13", tiles="I11:57:0 I13:57:0", phase="2H")
    scene.accepted(scene.lay("IC", "I15:9:0"))


@pytest.mark.rule("18gl.track.no-locking-out")
def test_of_two_homes_to_choose_from_the_one_taken_must_stay_open() -> None:
    # From the northern home of the Wabash track leads to B16 and C17, from the southern one to C17 and D18.
    scene = laying("B14", tiles="B14:57:0 C17:1:2", phase="2H")
    sealing = scene.lay("IC", "B16:58:3")
    scene.accepted(sealing)
    wabash = scene.floated("WAB", "P2", operated=False)
    assert wabash.stations == ("B18",)
    scene.turn("IC").refused(sealing, "track.no-locking-out")
    wabash.operated = True
    scene.accepted(sealing)


@pytest.mark.rule("18gl.track.prohibited-hexes", "18gl.map.off-map-arrows")
@pytest.mark.parametrize(
    "lay",
    [
        pytest.param("M7:9:0", id="dark green hex"),
        pytest.param("E13:9:0", id="lake"),
        pytest.param("M11:9:2", id="blank side of an off-map location"),
        pytest.param("G3:9:0", id="dark blue hexside"),
        pytest.param("H4:9:2", id="dark blue hexside, printed on both hexes"),
        pytest.param("D18:9:0", id="beyond the map"),
    ],
)
def test_no_track_runs_where_none_can_be(lay: str) -> None:
    scene = laying()
    scene.refused(scene.lay("IC", lay), "track.prohibited-hexes")


@pytest.mark.rule("18gl.track.proprietary-tiles", "18gl.map.special-labels")
def test_special_tiles_lie_only_in_their_city() -> None:
    scene = laying("B10", tiles="J12:DET-G:0 B10:57:0", phase="10H")
    scene.refused(scene.lay("IC", "B10:CHI-G:0"), "track.proprietary-tiles")
    scene.refused(scene.lay("IC", "J12:CHI-B:0"), "track.proprietary-tiles")
    scene = laying("B10")
    scene.refused(scene.lay("IC", "B10:MIL-Y:0"), "track.proprietary-tiles")
    scene.refused(scene.lay("IC", "D10:57:0"), "map.special-labels")
    scene.refused(scene.lay("IC", "F6:57:0"), "map.special-labels")
    scene.accepted(scene.lay("IC", "D10:MIL-Y:0"))


@pytest.mark.rule("18gl.track.ferry-lines-match")
@pytest.mark.parametrize(
    ("hex", "right", "wrong"),
    [
        ("D4", "PT1:5", "PT1:0"),
        ("D10", "MIL-Y:0", "MIL-Y:1"),
        ("F6", "FC1:2", "FC1:5"),
        ("L10", "FC2:0", "FC2:1"),
    ],
)
def test_ferry_lines_lie_on_those_of_the_map(hex: str, right: str, wrong: str) -> None:
    scene = laying(tiles="D12:CHI-G:0")
    scene.refused(scene.lay("IC", f"{hex}:{wrong}"), "track.ferry-lines-match")
    refusal = scene.game.check(scene.lay("IC", f"{hex}:{right}"))
    assert refusal is None or refusal.rule == "18gl.track.must-extend"


@pytest.mark.rule("18gl.track.ferry-lines-match")
def test_a_port_takes_no_tile_without_its_line() -> None:
    scene = laying()
    scene.refused(scene.lay("IC", "D4:58:0"), "track.ferry-lines-match")


KINDS = {"town": "B12", "double town": "C17", "city": "B10", "clear": "D16"}
TILES = {"town": "58", "double town": "56", "city": "57", "clear": "8"}


@pytest.mark.rule("18gl.track.stop-type-match")
@pytest.mark.parametrize("tile", TILES)
@pytest.mark.parametrize("kind", KINDS)
def test_tiles_have_the_stops_of_their_hex(kind: str, tile: str) -> None:
    scene = laying()
    lay = scene.lay("IC", f"{KINDS[kind]}:{TILES[tile]}:1")
    if kind == tile:
        refusal = scene.game.check(lay)
        assert refusal is None or refusal.rule == "18gl.track.must-extend"
    else:
        scene.refused(lay, "track.stop-type-match")


@pytest.mark.rule("18gl.track.upgrade-keeps")
def test_upgrades_keep_track_lines_and_tokens() -> None:
    scene = laying()
    scene.refused(scene.lay("IC", "D14:CHI-G:0"), "track.upgrade-keeps")
    scene.floated("NKP", "P1", cash=100)
    scene.turn("NKP").refused(scene.lay("NKP", "L14:CLE-G:1"), "track.ferry-lines-match")
    scene.play(scene.lay("NKP", "L14:CLE-G:0"))
    assert scene.state.tokens["L14"] == (Token(0, "NKP", 0),)
    scene.phase("10H").token("IC", "L14")
    scene.turn("NKP").play(scene.lay("NKP", "L14:CLE-B:0"))
    assert set(scene.state.tokens["L14"]) == {Token(0, "NKP", 0), Token(0, "IC", 1)}


# -- costs


@pytest.mark.rule("18gl.track.terrain-cost")
def test_the_first_tile_pays_for_the_terrain() -> None:
    scene = laying("B14", cash=39)  # Peoria, by a river
    scene.refused(scene.lay("IC", "B14:57:0"), "track.terrain-cost")
    scene = laying("B14", cash=40)
    bank = scene.state.bank
    scene.play(scene.lay("IC", "B14:57:0"))
    assert (scene.cash("IC"), scene.state.bank) == (0, bank + 40)
    scene.turn("IC", index=2).play(scene.lay("IC", "B14:14:0"))
    assert scene.cash("IC") == 0


@pytest.mark.rule("18gl.track.chicago-upgrade-cost")
@pytest.mark.parametrize("hex", ["D12:{}:0", "D14:{}:3"])
@pytest.mark.parametrize(("phase", "cost"), [("4H", 50), ("10H", 50), ("D", 0)])
def test_chicago_pays_for_green_and_brown(hex: str, phase: str, cost: int) -> None:
    under = {"4H": "", "10H": "D12:CHI-G:0 D14:CHI-G:3", "D": "D12:CHI-B:0 D14:CHI-B:3"}[phase]
    scene = laying(tiles=under, phase=phase, cash=cost)
    lay = scene.lay("IC", hex.format(CHICAGO[phase]))
    if cost:
        scene.set_cash("IC", cost - 1)
        scene.refused(lay, "track.terrain-cost")
        scene.set_cash("IC", cost)
    scene.play(lay)
    assert scene.cash("IC") == 0
