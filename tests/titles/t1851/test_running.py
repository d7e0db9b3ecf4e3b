"""Runs: legal routes, their revenue, and the duty of the best run."""

from __future__ import annotations

import pytest

from scenes_1851 import Scene
from trunkline import actions as A
from trunkline.engine.routing.run import Run

# St. Louis (A3), East St. Louis (A5, home of IC), A7, A9, Evansville (B10), Owensboro (C11).
NORTH = "A5:57:1 A7:9:1 A9:8:5 B10:57:2 C11:57:2"
A3_TO_B10 = "A3.0 A5.0 A7 A9 B10.0"
# Dyersburg (F6), G5, Jackson (G7, home of GM&O), G9, G11, Nashville (F12).
WEST = "F6:57:0 G5:7:3 G7:57:1 G9:9:1 G11:8:1 F12:202:0"
F6_TO_G7, G7_TO_F12 = "F6.0 G5 G7.0", "G7.0 G9 G11 F12.0"
# Little Rock (H2), Memphis (H4), I5, the Gulf (J6); and Memphis by G5 to Jackson with another tile.
DELTA = "H4:202:5 I5:9:2"


def running(
    tiles: str,
    *trains: str,
    corp: str = "GM&O",
    phase: str = "3",
    tokens: tuple[tuple[str, str], ...] = (),
    runs: str = "free",
    shares: dict[str, int] | None = None,
) -> Scene:
    """Return a corporation with its token at home, about to run these trains.

    Further tokens are given as corporation and hex.
    """
    scene = Scene(runs=runs).phase(phase).tiles(tiles)
    scene.floated(corp, shares=shares)
    for id, hex in tokens:
        scene.token(id, hex)
    scene.state.trains = {**scene.state.trains, **{f"{name}-{n}": corp for n, name in enumerate(trains)}}
    return scene.turn(corp, "run")


def earned(scene: Scene, *routes: tuple[str, str], corp: str = "GM&O") -> int:
    """The revenue of these runs."""
    scene.play(scene.run(corp, *routes))
    return scene.corp(corp).revenue


# -- routes


@pytest.mark.rule("1851.route.definition")
def test_a_route_has_an_own_token() -> None:
    path = "B10.0 C11.0"
    scene = running(NORTH, "2", corp="IC")
    scene.refused(scene.run("IC", ("2", path)), "route.definition")
    scene.accepted(scene.run("IC", ("2", "A3.0 A5.0")))
    for hex in ("B10", "C11"):  # on either stop
        assert earned(running(NORTH, "2", corp="IC", tokens=(("IC", hex),)), ("2", path), corp="IC") == 40
    scene = running(NORTH, "2", corp="IC", tokens=(("TC", "C11"),))
    scene.refused(scene.run("IC", ("2", path)), "route.definition")


@pytest.mark.rule("1851.route.definition")
def test_a_route_is_continuous_track() -> None:
    scene = running(f"{WEST} F8:7:0", "3")
    for path in (
        "G7.0 F6.0",  # neighbours without track between them
        "F6.0 G7.0",
        "G7.0 F12.0",  # no neighbours
        "G7.0 G9 F8 F6.0",  # G9 has no track towards F8
        "G7.0 F8 F6.0",
        "G7.0 G5.0",  # no stop
        "G7.0 Z9.0",
    ):
        scene.refused(scene.run("GM&O", ("3", path)), "route.definition")
    assert earned(scene, ("3", F6_TO_G7)) == 40


@pytest.mark.rule("1851.route.stop-once")
def test_no_city_is_met_twice() -> None:
    # A loop out of Jackson's east side by G9 and H8 into its south-east side.
    loop = "G7:14:1 G9:7:0 H8:7:2"
    scene = running(loop, "3")
    assert scene.game.title.tables.piece("14", 1).edges == 0b110110
    scene.refused(scene.run("GM&O", ("3", "G7.0 G9 H8 G7.0")), "route.stop-once")
    scene = running(f"{loop} F6:57:2", "3")  # and to Dyersburg, past Jackson a second time
    scene.refused(scene.run("GM&O", ("3", "G7.0 G9 H8 G7.0 F6.0")), "route.stop-once")
    assert earned(scene, ("3", "G7.0 F6.0")) == 50


@pytest.mark.rule("1851.route.stop-once")
def test_no_red_hex_is_reached_twice() -> None:
    # From Memphis both straight to Little Rock and by G3.
    scene = running("H4:216:0 G3:7:5", "3", phase="5", tokens=(("GM&O", "H4"),))
    scene.refused(scene.run("GM&O", ("3", "H2.0 H4.0 G3 H2.0")), "route.stop-once")
    for path in ("H2.0 H4.0", "H4.0 G3 H2.0"):
        scene.accepted(scene.run("GM&O", ("3", path)))


@pytest.mark.rule("1851.route.blocked-city")
def test_a_full_foreign_city_ends_a_route() -> None:
    through, end = "A5.0 A7 A9 B10.0 C11.0", "A5.0 A7 A9 B10.0"
    scene = running(NORTH, "3", corp="IC", tokens=(("TC", "B10"),))
    scene.refused(scene.run("IC", ("3", through)), "route.blocked-city")
    assert earned(scene, ("3", end), corp="IC") == 40
    green = NORTH.replace("B10:57:2", "B10:14:1")
    scene = running(green, "3", corp="IC", tokens=(("TC", "B10"), ("SR", "B10")))
    scene.refused(scene.run("IC", ("3", through)), "route.blocked-city")
    assert earned(scene, ("3", end), corp="IC") == 50


@pytest.mark.rule("1851.route.blocked-city")
@pytest.mark.parametrize(
    ("tile", "tokens", "total"),
    [
        ("57:2", (), 60),
        ("57:2", (("IC", "B10"),), 60),
        ("14:1", (("TC", "B10"),), 70),
        ("14:1", (("TC", "B10"), ("IC", "B10")), 70),
    ],
)
def test_a_free_space_or_an_own_token_lets_a_route_pass(
    tile: str, tokens: tuple[tuple[str, str], ...], total: int
) -> None:
    scene = running(NORTH.replace("B10:57:2", f"B10:{tile}"), "3", corp="IC", tokens=tokens)
    assert earned(scene, ("3", "A5.0 A7 A9 B10.0 C11.0"), corp="IC") == total


@pytest.mark.rule("1851.route.track-once")
def test_no_route_turns_over_the_sharp_angle_of_a_junction() -> None:
    # On G9 the tracks from G11 and from H10 join towards Jackson.
    tiles = "G9:23:{} G11:8:1 F12:202:0 H10:8:2 H12:8:5 I13:57:2 G7:57:1"
    back = "F12.0 G11 G9 H10 H12 I13.0"
    scene = running(tiles.format(1), "2", corp="TC")
    scene.refused(scene.run("TC", ("2", back)), "route.track-once")
    scene = running(tiles.format(1), "2")
    assert earned(scene, ("2", "G7.0 G9 H10 H12 I13.0")) == 40
    scene = running(tiles.replace("G9:23:{}", "G9:7:4"), "2", corp="TC")  # a plain curve from G11 to H10
    assert earned(scene, ("2", back), corp="TC") == 50


@pytest.mark.rule("1851.route.track-once")
def test_no_piece_of_track_is_used_twice() -> None:
    # From G9 a loop leads by G11 and F10 back to G9, entering it from the north-east.
    tiles = "G7:57:1 G9:26:4 G11:27:1 F10:7:5 G13:9:1 G15:8:1 F16:57:0"
    scene = running(tiles, "2")
    scene.refused(scene.run("GM&O", ("2", "G7.0 G9 G11 F10 G9 G11 G13 G15 F16.0")), "route.track-once")
    assert earned(scene, ("2", "G7.0 G9 G11 G13 G15 F16.0")) == 40


@pytest.mark.rule("1851.route.off-board-ends")
def test_a_red_hex_ends_a_route() -> None:
    # Jackson, G5, G3, Little Rock; and Memphis beyond it.
    scene = running("G7:57:1 G5:9:1 G3:8:4 H4:202:1", "3", tokens=(("GM&O", "H4"),))
    scene.refused(scene.run("GM&O", ("3", "G7.0 G5 G3 H2.0 H4.0")), "route.off-board-ends")
    assert earned(scene, ("3", "G7.0 G5 G3 H2.0")) == 40


# -- trains


@pytest.mark.rule("1851.run.length")
def test_a_train_meets_two_stops_and_no_more_than_its_number() -> None:
    four = f"{A3_TO_B10} C11.0"
    scene = running(NORTH, "2", "3", "4", corp="IC", phase="4")
    for train in ("2", "3", "4"):
        scene.refused(scene.run("IC", (train, "A5.0")), "run.length")
        scene.refused(scene.run("IC", (train, "A5.0 A7 A9")), "run.length")  # which ends at no stop
        scene.accepted(scene.run("IC", (train, "A3.0 A5.0")))
    scene.refused(scene.run("IC", ("2", A3_TO_B10)), "run.length")
    scene.refused(scene.run("IC", ("3", four)), "run.length")
    scene.accepted(scene.run("IC", ("3", A3_TO_B10)))
    assert earned(scene, ("4", four), corp="IC") == 50 + 20 + 20 + 20


@pytest.mark.rule("1851.run.no-skipping")
def test_no_city_on_the_way_is_skipped() -> None:
    scene = running(NORTH, "2", "3", corp="IC")
    scene.refused(scene.run("IC", ("2", "A5.0 A7 A9 B10 C11.0")), "run.no-skipping")
    scene.refused(scene.run("IC", ("3", "A3.0 A5 A7 A9 B10.0")), "run.no-skipping")
    scene.refused(scene.run("IC", ("2", "A5.0 A7 A9 B10.0 C11.0")), "run.length")
    assert earned(scene, ("3", "A5.0 A7 A9 B10.0 C11.0"), corp="IC") == 60


@pytest.mark.rule("1851.run.distinct-track", "1851.run.earnings")
def test_trains_meet_at_cities_and_share_no_track() -> None:
    scene = running(WEST, "2", "2", "3")
    scene.refused(scene.run("GM&O", ("2", F6_TO_G7), ("2", F6_TO_G7)), "run.distinct-track")
    whole = f"{F6_TO_G7} G9 G11 F12.0"
    scene.refused(scene.run("GM&O", ("2", G7_TO_F12), ("3", whole)), "run.distinct-track")
    entries = scene.play(scene.run("GM&O", ("2", F6_TO_G7), ("2", G7_TO_F12)))
    assert scene.told(entries)[:3] == [
        "GM&O runs a 2-train: Dyersburg 20, Jackson 20 = 40",
        "GM&O runs a 2-train: Jackson 20, Nashville 30 = 50",
        "GM&O earns $90",
    ]


@pytest.mark.rule("1851.run.distinct-track")
def test_trains_cross_at_a_city_and_meet_at_a_red_hex() -> None:
    # One train from west to east of Jackson, one from south-west to north-east.
    tiles = f"{WEST} H6:9:0 I5:8:3 F8:9:0 E9:7:0 E7:8:4".replace("G7:57:1", "G7:14:0")
    scene = running(tiles, "3", "3")
    one, other = ("3", f"{F6_TO_G7} G9 G11 F12.0"), ("3", "J6.0 I5 H6 G7.0 F8 E9 E7 F6.0")
    assert earned(scene, one, other) == (20 + 30 + 30) + (30 + 30 + 20)
    scene = running("G7:57:1 G5:9:1 G3:8:4 H4:202:1", "2", "2", tokens=(("GM&O", "H4"),))
    assert earned(scene, ("2", "G7.0 G5 G3 H2.0"), ("2", "H4.0 H2.0")) == 40 + 50


@pytest.mark.rule("1851.run.distinct-track")
def test_each_train_has_one_route() -> None:
    scene = running(WEST, "2")
    west, east = tuple(F6_TO_G7.split()), tuple(G7_TO_F12.split())
    scene.refused(A.RunTrains("P1", "GM&O", (Run("2-0", west), Run("2-0", east))), "run.distinct-track")
    scene.refused(A.RunTrains("P1", "GM&O", (Run("3-0", west),)), "run.distinct-track")  # not its own
    scene.accepted(A.RunTrains("P1", "GM&O", (Run("2-0", west),)))


# -- earnings


@pytest.mark.rule("1851.run.value")
@pytest.mark.parametrize(
    ("tiles", "total"),
    [
        ("F6:57:0 G5:7:3 G7:57:1", 20 + 20),
        ("F6:15:3 G5:7:3 G7:57:1", 30 + 20),
        ("F6:57:0 G5:7:3 G7:611:0", 20 + 40),
    ],
)
def test_cities_are_worth_what_their_tiles_show(tiles: str, total: int) -> None:
    assert earned(running(tiles, "2"), ("2", F6_TO_G7)) == total


@pytest.mark.rule("1851.run.value")
@pytest.mark.parametrize(("tile", "worth"), [("202:0", 30), ("511:0", 40), ("216:0", 50), ("512:0", 60)])
def test_y_cities_are_worth_more(tile: str, worth: int) -> None:
    scene = running(WEST.replace("F12:202:0", f"F12:{tile}"), "3")
    assert earned(scene, ("3", f"{F6_TO_G7} G9 G11 F12.0")) == 20 + 20 + worth


@pytest.mark.rule("1851.run.off-board-value")
@pytest.mark.parametrize(
    ("tiles", "path", "city", "low", "middle", "high"),
    [
        ("A5:57:1", "A5.0 A3.0", 20, 40, 50, 70),  # St. Louis
        ("B18:57:2 A17:8:3", "B18.0 A17 @18.0", 20, 40, 50, 60),  # Cincinnati
        (DELTA, "H4.0 H2.0", 30, 20, 30, 40),  # Little Rock
        (DELTA, "H4.0 I5 J6.0", 30, 30, 40, 50),  # the Gulf
        ("H16:202:5 I17:9:2", "H16.0 I17 J18.0", 30, 30, 40, 50),  # Atlanta
    ],
)
def test_red_hexes_by_phase(tiles: str, path: str, city: int, low: int, middle: int, high: int) -> None:
    values = {"2": low, "3": low, "4": middle, "5": middle, "6": high, "8": high}
    for phase, worth in values.items():
        scene = running(tiles, "2", phase=phase, tokens=(("GM&O", path.partition(".")[0]),))
        assert earned(scene, ("2", path)) == city + worth


@pytest.mark.rule("1851.run.two-off-board-bonus")
def test_two_red_hexes_add_ten_for_each_stop() -> None:
    # Little Rock, Memphis, the Gulf.
    memphis = (("GM&O", "H4"),)
    scene = running(DELTA, "3", tokens=memphis)
    entries = scene.play(scene.run("GM&O", ("3", "H2.0 H4.0 I5 J6.0")))
    assert scene.corp("GM&O").revenue == 20 + 30 + 30 + 3 * 10
    assert "110" in scene.told(entries)[0]
    for path, total in (("H2.0 H4.0", 50), ("H4.0 I5 J6.0", 60)):
        assert earned(running(DELTA, "3", tokens=memphis), ("3", path)) == total


@pytest.mark.rule("1851.run.two-off-board-bonus")
def test_the_bonus_counts_every_stop_of_that_route_and_no_other_route() -> None:
    # Little Rock, Memphis, G5, Jackson, H6, I5, the Gulf; and Jackson by G9 and G11 to Nashville.
    tiles = "H4:202:1 G5:8:4 G7:15:4 H6:9:0 I5:8:3 G9:9:1 G11:8:1 F12:202:0"
    scene = running(tiles, "4", "2", phase="4")
    assert scene.game.title.tables.piece("15", 4).edges & 0b010011 == 0b010011
    long, short = ("4", "H2.0 H4.0 G5 G7.0 H6 I5 J6.0"), ("2", G7_TO_F12)
    assert earned(scene, long, short) == (30 + 30 + 30 + 40 + 4 * 10) + (30 + 30)
    scene = running(tiles, "3", "2", phase="4")
    assert earned(scene, ("3", "H4.0 G5 G7.0 H6 I5 J6.0"), short) == (30 + 30 + 40) + 60
    # Two routes with one red hex each.
    scene = running(tiles, "3", "2", phase="4")
    assert earned(scene, ("3", "H2.0 H4.0 G5 G7.0"), ("2", "G7.0 H6 I5 J6.0")) == 90 + 70


@pytest.mark.rule("1851.run.two-off-board-bonus", "1851.run.best-announced")
def test_the_bonus_decides_which_run_is_best() -> None:
    # From Jackson by Memphis to the Gulf are 40 + 50 + 40; from Little Rock only 30 + 50 + 40, but 30 more.
    tiles = "H4:216:1 I5:9:2 G5:8:4 G7:611:0"
    scene = running(tiles, "3", phase="5", tokens=(("GM&O", "H4"),), runs="best")
    scene.refused(scene.run("GM&O", ("3", "G7.0 G5 H4.0 I5 J6.0")), "run.best-announced")
    assert earned(scene, ("3", "H2.0 H4.0 I5 J6.0")) == 150


@pytest.mark.rule("1851.run.earnings", "1851.run.earnings-marker")
def test_earnings_are_the_sum_of_all_routes_and_stay_shown() -> None:
    scene = running(WEST, "2", "2")
    assert earned(scene, ("2", F6_TO_G7), ("2", G7_TO_F12)) == 40 + 50
    scene.play(A.Dividend("P1", "GM&O", "withhold"))
    assert scene.cash("GM&O") == 90
    scene.pass_turn()
    assert scene.corp("GM&O").revenue == 90
    scene.give_away("GM&O")
    scene.turn("GM&O", "token", index=2)
    assert scene.corp("GM&O").revenue == 90
    scene.pass_()  # the next run, of no train, resets it
    assert scene.corp("GM&O").revenue == 0


@pytest.mark.rule("1851.run.earnings")
def test_trains_that_can_run_must_run() -> None:
    scene = running(WEST, "2")
    scene.refused(A.Pass("P1"), "run.earnings")
    scene.refused(A.Dividend("P1", "GM&O", "withhold"), "or.step-order")
    scene = running("G7:57:1", "2")  # no route
    scene.set_cash("GM&O", 200)
    scene.turn("GM&O", "token").pass_()
    assert scene.legal(A.BuyTrain)  # the run and the dividend are over
    assert (scene.corp("GM&O").revenue, scene.price("GM&O")) == (0, 90)


@pytest.mark.rule("1851.run.earnings")
@pytest.mark.parametrize("runs", ["best", "free"])
def test_none_of_the_trains_is_no_run(runs: str) -> None:
    scene = running(WEST, "2", "2", runs=runs, shares={"P1": 5})
    scene.refused(scene.run("GM&O"), "run.earnings")


# -- the best runs


BEST, LESS = ("2", "A3.0 A5.0"), ("2", "A5.0 A7 A9 B10.0")


@pytest.mark.rule("1851.run.best-announced")
@pytest.mark.parametrize("shares", [{"P1": 5}, {"P1": 3, "P2": 2}])
def test_the_best_runs_bind(shares: dict[str, int]) -> None:
    scene = running(NORTH, "2", corp="IC", runs="best", shares=shares)
    refusal = scene.refused(scene.run("IC", LESS), "run.best-announced")
    assert "can earn $60 and these runs earn $40" in str(refusal)
    best = scene.runs().best()
    assert best == scene.run("IC", BEST)
    assert earned(scene, BEST, corp="IC") == 60


@pytest.mark.rule("1851.run.best-announced")
def test_of_equal_runs_any_may_be_announced() -> None:
    tiles = NORTH.replace("A5:57:1", "A5:14:3").replace("B10:57:2", "B10:611:1")
    for route in (("2", "A3.0 A5.0"), ("2", "A5.0 A7 A9 B10.0")):
        scene = running(tiles, "2", corp="IC", runs="best")
        assert earned(scene, route, corp="IC") == 70


@pytest.mark.rule("1851.run.best-announced")
def test_without_an_announcement_the_presidents_runs_stand() -> None:
    scene = running(NORTH, "2", corp="IC", runs="free")
    assert earned(scene, LESS, corp="IC") == 40
