"""Upgrades of track: colours by phase, replacements, and routes."""

from __future__ import annotations

import pytest

from older_rulings import begun_under
from scenes_1851 import Scene
from trunkline import actions as A
from trunkline.engine.track import Token, supply_left
from trunkline.engine.track.map_index import PlacedTile

WEST_AND_EAST = 0b010010
PHASES = ("2", "3", "4", "5", "6", "8")


def upgrading(tiles: str, *, phase: str = "3", corp: str = "GM&O") -> Scene:
    """Return a corporation with its home token, about to upgrade. GM&O's home is Jackson (G7)."""
    scene = Scene().phase(phase).tiles(tiles)
    scene.floated(corp)
    return scene.turn(corp)


def becomes(scene: Scene, hex: str) -> set[str]:
    """Return the tiles that may be laid on the hex."""
    return {lay.tile for lay in scene.legal(A.LayTile) if lay.hex == hex}


def rotations(scene: Scene, hex: str, tile: str) -> set[int]:
    """Return the rotations in which the tile may be laid on the hex."""
    return {lay.rotation for lay in scene.legal(A.LayTile) if (lay.hex, lay.tile) == (hex, tile)}


def left(scene: Scene, tile: str) -> int | None:
    """Return the number of pieces of the tile left in the box."""
    return supply_left(scene.game.title.tables, scene.state.tiles, tile)


# -- colours


@pytest.mark.rule("1851.track.colour-by-phase")
@pytest.mark.parametrize(
    ("corp", "tiles", "lay", "since"),
    [
        ("GM&O", "G7:57:1", "G7:14:0", "3"),
        ("GM&O", "G7:57:1 G9:9:1", "G9:23:1", "3"),
        ("TC", "F12:202:0", "F12:511:0", "3"),
        ("GM&O", "G7:14:0", "G7:611:0", "5"),
        ("TC", "F12:202:0 G11:8:1 G9:23:1", "G9:41:4", "5"),
        ("TC", "F12:511:0", "F12:216:0", "5"),
        ("TC", "F12:216:0", "F12:512:0", "8"),
    ],
)
def test_each_colour_waits_for_its_phase(corp: str, tiles: str, lay: str, since: str) -> None:
    for phase in PHASES:
        scene = upgrading(tiles, phase=phase, corp=corp)
        if phase == "2":  # has no upgrades at all
            scene.refused(scene.lay(corp, lay), "track.phase-2-allowance")
        elif PHASES.index(phase) < PHASES.index(since):
            scene.refused(scene.lay(corp, lay), "track.colour-by-phase")
            assert scene.lay(corp, lay) not in scene.legal(A.LayTile)
        else:
            assert scene.lay(corp, lay) in scene.legal(A.LayTile)


@pytest.mark.rule("1851.track.colour-by-phase")
def test_no_colour_is_left_out() -> None:
    scene = upgrading("G7:57:1 G9:9:1", phase="8")
    scene.floated("TC", "P2")
    scene.tiles("F12:202:0 H16:511:0")
    for skipping in ("G7:611:0", "G9:41:4", "F12:216:0", "F12:512:0", "H16:512:0"):
        scene.refused(scene.lay("GM&O", skipping), "track.colour-by-phase")
    for first in ("G5:23:1", "F6:14:0", "G11:41:1"):  # on bare hexes
        scene.refused(scene.lay("GM&O", first), "track.colour-by-phase")
    scene.accepted(scene.lay("GM&O", "G7:14:0"))


# -- replacements


@pytest.mark.rule("1851.track.upgrade-same-class")
@pytest.mark.parametrize(
    ("corp", "tiles", "hex", "same", "others"),
    [
        ("GM&O", "G7:57:1", "G7", {"14", "15", "619"}, {"16", "23", "511"}),
        ("TC", "F12:202:0", "F12", {"511"}, {"14", "15", "619", "16", "24"}),
        (
            "GM&O",
            "G7:57:1 G9:9:1",
            "G9",
            {"18", "19", "20", "23", "24", "26", "27"},
            {"14", "15", "619", "511"},
        ),
    ],
)
def test_each_class_is_replaced_by_itself(
    corp: str, tiles: str, hex: str, same: set[str], others: set[str]
) -> None:
    scene = upgrading(tiles, corp=corp)
    assert becomes(scene, hex) <= same
    assert becomes(scene, hex)
    for tile in others:
        for rotation in range(6):
            scene.refused(scene.lay(corp, f"{hex}:{tile}:{rotation}"), "track.upgrade-same-class")


@pytest.mark.rule("1851.track.upgrade-same-class")
@pytest.mark.parametrize(("tiles", "other"), [("G7:14:0", "216"), ("G7:14:0", "41"), ("F12:511:0", "611")])
def test_brown_tiles_keep_the_class_too(tiles: str, other: str) -> None:
    hex = tiles.split(":")[0]
    corp = {"G7": "GM&O", "F12": "TC"}[hex]
    scene = upgrading(tiles, phase="5", corp=corp)
    scene.refused(scene.lay(corp, f"{hex}:{other}:0"), "track.upgrade-same-class")


@pytest.mark.rule("1851.track.upgrade-keeps-track")
def test_the_old_track_stays_where_it_was() -> None:
    scene = upgrading("G7:57:1")  # west to east
    assert rotations(scene, "G7", "14") == {0, 1}
    tables = scene.game.title.tables
    for tile in ("14", "15", "619"):
        for rotation in range(6):
            lay = scene.lay("GM&O", f"G7:{tile}:{rotation}")
            if tables.piece(tile, rotation).edges & WEST_AND_EAST == WEST_AND_EAST:
                scene.accepted(lay)
            else:
                scene.refused(lay, "track.upgrade-keeps-track")


@pytest.mark.rule("1851.track.upgrade-keeps-track")
def test_exits_alone_are_not_the_track() -> None:
    scene = upgrading("G7:57:1 G9:9:1")
    for tile, rotation in (
        ("16", 1),
        ("17", 0),
        ("17", 1),
    ):  # curves to the west and to the east, no straight
        assert scene.game.title.tables.piece(tile, rotation).edges & WEST_AND_EAST == WEST_AND_EAST
        scene.refused(scene.lay("GM&O", f"G9:{tile}:{rotation}"), "track.upgrade-keeps-track")
    scene.accepted(scene.lay("GM&O", "G9:24:1"))


@pytest.mark.rule("1851.track.upgrade-swap", "1851.marker.permanent")
def test_the_old_tile_goes_back_and_the_tokens_stay() -> None:
    scene = upgrading("G7:57:1")
    assert (left(scene, "57"), left(scene, "14")) == (3, 3)
    scene.play(scene.lay("GM&O", "G7:14:0"))
    assert (left(scene, "57"), left(scene, "14")) == (4, 2)
    assert scene.state.tiles["G7"] == PlacedTile("14", 0)
    assert [*scene.state.tokens["G7"]] == [Token(0, "GM&O", 0)]
    scene.token("IC", "G7")
    scene.phase("5").turn("GM&O", index=2)
    scene.play(scene.lay("GM&O", "G7:611:3"))
    assert (left(scene, "14"), left(scene, "611")) == (3, 4)
    assert scene.state.tokens["G7"] == (Token(0, "GM&O", 0), Token(0, "IC", 1))


# -- routes


@pytest.mark.rule("1851.track.upgrade-plain")
def test_a_plain_upgrade_needs_new_track_on_a_route() -> None:
    scene = upgrading("G7:57:1 G9:9:1")  # the old track of G9 is on the route
    scene.refused(scene.lay("GM&O", "G9:20:0"), "track.upgrade-plain")  # merely crossed by the new
    scene.refused(scene.lay("GM&O", "G9:20:1"), "track.upgrade-plain")
    scene.refused(scene.lay("GM&O", "G9:23:4"), "track.upgrade-plain")  # connected by a reversal only
    scene.refused(scene.lay("GM&O", "G9:24:4"), "track.upgrade-plain")
    for lay in ("G9:23:1", "G9:24:1"):
        scene.accepted(scene.lay("GM&O", lay))
    # From Nashville's side the branch would be an extension, but the route of Jackson does not turn there.
    scene.tiles("G11:8:1 F12:202:0")
    scene.refused(scene.lay("GM&O", "G9:23:4"), "track.upgrade-plain")
    scene.token("GM&O", "F12")
    scene.accepted(scene.lay("GM&O", "G9:23:4"))


@pytest.mark.rule("1851.track.upgrade-plain")
def test_new_track_of_a_plain_upgrade_is_enough() -> None:
    scene = upgrading("G7:57:1 G9:9:2")  # G9's old track passes Jackson by
    assert rotations(scene, "G9", "20") == {1}
    scene.refused(scene.lay("GM&O", "G9:20:2"), "track.upgrade-plain")
    scene.play(scene.lay("GM&O", "G9:20:1"))


@pytest.mark.rule("1851.track.upgrade-city")
def test_old_track_is_enough_for_a_city_upgrade() -> None:
    # Full of others' tokens, Bowling Green (D14) is the end of the route: nothing new there extends it.
    scene = upgrading("C15:9:0 D14:14:0", phase="5", corp="L&N")
    scene.token("IC", "D14")
    scene.token("TC", "D14")
    network = scene.table.network("L&N")
    assert (network.reaches_stop("D14", 0), network.lay_extends("D14", "611", 0)) == (True, False)
    scene.play(scene.lay("L&N", "D14:611:0"))


@pytest.mark.rule("1851.track.upgrade-city")
def test_new_track_is_enough_for_a_city_upgrade() -> None:
    scene = upgrading("G7:57:2 F6:57:0")  # Jackson looks towards Dyersburg, which looks past it
    assert not scene.table.network("GM&O").reaches_stop("F6", 0)
    scene.play(scene.lay("GM&O", "F6:15:3"))


@pytest.mark.rule("1851.track.upgrade-city")
def test_a_city_that_no_route_reaches_is_not_upgraded() -> None:
    scene = upgrading("G7:57:1 F6:57:0 D14:57:1 F12:202:0")
    for lay in ("F6:15:3", "D14:14:0", "F12:511:0"):
        scene.refused(scene.lay("GM&O", lay), "track.upgrade-city")
    scene.tile("G5", "7", 3)
    scene.turn("GM&O").accepted(scene.lay("GM&O", "F6:15:3"))


@pytest.mark.rule("1851.track.upgrade-city")
def test_a_y_city_is_upgraded_by_the_same_rule() -> None:
    scene = upgrading("G7:57:1 G5:8:4 H4:511:1", phase="5")
    scene.token("IC", "H4")
    scene.token("TC", "H4")
    scene.play(scene.lay("GM&O", "H4:216:1"))


LOOP = "A5:57:1 A7:28:1 B8:7:1 B6:7:3"
"""From A5 into A7, out by one branch of its fork, around by B8 and B6, and back to the end of the other."""


def at_the_end_of_a_loop(rulings: int = 0, rules: str = "printed") -> Scene:
    """Return IC, at home on A5, with a legal upgrade of A7, whose new curve connects the ends of the loop."""
    scene = Scene(rules=rules)
    if rulings:
        scene.game = begun_under(scene.game, rulings)
    scene.opened().phase("5").tiles(LOOP)
    scene.floated("IC", "P1", cash=500)
    return scene.turn("IC")


@pytest.mark.rule("1851.track.upgrade-plain")
def test_new_track_that_a_route_can_use_only_in_part_extends_it() -> None:
    scene = at_the_end_of_a_loop()
    lay = scene.lay("IC", "A7:39:5")
    assert lay in scene.legal(A.LayTile)
    scene.play(lay)
    # A curve that no route reaches extends none: SR is at the other end of the map.
    scene = at_the_end_of_a_loop()
    scene.floated("SR", "P1", cash=500)
    scene.turn("SR")
    scene.tiles("F20:5:3")
    scene.refused(scene.lay("SR", "A7:39:5"), "track.upgrade-plain")


@pytest.mark.rule("1851.track.upgrade-plain")
@pytest.mark.parametrize("scene", [at_the_end_of_a_loop(rulings=2), at_the_end_of_a_loop(rules="rails")])
def test_games_begun_before_and_those_of_rails_have_no_such_lay(scene: Scene) -> None:
    lay = scene.lay("IC", "A7:39:5")
    scene.refused(lay, "track.upgrade-plain")
    assert lay not in scene.legal(A.LayTile)
