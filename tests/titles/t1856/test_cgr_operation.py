"""Operation of the CGR: its turn, its treasury, its dividends and its place on the chart."""

from __future__ import annotations

import pytest

from cgr_scene import CgrScene, cgr_turn
from trunkline import actions as A

RUN = "P9.0 O10 N11.1"


@pytest.mark.rule("1856.cgr.otherwise-normal")
def test_its_turn_has_the_usual_steps() -> None:
    scene = cgr_turn("track", trains="5", permanent=True, cash=200)
    scene.refused(scene.place("CGR", "H15"), "marker.route-needed")
    scene.play(scene.lay("CGR", "P9:15:1"))
    scene.refused(A.Dividend("P2", "CGR", "pay"), "sequence.company-steps")
    scene.play(scene.place("CGR", "N11", 1))
    scene.refused(scene.lay("CGR", "N11:120:0"), "track.one-per-turn")
    scene.refused(A.Pass("P2"), "run.must-run")
    scene.play(scene.run("CGR", ("5", f"Q8.0 {RUN}")))
    scene.refused(A.Pass("P2"), "sequence.company-steps")
    scene.play(A.Dividend("P2", "CGR", "withhold"))
    assert scene.cash("CGR") == 100 + 90
    scene.refused(A.TakeLoan("P2", "CGR"), "loan.phases")
    scene.play(A.Pass("P2"))
    assert scene.state.operating is not None
    assert "CGR" in scene.state.operating.done


@pytest.mark.rule("1856.cgr.token-frozen")
def test_its_token_stays_until_it_has_a_permanent_train() -> None:
    for permanent, withheld, sold in ((False, 110, 110), (True, 100, 90)):
        scene = cgr_turn(permanent=permanent, trains="5" if permanent else "4")
        scene.corp("CGR").cell = (0, 5)
        scene.play(scene.run("CGR", (scene.trains("CGR")[0], RUN)))
        if permanent:
            scene.play(A.Dividend("P2", "CGR", "withhold"))
        assert scene.price("CGR") == withheld
        scene.stock("P1")
        scene.play(A.SellShares("P1", "CGR", 1))
        assert scene.price("CGR") == sold
        cgr = scene.corp("CGR")
        cgr.shares, cgr.pool, cgr.offering = {"P2": 6, "P1": 4}, 0, 0
        scene.stock("P1", 3)
        scene.pass_until("operating")
        assert (scene.price("CGR") > sold) is permanent


@pytest.mark.rule("1856.cgr.treasury-no-share-money")
def test_shares_of_the_offering_pay_the_bank() -> None:
    scene = cgr_turn(cash=70)
    scene.set_cash("P3", 100)
    scene.stock("P3")
    bank = scene.state.bank
    scene.play(scene.buy_share("P3"))
    assert (scene.cash("P3"), scene.cash("CGR"), scene.state.bank) == (0, 70, bank + 100)


@pytest.mark.rule("1856.cgr.dividend-needs-permanent")
def test_dividends_need_a_permanent_train() -> None:
    scene = cgr_turn("dividend", trains="4", revenue=50)
    assert scene.legal(A.Dividend) == [A.Dividend("P2", "CGR", "withhold")]
    scene.refused(A.Dividend("P2", "CGR", "pay"), "cgr.dividend-needs-permanent")
    running = cgr_turn(trains="4")
    running.play(running.run("CGR", ("4", RUN)))
    assert (running.cash("CGR"), running.price("CGR")) == (50, 100), "withheld by itself"
    free = cgr_turn(trains="5", permanent=True)
    free.play(free.run("CGR", ("5", RUN)))
    assert {choice.payout for choice in free.legal(A.Dividend)} == {"pay", "withhold"}


@pytest.mark.rule("1856.cgr.dividend-needs-permanent", "1856.cgr.token-frozen")
def test_a_cgr_that_sold_its_permanent_train_withholds_and_its_token_moves() -> None:
    scene = cgr_turn("dividend", trains="4", permanent=True, revenue=50)
    scene.refused(A.Dividend("P2", "CGR", "pay"), "cgr.dividend-needs-permanent")
    assert scene.legal(A.Dividend) == [A.Dividend("P2", "CGR", "withhold")]
    running = cgr_turn(trains="4", permanent=True)
    running.corp("CGR").cell = (0, 5)
    running.play(running.run("CGR", ("4", RUN)))
    assert (running.cash("CGR"), running.price("CGR")) == (50, 100), "withheld by itself"
    public = cgr_turn("dividend", trains="4", permanent=True, rules="18xx.games", revenue=50)
    public.accepted(A.Dividend("P2", "CGR", "pay"))


@pytest.mark.rule("1856.cgr.dividend-per-share")
@pytest.mark.parametrize(
    ("total", "paid"), [(10, {1: 19, 2: 38, 3: 57}), (20, {1: 10, 2: 19, 3: 29})], ids=["ten", "twenty"]
)
def test_what_190_dollars_pay(total: int, paid: dict[int, int]) -> None:
    scene = CgrScene()
    scene.cgr({"P3": 3, "P2": 2, "P1": 1}, total=total, in_pool=3)
    scene.give_trains("CGR", "5")
    scene.poor()
    scene.turn("CGR", "dividend", revenue=190)
    bank = scene.state.bank
    scene.play(A.Dividend("P3", "CGR", "pay"))
    assert {count: scene.cash(f"P{count}") for count in (1, 2, 3)} == paid
    assert scene.cash("CGR") == paid[3], "shares in the pool pay the treasury, those in the offering not"
    assert scene.state.bank == bank - sum(paid.values()) - paid[3]


@pytest.mark.rule("1856.cgr.market-floor")
def test_its_token_stops_before_the_closed_corner() -> None:
    for cell, move in (((8, 0), "left"), ((8, 0), "sale"), ((9, 1), "left"), ((9, 1), "sale")):
        scene = cgr_turn("dividend", trains="5", permanent=True, cash=20)
        scene.corp("CGR").cell = cell
        if move == "left":
            scene.play(A.Dividend("P2", "CGR", "withhold"))
        else:
            scene.stock("P1")
            scene.play(A.SellShares("P1", "CGR", 1))
        assert scene.corp("CGR").cell == cell
        assert not scene.corp("CGR").closed
        assert (scene.price("CGR"), scene.cash("CGR")) == (30, 20)


@pytest.mark.rule("1856.cgr.market-floor")
def test_a_larger_sale_moves_it_as_far_as_it_goes() -> None:
    scene = CgrScene()
    scene.cgr({"P2": 4, "P1": 3}, cell=(7, 0))
    scene.stock("P1")
    scene.play(A.SellShares("P1", "CGR", 3))
    assert scene.corp("CGR").cell == (8, 0)
    other = CgrScene()
    other.started("GT", "P2", {"P2": 4, "P1": 3}, cell=(7, 0))
    other.stock("P1")
    other.play(A.SellShares("P1", "GT", 3))
    assert other.corp("GT").closed
