"""The same positions of 1851 by the printed rules and by the reading of Rails, one test for each choice."""

from __future__ import annotations

import msgspec
import pytest

from scenes_1851 import Scene
from trunkline import actions as A
from trunkline.engine.kernel import chart
from trunkline.titles.t1851.reading import PRINTED, RAILS, RAILS_1, ROWS, Reading

ID = "GM&O"
LINE = "G7:57:2 F6:57:2"  # Jackson to Dyersburg
BOTH = pytest.mark.parametrize("rules", ["printed", "rails"])


def buying(rules: str, *, treasury: int, cash: int = 0, line: bool = True, **trains: str) -> Scene:
    """Return a scene in which GM&O of P1 may buy a train in phase 3 and has none.

    ``trains`` gives the trains of each place.
    """
    scene = Scene(rules=rules).phase("3")
    scene.floated(ID, "P1", cash=treasury)
    scene.floated("SR", "P1", {"P1": 4, "P2": 2}, cell=(2, 3))
    scene.floated("IC", "P2", cell=(2, 2))
    if line:
        scene.tiles(LINE)
    for place, names in trains.items():
        scene.give_trains(place, *names.split())
    scene.set_cash("P1", cash)
    return scene.turn(ID, "trains")


def test_every_choice_has_its_row_and_rails_takes_the_other_side_of_each() -> None:
    assert set(ROWS) == set(Reading.__struct_fields__)
    assert all(msgspec.structs.asdict(PRINTED).values())
    assert not any(msgspec.structs.asdict(RAILS).values())


def test_the_first_version_of_rails_differs_in_half_a_dividend_alone() -> None:
    assert msgspec.structs.replace(RAILS_1, half_in_tens=False) == RAILS != RAILS_1


@pytest.mark.rule("1851.setup.priority-deal")
@BOTH
def test_first_priority(rules: str) -> None:
    scene = Scene(3, rules=rules, deal=("mc", "lo", "etwnc")).opened()
    assert scene.game.to_act == {"P3" if rules == "printed" else "P1"}


@pytest.mark.rule("1851.sr-end.simultaneous")
@BOTH
def test_tokens_of_sold_out_corporations(rules: str) -> None:
    scene = Scene(rules=rules).opened(70)
    for id in ("IC", ID):  # IC is above GM&O, whose charter comes first
        scene.floated(id, "P1", {"P1": 5, "P2": 5}, cell=(2, 5))
    scene.stock("P1")
    for _ in range(3):
        scene.pass_()
    first = [corp.id for corp in chart.order(scene.table) if corp.cell == (1, 5)]
    assert first == (["IC", ID] if rules == "printed" else [ID, "IC"])


@pytest.mark.rule("1851.phase.2-3.values", "1851.phase.4.effects", "1851.phase.6.effects")
@BOTH
@pytest.mark.parametrize(("phase", "printed", "rails"), [("2", 30, 40), ("4", 30, 30), ("6", 40, 30)])
def test_johnson_city(rules: str, phase: str, printed: int, rails: int) -> None:
    scene = Scene(rules=rules).phase(phase)
    scene.floated("SR", "P1")
    scene.tiles("F20:57:0 E21:8:4")
    scene.give_trains("SR", "6")
    scene.turn("SR", "run")
    scene.play(scene.run("SR", ("6", "F20.0 E21 E23.0")))
    assert scene.corp("SR").revenue == 20 + (printed if rules == "printed" else rails)


@pytest.mark.rule("1851.run.best-announced")
@BOTH
def test_less_than_the_best_runs(rules: str) -> None:
    scene = Scene(rules=rules)
    scene.floated("IC", "P1")
    scene.tiles("A5:57:1 A7:9:1 A9:8:5 B10:57:2")
    scene.give_trains("IC", "2")
    scene.turn("IC", "run")
    less = scene.run("IC", ("2", "A5.0 A7 A9 B10.0"))
    if rules == "printed":
        scene.refused(less, "run.best-announced")
    else:
        scene.accepted(less)


@pytest.mark.rule("1851.run.best-announced")
@BOTH
def test_a_declared_revenue(rules: str) -> None:
    scene = Scene(rules=rules)
    scene.floated(ID, "P1")  # without any track
    scene.give_trains(ID, "2")
    scene.turn(ID, "run")
    declared = A.DeclareRevenue("P1", ID, 500)
    if rules == "printed":
        scene.refused(declared, "run.best-announced")
        return
    scene.refused(A.DeclareRevenue("P1", ID, 505), "run.value")
    scene.refused(A.DeclareRevenue("P1", ID, -10), "run.value")
    assert declared in scene.legal(A.DeclareRevenue)
    scene.refused(A.DeclareRevenue("P1", ID, 10_000), "run.value")
    scene.play(declared, A.Dividend("P1", ID, "withhold"))
    assert scene.cash(ID) == 500
    scene.refused(declared, "or.step-order")


@pytest.mark.rule("1851.run.value")
def test_whoever_has_no_train_declares_nothing() -> None:
    scene = Scene(rules="rails")
    scene.floated(ID, "P1")
    scene.tiles(LINE)
    scene.turn(ID, "run")
    scene.refused(A.DeclareRevenue("P1", ID, 0), "run.value")


@pytest.mark.rule("1851.run.earnings")
@BOTH
def test_trains_that_stay(rules: str) -> None:
    scene = Scene(rules=rules)
    scene.floated(ID, "P1")
    scene.tiles(LINE)
    scene.give_trains(ID, "2")
    scene.turn(ID, "run")
    if rules == "printed":
        scene.refused(scene.run(ID), "run.earnings")
    else:
        scene.accepted(scene.run(ID))


@pytest.mark.rule("1851.dividend.half-rounding")
@pytest.mark.parametrize("rules", ["printed", "rails", "rails-1.x"])
def test_half_a_dividend(rules: str) -> None:
    scene = Scene(rules=rules)
    scene.floated(ID, "P1", {"P1": 5})
    scene.set_cash("P1", 0)
    scene.turn(ID, "dividend", revenue=90)
    scene.play(A.Dividend("P1", ID, "half"))
    shares = (23, 45 + 23) if rules == "rails" else (25, 40 + 25)
    assert (scene.cash("P1"), scene.cash(ID)) == shares


@pytest.mark.rule("1851.train.from-other-president")
@BOTH
def test_the_consent_of_another_president(rules: str) -> None:
    scene = buying(rules, treasury=500, IC="2")
    scene.play(scene.buy(ID, "2", "IC"))
    if rules == "printed":
        assert (scene.game.to_act, scene.trains(ID)) == ({"P2"}, [])
    else:
        assert (scene.game.to_act, scene.trains(ID)) == ({"P1"}, ["2"])


@pytest.mark.rule("1851.train.compulsory")
@BOTH
def test_the_duty_to_own_a_train(rules: str) -> None:
    scene = buying(rules, treasury=500)
    if rules == "printed":
        scene.refused(A.Pass("P1"), "train.compulsory")
    else:
        scene.accepted(A.Pass("P1"))


@BOTH
def test_the_help_of_a_president_without_a_route(rules: str) -> None:
    scene = buying(rules, treasury=50, cash=500, line=False)
    purchase = scene.buy(ID, "3")
    if rules == "printed":
        scene.refused(purchase, "train.several")
    else:
        scene.play(purchase)
        assert (scene.cash(ID), scene.cash("P1")) == (0, 350)


@pytest.mark.rule("1851.train.compulsory-cheapest", "1851.train.from-own-corporation")
@BOTH
def test_what_a_president_helps_to_buy(rules: str) -> None:
    scene = buying(rules, treasury=50, cash=500, pool="2", SR="3", IC="3")
    scene.accepted(scene.buy(ID, "2", "pool"))
    own = scene.buy(ID, "3", "SR", 150)
    if rules == "printed":
        scene.refused(own, "train.from-own-corporation")
        scene.refused(scene.buy(ID, "3"), "train.compulsory-cheapest")
        return
    scene.refused(scene.buy(ID, "3", "SR", 201), "train.compulsory-cheapest")
    scene.refused(scene.buy(ID, "3", "IC"), "train.compulsory-cheapest")
    scene.play(own)
    assert (scene.cash(ID), scene.cash("P1"), scene.cash("SR")) == (0, 400, 150)


@pytest.mark.rule("1851.train.discard-order")
@BOTH
def test_the_order_of_discards(rules: str) -> None:
    scene = Scene(rules=rules).phase("4")
    scene.sell_out("4")
    scene.floated(ID, "P1", cell=(4, 4), cash=500)
    scene.floated("IC", "P3", cell=(2, 5))
    scene.floated("SR", "P2", cell=(2, 3))
    for id in ("IC", "SR"):
        scene.give_trains(id, "3", "3", "4") if id == "IC" else scene.give_trains(id, "3", "4", "4")
    scene.turn(ID, "trains")
    scene.play(scene.buy(ID, "5"))
    assert scene.game.to_act == {"P3" if rules == "printed" else "P2"}


@pytest.mark.rule("1851.end.bank-broken")
@BOTH
def test_a_bank_of_nothing(rules: str) -> None:
    scene = Scene(rules=rules)
    scene.floated(ID, "P1")
    scene.set_cash("P3", scene.cash("P3") + scene.state.bank - 50)
    scene.turn(ID, "dividend", revenue=50)
    scene.play(A.Dividend("P1", ID, "withhold"))
    assert (scene.state.bank, scene.state.bank_broken) == (0, rules == "rails")


@pytest.mark.rule("1851.end.winner")
@BOTH
def test_equal_wealth(rules: str) -> None:
    scene = Scene(rules=rules).opened()
    scene.state.corporations["L&N"].shares = {"P1": 2}
    for player, cash in (("P1", 0), ("P2", 600), ("P3", 570)):  # P2's private is worth 50, P3's 80
        scene.set_cash(player, cash)
    places = [(standing.player, standing.place) for standing in scene.game.standings()[:2]]
    assert places == [("P2", 1), ("P3", 1 if rules == "printed" else 2)]


ASTRAY = "G13"
"""A plain hex that no route of the GM&O reaches."""


@pytest.mark.rule("1851.track.extend-route")
@pytest.mark.parametrize("variants", [(), ("recorded",)])
def test_a_lay_without_a_route(variants: tuple[str, ...]) -> None:
    scene = Scene(rules="rails", variants=variants)
    scene.floated(ID, "P1")
    scene.tiles(LINE)
    scene.turn(ID, "track")
    lay = A.LayTile("P1", ID, ASTRAY, "9", 0)
    assert lay not in scene.legal(A.LayTile)
    assert scene.legal(A.LayTile)
    if variants:
        scene.accepted(lay)
    else:
        scene.refused(lay, "track.extend-route")


@pytest.mark.rule("1851.marker.one-per-turn")
@pytest.mark.parametrize("variants", [(), ("recorded",)])
def test_a_token_without_a_route(variants: tuple[str, ...]) -> None:
    scene = Scene(rules="rails", variants=variants)
    scene.floated(ID, "P1")
    scene.tiles(f"{LINE} F16:57:0")
    scene.turn(ID, "token")
    token = A.PlaceToken("P1", ID, "F16", 0)
    assert token not in scene.legal(A.PlaceToken)
    assert A.PlaceToken("P1", ID, "F6", 0) in scene.legal(A.PlaceToken)
    if variants:
        scene.accepted(token)
    else:
        scene.refused(token, "marker.one-per-turn")


@pytest.mark.rule("1851.track.home-first")
@pytest.mark.parametrize("variants", [(), ("recorded",)])
def test_a_lay_before_that_of_the_home(variants: tuple[str, ...]) -> None:
    scene = Scene(rules="rails", variants=variants)
    scene.floated(ID, "P1")
    scene.turn(ID, "track")
    lay = A.LayTile("P1", ID, ASTRAY, "9", 0)
    if variants:
        scene.accepted(lay)
    else:
        scene.refused(lay, "track.home-first")
