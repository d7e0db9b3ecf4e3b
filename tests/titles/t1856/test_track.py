"""Lays and upgrades of track: their number, places, tiles and routes."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A
from trunkline.engine.track import supply_left
from trunkline.engine.track.map_index import PlacedTile


def laying(corp: str = "LPS", tiles: str = "", *, phase: int = 1, cash: int = 0) -> Scene:
    """Return a corporation with its home token, about to lay track. LPS's home is Maudaumin (C14)."""
    scene = Scene().phase(phase).tiles(tiles)
    scene.started(corp, cash=cash)
    return scene.turn(corp)


def offered(scene: Scene, hex: str) -> set[str]:
    """Return the tiles that may be laid on the hex."""
    return {action.tile for action in scene.legal(A.LayTile) if action.hex == hex}


def rotations(scene: Scene, hex: str, tile: str) -> set[int]:
    """Return the rotations in which the tile may be laid on the hex."""
    lays = scene.legal(A.LayTile)
    return {action.rotation for action in lays if (action.hex, action.tile) == (hex, tile)}


def left(scene: Scene, tile: str) -> int | None:
    """Return the number of copies of the tile in the supply."""
    return supply_left(scene.game.title.tables, scene.state.tiles, tile)


@pytest.mark.rule("1856.track.one-per-turn")
def test_one_lay_or_upgrade_a_turn() -> None:
    scene = laying(phase=2)
    scene.play(scene.lay("LPS", "C14:57:1"))
    assert not scene.legal(A.LayTile)
    for second in ("D13:8:5", "C14:14:1"):
        scene.refused(scene.lay("LPS", second), "track.one-per-turn")
    scene.turn("LPS", index=2)
    scene.play(scene.lay("LPS", "C14:14:1"))
    scene.refused(scene.lay("LPS", "D13:8:5"), "track.one-per-turn")


@pytest.mark.rule("1856.track.preserve-segments")
def test_a_first_tile_turns_freely() -> None:
    # Track of LPS comes to D15 from C14, C16, D13 and D17, so that a curve meets some in every rotation.
    scene = laying(tiles="C14:63:0 C16:7:3 D13:7:0 D17:63:0")
    scene.token("LPS", "D17")
    assert rotations(scene, "D15", "8") == {0, 1, 2, 3, 4, 5}


@pytest.mark.rule("1856.track.preserve-segments")
def test_an_upgrade_keeps_the_old_track() -> None:
    scene = laying(tiles="C14:63:0 C16:7:3 D13:7:0 D17:63:0 D15:9:1", phase=2)
    scene.token("LPS", "D17")
    assert rotations(scene, "D15", "20") == {0, 1}
    for rotation in (0, 1, 3, 4):
        scene.accepted(scene.lay("LPS", f"D15:20:{rotation}"))
    for rotation in (2, 5):
        scene.refused(scene.lay("LPS", f"D15:20:{rotation}"), "track.preserve-segments")
    scene.play(scene.lay("LPS", "D15:20:1"))
    assert scene.state.tiles["D15"] == PlacedTile("20", 1)


@pytest.mark.rule("1856.track.preserve-segments")
def test_printed_track_is_kept_too() -> None:
    scene = laying("GW", phase=2)
    assert rotations(scene, "F15", "121") == {0}
    for rotation in (1, 6, -1):
        scene.refused(scene.lay("GW", f"F15:121:{rotation}"), "track.preserve-segments")


@pytest.mark.rule("1856.track.yellow-on-light-green")
def test_yellow_lies_on_light_green_only() -> None:
    scene = laying(tiles="D15:24:0")
    # Yellow London, Barrie and Toronto, yellow-edged Kitchener, Port Huron, Sarnia, Lake Simcoe, Goderich.
    for hex in ("F15", "M4", "N11", "I12", "A14", "B13", "N5", "F9"):
        scene.refused(scene.lay("LPS", f"{hex}:8:0"), "track.yellow-on-light-green")
    for lay in ("F15:57:0", "L15:57:0", "D15:9:0", "Z99:57:0"):
        scene.refused(scene.lay("LPS", lay), "track.yellow-on-light-green")
    scene.accepted(scene.lay("LPS", "C14:57:1"))


@pytest.mark.rule("1856.track.green-where")
def test_green_replaces_yellow() -> None:
    scene = laying(tiles="C14:57:1 D15:24:0", phase=2)
    for lay in ("D13:23:1", "D17:14:0", "D15:23:0", "Z99:23:0"):
        scene.refused(scene.lay("LPS", lay), "track.green-where")
    scene.accepted(scene.lay("LPS", "C14:14:1"))


@pytest.mark.rule("1856.track.green-where")
@pytest.mark.parametrize(
    ("corp", "first"), [("GW", "F15:121:0"), ("CPR", "M4:121:0"), ("CVR", "N11:120:1"), ("THB", "L15:59:0")]
)
def test_green_lies_first_on_yellow_and_yellow_edged_hexes(corp: str, first: str) -> None:
    scene = laying(corp, phase=2, cash=40)
    scene.play(scene.lay(corp, first))


@pytest.mark.rule("1856.track.brown-gray-where")
def test_brown_replaces_green_and_gray_replaces_brown() -> None:
    scene = laying("CVR", "N11:120:1 O10:9:1 L15:59:0", phase=5)
    for lay in ("O10:41:1", "O8:41:1", "N11:124:1", "L15:123:0"):
        scene.refused(scene.lay("CVR", lay), "track.brown-gray-where")
    scene.play(scene.lay("CVR", "N11:122:1"))
    scene.turn("CVR", index=2)
    scene.play(scene.lay("CVR", "N11:124:1"))


@pytest.mark.rule("1856.track.old-tile-to-pool")
def test_a_replaced_tile_can_be_laid_again() -> None:
    scene = laying(tiles="C14:57:2 D15:8:0 G12:57:0 J13:57:0 J15:57:0", phase=2)
    assert (left(scene, "57"), left(scene, "14")) == (0, 4)
    scene.refused(scene.lay("LPS", "D17:57:0"), "tiles.total")
    scene.play(scene.lay("LPS", "C14:14:1"))
    assert (left(scene, "57"), left(scene, "14")) == (1, 3)
    scene.turn("LPS", index=2)
    scene.play(scene.lay("LPS", "D17:57:0"))


@pytest.mark.rule("1856.track.connectivity")
def test_a_lay_needs_a_route_onto_its_new_track() -> None:
    scene = laying(tiles="C14:57:2 D15:9:2", phase=2)
    for far in ("G10:8:0", "E14:8:0"):
        scene.refused(scene.lay("LPS", far), "track.connectivity")
    scene.refused(scene.lay("LPS", "E16:8:0", "flos"), "track.connectivity")  # which lays no track
    scene.accepted(scene.lay("LPS", "E16:8:0"))
    # The old track of D15 is on its route. The new track must be too: not merely crossing it, and not
    # joined so that a train would have to reverse onto it.
    scene.refused(scene.lay("LPS", "D15:20:1"), "track.connectivity")
    scene.refused(scene.lay("LPS", "D15:24:5"), "track.connectivity")
    scene.accepted(scene.lay("LPS", "D15:24:2"))


@pytest.mark.rule("1856.track.connectivity")
def test_the_route_to_a_lay_may_be_long() -> None:
    scene = laying(tiles="C14:57:2 D15:8:2 E14:9:1 F13:55:0 G12:57:1 H11:4:1 I10:9:1 J9:4:1 K8:57:1")
    scene.accepted(scene.lay("LPS", "L7:9:1"))


@pytest.mark.rule("1856.track.connectivity")
def test_a_full_foreign_city_cuts_the_route_to_a_lay() -> None:
    scene = laying(tiles="C14:57:2 D15:8:0 D17:57:0")
    scene.accepted(scene.lay("LPS", "D19:3:3"))
    scene.started("CA", "P2")
    scene.turn("LPS")
    scene.refused(scene.lay("LPS", "D19:3:3"), "track.connectivity")
    scene.tile("D17", "14", 0)
    scene.accepted(scene.lay("LPS", "D19:3:3"))


@pytest.mark.rule("1856.track.connectivity")
def test_a_downgrade_needs_a_route_to_the_small_city() -> None:
    scene = laying(tiles="C14:57:2 D15:8:0 D17:57:0 D19:3:3", phase=5)
    scene.accepted(scene.lay("LPS", "D19:7:3"))
    scene.started("CA", "P2")
    scene.turn("LPS")
    scene.refused(scene.lay("LPS", "D19:7:3"), "track.connectivity")


@pytest.mark.rule("1856.track.no-dead-end")
def test_track_does_not_end_against_the_edge_or_a_lake() -> None:
    scene = laying(tiles="C14:57:1")
    scene.refused(scene.lay("LPS", "D13:8:1"), "track.no-dead-end")  # off the map
    scene.refused(scene.lay("LPS", "B15:8:2"), "track.no-dead-end")  # Port Huron
    scene = laying("CPR")
    scene.refused(scene.lay("CPR", "M6:3:3"), "track.no-dead-end")  # Lake Simcoe
    scene.accepted(scene.lay("CPR", "M6:58:3"))


@pytest.mark.rule("1856.track.no-dead-end")
def test_track_may_end_against_printed_track() -> None:
    scene = laying(tiles="C14:57:1 D13:9:1 E12:9:1")
    scene.accepted(scene.lay("LPS", "F11:8:1"))  # Goderich
    scene.accepted(scene.lay("LPS", "B15:7:3"))  # Sarnia's connection


@pytest.mark.rule("1856.track.small-city-match")
def test_small_cities_take_tiles_with_as_many() -> None:
    one, two = {"3", "4", "58"}, {"1", "2", "55", "56", "69"}
    scene = laying("TGB", "K8:57:1")
    assert offered(scene, "J9") == one
    for tile in {"7", "8", "9", "57", *two}:
        scene.refused(scene.lay("TGB", f"J9:{tile}:1"), "track.small-city-match")
    scene = laying(tiles="C14:57:2 D15:8:2 E14:9:1")
    assert offered(scene, "F13") == two
    for tile in {"7", "8", "9", "57", *one}:
        scene.refused(scene.lay("LPS", f"F13:{tile}:1"), "track.small-city-match")


@pytest.mark.rule("1856.track.large-city-match")
def test_an_empty_large_city_takes_tiles_with_a_large_city() -> None:
    scene = laying("TGB")
    assert offered(scene, "K8") == {"5", "6", "57"}
    for tile in ("7", "8", "9", "3", "4", "58", "1"):
        scene.refused(scene.lay("TGB", f"K8:{tile}:0"), "track.large-city-match")
    scene.play(scene.lay("TGB", "K8:6:0"))
