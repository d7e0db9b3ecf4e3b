"""Bankruptcy: a president who cannot pay is out, and the game continues while two players are left."""

from __future__ import annotations

import pytest

from money_18gl import CR, POOL, bonds_at, conrail, in_need, pool_of
from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.engine.kernel.state import Private


@pytest.mark.rule("18gl.bankruptcy.when")
def test_whoever_can_sell_is_not_bankrupt() -> None:
    scene = in_need(phase="D", treasury=30, loans=2)
    scene.refused(A.DeclareBankruptcy("P1"), "bankruptcy.when")
    scene.play(A.SellShares("P1", "NKP", 3), A.SellShares("P1", "IC", 2))
    refusal = scene.refused(A.DeclareBankruptcy("P1"), "bankruptcy.when")
    assert "shares of IC" in refusal.why
    scene.play(A.SellShares("P1", "IC", 1))
    told = scene.told(scene.play(A.DeclareBankruptcy("P1")))
    assert "P1 is bankrupt and out of the game" in told
    assert not scene.game.over
    assert scene.state.players["P1"].out
    assert scene.state.seats == ["P2", "P3"]


@pytest.mark.rule("18gl.bankruptcy.when")
def test_whoever_has_bonds_is_not_bankrupt() -> None:
    scene = in_need(phase="D", treasury=30, loans=2)
    conrail(scene, "P2", bonds={"P1": 1})
    scene.play(A.SellShares("P1", "NKP", 3), A.SellShares("P1", "IC", 3))
    refusal = scene.refused(A.DeclareBankruptcy("P1"), "bankruptcy.when")
    assert refusal.why == "bonds can be sold"
    scene.play(A.SellBonds("P1", 1))
    scene.accepted(A.DeclareBankruptcy("P1"))


@pytest.mark.rule("18gl.bankruptcy.when")
def test_nobody_is_bankrupt_who_has_the_money() -> None:
    scene = in_need(phase="D", treasury=30, loans=2, cash=970)
    scene.refused(A.DeclareBankruptcy("P1"), "bankruptcy.when")


@pytest.mark.rule("18gl.bankruptcy.holdings")
def test_what_a_bankrupt_player_holds_goes_to_the_pool() -> None:
    scene = in_need(phase="D", treasury=30, loans=2)
    conrail(scene, "P2", bonds={"P1": 2, "P2": 1})
    scene.floated("LS&I", "P1", {"P1": 6, "P3": 2}, treasury=0, operated=False)
    scene.play(A.SellBonds("P1", 2), A.SellShares("P1", "NKP", 3), A.SellShares("P1", "IC", 3))
    assert pool_of(scene, "LS&I") == 20
    scene.play(A.DeclareBankruptcy("P1"))
    assert pool_of(scene, "LS&I") == 80
    assert all("P1" not in corp.shares for corp in scene.state.corporations.values())
    assert scene.price("LS&I") == 100  # no price moves for it


@pytest.mark.rule("18gl.bankruptcy.presidencies", "18gl.bankruptcy.new-president-continues")
def test_the_next_president_goes_on_with_what_was_raised() -> None:
    scene = in_need(phase="D", treasury=30, loans=2)
    scene.set_cash("P2", 400)
    scene.play(A.SellShares("P1", "NKP", 3), A.SellShares("P1", "IC", 3))
    raised = scene.cash("P1")
    assert raised == 270 + 300
    scene.play(A.DeclareBankruptcy("P1"))
    assert scene.corp("IC").president == "P2"
    assert (scene.cash("IC"), scene.cash("P1")) == (30 + raised, 0)
    assert (scene.acting(), scene.game.to_act) == ("IC", {"P2"})
    scene.refused(A.Pass("P2"), "mandatory.must-own")
    scene.play(scene.buy("IC", "D"))
    assert (scene.cash("P2"), scene.trains("IC")) == (0, ["D"])


@pytest.mark.rule("18gl.bankruptcy.presidencies")
def test_of_equal_holdings_the_next_to_the_left_presides() -> None:
    scene = in_need(players=4, phase="D", treasury=30, loans=2, shares={"P1": 4, "P3": 2, "P2": 2, "P4": 2})
    scene.play(A.SellShares("P1", "NKP", 3), A.SellShares("P1", "IC", 2))
    scene.play(A.DeclareBankruptcy("P1"))
    assert scene.corp("IC").president == "P2"
    assert scene.corp("IC").double == 2


@pytest.mark.rule("18gl.bankruptcy.closure", "18gl.bankruptcy.closure-assets")
def test_a_corporation_that_nobody_can_have_closes() -> None:
    scene = in_need(phase="D", treasury=30, loans=2, shares={"P1": 5, "P2": 1})
    scene.floated("LS&I", "P1", {"P1": 4, "P3": 1}, cash=80, operated=False).loans = 1
    scene.give_trains("LS&I", "10H", "10H")
    scene.state.private_tokens = {"port": ("C7", "LS&I")}
    bank = scene.state.bank
    scene.play(A.SellShares("P1", "NKP", 3), A.SellShares("P1", "IC", 3))
    raised = scene.cash("P1")
    told = scene.told(scene.play(A.DeclareBankruptcy("P1")))
    assert {"IC closes; its shares are worthless", "LS&I closes; its shares are worthless"} <= set(told)
    for id in ("IC", "LS&I"):
        corp = scene.corp(id)
        assert corp.closed
        assert (corp.shares, corp.pool, corp.treasury, corp.cell, corp.loans) == ({}, 0, 0, None, 0)
        assert not scene.state.tokens_of(id)
    assert scene.trains(POOL) == ["10H", "10H"]
    assert scene.state.private_tokens == {}
    assert scene.state.bank == bank - raised + raised + 30 + 80
    # They never operate again, and no player can start them.
    assert scene.acting() not in ("IC", "LS&I")
    scene.stock("P2")
    scene.refused(A.BuyShare("P2", "LS&I", POOL), "bankruptcy.closure")
    scene.refused(A.StartCorporation("P2", "LS&I", 100), "bankruptcy.closure")


@pytest.mark.rule("18gl.bankruptcy.closure")
def test_a_corporation_that_has_not_floated_closes_too() -> None:
    scene = in_need(phase="D", treasury=30, loans=2)
    scene.started("LS&I", "P1", {"P1": 2, "P3": 1}, home=False, operated=False)
    scene.play(A.SellShares("P1", "NKP", 3), A.SellShares("P1", "IC", 3), A.DeclareBankruptcy("P1"))
    assert scene.corp("LS&I").closed


@pytest.mark.rule("18gl.bankruptcy.privates")
def test_the_privates_of_a_bankrupt_player_are_gone() -> None:
    scene = in_need(phase="D", treasury=30, loans=2)
    scene.state.privates["ferry"] = Private("ferry", 100, "P1")
    scene.state.privates["port"] = Private("port", 80, "P2")
    told = scene.play(A.SellShares("P1", "NKP", 3), A.SellShares("P1", "IC", 3), A.DeclareBankruptcy("P1"))
    assert "Ferry closes" in scene.told(told)
    assert scene.state.privates["ferry"].closed
    assert not scene.state.privates["port"].closed


@pytest.mark.rule("18gl.bankruptcy.when", "18gl.bankruptcy.new-president-continues")
def test_interest_too_may_ruin_a_president() -> None:
    scene = Scene().opened()
    scene.floated("IC", "P1", {"P1": 5, "P2": 3}, price=70, treasury=0, cash=10).loans = 2
    scene.corp("IC").shares = {"P1": 3, "P2": 3}
    scene.corp("IC").pool = 4
    scene.set_cash("P1", 5)
    scene.set_cash("P2", 300)
    scene.turn("IC", "interest")
    scene._settle()
    assert scene.game.to_act == {"P1"}
    scene.play(A.DeclareBankruptcy("P1"))
    # The next president pays the rest at once, out of cash.
    assert scene.corp("IC").president == "P2"
    assert (scene.cash("P2"), scene.cash("IC")) == (300 - 85, 0)


@pytest.mark.rule("18gl.bankruptcy.closure")
def test_interest_of_a_corporation_that_closes_is_owed_no_more() -> None:
    scene = Scene().opened()
    scene.floated("IC", "P1", {"P1": 2}, price=70, treasury=3, cash=10).loans = 2
    scene.set_cash("P1", 5)
    scene.turn("IC", "interest")
    scene._settle()
    scene.play(A.DeclareBankruptcy("P1"))
    assert scene.corp("IC").closed
    assert not scene.state.pending
    assert scene.acting() == ""


@pytest.mark.rule("18gl.bankruptcy.when")
def test_turns_pass_over_who_has_left() -> None:
    scene = in_need(players=4, phase="D", treasury=30, loans=2)
    scene.state.priority = "P1"
    scene.play(A.SellShares("P1", "NKP", 3), A.SellShares("P1", "IC", 3), A.DeclareBankruptcy("P1"))
    assert scene.state.priority == "P2"
    scene.stock("P4")
    scene.pass_("P4")
    assert scene.game.to_act == {"P2"}
    scene.refused(A.Pass("P1"), "sr.order-and-end")
    scene.pass_("P2")
    scene.pass_("P3")
    assert scene.state.round.kind == "operating"  # three passes end the round


@pytest.mark.rule("18gl.end.sole-survivor")
@pytest.mark.parametrize("players", [2, 3])
def test_the_last_player_left_wins_at_once(players: int) -> None:
    scene = in_need(players=players, phase="D", treasury=30, loans=2)
    scene.set_cash("P2", 0)
    scene.play(A.SellShares("P1", "NKP", 3), A.SellShares("P1", "IC", 3), A.DeclareBankruptcy("P1"))
    if players == 3:
        assert not scene.game.over
        # P2 continues for IC and is bankrupt as well.
        while sales := scene.legal(A.SellShares, "P2"):
            scene.play(sales[-1])
        scene.play(A.DeclareBankruptcy("P2"))
    assert scene.game.over
    result = scene.game.result
    assert result is not None
    assert (result.reason, result.winners) == ("sole-survivor", ("P2",) if players == 2 else ("P3",))
    scene.refused(A.Pass("P2"), "end.sole-survivor")


@pytest.mark.rule("18gl.bankruptcy.holdings")
def test_conrail_bonds_of_a_bankrupt_player_lie_in_the_pool() -> None:
    scene = Scene().opened().phase("D")
    conrail(scene, "P1", {"P1": 2, "P2": 2}, bonds={"P1": 1, "P2": 1})
    scene.corp(CR).loans = 2
    scene.corp(CR).pool, scene.corp(CR).treasury = 6, 0
    scene.state.bonds = {"P1": 1, "P2": 9}
    scene.set_cash("P1", 0)
    scene.turn(CR, "trains")
    scene.play(A.SellBonds("P1", 1), A.DeclareBankruptcy("P1"))
    assert bonds_at(scene, POOL, "P1") == (1, 0)
    assert scene.corp(CR).president == "P2"


@pytest.mark.rule("18gl.bankruptcy.new-president-continues", "18gl.emergency.president-sales")
def test_what_the_bankrupt_has_sold_does_not_bind_the_next_president() -> None:
    scene = in_need(phase="D", treasury=30, loans=2, shares={"P1": 4, "P2": 3, "P3": 2})
    scene.floated("MON", "P2", {"P1": 2, "P2": 4}, price=90)
    scene.floated("DT&I", "P2", price=80)
    scene.give_trains("DT&I", "10H")
    scene.set_cash("P2", 0)
    scene.play(*(A.SellShares("P1", id, count) for id, count in (("NKP", 3), ("MON", 2), ("IC", 1))))
    scene.play(A.DeclareBankruptcy("P1"))
    # A train of another corporation may be bought, and shares bring their price of now.
    assert scene.game.to_act == {"P2"}
    scene.accepted(scene.buy("IC", "10H", "DT&I", price=100))
    price = scene.price("MON")
    assert price < 90
    scene.play(A.SellShares("P2", "MON", 1))
    assert scene.cash("P2") == price


@pytest.mark.rule("18gl.bankruptcy.when", "18gl.mandatory.other-corporation")
def test_nobody_is_bound_to_buy_the_train_of_another_corporation() -> None:
    scene = in_need(phase="D", treasury=30, loans=2, shares={"P1": 2, "P2": 2})
    scene.floated("DT&I", "P1", {"P1": 2}, price=80)
    scene.give_trains("DT&I", "10H")
    scene.corp("NKP").shares = {"P2": 7}
    scene.set_cash("P1", 0)
    assert not scene.legal(A.SellShares)
    scene.accepted(scene.buy("IC", "10H", "DT&I", price=30))
    scene.play(A.DeclareBankruptcy("P1"))
    assert scene.state.players["P1"].out


@pytest.mark.rule("18gl.bankruptcy.closure", "18gl.conrail.bonds.face-trade")
def test_bonds_outlive_a_conrail_that_closes() -> None:
    scene = Scene().opened().phase("D")
    conrail(scene, "P1", {"P1": 5}, bonds={"P2": 4, "P3": 6})
    scene.corp(CR).loans = 2
    scene.corp(CR).pool, scene.corp(CR).treasury = 5, 0
    scene.set_cash("P1", 0)
    scene.turn(CR, "trains").play(A.DeclareBankruptcy("P1"))
    assert scene.corp(CR).closed
    assert bonds_at(scene, "P2", "P3") == (4, 6)
    assert scene.game.worth("P2") == scene.cash("P2") + 400
    scene.stock("P2")
    scene.play(A.SellBonds("P2", 3))
    assert bonds_at(scene, "P2", POOL) == (1, 3)
