"""Louisville, Birmingham and Johnson City."""

from __future__ import annotations

import pytest

from scenes_1851 import Scene
from trunkline import actions as A
from trunkline.engine.track import Token, supply_left

PHASES = ("2", "3", "4", "5", "6", "8")
SOUTH = "C15:9:0 D14:57:0"
"""From Louisville (B16) by C15 to Bowling Green (D14)."""
NORTH = "A5:57:1 A7:9:1 A9:9:1 A11:9:1 A13:9:1"
"""From East St. Louis (A5, home of IC) to A15, the north-west neighbour of Louisville."""


def operating(
    tiles: str = "",
    *trains: str,
    corp: str = "L&N",
    phase: str = "3",
    step: str = "track",
    tokens: tuple[tuple[str, str, int], ...] = (),
) -> Scene:
    """Return a corporation with its home token, at a step of its turn.

    Further tokens are given as corporation, hex and stop.
    """
    scene = Scene().phase(phase).tiles(tiles)
    scene.floated(corp)
    for id, hex, stop in tokens:
        scene.token(id, hex, stop)
    scene.state.trains = {**scene.state.trains, **{f"{name}-{n}": corp for n, name in enumerate(trains)}}
    return scene.turn(corp, step)


def lays(scene: Scene, hex: str) -> set[tuple[str, int]]:
    """Return the tiles and rotations that may be laid on the hex."""
    return {(lay.tile, lay.rotation) for lay in scene.legal(A.LayTile) if lay.hex == hex}


def earned(scene: Scene, *routes: tuple[str, str], corp: str = "L&N") -> int:
    """Return the revenue of these runs."""
    scene.play(scene.run(corp, *routes))
    return scene.corp(corp).revenue


# -- Louisville as printed


@pytest.mark.rule("1851.track.louisville-not-bare", "1851.track.home-first")
def test_louisville_is_no_bare_home() -> None:
    scene = operating(phase="2")
    assert {lay.hex for lay in scene.legal(A.LayTile)} == {"C15"}  # by the one printed exit
    scene.play(scene.lay("L&N", "C15:9:0"))


@pytest.mark.rule("1851.route.louisville-printed")
def test_the_two_printed_cities_are_two_stops() -> None:
    assert earned(operating("", "2", step="run"), ("2", "B16.0 B16.1")) == 20 + 20
    scene = operating(SOUTH, "3", step="run")
    assert earned(scene, ("3", "B16.0 B16.1 C15 D14.0")) == 20 + 20 + 20
    scene = operating(SOUTH, "2", step="run")
    scene.refused(scene.run("L&N", ("2", "B16.0 B16.1 C15 D14.0")), "run.length")
    scene.refused(scene.run("L&N", ("2", "B16.1 C15 D14.0")), "route.definition")  # its token is on the other
    scene.refused(scene.run("L&N", ("2", "B16.0 C15 D14.0")), "route.definition")  # which has no exit
    assert earned(scene, ("2", "B16.0 B16.1")) == 40


@pytest.mark.rule("1851.route.louisville-printed", "1851.run.distinct-track")
def test_the_track_between_them_is_used_once() -> None:
    scene = operating(SOUTH, "2", "3", step="run")
    two, three = ("2", "B16.0 B16.1"), ("3", "B16.0 B16.1 C15 D14.0")
    scene.refused(scene.run("L&N", two, three), "run.distinct-track")
    assert earned(scene, three) == 60


@pytest.mark.rule("1851.route.louisville-printed", "1851.route.blocked-city")
def test_others_may_end_in_either_city() -> None:
    tiles = f"{SOUTH} E13:9:0 F12:202:1"
    scene = operating(tiles, "4", corp="TC", phase="4", step="run")
    path = "F12.0 E13 D14.0 C15 B16.1 B16.0"
    assert earned(scene, ("4", path), corp="TC") == 30 + 20 + 20 + 20
    scene = operating(tiles, "4", corp="TC", phase="4", step="run", tokens=(("IC", "B16", 1),))
    scene.refused(scene.run("TC", ("4", path)), "route.blocked-city")
    assert earned(scene, ("4", "F12.0 E13 D14.0 C15 B16.1"), corp="TC") == 70


@pytest.mark.rule("1851.train.compulsory", "1851.route.louisville-printed")
def test_the_printed_cities_are_a_route_that_needs_a_train() -> None:
    scene = operating(phase="2", step="trains")
    scene.set_cash("L&N", 100)
    scene.refused(A.Pass("P1"), "train.compulsory")
    scene.play(scene.buy("L&N", "2"), A.Pass("P1"))


@pytest.mark.rule("1851.route.blocked-city", "1851.track.extend-route")
def test_a_foreign_token_in_the_lower_city_shuts_the_l_and_n_in() -> None:
    foreign = (("IC", "B16", 1),)
    scene = operating(SOUTH, "3", step="run", tokens=foreign)
    scene.refused(scene.run("L&N", ("3", "B16.0 B16.1 C15 D14.0")), "route.blocked-city")
    assert earned(scene, ("3", "B16.0 B16.1")) == 40
    scene = operating("C15:9:0", tokens=foreign)
    scene.refused(scene.lay("L&N", "D14:57:0"), "track.extend-route")
    scene.play(scene.lay("L&N", "B16:511:0"))
    scene.turn("L&N", index=2).play(scene.lay("L&N", "D14:57:0"))


# -- tokens in Louisville


@pytest.mark.rule("1851.float.home-marker", "1851.marker.home-reserved")
@pytest.mark.parametrize(
    ("tiles", "taken", "home"),
    [("", None, Token(0, "L&N", 0)), ("", 1, Token(0, "L&N", 0)), ("B16:511:0", 0, Token(0, "L&N", 1))],
)
def test_the_home_of_the_l_and_n_is_the_upper_city(tiles: str, taken: int | None, home: Token) -> None:
    scene = Scene().opened(par=70).phase("3").tiles(tiles)
    if taken is not None:
        scene.token("IC", "B16", taken)
    scene.stock()
    for player in ("P1", "P2", "P3"):
        scene.set_cash(player, 500)
    scene.bought("L&N", 3)
    assert home in scene.state.tokens["B16"]
    assert len(scene.state.tokens["B16"]) == (1 if taken is None else 2)


@pytest.mark.rule("1851.marker.one-per-hex")
def test_the_l_and_n_may_not_take_the_other_city() -> None:
    scene = operating(SOUTH, step="token")
    scene.refused(scene.place("L&N", "B16", 1), "marker.one-per-hex")
    scene.accepted(scene.place("L&N", "D14"))
    scene.tile("B16", "511", 0)
    scene.turn("L&N", "token", index=2).refused(scene.place("L&N", "B16", 0), "marker.one-per-hex")


@pytest.mark.rule("1851.marker.home-reserved", "1851.marker.one-per-turn")
def test_others_may_take_only_the_lower_city() -> None:
    tiles = f"{SOUTH} E13:9:0 F12:202:1"
    scene = operating(tiles, corp="TC", step="token")
    scene.refused(scene.place("TC", "B16", 0), "marker.home-reserved")
    scene.accepted(scene.place("TC", "B16", 1))
    scene.place_home("L&N")
    scene.turn("TC", "token").refused(scene.place("TC", "B16", 0), "marker.one-per-turn")  # taken
    scene.play(scene.place("TC", "B16", 1))
    assert scene.state.tokens["B16"] == (Token(0, "L&N", 0), Token(1, "TC", 0))


@pytest.mark.rule("1851.marker.home-reserved")
def test_green_louisville_keeps_one_of_its_two_spaces_for_the_l_and_n() -> None:
    tiles = f"{SOUTH} E13:9:0 F12:202:1 B16:511:0"
    scene = operating(tiles, corp="TC", step="token")
    scene.accepted(scene.place("TC", "B16"))
    scene = operating(tiles, corp="TC", step="token", tokens=(("IC", "B16", 0),))
    scene.refused(scene.place("TC", "B16"), "marker.home-reserved")


# -- Louisville changed


@pytest.mark.rule("1851.track.louisville-first-change")
def test_louisville_becomes_green_from_phase_3_on() -> None:
    scene = operating(phase="2")
    for rotation in range(6):
        scene.refused(scene.lay("L&N", f"B16:511:{rotation}"), "track.phase-2-allowance")
    for phase in PHASES[1:]:
        scene = operating(phase=phase)
        assert lays(scene, "B16") == {("511", 0)}  # or turned by an even number, which is the same
        for rotation in (0, 2, 4):
            scene.accepted(scene.lay("L&N", f"B16:511:{rotation}"))
        for rotation in (1, 3, 5):  # no exit to the south-west
            scene.refused(scene.lay("L&N", f"B16:511:{rotation}"), "track.louisville-first-change")
    for rotation in range(6):
        for tile in ("14", "15", "619", "16", "24"):
            scene.refused(scene.lay("L&N", f"B16:{tile}:{rotation}"), "track.louisville-first-change")
        for tile in ("202", "57", "8"):
            scene.refused(scene.lay("L&N", f"B16:{tile}:{rotation}"), "track.pale-green-only")
        for tile in ("216", "512", "611"):
            scene.refused(scene.lay("L&N", f"B16:{tile}:{rotation}"), "track.colour-by-phase")


@pytest.mark.rule("1851.track.louisville-first-change", "1851.track.later-allowance")
def test_the_change_of_louisville_is_the_upgrade_of_the_turn() -> None:
    scene = operating("D14:57:0")
    scene.play(scene.lay("L&N", "B16:511:0"))
    for further in ("C15:9:0", "D14:14:0"):
        scene.refused(scene.lay("L&N", further), "track.later-allowance")
    scene = operating()
    scene.play(scene.lay("L&N", "C15:9:0"))
    scene.refused(scene.lay("L&N", "B16:511:0"), "track.later-allowance")
    scene.play(scene.lay("L&N", "D14:57:0"))


@pytest.mark.rule("1851.track.louisville-first-change")
def test_the_change_of_louisville_needs_a_route() -> None:
    rule = "track.louisville-first-change"
    scene = operating(NORTH, corp="IC")
    scene.refused(scene.lay("IC", "B16:511:0"), rule)
    scene.tile("A15", "9", 1)  # past Louisville
    scene.turn("IC").refused(scene.lay("IC", "B16:511:0"), rule)
    scene.tile("A15", "8", 5)  # to its north-west side, where only the new tile has track
    scene.turn("IC").play(scene.lay("IC", "B16:511:0"))
    scene = operating(f"{SOUTH} E13:9:0 F12:202:1", corp="TC")
    scene.play(scene.lay("TC", "B16:511:0"))  # by the printed track


@pytest.mark.rule("1851.track.louisville-first-change", "1851.track.upgrade-swap")
def test_both_tokens_move_to_the_one_city() -> None:
    scene = operating(SOUTH, "2", tokens=(("IC", "B16", 1),))
    scene.play(scene.lay("L&N", "B16:511:0"))
    assert scene.state.tokens["B16"] == (Token(0, "L&N", 0), Token(0, "IC", 1))
    assert supply_left(scene.game.title.tables, scene.state.tiles, "511") == 3
    scene.turn("L&N", "run")
    scene.refused(scene.run("L&N", ("2", "B16.0 B16.1")), "route.definition")
    assert earned(scene, ("2", "B16.0 C15 D14.0")) == 40 + 20


@pytest.mark.rule("1851.track.louisville-later")
@pytest.mark.parametrize(
    ("old", "new", "since"), [("511:0", "216", "5"), ("216:0", "512", "8"), ("216:1", "512", "8")]
)
def test_louisville_goes_on_as_a_y_city(old: str, new: str, since: str) -> None:
    for phase in PHASES[1:]:
        scene = operating(f"B16:{old}", phase=phase)
        if PHASES.index(phase) < PHASES.index(since):
            assert not lays(scene, "B16")
            scene.refused(scene.lay("L&N", f"B16:{new}:0"), "track.colour-by-phase")
        else:
            assert {tile for tile, _ in lays(scene, "B16")} == {new}
    if new == "216":
        scene.refused(scene.lay("L&N", "B16:611:0"), "track.upgrade-same-class")
    rotation = min(rotation for _, rotation in lays(scene, "B16"))
    scene.play(scene.lay("L&N", f"B16:{new}:{rotation}"))


# -- Birmingham

WEST = "H16:202:4 I15:9:0 J14:8:1"
"""From Chattanooga (H16, home of Dixie) by I15 and J14 to the east side of Birmingham (J12)."""


@pytest.mark.rule("1851.track.birmingham-approach")
@pytest.mark.parametrize("phase", PHASES)
def test_track_may_be_laid_up_to_birmingham_at_any_time(phase: str) -> None:
    scene = operating("H16:202:4 I15:9:0", corp="Dixie", phase=phase)
    scene.play(scene.lay("Dixie", "J14:8:1"))
    scene = operating("H16:202:4 I13:57:0", corp="Dixie", phase=phase)
    scene.refused(scene.lay("Dixie", "J14:8:1"), "track.extend-route")  # except by a separate route


@pytest.mark.rule("1851.track.birmingham-closed", "1851.track.birmingham-approach")
@pytest.mark.parametrize("phase", PHASES)
def test_no_route_passes_birmingham_before_phase_4(phase: str) -> None:
    scene = operating(f"{WEST} I13:57:0", corp="Dixie", phase=phase)
    lay = scene.lay("Dixie", "I11:8:5")
    if phase in ("2", "3"):
        scene.refused(lay, "track.extend-route")
        assert lay not in scene.legal(A.LayTile)
    else:
        scene.accepted(lay)
    token = scene.place("Dixie", "I13")
    scene.turn("Dixie", "token")
    if phase in ("2", "3"):
        scene.refused(token, "marker.one-per-turn")
    else:
        scene.accepted(token)


@pytest.mark.rule("1851.track.birmingham-closed")
@pytest.mark.parametrize(("phase", "worth"), [("2", 0), ("3", 0), ("4", 30), ("5", 30), ("6", 50), ("8", 50)])
def test_no_train_runs_to_or_through_birmingham_before_phase_4(phase: str, worth: int) -> None:
    end, through = "H16.0 I15 J14 J12.0", "H16.0 I15 J14 J12.0 I13.0"
    scene = operating(f"{WEST} I13:57:0", "5", corp="Dixie", phase=phase, step="run")
    if worth:
        assert earned(scene, ("5", through), corp="Dixie") == 30 + worth + 20
        scene = operating(WEST, "2", corp="Dixie", phase=phase, step="run")
        assert earned(scene, ("2", end), corp="Dixie") == 30 + worth
        return
    for path in (end, through):
        scene.refused(scene.run("Dixie", ("5", path)), "track.birmingham-closed")


@pytest.mark.rule("1851.track.birmingham-closed", "1851.train.compulsory")
def test_a_route_to_birmingham_needs_no_train_before_phase_4() -> None:
    scene = operating(WEST, corp="Dixie", phase="3", step="trains")
    scene.play(A.Pass("P1"))
    scene = operating(WEST, corp="Dixie", phase="4", step="trains")
    scene.refused(A.Pass("P1"), "train.compulsory")


# -- Johnson City

EAST = "F20:57:0 E21:8:4"
"""From Knoxville (F20, home of SR) to Johnson City (E23)."""


@pytest.mark.rule("1851.run.value")
@pytest.mark.parametrize(
    ("phase", "worth"), [("2", 30), ("3", 30), ("4", 30), ("5", 30), ("6", 40), ("8", 40)]
)
def test_johnson_city_by_phase(phase: str, worth: int) -> None:
    scene = operating(EAST, "2", corp="SR", phase=phase, step="run")
    assert earned(scene, ("2", "F20.0 E21 E23.0"), corp="SR") == 20 + worth


@pytest.mark.rule("1851.run.length", "1851.run.no-skipping")
def test_johnson_city_is_a_stop_that_trains_run_through() -> None:
    beyond = f"{EAST} D22:8:5 D20:9:1 D18:9:1 D16:9:1 D14:57:1"
    path = "F20.0 E21 E23.0 D22 D20 D18 D16 D14.0"
    scene = operating(beyond, "3", corp="SR", step="run")
    assert earned(scene, ("3", path), corp="SR") == 20 + 30 + 20
    scene = operating(beyond, "2", corp="SR", step="run")
    scene.refused(scene.run("SR", ("2", path)), "run.length")
    scene.refused(scene.run("SR", ("2", path.replace("E23.0", "E23"))), "run.no-skipping")


@pytest.mark.rule("1851.marker.barred-cities")
@pytest.mark.parametrize("phase", PHASES)
def test_no_token_stands_on_a_dot(phase: str) -> None:
    scene = operating(EAST, corp="SR", phase=phase, step="token")
    scene.refused(scene.place("SR", "E23"), "marker.barred-cities")
    scene = operating(WEST, corp="Dixie", phase=phase, step="token")
    scene.refused(scene.place("Dixie", "J12"), "marker.barred-cities")
    assert not scene.legal(A.PlaceToken)
