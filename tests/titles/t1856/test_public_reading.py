"""Differences of the 18xx.games reading that no rule test covers."""

from __future__ import annotations

import pytest

from cgr_scene import CgrScene
from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel import shares
from trunkline.engine.loans.state import Debt
from trunkline.engine.track.connection import connects
from trunkline.titles.t1856.capital import SARNIA

READINGS = ("printed", "18xx.games")
RECORDED = ("recorded",)


def give_up(hex: str, stop: int = 0) -> A.RemoveToken:
    """Return the action by which P2, the CGR's president, gives up a token."""
    return A.RemoveToken("P2", "CGR", hex, stop)


def absorbed(rules: str, *debtors: str) -> CgrScene:
    """Return a scene in which P2's corporations are about to be absorbed."""
    scene = CgrScene(rules=rules)
    for id in debtors:
        scene.debtor(id, {"P2": 4})
    scene.poor()
    return scene


def form(scene: CgrScene) -> None:
    """Buy the first 6, give up all debts, and end the buyer's turn."""
    scene.turn("GW", "trains")
    scene.play(scene.buy("GW", "6"))
    if not scene.debts():
        scene.play(A.Pass(scene.corp("GW").president))
    scene.settle()


def test_a_token_beside_a_home_token_goes_by_itself() -> None:
    scene = absorbed("18xx.games", "CVR", "GT")
    home = scene.state.tokens["N11"][0].stop
    scene.token("GT", "N11", 1 - home)
    form(scene)
    assert not scene.legal(A.RemoveToken)
    assert sorted(scene.stations()) == [("N11", home), ("P9", 0)]
    assert scene.corp("CGR").tokens == (100,) * 8


@pytest.mark.parametrize("rules", READINGS)
@pytest.mark.parametrize("order", [("I12", "N17"), ("N17", "I12")])
def test_hexes_with_two_tokens_are_cleared_in_any_order(rules: str, order: tuple[str, str]) -> None:
    scene = absorbed(rules, "TGB", "GT")
    scene.tiles("I12:59:0 N17:59:0")
    for hex in order:
        scene.token("TGB", hex, 0)
        scene.token("GT", hex, 1)
    form(scene)
    scene.play(give_up("N17", 1), give_up("I12", 0))
    assert sorted(scene.stations()) == [("I12", 1), ("K8", 0), ("N17", 0), ("P9", 0)]
    assert scene.corp("CGR").tokens == (100,) * 6


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
    """Return a scene in which P2 is president of the CGR with one share.

    P1 holds one too and has bought another.
    """
    scene = CgrScene(rules="18xx.games", variants=RECORDED)
    cgr = scene.cgr({"P2": 1, "P1": 1}, in_pool=2, price=110)
    cgr.double = 1
    scene.own.cgr.duty = "P2"
    scene.stock("P1")
    scene.play(scene.buy_share("P1", source=source))
    return scene


@pytest.mark.parametrize(("source", "price"), [("offering", 100), ("pool", 110)])
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
        scene.play(one)
        assert (scene.cash("GT"), scene.corp("GT").loans) == (50, 2), "the other one goes by itself"


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


def over_loaded(cash: int, president: int = 0, *, step: str = "trains", loans: int = 5) -> Scene:
    """Return GT of P1 and P2 with more loans than its three shares. P1 also holds shares of WR at $90."""
    scene = Scene(rules="18xx.games").opened(bridge="P3")
    scene.phase(3)
    scene.started("GT", "P1", {"P1": 2, "P2": 1}, loans=loans, cash=cash)
    scene.started("WR", "P3", {"P3": 3, "P1": 3}, price=90, cell=(0, 3))
    scene.set_cash("P1", president)
    scene.turn("GT", step)
    scene.set_cash("GT", cash)
    assert scene.state.operating is not None
    assert scene.state.operating.turn is not None
    scene.state.operating.turn.interest = True
    return scene


def sale(corp: str, count: int = 1) -> A.SellShares:
    """Return a sale by P1."""
    return A.SellShares("P1", corp, count)


def test_loans_above_the_shares_go_with_the_pass_of_trains() -> None:
    scene = over_loaded(420, 70)
    scene.play(A.Pass("P1"))
    assert (scene.cash("GT"), scene.cash("P1"), scene.corp("GT").loans) == (220, 70, 3)
    scene.refused(A.TakeLoan("P1", "GT"), "redeem.last-action")
    scene.play(A.RedeemLoans("P1", "GT", 2))
    assert (scene.cash("GT"), scene.corp("GT").loans) == (20, 1)


def test_loans_above_the_shares_go_with_the_last_train_that_can_be_bought() -> None:
    scene = over_loaded(470, 200)
    scene.play(scene.buy("GT", "4"))
    assert (scene.cash("GT"), scene.cash("P1"), scene.corp("GT").loans) == (0, 200 - (200 - 120), 3)


def test_a_train_that_leaves_money_for_another_redeems_nothing() -> None:
    scene = over_loaded(720)
    scene.play(scene.buy("GT", "4"))
    assert (scene.cash("GT"), scene.corp("GT").loans) == (370, 5)


def test_where_trains_are_passed_over_the_loans_go_after_the_next_action() -> None:
    scene = over_loaded(60, 200, step="redeem")
    assert (scene.cash("GT"), scene.corp("GT").loans) == (60, 5)
    scene.refused(sale("WR"), "bankrupt.three-causes")
    scene.refused(A.DeclareBankruptcy("P1"), "end.no-voluntary-bankruptcy")
    scene.refused(A.RedeemLoans("P1", "GT", 1), "redeem.any-number")
    scene.refused(A.BuyRight("P1", "GT", "tunnel"), "sequence.company-steps")
    scene.play(A.Pass("P1"))
    assert (scene.cash("GT"), scene.cash("P1"), scene.corp("GT").loans) == (0, 60, 3)


def test_nothing_can_be_bought_before_the_debt_for_loans_is_paid() -> None:
    scene = over_loaded(60, 20, step="redeem")
    scene.play(A.Pass("P1"))
    assert (scene.cash("GT"), scene.cash("P1"), scene.corp("GT").loans) == (0, 20, 3)
    assert set(map(type, scene.legal(A.Action))) == {A.SellShares}
    assert scene.game.check(A.BuyRight("P1", "GT", "tunnel")) is not None
    scene.refused(sale("WR", 3), "redeem.president-adds")
    scene.play(sale("WR", 2))
    assert scene.cash("P1") == 20 + 180 - 140
    assert not scene.state.pending


def test_shares_of_its_own_that_are_sold_for_the_debt_add_to_it() -> None:
    scene = over_loaded(60, 20, step="redeem", loans=7)
    scene.corp("GT").shares = {"P1": 4, "P2": 1}
    scene.play(A.Pass("P1"))
    assert scene.corp("GT").loans == 5
    scene.play(sale("GT"))
    assert (scene.corp("GT").loans, scene.cash("P1")) == (4, 20 + 100)
    assert scene.table.waiting(Debt).amount == 140 + 100
    scene.refused(sale("WR", 3), "redeem.president-adds")
    scene.play(sale("WR", 2))
    assert scene.cash("P1") == 20 + 180 - 140


def test_a_debt_outlives_the_corporation() -> None:
    scene = over_loaded(60, 20, step="redeem", loans=7)
    gt = scene.corp("GT")
    gt.shares, gt.cell = {"P1": 4, "P2": 1}, (8, 0)
    assert scene.price("GT") == 30
    scene.play(A.Pass("P1"), sale("GT"))
    assert scene.corp("GT").closed
    assert scene.cash("P1") == 20 + 30
    scene.play(sale("WR"))
    assert (scene.state.pending, scene.cash("P1")) == ([], 20 + 30 + 90 - 140)


def test_loans_count_as_repaid_where_their_president_is_bankrupt() -> None:
    scene = over_loaded(60, 20, step="redeem", loans=9)
    scene.play(A.Pass("P1"), sale("WR", 3))
    assert scene.corp("GT").loans == 3
    scene.play(A.DeclareBankruptcy("P1"))
    assert (scene.game.over, scene.cash("P1"), scene.corp("GT").loans) == (True, 0, 3)


def test_while_interest_waits_loans_are_redeemed_singly() -> None:
    scene = over_loaded(460, step="redeem", loans=3)
    assert scene.state.operating is not None
    assert scene.state.operating.turn is not None
    scene.state.operating.turn.interest = False
    assert [choice.count for choice in scene.legal(A.RedeemLoans)] == [1]
    scene.refused(A.RedeemLoans("P1", "GT", 2), "redeem.any-number")
    scene.play(A.RedeemLoans("P1", "GT", 1))
    assert (scene.cash("GT"), scene.corp("GT").loans) == (460 - 100 - 20, 2)
    scene.play(A.RedeemLoans("P1", "GT", 2))
    assert (scene.cash("GT"), scene.corp("GT").loans) == (140, 0)


def test_interest_that_waits_comes_before_the_loans_that_must_go() -> None:
    scene = over_loaded(60, 400, step="redeem")
    assert scene.state.operating is not None
    assert scene.state.operating.turn is not None
    scene.state.operating.turn.interest = False
    scene.play(A.Pass("P1"))
    assert (scene.cash("GT"), scene.cash("P1"), scene.corp("GT").loans) == (0, 400 - (200 - 10), 3)


def test_only_the_first_sale_for_a_debt_must_leave_the_company_its_president() -> None:
    scene = over_loaded(0, loans=8)
    scene.corp("GT").shares = {"P1": 3, "P2": 3}
    scene.play(A.Pass("P1"))
    assert scene.table.waiting(Debt).amount == 200
    scene.refused(sale("GT"), "bankrupt.sales")
    scene.play(sale("WR"))
    scene.play(sale("GT"))
    assert scene.corp("GT").president == "P2"
    assert scene.corp("GT").loans == 5, "there is one share less"
    scene.refused(A.DeclareBankruptcy("P1"), "bankrupt.declared")


def test_interest_that_waits_is_paid_before_its_company_closes() -> None:
    """The sale that closes it is the next action. The president adds the money that the treasury lacks."""
    scene = over_loaded(25, 200, loans=4)
    gt = scene.corp("GT")
    gt.shares, gt.cell = {"P1": 4, "P2": 2}, (8, 0)
    scene.tiles("P9:6:1 O10:9:1")
    turn = scene.state.operating.turn if scene.state.operating else None
    assert turn is not None
    turn.interest = False
    scene.set_cash("P1", 20)
    scene.play(sale("GT"))
    assert gt.id not in [corp.id for corp in scene.state.corporations.values() if not corp.closed]
    assert scene.cash("P1") == 20 + 30 - (40 - 20)


def test_no_interest_is_paid_where_a_dividend_passed_over_closes_the_company() -> None:
    scene = Scene(rules="18xx.games").opened()
    gt = scene.started("GT", "P1", {"P1": 4}, loans=4, cash=25)
    scene.started("WR", "P2")
    gt.cell = (8, 0)
    scene.turn("GT", "track").play(A.Pass("P1"))
    assert gt.id not in [corp.id for corp in scene.state.corporations.values() if not corp.closed]
    assert scene.cash("P1") == 500


@pytest.mark.parametrize(("rules", "row"), [("printed", 3), ("18xx.games", 2)])
def test_odd_fives_of_two_sales_count_together_only_by_the_book(rules: str, row: int) -> None:
    scene = CgrScene(rules=rules)
    cgr = scene.cgr({"P2": 6, "P1": 4}, total=20, price=100)
    cgr.cell = (2, 3)
    scene.started("GT", "P1", {"P1": 2, "P2": 2}, loans=4, cash=0)
    scene.set_cash("P1", 0)
    scene.turn("GT", "trains")
    for _ in range(2):
        shares.sell(scene.table, "P1", cgr, 1)
    assert cgr.cell == (row, 3)


@pytest.mark.rule("1856.price.down-per-10")
@pytest.mark.parametrize("rules", READINGS)
def test_the_token_of_the_cgr_is_not_pushed_off_the_foot_of_its_column(rules: str) -> None:
    scene = CgrScene(rules=rules)
    scene.cgr({"P2": 4, "P1": 3}, price=100).cell = (6, 5)
    scene.stock("P1")
    if rules == "printed":
        scene.play(A.SellShares("P1", "CGR", 2))
        assert scene.corp("CGR").cell == (7, 5)
    else:
        scene.refused(A.SellShares("P1", "CGR", 2), "price.down-per-10")
        assert [a.count for a in scene.legal(A.SellShares) if a.corp == "CGR"] == [1]
        scene.play(A.SellShares("P1", "CGR", 1))
        assert scene.corp("CGR").cell == (7, 5)


def test_destinations_are_looked_for_through_sarnia_from_its_lower_edge() -> None:
    scene = Scene(rules="18xx.games").tiles("C14:6:0 B15:9:0 B17:9:0 B19:14:0")
    tables, tiles = scene.game.title.tables, scene.state.tiles

    def joined(start: str, goal: str, *gates: tuple[str, int]) -> bool:
        return connects(tables, tiles, [(start, 0)], (goal,), any_track=True, through=gates)

    assert joined("B19", "B13")
    assert not joined("B19", "C14")
    assert joined("B19", "C14", SARNIA)
    assert not joined("C14", "B19", SARNIA)
