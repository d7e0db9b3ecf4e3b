"""The six phases: the starts and effects of each."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.state import BANK, OUT, POOL

TYPES = ["2", "3", "4", "5", "6", "D"]


def phase(scene: Scene) -> int:
    """Return the current phase, by the rulebook's number."""
    return scene.state.phase + 1


def before(number: int) -> Scene:
    """Return GT in its train step, able to buy the train that begins a phase (2 to 6)."""
    scene = Scene().opened(flos="P2")
    scene.started("GT", "P1", {"P1": 4}, cash=2000)
    scene.started("BB", "P2", {"P2": 4}, cash=0, par=90)
    scene.phase(number - 1)
    scene.sell_out(TYPES[number - 2])
    return scene.turn("GT", "trains")


def places(scene: Scene, name: str) -> set[str]:
    """Return the places of the trains of a type."""
    return {place for train, place in scene.state.trains.items() if depot.train_name(train) == name}


# -- starts of phases


@pytest.mark.rule("1856.phase.1.span", "1856.phase.2.span")
def test_phase_one_and_two() -> None:
    scene = Scene().opened(flos="P1")
    scene.started("GT", "P1", cash=2000)
    scene.turn("GT", "trains")
    for _ in range(6):
        assert phase(scene) == 1
        assert not scene.legal(A.BuyPrivate)
        scene.refused(A.BuyPrivate("P1", "flos", 20, "GT"), "buy-private.when")
        scene.play(scene.buy("GT", "2"))
        if len(scene.trains("GT")) == 4:
            scene.give_away("GT")
    assert phase(scene) == 1
    scene.refused(A.BuyPrivate("P1", "flos", 20, "GT"), "buy-private.when")
    scene.play(scene.buy("GT", "3"))
    assert phase(scene) == 2
    assert scene.game.to_act == {"P1"}
    assert A.BuyPrivate("P1", "flos", 20, "GT") in scene.legal(A.BuyPrivate)
    scene.play(A.BuyPrivate("P1", "flos", 20, "GT"))
    scene.give_away("GT")
    for _ in range(4):
        scene.play(scene.buy("GT", "3"))
        scene.give_away("GT")
        assert phase(scene) == 2


@pytest.mark.rule("1856.phase.3.span")
def test_phase_three_scraps_the_2_trains() -> None:
    scene = Scene().opened(flos="P1")
    scene.started("GT", "P1", cash=1000)
    scene.started("BB", "P2", par=90)
    scene.give_trains("GT", "2")
    scene.give_trains("BB", "2", "2")
    scene.give_trains(POOL, "2", "2", "2")
    scene.phase(2)
    scene.sell_out("3")
    scene.turn("GT", "trains")
    scene.play(scene.buy("GT", "4"))
    assert phase(scene) == 3
    assert places(scene, "2") == {OUT}
    assert (scene.trains("GT"), scene.trains("BB")) == (["4"], [])
    scene.accepted(A.BuyPrivate("P1", "flos", 20, "GT"))
    scene.play(scene.buy("GT", "4"))
    assert phase(scene) == 3


@pytest.mark.rule("1856.phase.4.span")
def test_phase_four() -> None:
    scene = before(4)
    scene.play(scene.buy("GT", "5"))
    assert phase(scene) == 4
    scene.refused(A.BuyPrivate("P1", "flos", 20, "GT"), "private.close-phase-four")
    scene.play(scene.buy("GT", "5"))
    assert phase(scene) == 4


@pytest.mark.rule("1856.phase.4.span")
def test_only_the_bank_s_first_train_begins_a_phase() -> None:
    scene = before(4)
    scene.state.trains = {**scene.state.trains, "5-0": "BB"}
    scene.play(scene.buy("GT", "5", "BB", price=200), A.Answer("P2", True))
    assert phase(scene) == 3


@pytest.mark.rule("1856.phase.5.span")
def test_phase_five_scraps_the_3_trains_and_calls_in_the_loans() -> None:
    scene = before(5)
    scene.state.trains = {**scene.state.trains, "3-0": "BB", "3-1": POOL}
    scene.corp("BB").loans = 2
    scene.play(scene.buy("GT", "6"))
    assert phase(scene) == 5
    assert places(scene, "3") == {OUT}
    scene.refused(A.SettleDebt("P2", "BB", False), "sequence.company-steps")
    scene.accepted(scene.buy("GT", "6"))
    scene.play(A.Pass("P1"))
    assert scene.game.to_act == {"P2"}
    scene.accepted(A.SettleDebt("P2", "BB", False))


@pytest.mark.rule("1856.phase.5.span")
def test_elsewhere_the_loans_are_called_in_at_once() -> None:
    scene = Scene(rules="18xx.games")
    scene.started("GT", "P1", {"P1": 4}, cash=2000)
    scene.started("BB", "P2", {"P2": 4}, loans=2, par=90)
    scene.phase(4)
    scene.sell_out("5")
    scene.turn("GT", "trains")
    scene.play(scene.buy("GT", "6"))
    assert scene.game.to_act == {"P2"}
    scene.play(A.SettleDebt("P2", "BB", True))
    scene.play(scene.buy("GT", "6"))


@pytest.mark.rule("1856.phase.6.span")
def test_phase_six_scraps_the_4_trains() -> None:
    scene = before(6)
    scene.set_cash("GT", 4000)
    scene.state.trains = {**scene.state.trains, "4-0": "BB", "4-1": POOL, "4-2": "GT", "5-0": "BB"}
    scene.play(scene.buy("GT", "D", trade_in="4"))
    assert phase(scene) == 6
    assert places(scene, "4") == {OUT}
    assert (scene.trains("GT"), scene.trains("BB")) == (["D"], ["5"])
    scene.play(scene.buy("GT", "D"))
    assert phase(scene) == 6
    assert scene.trains("BB") == ["5"]


@pytest.mark.rule("1856.phase.6.span")
def test_the_last_6_sold_after_a_diesel_changes_nothing() -> None:
    scene = before(6)
    scene.state.trains = {**scene.state.trains, "6-1": BANK}
    scene.play(scene.buy("GT", "D"), scene.buy("GT", "6"))
    assert phase(scene) == 6


@pytest.mark.rule("1856.phase.6.span")
def test_phase_six_begins_with_the_sale_not_with_the_offer() -> None:
    scene = before(5)
    scene.play(scene.buy("GT", "6"))
    assert "D" in {depot.train_name(buy.train) for buy in scene.legal(A.BuyTrain)}
    assert phase(scene) == 5


# -- effects of phases


@pytest.mark.rule("1856.phase.track-colours")
def test_colours_of_track() -> None:
    """Toronto goes from printed yellow to green, brown and gray; Oshawa takes a yellow tile."""
    lays = [
        ("P9:57:1", "", 1),
        ("N11:120:1", "", 2),
        ("N11:122:1", "N11:120:1", 4),
        ("N11:124:1", "N11:122:1", 5),
    ]
    for lay, under, since in lays:
        for number in range(1, 7):
            scene = Scene()
            scene.started("GT", "P1")
            scene.started("CVR", "P1", par=90)
            scene.tiles(under)
            scene.phase(number)
            corp = "GT" if lay.startswith("P9") else "CVR"
            scene.turn(corp)
            if number < since:
                scene.refused(scene.lay(corp, lay), "phase.track-colours")
            else:
                scene.accepted(scene.lay(corp, lay))


@pytest.mark.rule("1856.phase.train-limit")
@pytest.mark.parametrize(("number", "limit"), [(1, 4), (2, 4), (3, 3), (4, 2), (5, 2), (6, 2)])
def test_train_limit(number: int, limit: int) -> None:
    scene = Scene()
    scene.started("GT", "P1", cash=5000)
    scene.phase(number)
    on_sale = TYPES[number - 1] if number < 5 else "D"
    mine = [train for train, place in scene.state.trains.items() if place in (BANK, OUT)][-limit - 2 : -2]
    scene.state.trains = {**scene.state.trains, **dict.fromkeys(mine[1:], "GT")}
    scene.turn("GT", "trains")
    scene.accepted(scene.buy("GT", on_sale))
    scene.state.trains = {**scene.state.trains, mine[0]: "GT"}
    assert len(scene.trains("GT")) == limit
    scene.refused(scene.buy("GT", on_sale), "phase.train-limit")


@pytest.mark.rule("1856.phase.train-limit")
@pytest.mark.parametrize("number", [5, 6])
def test_the_cgr_may_own_three_trains(number: int) -> None:
    scene = Scene()
    scene.started("WR", "P1", {"P1": 4}, loans=2)
    scene.started("GT", "P2", {"P2": 4}, par=90)
    scene.six_bought("GT")
    scene.play(A.SettleDebt("P1", "WR", False))
    scene.phase(number)
    scene.set_cash("CGR", 5000)
    scene.turn("CGR", "trains")
    for _ in range(3):
        scene.play(scene.buy("CGR", "D"))
    scene.refused(scene.buy("CGR", "D"), "phase.train-limit")
    assert len(scene.trains("CGR")) == 3


@pytest.mark.rule("1856.phase.operating-rounds")
@pytest.mark.parametrize(("number", "rounds"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 3)])
def test_operating_rounds_of_a_set(number: int, rounds: int) -> None:
    scene = Scene()
    scene.started("GT", "P1")
    scene.phase(number)
    scene.stock("P1", number=4)
    for seat in ("P1", "P2", "P3"):
        scene.pass_(seat)
    played = []
    while scene.state.round.kind == "operating":
        here = (scene.state.round.number, scene.state.round.index, scene.state.round.of)
        if here not in played:
            played.append(here)
        scene.pass_()
    assert played == [(4, index, rounds) for index in range(1, rounds + 1)]
    assert scene.state.round.number == 5


@pytest.mark.rule("1856.phase.operating-rounds-delay")
@pytest.mark.parametrize(("number", "now", "then"), [(2, 1, 2), (4, 2, 3)])
def test_more_operating_rounds_come_after_the_next_stock_round(number: int, now: int, then: int) -> None:
    scene = Scene()
    scene.started("GT", "P1", cash=2000)
    scene.phase(number - 1)
    scene.sell_out(TYPES[number - 2])
    scene.stock("P1")
    for seat in ("P1", "P2", "P3", "P1", "P1"):
        scene.pass_(seat)
    scene.play(scene.buy("GT", TYPES[number - 1]))
    seen: list[tuple[str, int]] = []
    while len(seen) < now + 1 + then:
        here = (scene.state.round.kind, scene.state.round.index)
        if not seen or seen[-1] != here:
            seen.append(here)
        scene.pass_()
    first = [("operating", index) for index in range(1, now + 1)]
    second = [("operating", index) for index in range(1, then + 1)]
    assert seen == [*first, ("stock", 0), *second]


@pytest.mark.rule("1856.phase.offboard-values")
@pytest.mark.parametrize(("number", "value"), [(1, 30), (2, 30), (3, 30), (4, 50), (5, 50), (6, 60)])
def test_value_of_an_off_board_place(number: int, value: int) -> None:
    """Detroit is printed 30, 50 and 60."""
    scene = Scene()
    scene.started("GW", "P1")
    scene.tiles("B19:57:1")
    scene.token("GW", "B19")
    scene.phase(number)
    scene.state.trains = {**scene.state.trains, "5-0": "GW"}
    scene.turn("GW", "run")
    scene.play(scene.run("GW", ("5", "B19.0 A20.0")))
    assert scene.corp("GW").revenue == 20 + value


@pytest.mark.rule("1856.phase.offboard-values")
def test_the_second_value_lasts_until_a_diesel_is_sold() -> None:
    scene = before(6)
    scene.set_cash("GT", 4000)
    scene.tiles("B19:57:1")
    scene.token("BB", "B19")
    scene.state.trains = {**scene.state.trains, "5-0": "BB"}
    for value in (50, 60):
        scene.turn("BB", "run")
        scene.play(scene.run("BB", ("5", "B19.0 A20.0")))
        assert scene.corp("BB").revenue == 20 + value
        scene.turn("GT", "trains")
        scene.play(scene.buy("GT", "D"))


@pytest.mark.rule("1856.phase.offboard-values")
def test_printed_values() -> None:
    hexes = Scene().game.title.board.hexes
    values = {
        spot.name: tuple((spot.values or spot.stops[0].values).values())
        for spot in hexes.values()
        if spot.kind == "offboard" or spot.name == "Goderich"
    }
    assert values == {
        "Detroit - Windsor": (30, 50, 60),
        "Sarnia": (30, 50, 50),
        "Goderich": (30, 50, 40),
        "Lake Huron": (30, 50, 40),
        "Georgian Bay": (20, 30, 30),
        "Canadian West": (20, 30, 50),
        "Buffalo": (30, 40, 40),
        "Lower Canada": (20, 30, 50),
    }
