"""Lays of yellow track: their number, places, tiles, routes and costs."""

from __future__ import annotations

import pytest

from scenes_1851 import Scene
from trunkline import actions as A
from trunkline.engine.track import laying as fits
from trunkline.engine.track import supply_left


def laying(corp: str = "GM&O", tiles: str = "", *, phase: str = "2", cash: int = 1000) -> Scene:
    """Return a corporation with its home token, about to lay track. GM&O's home is Jackson (G7)."""
    scene = Scene().phase(phase).tiles(tiles)
    scene.floated(corp, cash=cash)
    return scene.turn(corp)


def offered(scene: Scene, hex: str) -> set[str]:
    """Return the tiles that may be laid on the hex."""
    return {lay.tile for lay in scene.legal(A.LayTile) if lay.hex == hex}


def hexes(scene: Scene) -> set[str]:
    """Return the hexes on which some tile may be laid."""
    return {lay.hex for lay in scene.legal(A.LayTile)}


def left(scene: Scene, tile: str) -> int | None:
    """Return the number of pieces of the tile left in the box."""
    return supply_left(scene.game.title.tables, scene.state.tiles, tile)


# -- number of lays


@pytest.mark.rule("1851.track.phase-2-allowance")
def test_phase_2_allows_one_yellow_tile_a_turn() -> None:
    scene = laying(tiles="G7:57:1")
    scene.refused(scene.lay("GM&O", "G7:14:0"), "track.phase-2-allowance")
    scene.play(scene.lay("GM&O", "G9:9:1"))
    assert not scene.legal(A.LayTile)
    for second in ("G5:9:1", "G7:14:0", "G9:20:1"):
        scene.refused(scene.lay("GM&O", second), "track.phase-2-allowance")
    scene.turn("GM&O", index=2).play(scene.lay("GM&O", "G5:9:1"))


@pytest.mark.rule("1851.track.later-allowance")
def test_phase_3_allows_two_yellow_tiles_or_one_upgrade() -> None:
    rule = "track.later-allowance"
    scene = laying(tiles="G7:57:1", phase="3")
    scene.play(scene.lay("GM&O", "G9:9:1"))
    scene.refused(scene.lay("GM&O", "G7:14:0"), rule)
    scene.refused(scene.lay("GM&O", "G9:23:1"), rule)  # the tile just laid is no exception
    assert {scene.game.title.board.tiles[lay.tile].colour for lay in scene.legal(A.LayTile)} == {"yellow"}
    scene.play(scene.lay("GM&O", "G5:9:1"))
    for third in ("G11:9:1", "G7:14:0"):
        scene.refused(scene.lay("GM&O", third), rule)

    scene = laying(tiles="G7:57:1 G9:9:1", phase="3")
    scene.play(scene.lay("GM&O", "G7:14:0"))
    for second in ("G9:23:1", "G5:9:1"):
        scene.refused(scene.lay("GM&O", second), rule)
    assert not scene.legal(A.LayTile)


@pytest.mark.rule("1851.track.later-allowance")
@pytest.mark.parametrize("phase", ["3", "4", "5", "6", "8"])
def test_the_second_yellow_tile_need_not_be_laid(phase: str) -> None:
    scene = laying(tiles="G7:57:1", phase=phase)
    scene.play(scene.lay("GM&O", "G9:9:1"))
    assert scene.legal(A.LayTile)
    scene.pass_()
    scene.refused(scene.lay("GM&O", "G5:9:1"), "or.step-order")


@pytest.mark.rule("1851.track.second-yellow")
def test_the_second_yellow_tile_may_build_on_the_first() -> None:
    scene = laying(tiles="G7:57:1", phase="3")
    scene.refused(scene.lay("GM&O", "G11:9:1"), "track.extend-route")
    scene.play(scene.lay("GM&O", "G9:9:1"))
    scene.accepted(scene.lay("GM&O", "G5:9:1"))  # or are elsewhere
    scene.play(scene.lay("GM&O", "G11:9:1"))


# -- places


@pytest.mark.rule("1851.track.pale-green-only")
def test_yellow_lies_on_pale_green_only() -> None:
    scene = laying(tiles="G7:57:1 G9:9:1 G5:8:4")
    # St. Louis and Cincinnati are red, Birmingham and Johnson City grey; Louisville has printed track.
    for hex in ("A3", "@18", "J12", "E23", "B16"):
        scene.refused(scene.lay("GM&O", f"{hex}:8:0"), "track.pale-green-only")
    for taken in ("G9:8:1", "G9:9:1", "G7:57:0", "G5:9:1"):
        scene.refused(scene.lay("GM&O", taken), "track.pale-green-only")
    for nowhere in ("Z99:8:1", "G11:8:6", "G11:8:-1"):
        scene.refused(scene.lay("GM&O", nowhere), "track.pale-green-only")
    scene.accepted(scene.lay("GM&O", "G11:8:1"))


@pytest.mark.rule("1851.track.home-first")
def test_a_bare_home_comes_first() -> None:
    scene = laying("IC")
    lays = {(lay.hex, lay.tile, lay.rotation) for lay in scene.legal(A.LayTile)}
    # East St. Louis has no neighbour to the north; any city tile that stays on the grid will do.
    assert lays == {("A5", *lay) for lay in [("5", 0), ("5", 4), ("5", 5), ("6", 4), ("6", 5), ("57", 1)]}
    for elsewhere in ("A7:9:1", "B6:8:0", "D14:57:1"):
        scene.refused(scene.lay("IC", elsewhere), "track.home-first")
    scene.refused(scene.lay("IC", "A5:9:1"), "track.city-hex")
    scene.play(scene.lay("IC", "A5:57:1"))
    scene.turn("IC", index=2).play(scene.lay("IC", "A7:9:1"))


@pytest.mark.rule("1851.track.home-first", "1851.track.second-yellow")
def test_the_second_tile_may_go_on_from_the_new_home() -> None:
    scene = laying("IC", phase="3")
    scene.refused(scene.lay("IC", "A7:9:1"), "track.home-first")
    scene.play(scene.lay("IC", "A5:57:1"), scene.lay("IC", "A7:9:1"))


@pytest.mark.rule("1851.track.home-first")
def test_a_home_on_which_others_laid_track_is_not_bare() -> None:
    scene = laying("IC", "A5:57:1")
    assert hexes(scene) == {"A7"}
    scene.play(scene.lay("IC", "A7:9:1"))


@pytest.mark.rule("1851.track.extend-route")
def test_new_track_extends_a_route() -> None:
    scene = laying(tiles="G7:57:1 G9:9:1 F16:57:1")
    assert hexes(scene) == {"G5", "G11"}
    # Next to Jackson without touching its track; on the next hex but not from its edge; far away.
    for apart in ("F6:57:0", "G11:8:2", "G5:9:0", "F14:9:1"):
        scene.refused(scene.lay("GM&O", apart), "track.extend-route")
    for joined in ("G11:8:1", "G5:8:4"):
        scene.accepted(scene.lay("GM&O", joined))


@pytest.mark.rule("1851.track.extend-route")
def test_a_full_foreign_city_ends_the_route_to_a_lay() -> None:
    scene = laying(tiles="G7:57:1 G5:7:3 F6:57:0")
    scene.accepted(scene.lay("GM&O", "E7:8:0"))
    scene.token("IC", "F6")
    scene.refused(scene.lay("GM&O", "E7:8:0"), "track.extend-route")
    scene.tile("F6", "15", 3)  # a second space
    scene.accepted(scene.lay("GM&O", "E7:8:0"))
    scene.token("TC", "F6")
    scene.refused(scene.lay("GM&O", "E7:8:0"), "track.extend-route")


@pytest.mark.rule("1851.track.extend-route", "1851.route.off-board-ends")
def test_no_route_leads_on_from_a_red_hex() -> None:
    # By Memphis to Little Rock, which has another exit towards G3.
    scene = laying(tiles="G7:57:1 G5:8:4 H4:202:1")
    scene.refused(scene.lay("GM&O", "G3:9:0"), "track.extend-route")
    scene = laying(tiles="G7:57:1 G5:9:1")
    scene.accepted(scene.lay("GM&O", "G3:8:4"))  # up to it


# -- edges


@pytest.mark.rule("1851.map.unbridgeable-edges", "1851.track.forbidden-edges")
def test_no_track_crosses_a_thick_border() -> None:
    scene = laying(tiles="G7:57:2")
    scene.refused(scene.lay("GM&O", "H8:8:2"), "map.unbridgeable-edges")
    for open_way in ("H8:9:2", "H8:7:1", "H8:8:0"):
        scene.accepted(scene.lay("GM&O", open_way))


@pytest.mark.rule("1851.map.unbridgeable-edges")
def test_thick_borders_bar_both_their_sides() -> None:
    scene = laying()
    tables, barred = scene.game.title.tables, 0
    for hex, spot in scene.game.title.board.hexes.items():
        tiles = ("7", "8", "9") if spot.kind == "clear" else ("5", "6", "57")
        lays = [(tile, rotation) for tile in tiles for rotation in range(6)]
        for edge in spot.blocked_edges:
            across = [lay for lay in lays if fits.dead_end(tables, hex, *lay) == edge]
            assert across
            for tile, rotation in across:
                scene.refused(scene.lay("GM&O", f"{hex}:{tile}:{rotation}"), "map.unbridgeable-edges")
            barred += 1
    assert barred == 36  # 18 borders


@pytest.mark.rule("1851.track.forbidden-edges")
def test_track_does_not_leave_the_grid() -> None:
    scene = laying("IC", "A5:57:1")
    scene.refused(scene.lay("IC", "A7:8:1"), "track.forbidden-edges")
    scene.accepted(scene.lay("IC", "A7:8:5"))


@pytest.mark.rule("1851.track.forbidden-edges")
def test_track_does_not_end_at_a_blank_side_of_a_red_or_grey_hex() -> None:
    scene = laying("IC", "A5:5:0")
    scene.refused(scene.lay("IC", "B4:7:2"), "track.forbidden-edges")  # St. Louis
    scene.accepted(scene.lay("IC", "B4:8:3"))
    scene = laying("SR", "F20:57:1")
    scene.refused(scene.lay("SR", "F22:8:1"), "track.forbidden-edges")  # Johnson City
    scene.accepted(scene.lay("SR", "F22:7:1"))


@pytest.mark.rule("1851.track.forbidden-edges")
def test_track_may_meet_the_exits_of_red_and_grey_hexes() -> None:
    scene = laying("SR", "F20:57:0")
    scene.accepted(scene.lay("SR", "E21:8:4"))  # Johnson City
    scene = laying(tiles="G7:57:0 H6:9:0")
    scene.accepted(scene.lay("GM&O", "I5:8:3"))  # the Gulf


# -- tiles


@pytest.mark.rule("1851.track.city-hex")
def test_circles_take_cities_and_other_hexes_plain_track() -> None:
    scene = laying(tiles="G7:57:1 G5:7:3")
    assert offered(scene, "F6") == {"5", "6", "57"}
    assert offered(scene, "G9") == {"7", "8", "9"}
    for plain in ("7", "8", "9"):
        scene.refused(scene.lay("GM&O", f"F6:{plain}:0"), "track.city-hex")
    for city in ("5", "6", "57", "202"):
        scene.refused(scene.lay("GM&O", f"G9:{city}:1"), "track.city-hex")
    scene.play(scene.lay("GM&O", "F6:57:0"))


@pytest.mark.rule("1851.track.y-hex")
def test_y_hexes_take_y_tiles_and_nothing_else_does() -> None:
    for corp, hex in (("TC", "F12"), ("Dixie", "H16")):
        scene = laying(corp)
        assert offered(scene, hex) == {"202"}
        for city in ("5", "6", "57"):
            scene.refused(scene.lay(corp, f"{hex}:{city}:1"), "track.y-hex")
        scene.play(scene.lay(corp, f"{hex}:202:1"))
    scene = laying(tiles="G7:57:1 G5:8:4")
    assert offered(scene, "H4") == {"202"}  # Memphis
    scene = laying("SR")
    scene.refused(scene.lay("SR", "F20:202:1"), "track.y-hex")
    assert offered(scene, "F20") == {"5", "6", "57"}


# -- terrain


@pytest.mark.rule("1851.map.terrain-fee", "1851.track.terrain-payment")
@pytest.mark.parametrize(("lay", "cost"), [("G9:9:1", 40), ("G3:7:4", 60), ("G11:9:1", 0), ("H4:202:1", 60)])
def test_the_first_tile_pays_for_the_terrain(lay: str, cost: int) -> None:
    around = "G7:57:1 " + {"G9": "", "G3": "G5:9:1", "G11": "G9:9:1", "H4": "G5:8:4"}[lay.split(":")[0]]
    scene = laying(tiles=around, cash=100)
    bank = scene.state.bank
    scene.play(scene.lay("GM&O", lay))
    assert (scene.cash("GM&O"), scene.state.bank) == (100 - cost, bank + cost)
    if cost:
        scene = laying(tiles=around, cash=cost - 1)
        scene.set_cash("P1", 400)  # the president does not help
        scene.refused(scene.lay("GM&O", lay), "track.terrain-payment")
        scene.set_cash("GM&O", cost)
        scene.play(scene.lay("GM&O", lay))
        assert (scene.cash("GM&O"), scene.cash("P1")) == (0, 400)


@pytest.mark.rule("1851.track.terrain-payment", "1851.map.terrain-fee")
def test_upgrades_in_the_terrain_are_free() -> None:
    scene = laying(tiles="G7:57:1 G9:9:1", phase="3", cash=0)
    scene.play(scene.lay("GM&O", "G9:23:1"))
    assert scene.cash("GM&O") == 0
    scene = laying(tiles="G7:57:1 G5:8:4 H4:202:1", phase="3", cash=0)
    scene.play(scene.lay("GM&O", "H4:511:1"))
    assert scene.cash("GM&O") == 0


# -- supply


SUPPLIED = {"7": 5, "8": 18, "9": 18}
"""Pieces in the box of the tiles whose supply is never used up."""


@pytest.mark.rule("1851.tiles.plain-yellow-unlimited")
@pytest.mark.parametrize(("tile", "lay"), [("7", "G11:7:1"), ("8", "G11:8:1"), ("9", "G11:9:1")])
def test_plain_yellow_never_runs_out(tile: str, lay: str) -> None:
    scene = laying(tiles="G7:57:1 G9:9:1")
    clear = [
        hex
        for hex, spot in scene.game.title.board.hexes.items()
        if spot.kind == "clear" and hex not in ("G9", "G11", "G5")
    ]
    for hex in clear[: SUPPLIED[tile] + 1]:
        scene.tile(hex, tile)
    assert left(scene, tile) is None
    scene.play(scene.lay("GM&O", lay))


@pytest.mark.rule("1851.tiles.others-limited")
def test_a_tile_that_has_run_out_must_be_freed_by_an_upgrade() -> None:
    scene = laying(tiles="G7:57:1 G5:7:3 D14:57:1 C11:57:2 F16:57:1", phase="3")
    assert left(scene, "57") == 0
    assert offered(scene, "F6") == {"5", "6"}
    scene.refused(scene.lay("GM&O", "F6:57:0"), "tiles.others-limited")
    scene.play(scene.lay("GM&O", "G7:14:0"))
    assert (left(scene, "57"), left(scene, "14")) == (1, 2)
    scene.turn("GM&O", index=2).play(scene.lay("GM&O", "F6:57:0"))


@pytest.mark.rule("1851.tiles.others-limited")
def test_green_and_brown_tiles_run_out_too() -> None:
    around = "G7:57:1 G9:9:1"
    scene = laying(tiles=f"{around} A9:19:0 C7:27:1", phase="3")
    assert offered(scene, "G9") & {"19", "26", "27"} == {"26"}
    scene.refused(scene.lay("GM&O", "G9:27:1"), "tiles.others-limited")
    scene = laying(tiles="G7:14:0 D14:611:0 C11:611:0 F16:611:0 E11:611:0 F20:611:0", phase="5")
    scene.refused(scene.lay("GM&O", "G7:611:0"), "tiles.others-limited")
    scene.state.tiles = {hex: tile for hex, tile in scene.state.tiles.items() if hex != "F20"}
    scene.play(scene.lay("GM&O", "G7:611:0"))
