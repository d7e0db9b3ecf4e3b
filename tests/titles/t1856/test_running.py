"""Runs: legal routes and their revenue, with the rulebook's example of LPS."""

from __future__ import annotations

import random

import pytest

from scenes import Scene
from trunkline import Open
from trunkline import actions as A
from trunkline.engine.routing.run import Run

# The rulebook's example: Maudaumin (C14) connects to Sarnia (B13) twice, to Glencoe (D17), and by a small
# city (F13) to Goderich (F9).
EXAMPLE = "C14:15:5 B15:7:3 C16:8:3 D17:57:2 D15:8:2 E14:9:1 F13:1:0 F11:9:0"
THREE = ("3", "B13.0 C14.0 C16 D17.0")
FOUR = ("4", "F9.0 F11 F13.0 E14 D15 C14.0 B15 B13.0")


def running(
    tiles: str,
    *trains: str,
    corp: str = "LPS",
    phase: int = 3,
    cash: int = 0,
    tunnel: str = "",
    shares: dict[str, int] | None = None,
    runs: str = "best",
    rules: str = "printed",
) -> Scene:
    """Return a corporation with its token at home, about to run these trains.

    ``tunnel`` says that it owns that private.
    """
    scene = Scene(runs=runs, rules=rules).phase(phase).tiles(tiles).opened(tunnel=tunnel)
    scene.started(corp, shares=shares, cash=cash)
    scene.state.trains = {**scene.state.trains, **{f"{name}-0": corp for name in trains}}
    return scene.turn(corp, "run")


def earned(scene: Scene, *routes: tuple[str, str], corp: str = "LPS") -> int:
    """Return the revenue of these runs."""
    scene.play(scene.run(corp, *routes))
    return scene.corp(corp).revenue


@pytest.mark.rule("1856.run.example-lps", "1856.run.value", "1856.run.several-trains")
def test_the_rulebooks_runs_of_lps() -> None:
    scene = running(EXAMPLE, "3", "4")
    entries = scene.told(scene.play(scene.run("LPS", THREE, FOUR)))
    assert entries[:3] == [
        "LPS runs a 3-train: Sarnia 30, Maudaumin 30, Glencoe 20 = 80",
        "LPS runs a 4-train: Goderich 30, F13 10, Maudaumin 30, Sarnia 30 = 100",
        "LPS earns $180",
    ]
    scene.play(A.Dividend("P1", "LPS", "withhold"))
    assert scene.cash("LPS") == 180


@pytest.mark.rule("1856.run.example-tunnel")
def test_the_rulebooks_runs_with_the_tunnel_company() -> None:
    scene = running(EXAMPLE, "3", "4", cash=100, tunnel="P2")
    scene.play(A.BuyPrivate("P1", "tunnel", 100, "LPS"), A.Answer("P2", True))
    scene.play(scene.run("LPS", THREE, FOUR))
    assert [text for text in scene.told(scene.game.log) if "runs a" in text] == [
        "LPS runs a 3-train: Sarnia 30 + tunnel 10, Maudaumin 30, Glencoe 20 = 90",
        "LPS runs a 4-train: Goderich 30, F13 10, Maudaumin 30, Sarnia 30 + tunnel 10 = 110",
    ]
    assert scene.corp("LPS").revenue == 200


@pytest.mark.rule("1856.run.example-tunnel")
def test_the_rulebooks_runs_with_a_tunnel_token() -> None:
    scene = running(EXAMPLE, "3", "4", cash=50, tunnel="CA")
    scene.play(A.BuyRight("P1", "LPS", "tunnel"))
    assert (scene.cash("LPS"), scene.cash("CA")) == (0, 50)
    assert earned(scene, THREE, FOUR) == 200


@pytest.mark.rule("1856.run.value")
def test_a_small_city_is_worth_ten() -> None:
    assert earned(running(EXAMPLE, "3"), ("3", "C14.0 D15 E14 F13.0")) == 40


@pytest.mark.rule("1856.run.own-marker-and-two")
def test_a_route_has_an_own_token_and_two_cities() -> None:
    scene = running(EXAMPLE, "3", "4")
    scene.refused(scene.run("LPS", ("3", "C14.0")), "run.own-marker-and-two")
    scene.refused(scene.run("LPS", ("3", "F13.0 F11 F9.0")), "run.own-marker-and-two")
    scene.accepted(scene.run("LPS", ("3", "C14.0 B13.0")))


@pytest.mark.rule("1856.run.own-marker-and-two")
def test_a_small_city_on_the_way_counts() -> None:
    scene = running(EXAMPLE, "3", "4")
    path = "F9.0 F11 F13 E14 D15 C14.0 B13.0"
    scene.refused(scene.run("LPS", ("3", path)), "run.own-marker-and-two")
    counted = path.replace("F13", "F13.0")
    scene.refused(scene.run("LPS", ("3", counted)), "run.length")
    scene.accepted(scene.run("LPS", ("4", counted)))


@pytest.mark.rule("1856.run.no-reversal")
def test_no_reversal_at_a_junction() -> None:
    # At D15 the tracks from Maudaumin and from D13 join towards E16.
    tiles = "C14:57:2 D15:{}:{} D13:8:4 E12:9:1 F11:8:1"
    path = "C14.0 D15 D13 E12 F11 F9.0"
    scene = running(tiles.format(23, 5), "2")
    scene.refused(scene.run("LPS", ("2", path)), "run.no-reversal")
    assert earned(running(tiles.format(7, 2), "2"), ("2", path)) == 50


@pytest.mark.rule("1856.run.offboard-ends")
def test_off_board_places_are_ends() -> None:
    scene = running(EXAMPLE + " B15:9:0 B17:9:0 B19:57:0", "3")
    scene.refused(scene.run("LPS", ("3", "C14.0 B13.0 B15 B17 B19.0")), "run.offboard-ends")
    scene.accepted(scene.run("LPS", ("3", "B13.0 C14.0 C16 D17.0")))


@pytest.mark.rule("1856.run.offboard-ends")
def test_goderich_may_lie_in_the_middle() -> None:
    scene = running(EXAMPLE + " G10:8:2 H9:9:1 I8:57:1", "4")
    assert earned(scene, ("4", "C14.0 D15 E14 F13.0 F11 F9.0 G10 H9 I8.0")) == 90


@pytest.mark.rule("1856.run.no-repeat-stop")
def test_no_place_twice() -> None:
    scene = running("C14:15:5 C16:7:3 D15:7:1", "3")
    scene.refused(scene.run("LPS", ("3", "C14.0 C16 D15 C14.0")), "run.no-repeat-stop")


@pytest.mark.rule("1856.run.no-repeat-stop")
def test_both_hexes_of_buffalo_are_one_place() -> None:
    scene = running("O18:5:4", "3", corp="WR")
    scene.token("WR", "O18")
    scene.refused(scene.run("WR", ("3", "P17.0 O18.0 P19.0")), "run.no-repeat-stop")
    assert earned(scene, ("3", "O18.0 P19.0"), corp="WR") == 50


@pytest.mark.rule("1856.run.no-repeat-stop")
def test_two_cities_of_one_tile_count_once_each() -> None:
    scene = running("N11:120:1 M10:2:3 N9:3:0", "4", corp="CVR")
    assert earned(scene, ("4", "N11.0 M10.1 N9.0 N11.1"), corp="CVR") == 60 + 10 + 10 + 60


@pytest.mark.rule("1856.run.no-repeat-track")
def test_a_piece_of_track_is_used_once() -> None:
    # From Maudaumin a loop leads by E16, E14 and D13 back to D15.
    loop = "C14:57:2 E14:8:0 D13:7:5 "
    scene = running(loop + "D15:23:5 E16:27:2 F17:57:2", "2")
    scene.refused(scene.run("LPS", ("2", "C14.0 D15 E16 E14 D13 D15 E16 F17.0")), "run.no-repeat-track")
    scene.accepted(scene.run("LPS", ("2", "C14.0 D15 E16 F17.0")))
    # Where two tracks cross on D15, both are used.
    scene = running(loop + "D15:20:2 E16:7:2 D17:57:0", "2")
    assert earned(scene, ("2", "C14.0 D15 E16 E14 D13 D15 D17.0")) == 40


@pytest.mark.rule("1856.run.length")
def test_a_train_runs_to_as_many_places_as_its_number() -> None:
    scene = running(EXAMPLE, "3", "4")
    scene.refused(scene.run("LPS", ("3", FOUR[1])), "run.length")
    scene.accepted(scene.run("LPS", FOUR))


@pytest.mark.rule("1856.run.length")
def test_a_diesel_runs_to_any_number_of_places() -> None:
    tiles = "C14:6:0 C16:8:3 D17:57:2 E18:56:2 F17:57:1 G16:9:1 H15:57:1 I14:55:0 J13:57:1 K12:9:1 L11:9:1"
    tiles += " M10:69:1"
    path = "B13.0 C14.0 C16 D17.0 E18.0 F17.0 G16 H15.0 I14.1 J13.0 K12 L11 M10.0"
    scene = running(tiles, "6", "D", phase=6)
    scene.refused(scene.run("LPS", ("6", path)), "run.length")
    assert earned(scene, ("D", path)) == 50 + 20 + 20 + 10 + 20 + 20 + 10 + 20 + 10


@pytest.mark.rule("1856.run.several-trains")
def test_trains_share_cities_and_no_track() -> None:
    scene = running(EXAMPLE, "3", "4")
    shared = ("4", "F9.0 F11 F13.0 E14 D15 C14.0 B13.0")
    scene.refused(scene.run("LPS", THREE, shared), "run.several-trains")
    assert earned(scene, THREE, FOUR) == 180


@pytest.mark.rule("1856.run.several-trains")
def test_each_train_runs_once() -> None:
    scene = running(EXAMPLE, "3")
    west, south = ("B13.0", "C14.0"), ("C14.0", "C16", "D17.0")
    twice = A.RunTrains("P1", "LPS", (Run("3-0", west), Run("3-0", south)))
    scene.refused(twice, "run.several-trains")
    scene.refused(A.RunTrains("P1", "LPS", (Run("4-0", west),)), "run.several-trains")


OTHERS = {"P1": 3, "P2": 1}


@pytest.mark.rule("1856.run.must-run")
@pytest.mark.parametrize("runs", ["best", "free"])
@pytest.mark.parametrize("shares", [{"P1": 3}, OTHERS])
def test_trains_that_have_a_run_are_run(runs: str, shares: dict[str, int]) -> None:
    scene = running(EXAMPLE, "3", "4", runs=runs, shares=shares)
    scene.refused(scene.run("LPS"), "run.must-run")
    scene.refused(A.Pass("P1"), "run.must-run")
    scene.accepted(scene.runs().best())


@pytest.mark.rule("1856.run.must-run")
def test_one_of_several_trains_may_stay() -> None:
    scene = running(EXAMPLE, "3", "4", runs="free")
    assert earned(scene, THREE) == 80


@pytest.mark.rule("1856.run.must-run")
def test_on_18xx_games_none_need_be_run() -> None:
    scene = running(EXAMPLE, "3", runs="free", rules="18xx.games")
    assert earned(scene) == 0


@pytest.mark.rule("1856.run.shareholder-objection")
def test_a_shareholder_points_out_the_best_runs() -> None:
    scene = running(EXAMPLE, "3", "4", shares=OTHERS)
    refusal = scene.refused(scene.run("LPS", THREE), "run.shareholder-objection")
    assert "can earn $180 and these runs earn $80" in str(refusal)
    lower = ("4", "F9.0 F11 F13.0 E14 D15 C14.0 C16 D17.0")
    scene.refused(scene.run("LPS", ("3", "B13.0 B15 C14.0"), lower), "run.shareholder-objection")
    assert earned(scene, THREE, FOUR) == 180


@pytest.mark.rule("1856.run.shareholder-objection")
def test_ties_are_the_presidents_choice() -> None:
    west, south = ("3", "B13.0 B15 C14.0 C16 D17.0"), ("3", "B13.0 C14.0 C16 D17.0")
    for path in (west, south):
        scene = running(EXAMPLE, "3", shares=OTHERS)
        scene.refused(scene.run("LPS", ("3", "C14.0 C16 D17.0")), "run.shareholder-objection")
        assert earned(scene, path) == 80


@pytest.mark.rule("1856.run.shareholder-objection")
def test_nobody_objects_where_nobody_else_holds_a_share() -> None:
    low = ("3", "C14.0 C16 D17.0")
    alone = running(EXAMPLE, "3", "4", shares={"P1": 3})
    alone.corp("LPS").offering, alone.corp("LPS").pool = 0, 7
    assert earned(alone, low) == 50
    assert earned(running(EXAMPLE, "3", "4", shares=OTHERS, runs="free"), low) == 50


@pytest.mark.rule("1856.run.shareholder-objection")
def test_the_best_runs_count_rights_and_are_offered() -> None:
    scene = running(EXAMPLE, "3", "4", cash=50, tunnel="CA", shares=OTHERS)
    scene.play(A.BuyRight("P1", "LPS", "tunnel"))
    lower = ("4", "F9.0 F11 F13.0 E14 D15 C14.0 C16 D17.0")
    scene.refused(scene.run("LPS", ("3", "B13.0 B15 C14.0"), lower), "run.shareholder-objection")
    (offer,) = (choice for choice in scene.game.legal() if isinstance(choice, Open))
    for seed in range(20):
        scene.accepted(offer.propose(random.Random(seed)))
    scene.play(offer.best())
    assert scene.corp("LPS").revenue == 200
