"""Routes and their revenue: H, E and D trains, the best run, and bonuses of powers."""

from __future__ import annotations

import random

import pytest

from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.choice import Open
from trunkline.engine.routing.run import Run
from trunkline.engine.steps.running import context

# Over both halves of Chicago to Milwaukee (D10) and on to Sheboygan (D8, a town) and Green Bay (C7).
NORTH = "D10:MIL-G:0 D8:58:0 C7:57:2"
# From Chicago by D16, D18 and E19 to Indianapolis (F18), and by G17 to Fort Wayne (G15).
SOUTH = "D16:9:0 D18:8:3 E19:8:2 F18:57:1 G17:8:1 G15:57:0"


def running(
    tiles: str,
    *trains: str,
    phase: str = "4H",
    runs: str = "free",
    cash: int = 0,
    tokens: tuple[str, ...] = (),
    corp: str = "IC",
) -> Scene:
    """Return a corporation about to run its trains, without the duty of the best run by default."""
    scene = Scene(runs=runs).opened().tiles(tiles).phase(phase)
    scene.floated(corp, cash=cash)
    scene.corp(corp).tokens = (20,) * len(tokens)
    for hex in tokens:
        scene.token(corp, hex)
    scene.give_trains(corp, *trains)
    return scene.turn(corp, "run")


def earned(scene: Scene, *runs: tuple[str, str]) -> int:
    """Return the revenue of runs."""
    after = scene.game.effects(scene.run(scene.acting(), *runs)).after
    return after.corporations[scene.acting()].revenue


# -- range of trains


@pytest.mark.rule("18gl.train.h-hexes")
def test_an_h_train_counts_the_hexes_after_its_first() -> None:
    scene = running(NORTH, "2H")
    scene.accepted(scene.run("IC", ("2H", "D10.0 D12.0 D14.0")))
    scene.refused(scene.run("IC", ("2H", "D8.0 D10.0 D12.0 D14.0")), "train.h-hexes")
    # Plain track counts as well, and stops are no limit.
    scene = running(f"{SOUTH}", "2H", "4H")
    way = "D14.0 D16 D18 E19 F18.0"
    scene.refused(scene.run("IC", ("2H", way)), "train.h-hexes")
    scene.accepted(scene.run("IC", ("4H", way)))
    scene.refused(scene.run("IC", ("4H", f"D12.0 {way}")), "train.h-hexes")


@pytest.mark.rule("18gl.train.e-and-d-range", "18gl.train.e.range-by-number")
@pytest.mark.parametrize(("count", "reach"), [(1, 2), (2, 3), (3, 3), (4, 4)])
def test_e_trains_reach_more_cities_the_more_there_are(count: int, reach: int) -> None:
    cities = ("F18.0 E19 D18 D16 D14.0", "D12.0", "D10.0", "D8.0 C7.0")
    scene = running(f"{SOUTH} {NORTH}", "E", phase="E")
    scene.floated("NKP")
    scene.floated("DT&I")
    for corp in ("NKP", "NKP", "DT&I")[: count - 1]:
        scene.give_trains(corp, "E")
    (train,) = context(scene.table, scene.corp("IC")).trains.values()
    assert (train.reach, train.unit) == (reach, "cities")
    scene.accepted(scene.run("IC", ("E", " ".join(cities[: reach - 1]))))
    scene.refused(scene.run("IC", ("E", " ".join(cities[:reach]))), "train.e-and-d-range")


@pytest.mark.rule("18gl.train.e.range-by-number")
def test_e_trains_in_the_pool_are_not_in_play() -> None:
    scene = running(SOUTH, "E", phase="E")
    scene.give_trains("pool", "E")
    (train,) = context(scene.table, scene.corp("IC")).trains.values()
    assert train.reach == 2


@pytest.mark.rule("18gl.train.e.range-by-number", "18gl.train.e.doubled")
def test_from_the_first_d_on_e_trains_reach_five_cities_and_earn_once() -> None:
    scene = running(NORTH, "E", phase="E")
    way = ("E", "D14.0 D12.0")
    assert earned(scene, way) == 2 * (40 + 40)
    scene.sell_out("E")
    depot.sold_by_bank(scene.table, "D-0")
    scene.turn("IC", "run")
    (train,) = context(scene.table, scene.corp("IC")).trains.values()
    assert (train.reach, train.factor) == (5, 1)
    assert earned(scene, way) == 40 + 40


@pytest.mark.rule("18gl.train.e-and-d-range", "18gl.train.d.unlimited", "18gl.run.all-stops-count")
def test_a_d_train_runs_any_length_and_counts_every_stop() -> None:
    scene = running(f"{SOUTH} {NORTH}", "D", phase="D")
    way = "G15.0 G17 F18.0 E19 D18 D16 D14.0 D12.0 D10.0 D8.0 C7.0"
    assert earned(scene, ("D", way)) == 20 + 20 + 40 + 40 + 40 + 10 + 20


@pytest.mark.rule("18gl.train.e.no-towns", "18gl.run.all-stops-count", "18gl.route.two-scoring-stops")
def test_towns_earn_an_e_train_nothing_and_do_not_count() -> None:
    scene = running(NORTH, "E", "10H", phase="E", tokens=("C7",))
    way = "C7.0 D8.0 D10.0"
    assert earned(scene, ("E", way)) == 2 * (20 + 40)
    assert earned(scene, ("10H", way)) == 20 + 10 + 40
    scene.refused(scene.run("IC", ("E", "C7.0 D8.0")), "route.two-scoring-stops")
    scene.accepted(scene.run("IC", ("10H", "C7.0 D8.0")))


@pytest.mark.rule("18gl.train.e.no-towns", "18gl.route.stop-once")
@pytest.mark.parametrize("train", ["10H", "E", "D"])
def test_no_train_visits_a_town_twice(train: str) -> None:
    # By South Bend (F14) and a loop over E15 and F16 back to it, then on to Grand Rapids (G11).
    tiles = "E13:8:5 F14:87:0 E15:7:4 F16:7:2 F12:8:4 G11:57:1"
    scene = running(tiles, "E", train, phase="D")
    loop = "D14.0 E13 F14.0 E15 F16 F14.0 F12 G11.0"
    scene.refused(scene.run("IC", (train, loop)), "route.stop-once")
    scene.accepted(scene.run("IC", (train, "D14.0 E13 F14.0 F12 G11.0")))


@pytest.mark.rule("18gl.train.e.off-map")
def test_off_map_locations_are_cities_to_an_e_train() -> None:
    # From Peoria (B14) by Springfield, a town, to St. Louis.
    scene = running("B14:5:0 B16:4:0", "E", phase="E", tokens=("B14",))
    assert earned(scene, ("E", "B14.0 B16.0 B18.0")) == 2 * (20 + 90)
    scene.refused(scene.run("IC", ("E", "A15.0 B14.0 B16.0 B18.0")), "train.e-and-d-range")


# -- legal routes


@pytest.mark.rule("18gl.route.definition")
def test_a_route_has_a_token_of_the_corporation_anywhere_on_it() -> None:
    scene = running(f"{SOUTH} {NORTH}", "10H", phase="10H")
    scene.refused(scene.run("IC", ("10H", "D8.0 D10.0 D12.0")), "route.definition")
    scene.accepted(scene.run("IC", ("10H", "D12.0 D14.0 D16 D18 E19 F18.0")))
    scene.refused(scene.run("IC", ("10H", "D14.0 D16 E17.0")), "route.definition")  # no track leads there


@pytest.mark.rule("18gl.route.two-scoring-stops")
def test_a_route_joins_two_stops() -> None:
    scene = running(NORTH, "2H")
    scene.refused(scene.run("IC", ("2H", "D14.0")), "route.two-scoring-stops")
    scene.accepted(scene.run("IC", ("2H", "D12.0 D14.0")))


@pytest.mark.rule("18gl.route.off-map-at-end")
def test_off_map_locations_are_ends() -> None:
    scene = running("B14:5:0 B16:4:0 C17:55:0", "10H", phase="10H", tokens=("B14",))
    scene.accepted(scene.run("IC", ("10H", "A15.0 B14.0 B16.0 B18.0")))
    scene.refused(scene.run("IC", ("10H", "B14.0 B16.0 B18.0 C17.1")), "route.off-map-at-end")


@pytest.mark.rule("18gl.route.no-reverse-or-reuse")
def test_no_train_turns_back_at_a_junction() -> None:
    # D16 joins Chicago to D18 and to Terre Haute (E17), not these to each other.
    tiles = "D16:24:3 D18:8:3 E19:8:2 F18:57:1 E17:58:2"
    scene = running(tiles, "10H", phase="10H", tokens=("F18",))
    scene.refused(scene.run("IC", ("10H", "F18.0 E19 D18 D16 E17.0")), "route.no-reverse-or-reuse")
    scene.accepted(scene.run("IC", ("10H", "D14.0 D16 E17.0")))


@pytest.mark.rule("18gl.route.no-reverse-or-reuse", "18gl.route.stop-once")
def test_no_track_is_used_twice() -> None:
    scene = running(NORTH, "10H", phase="10H")
    scene.refused(scene.run("IC", ("10H", "D14.0 D12.0 D14.0")), "route.stop-once")


@pytest.mark.rule("18gl.route.stop-once", "18gl.map.chicago-double-hex")
def test_both_halves_of_chicago_score() -> None:
    scene = running(NORTH, "2H")
    assert earned(scene, ("2H", "D14.0 D12.0")) == 80


@pytest.mark.rule("18gl.route.chicago-parallel")
@pytest.mark.parametrize(
    ("north", "south", "tracks"),
    [
        ("", "", 1),
        ("CHI-G:0", "CHI-G:3", 1),
        ("CHI-B:0", "CHI-G:3", 1),
        ("CHI-B:0", "CHI-B:3", 2),
        ("CHI-X:0", "CHI-B:3", 2),
    ],
)
def test_brown_chicago_has_a_track_for_each_of_two_trains(north: str, south: str, tracks: int) -> None:
    tiles = " ".join(f"{hex}:{tile}" for hex, tile in (("D12", north), ("D14", south)) if tile)
    scene = running(tiles, "10H", "10H", "10H", phase="D")
    runs = [("10H", "D12.0 D14.0")] * 3
    scene.accepted(scene.run("IC", *runs[:tracks]))
    scene.refused(scene.run("IC", *runs[: tracks + 1]), "run.trains-distinct")


@pytest.mark.rule("18gl.route.blocked-city")
def test_a_full_city_of_others_ends_a_route() -> None:
    scene = running(SOUTH, "10H", phase="10H")
    scene.floated("NKP")
    scene.token("NKP", "F18")
    scene.accepted(scene.run("IC", ("10H", "D14.0 D16 D18 E19 F18.0")))
    scene.refused(scene.run("IC", ("10H", "D14.0 D16 D18 E19 F18.0 G17 G15.0")), "route.blocked-city")


@pytest.mark.rule("18gl.run.trains-distinct")
def test_trains_share_stops_and_no_track() -> None:
    scene = running(f"{SOUTH} {NORTH}", "4H", "4H")
    scene.accepted(scene.run("IC", ("4H", "D14.0 D12.0"), ("4H", "D14.0 D16 D18 E19 F18.0")))
    scene.refused(scene.run("IC", ("4H", "D14.0 D12.0"), ("4H", "D14.0 D12.0 D10.0")), "run.trains-distinct")
    train = scene.first_train("4H", "IC")
    one = Run(train, ("D14.0", "D12.0"))
    other = Run(train, ("D14.0", "D16", "D18", "E19", "F18.0"))
    twice = A.RunTrains("P1", "IC", (one, other))
    scene.refused(twice, "run.trains-distinct")


@pytest.mark.rule("18gl.run.trains-distinct")
def test_two_trains_do_not_share_a_ferry() -> None:
    scene = running("D10:MIL-G:0 E9:FER-G:5 F10:PT1:2", "4H", "4H", tokens=("D10",))
    scene.state.private_tokens = {"ferry": ("E9", "IC")}
    scene.accepted(scene.run("IC", ("4H", "D10.0 E9 F10.0"), ("4H", "D10.0 D12.0")))
    runs = (("4H", "D10.0 E9 F10.0"), ("4H", "F10.0 E9 D10.0 D12.0"))
    scene.refused(scene.run("IC", *runs), "run.trains-distinct")


# -- revenue


@pytest.mark.rule("18gl.run.value", "18gl.privates.port.bonus")
def test_earnings_are_the_sum_of_all_routes_with_the_tokens() -> None:
    scene = running(f"{SOUTH} {NORTH}", "4H", "4H")
    runs = (("4H", "D14.0 D12.0 D10.0"), ("4H", "D14.0 D16 D18 E19 F18.0"))
    assert earned(scene, *runs) == (40 + 40 + 40) + (40 + 20)
    scene.state.private_tokens = {"port": ("D10", "IC")}
    assert earned(scene, *runs) == 120 + 20 + 60
    scene.state.private_tokens = {"port": ("D10", "MILW")}
    assert earned(scene, *runs) == 180


@pytest.mark.rule("18gl.privates.terminal.bonus")
def test_the_terminal_adds_to_one_city_for_each_train() -> None:
    scene = running(f"{SOUTH} {NORTH}", "4H", "4H")
    runs = (("4H", "D14.0 D12.0 D10.0"), ("4H", "D14.0 D16 D18 E19 F18.0"))
    scene.state.private_tokens = {"terminal": ("D14", "IC")}
    assert earned(scene, *runs) == 180 + 10 + 10
    scene.state.private_tokens = {"terminal": ("D14", "NKP")}
    assert earned(scene, *runs) == 180


@pytest.mark.rule("18gl.privates.port.bonus")
def test_a_token_on_a_place_of_two_hexes_counts_in_both() -> None:
    # Toronto is N6 and N8; Hamilton (N10) joins N8.
    scene = running("N10:57:0", "4H", tokens=("N10",))
    assert earned(scene, ("4H", "N8.0 N10.0")) == 50 + 20
    scene.state.private_tokens = {"port": ("N6", "IC")}
    assert earned(scene, ("4H", "N8.0 N10.0")) == 50 + 20 + 20


@pytest.mark.rule("18gl.privates.mine.power")
def test_the_mine_is_worth_twice_with_its_token() -> None:
    scene = running("D2:6:4", "2H", corp="LS&I")
    run = ("2H", "D2.0 E1.0")
    assert earned(scene, run) == 20 + 50
    scene.state.private_tokens = {"mine": ("E1", "LS&I")}
    assert earned(scene, run) == 20 + 100
    scene.state.private_tokens = {"mine": ("E1", "IC")}
    assert earned(scene, run) == 20 + 50


@pytest.mark.rule("18gl.phase.off-board")
@pytest.mark.parametrize(
    ("phase", "value"), [("2H", 40), ("4H", 60), ("6H", 60), ("10H", 90), ("E", 90), ("D", 90)]
)
def test_off_map_values_follow_the_phase(phase: str, value: int) -> None:
    scene = running("B14:57:0 B16:4:0", "10H", phase=phase, tokens=("B14",))
    assert earned(scene, ("10H", "B14.0 B16.0 B18.0")) == 20 + 10 + value


# -- the best run


@pytest.mark.rule("18gl.run.maximum")
def test_the_best_total_of_all_trains_is_owed() -> None:
    # The longer train alone would earn most over the one track to the north.
    scene = running(f"{SOUTH} {NORTH}", "4H", "2H", runs="best")
    best = (("4H", "D14.0 D12.0 D10.0 D8.0 C7.0"),)
    scene.refused(scene.run("IC", *best), "run.maximum")
    scene.refused(scene.run("IC"), "run.maximum")
    both = (("2H", "D14.0 D12.0 D10.0"), ("4H", "D14.0 D16 D18 E19 F18.0"))
    scene.play(scene.run("IC", *both))
    assert scene.corp("IC").revenue == 120 + 60


def ferry(runs: str, cash: int = 100) -> Scene:
    """Return a scene in which the Illinois Central may use another corporation's ferry.

    It leads from Milwaukee to Muskegon, where the Illinois Central's port is.
    """
    scene = running("D10:MIL-Y:0 E9:FER-G:5 F10:PT1:2", "4H", runs=runs, cash=cash)
    scene.floated("NKP", "P2")
    scene.state.private_tokens = {"ferry": ("E9", "NKP"), "port": ("F10", "IC")}
    return scene


@pytest.mark.rule("18gl.run.maximum", "18gl.privates.ferry.fee")
def test_nobody_owes_anothers_ferry() -> None:
    scene = ferry("best")
    ashore, afloat = ("4H", "D14.0 D12.0 D10.0"), ("4H", "D14.0 D12.0 D10.0 E9 F10.0")
    assert (earned(scene, ashore), earned(scene, afloat)) == (110, 140)
    scene.refused(scene.run("IC", ("4H", "D14.0 D12.0")), "run.maximum")
    scene.accepted(scene.run("IC", ashore))
    scene.play(scene.run("IC", afloat))
    assert (scene.cash("IC"), scene.corp("NKP").cash) == (50, 50)


@pytest.mark.rule("18gl.run.maximum")
def test_ones_own_ferry_is_owed_like_any_track() -> None:
    scene = ferry("best")
    scene.state.private_tokens = {**scene.state.private_tokens, "ferry": ("E9", "IC")}
    scene.refused(scene.run("IC", ("4H", "D14.0 D12.0 D10.0")), "run.maximum")
    scene.play(scene.run("IC", ("4H", "D14.0 D12.0 D10.0 E9 F10.0")))
    assert scene.cash("IC") == 100


@pytest.mark.rule("18gl.run.maximum")
def test_whoever_pays_owes_the_most_for_it() -> None:
    scene = ferry("best")
    scene.state.private_tokens = {"ferry": ("E9", "NKP")}
    scene.refused(scene.run("IC", ("4H", "D12.0 D10.0 E9 F10.0")), "route.definition")
    scene.floated("MILW", "P1", cash=50)
    scene.give_trains("MILW", "4H")
    scene.turn("MILW", "run")
    scene.refused(scene.run("MILW", ("4H", "D12.0 D10.0 E9 F10.0")), "run.maximum")
    scene.accepted(scene.run("MILW", ("4H", "D14.0 D12.0 D10.0 E9 F10.0")))


@pytest.mark.rule("18gl.run.maximum")
def test_nobody_announces_runs_that_pay_anothers_ferry() -> None:
    scene = ferry("announced")
    scene.play(scene.run("IC", ("4H", "D14.0 D12.0 D10.0")))
    # Over the ferry it would earn more, but no player is asked for that.
    assert scene.state.pending == []
    scene = ferry("announced")
    scene.play(scene.run("IC", ("4H", "D14.0 D12.0")))
    (player,) = scene.game.to_act
    assert player == "P2"
    train = scene.first_train("4H", "IC")
    afloat = A.AnnounceRuns("P2", "IC", (Run(train, ("D14.0", "D12.0", "D10.0", "E9", "F10.0")),))
    scene.refused(afloat, "run.maximum")
    scene.play(A.AnnounceRuns("P2", "IC", (Run(train, ("D14.0", "D12.0", "D10.0")),)))
    assert (scene.corp("IC").revenue, scene.cash("IC")) == (110, 100)


@pytest.mark.rule("18gl.run.maximum")
def test_announcements_that_are_proposed_are_legal_with_a_ferry() -> None:
    # Even with the toll the route over the ferry, to Grand Rapids (G11), would be the best.
    scene = ferry("announced").tiles("G11:14:1")
    scene.give_trains("IC", "6H")
    scene.play(scene.run("IC", ("6H", "D14.0 D12.0")))
    entry = next(choice for choice in scene.game.legal("P2") if isinstance(choice, Open))
    rng = random.Random(1)
    proposed = [*(entry.propose(rng) for _ in range(40)), entry.best()]
    assert [entry.check(action) for action in proposed] == [None] * len(proposed)


@pytest.mark.rule("18gl.run.maximum")
def test_random_and_best_proposals_are_legal_with_a_ferry() -> None:
    for runs in ("best", "free"):
        scene = ferry(runs)
        entry = scene.runs()
        rng = random.Random(1)
        proposed = {entry.propose(rng) for _ in range(40)} | {entry.best()}
        assert all(scene.game.check(action) is None for action in proposed)
        if runs == "free":
            assert any("E9" in run.path for action in proposed for run in action.runs)  # type: ignore[attr-defined]
