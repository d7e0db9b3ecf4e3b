"""The ALCO token: the longer train, and the end of that train and of the private."""

from __future__ import annotations

import pytest

from scenes_18gl import Scene
from titles.t18gl.owned import NO, OTHER, OWN, ask, enter, scene_with
from trunkline import actions as A
from trunkline.cli.terminal.holdings import corporation_lines
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.decisions import Discard
from trunkline.engine.steps.running import context
from trunkline.game.notation import Ambiguous, parse
from trunkline.game.wording.choices import words


def alco(*trains: str, phase: str = "4H", owner: str = OWN, step: str = "run") -> Scene:
    """Return the Illinois Central with trains, about to run them."""
    scene = scene_with(phase=phase, alco=owner, tiles="D10:MIL-Y:0 D16:9:0 D18:8:3")
    scene.give_trains("IC", *trains)
    return scene.turn("IC", step)


def longest(scene: Scene) -> dict[str, int | None]:
    """Return the range of each type of the Illinois Central's trains."""
    trains = context(scene.table, scene.corp("IC")).trains
    return {depot.train_name(id): train.reach for id, train in trains.items()}


@pytest.mark.rule("18gl.privates.alco.power", "18gl.run.alco-before")
def test_one_train_goes_two_hexes_further() -> None:
    scene = alco("2H")
    # From Milwaukee over both halves of Chicago are two hexes, to the west shore of the lake three.
    scene.tiles("D10:MIL-G:0 D8:58:0")
    run = scene.run("IC", ("2H", "D8.0 D10.0 D12.0 D14.0"))
    scene.refused(run, "train.h-hexes")
    scene.play(A.AssignPower(OWN, "IC", "alco", scene.first_train("2H", "IC")))
    assert longest(scene) == {"2H": 4}
    scene.play(run)


@pytest.mark.rule("18gl.privates.alco.power")
@pytest.mark.parametrize(("train", "reach"), [("2H", 4), ("4H", 6), ("6H", 8)])
def test_each_type_is_lengthened_by_two(train: str, reach: int) -> None:
    scene = alco(train, phase="6H" if train == "6H" else "4H")
    scene.play(A.AssignPower(OWN, "IC", "alco", scene.first_train(train, "IC")))
    assert longest(scene) == {train: reach}
    assert not scene.state.privates["alco"].closed


@pytest.mark.rule("18gl.privates.power-for-any-corporation")
def test_token_that_was_declined_is_not_asked_for_again_in_that_turn() -> None:
    scene = alco("2H", owner=OTHER)
    action = A.AssignPower(OWN, "IC", "alco", scene.first_train("2H", "IC"))
    ask(scene, action)
    scene.refused(A.Pass(OWN), "privates.power-for-any-corporation")
    scene.play(NO)
    scene.refused(action, "privates.power-for-any-corporation")
    assert scene.own.alco == ""


@pytest.mark.rule("18gl.privates.alco.power")
def test_only_ones_own_train_is_lengthened() -> None:
    scene = alco("2H")
    scene.floated("MILW", OWN)
    scene.give_trains("MILW", "4H")
    scene.refused(A.AssignPower(OWN, "IC", "alco", scene.first_train("4H", "MILW")), "privates.alco.power")
    scene.refused(A.AssignPower(OWN, "IC", "alco"), "privates.alco.power")


@pytest.mark.rule("18gl.privates.alco.power")
def test_trains_without_end_and_of_cities_are_not_lengthened() -> None:
    scene = scene_with(alco=OWN)
    scene.give_trains("IC", "E", "D")
    scene.turn("IC", "run")
    for train in scene.state.trains_at("IC"):
        scene.refused(A.AssignPower(OWN, "IC", "alco", train), "privates.alco.power")


@pytest.mark.rule("18gl.run.alco-before")
def test_after_the_run_it_is_too_late() -> None:
    scene = alco("2H")
    scene.play(scene.run("IC", ("2H", "D10.0 D12.0 D14.0")))
    scene.refused(A.AssignPower(OWN, "IC", "alco", scene.first_train("2H", "IC")), "or.strict-order")


@pytest.mark.rule("18gl.privates.alco.fixed")
def test_the_token_stays_and_the_train_is_not_sold() -> None:
    scene = alco("2H", "4H", phase="6H")
    two, four = scene.first_train("2H", "IC"), scene.first_train("4H", "IC")
    scene.play(A.AssignPower(OWN, "IC", "alco", two))
    scene.refused(A.AssignPower(OWN, "IC", "alco", four), "privates.alco.fixed")
    scene.floated("MILW", OWN, cash=500)
    scene.turn("MILW", "trains")
    scene.refused(A.BuyTrain(OWN, "MILW", two, "IC", 100), "privates.alco.fixed")
    scene.accepted(A.BuyTrain(OWN, "MILW", four, "IC", 100))


@pytest.mark.rule("18gl.privates.alco.discard")
def test_a_discarded_train_is_an_ordinary_one() -> None:
    scene = alco("4H", "4H", "4H", "4H")
    train = scene.first_train("4H", "IC")
    scene.play(A.AssignPower(OWN, "IC", "alco", train))
    enter(scene, "6H")
    scene.play(A.DiscardTrain(OWN, "IC", train))
    assert scene.trains("pool") == ["4H"]
    scene.state.trains = {**scene.state.trains, train: "IC"}
    assert longest(scene) == {"4H": 4}


@pytest.mark.rule("18gl.privates.alco.end")
def test_the_private_closes_as_the_train_rusts() -> None:
    scene = alco("2H")
    scene.play(A.AssignPower(OWN, "IC", "alco", scene.first_train("2H", "IC")))
    enter(scene, "6H")
    assert scene.state.privates["alco"].closed
    assert scene.own.alco == ""


@pytest.mark.rule("18gl.privates.alco.end")
def test_the_private_closes_with_phase_10h_and_the_train_goes_on() -> None:
    scene = alco("6H", phase="6H")
    scene.play(A.AssignPower(OWN, "IC", "alco", scene.first_train("6H", "IC")))
    enter(scene, "10H")
    assert scene.state.privates["alco"].closed
    assert longest(scene) == {"6H": 8}
    enter(scene, "E")
    assert scene.own.alco == ""


@pytest.mark.rule("18gl.privates.alco.fixed", "18gl.privates.alco.discard")
def test_a_train_with_the_token_and_one_without_are_two_to_choose_from() -> None:
    scene = alco("4H", "4H", "4H", "4H")
    first, second, *_ = scene.state.trains_at("IC")
    scene.play(A.AssignPower(OWN, "IC", "alco", first))
    enter(scene, "6H")
    assert {choice.train for choice in scene.legal(A.DiscardTrain)} == {first, second}
    assert (
        words(scene.game, A.DiscardTrain(OWN, "IC", first)) == "IC discards a 4H-train with the token of ALCO"
    )
    assert words(scene.game, A.DiscardTrain(OWN, "IC", second)) == "IC discards a 4H-train"
    with pytest.raises(Ambiguous):
        parse("IC discards 4H", scene.game)
    assert any("a 4H-train with the token of ALCO" in line for line in corporation_lines(scene.game))
    scene.play(A.DiscardTrain(OWN, "IC", second))
    assert longest(scene) == {"4H": 4}
    assert scene.own.alco == first
    # The longer train is not for sale; the others are.
    scene.floated("MILW", OWN, cash=500)
    scene.turn("MILW", "trains")
    offered = {choice.train for choice in scene.legal(A.BuyTrain) if choice.source == "IC"}
    assert len(offered) == 1
    assert first not in offered


# -- the lengthened train among others of its type


def with_an_equal() -> tuple[Scene, str, str]:
    """Return the Illinois Central with two trains of a type, of which the first has the token."""
    scene = Scene().opened(alco="P1").phase("6H")
    scene.floated("IC", "P1", cash=300)
    scene.give_trains("IC", "4H", "4H")
    marked, plain = scene.state.trains_at("IC")
    scene.turn("IC", "run")
    scene.play(A.AssignPower("P1", "IC", "alco", marked))
    return scene, marked, plain


@pytest.mark.rule("18gl.privates.alco.fixed")
def test_its_equals_are_sold_all_the_same() -> None:
    scene, marked, plain = with_an_equal()
    scene.floated("MILW", "P1", cash=500)
    scene.turn("MILW", "trains")
    offered = {action.train for action in scene.legal(A.BuyTrain) if action.source == "IC"}
    assert offered == {plain}
    scene.refused(A.BuyTrain("P1", "MILW", marked, "IC", 200), "privates.alco.fixed")


@pytest.mark.rule("18gl.privates.alco.discard", "18gl.buy-train.discard")
def test_the_president_says_which_of_two_equals_is_discarded() -> None:
    scene, marked, plain = with_an_equal()
    scene.give_trains("IC", "6H", "6H")
    scene.state.pending.append(Discard("P1", "IC"))
    trains = [action.train for action in scene.legal(A.DiscardTrain)]
    assert sorted(trains) == sorted([marked, plain, scene.first_train("6H", "IC")])
    said = {words(scene.game, action) for action in scene.legal(A.DiscardTrain)}
    assert {"IC discards a 4H-train", "IC discards a 4H-train with the token of ALCO"} < said
    scene.play(A.DiscardTrain("P1", "IC", plain))
    assert scene.own.alco == marked
