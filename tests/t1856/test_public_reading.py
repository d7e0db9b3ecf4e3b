"""What the reading of 18xx.games does otherwise, where no test of a rule speaks of it."""

from __future__ import annotations

import pytest

from cgr_scene import CgrScene
from scenes import Scene
from trunkline import actions as A
from trunkline.titles.t1856.facts import CGR_DUTY

READINGS = ("printed", "18xx.games")
RECORDED = ("recorded",)


def give_up(hex: str, stop: int = 0) -> A.RemoveMarker:
    """P2, the CGR's president, gives up a marker."""
    return A.RemoveMarker("P2", "CGR", hex, stop)


def absorbed(rules: str, *debtors: str) -> CgrScene:
    """P2's corporations about to be absorbed."""
    scene = CgrScene(rules=rules)
    for id in debtors:
        scene.debtor(id, {"P2": 4})
    scene.poor()
    return scene


def form(scene: CgrScene) -> None:
    """The first 6 is bought, all debts are given up, and the buyer's turn ends."""
    scene.turn("GW", "trains")
    scene.play(scene.buy("GW", "6"))
    if not scene.debts():
        scene.play(A.Pass(scene.corp("GW").president))
    scene.settle()


def test_a_marker_beside_a_home_marker_goes_by_itself() -> None:
    scene = absorbed("18xx.games", "CVR", "GT")
    home = scene.state.markers["N11"][0].stop
    scene.marker("GT", "N11", 1 - home)
    form(scene)
    assert not scene.legal(A.RemoveMarker)
    assert sorted(scene.stations()) == [("N11", home), ("P9", 0)]
    assert scene.corp("CGR").markers == (100,) * 8


@pytest.mark.parametrize("rules", READINGS)
@pytest.mark.parametrize("order", [("I12", "N17"), ("N17", "I12")])
def test_hexes_with_two_markers_are_cleared_in_any_order(rules: str, order: tuple[str, str]) -> None:
    scene = absorbed(rules, "TGB", "GT")
    scene.tiles("I12:59:0 N17:59:0")
    for hex in order:
        scene.marker("TGB", hex, 0)
        scene.marker("GT", hex, 1)
    form(scene)
    scene.play(give_up("N17", 1), give_up("I12", 0))
    assert sorted(scene.stations()) == [("I12", 1), ("K8", 0), ("N17", 0), ("P9", 0)]
    assert scene.corp("CGR").markers == (100,) * 6


@pytest.mark.parametrize("rules", READINGS)
@pytest.mark.parametrize(("owner", "left"), [("P1", 3), ("TGB", 2)])
def test_a_right_kept_for_a_private_goes_to_the_bank_as_it_closes(rules: str, owner: str, left: int) -> None:
    scene = Scene(rules=rules).opened(bridge=owner, tunnel=owner)
    scene.phase(3)
    scene.sell_out("4")
    scene.started("GT", "P1", {"P1": 4}, cash=600)
    scene.turn("GT", "trains")
    assert scene.state.rights_left == {"bridge": 2, "tunnel": 2}
    scene.play(scene.buy("GT", "5"))
    assert scene.state.privates["bridge"].closed
    assert scene.state.rights_left == {"bridge": left, "tunnel": left}


def test_unlimited_rights_stay_unlimited() -> None:
    scene = Scene(variants=("unlimited_bonus_tokens",)).opened(bridge="P1")
    scene.phase(3)
    scene.sell_out("4")
    scene.started("GT", "P1", {"P1": 4}, cash=600)
    scene.turn("GT", "trains")
    scene.play(scene.buy("GT", "5"))
    assert not scene.state.rights_left


def test_a_gift_that_sets_off_the_last_sales_moves_the_priority() -> None:
    scene = Scene(rules="18xx.games")
    bids = {"ws": 45, "canada": 55, "lakes": 75, "bridge": 105, "tunnel": 105}
    players = scene.game.players
    for place, (private, amount) in enumerate(bids.items()):
        scene.play(A.Bid(players[place % 3], private, amount))
    assert scene.state.priority == "P1"
    for place in range(2, 14):
        scene.play(A.Pass(players[place % 3]))
    assert scene.state.privates["flos"].player == "P3"
    assert scene.state.stock is not None
    assert (scene.state.stock.turn, scene.state.priority) == ("P1", "P1")
    scene = Scene(rules="18xx.games")
    for place, (private, amount) in enumerate([*bids.items(), ("tunnel", 110)]):
        scene.play(A.Bid(players[place % 3], private, amount))
    for place in range(12):
        scene.play(A.Pass(players[place % 3]))
    while scene.state.opening is not None:
        scene.play(A.Pass(next(iter(scene.game.to_act))))
    assert scene.state.privates["flos"].player == "P1"
    assert scene.state.stock is not None
    assert (scene.state.stock.turn, scene.state.priority) == ("P2", "P2")


def one_share_president(source: str) -> CgrScene:
    """P2 is president of the CGR with one share, P1 holds one too and buys another."""
    scene = CgrScene(rules="18xx.games", variants=RECORDED)
    cgr = scene.cgr({"P2": 1, "P1": 1}, in_market=2, price=110)
    cgr.double = 1
    scene.state.facts[CGR_DUTY] = "P2"
    scene.stock("P1")
    scene.play(scene.buy_share("P1", source=source))
    return scene


@pytest.mark.parametrize(("source", "price"), [("offering", 100), ("market", 110)])
def test_who_outbuys_a_one_share_president_gets_the_missing_half(source: str, price: int) -> None:
    scene = one_share_president(source)
    cgr = scene.corp("CGR")
    assert (cgr.president, cgr.double) == ("P1", 2)
    assert scene.split() == ({"P2": 1, "P1": 2}, 2, 5)
    assert scene.cash("P1") == 500 - price


@pytest.mark.parametrize("rules", READINGS)
def test_the_bankrupt_player_loses_the_priority(rules: str) -> None:
    scene = Scene(rules=rules).opened()
    scene.started("GT", "P1", {"P1": 2, "P2": 2})
    scene.gt_line()
    scene.set_cash("P1", 0)
    scene.turn("GT", "trains")
    scene.state.priority = "P1"
    scene.play(A.DeclareBankruptcy("P1"))
    assert scene.game.over
    assert scene.state.priority == "P2"


def test_a_recorded_corporation_redeems_one_loan_after_the_other() -> None:
    for variants in ((), RECORDED):
        scene = Scene(rules="18xx.games", variants=variants).opened()
        scene.started("GT", "P1", {"P1": 2}, loans=4, cash=250)
        scene.turn("GT", "redeem")
        one = A.RedeemLoans("P1", "GT", 1)
        if variants:
            scene.play(one, one)
            assert (scene.cash("GT"), scene.corp("GT").loans) == (50, 2)
        else:
            scene.refused(one, "redeem.excess-compulsory")


def test_a_turn_that_ends_by_skips_alone_costs_no_interest() -> None:
    for skips, cash in ((True, 50), (False, 30)):
        scene = Scene(rules="18xx.games", variants=("recorded",))
        scene.started("GT", "P1", {"P1": 4}, cash=50, loans=2)
        scene.started("LPS", "P2", {"P2": 3}, par=65)
        scene.turn("GT")
        scene.play(A.Pass("P1"), A.Pass("P1"))
        scene.play(A.EndTurn("P1") if skips else A.Pass("P1"))
        assert scene.cash("GT") == cash


def test_only_a_recorded_turn_ends_by_skips() -> None:
    scene = Scene(rules="18xx.games")
    scene.started("GT", "P1", {"P1": 4}, cash=50)
    scene.turn("GT", "trains")
    scene.refused(A.EndTurn("P1"), "sequence.company-steps")


def test_what_only_a_recorded_game_may_hold_is_not_offered() -> None:
    scene = Scene(rules="18xx.games", variants=RECORDED)
    scene.gt_line()
    scene.started("GT", "P1", {"P1": 4})
    scene.started("WR", "P1", {"P1": 4})
    scene.set_cash("P1", 0)
    scene.turn("GT", "trains")
    assert scene.legal(A.SellShares)
    assert not scene.legal(A.DeclareBankruptcy)
    scene.accepted(A.DeclareBankruptcy("P1"))
