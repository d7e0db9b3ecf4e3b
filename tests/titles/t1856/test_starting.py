"""The start of a company, and the conditions for its operation."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel.state import OFFERING, POOL

PARS = (65, 70, 75, 80, 90, 100)


@pytest.mark.rule("1856.start.par-values")
@pytest.mark.parametrize("par", PARS)
def test_par_is_one_of_six_values(par: int) -> None:
    scene = Scene().stock("P1")
    assert [start.par for start in scene.legal(A.StartCorporation) if start.corp == "GT"] == list(PARS)
    cash = scene.cash("P1")
    scene.play(A.StartCorporation("P1", "GT", par))
    assert cash - scene.cash("P1") == 2 * par
    assert (scene.corp("GT").par, scene.price("GT")) == (par, par)


@pytest.mark.rule("1856.start.par-values")
@pytest.mark.parametrize("par", [85, 110, 0, -65, 60])
def test_no_other_par_is_taken(par: int) -> None:
    Scene().stock("P1").refused(A.StartCorporation("P1", "GT", par), "start.par-values")


@pytest.mark.rule("1856.start.home-marker")
def test_the_home_city_is_kept_until_the_first_operation() -> None:
    scene = Scene()
    scene.started("CPR", "P2", cash=500)
    scene.stock("P1")
    scene.play(A.StartCorporation("P1", "GT", 65))
    assert "P9" not in scene.state.tokens
    scene.turn("CPR", "token")
    scene.refused(scene.place("CPR", "P9"), "marker.home-reserved")
    scene.stock("P2")
    scene.pass_until("operating")
    assert scene.pass_turn() == "CPR"
    assert scene.acting() == "GT"
    assert [(hex, m.stop) for hex, m in scene.state.tokens_of("GT")] == [("P9", 0)]
    assert scene.cash("GT") == 130
    assert scene.corp("GT").tokens == (40, 100, 100)


@pytest.mark.rule("1856.start.home-marker", "1856.overview.president-decides")
def test_of_two_home_spaces_the_president_picks_one() -> None:
    scene = Scene()
    scene.started("THB", "P2", home=False)
    scene.started("GT", "P1", cash=500)
    scene.turn("THB")
    scene.refused(scene.place("THB", "P9"), "start.home-marker")
    scene.refused(scene.place("GT", "L15"), "overview.president-decides")
    scene.refused(A.PlaceToken("P2", "GT", "L15", 0), "start.home-marker")
    scene.refused(A.Pass("P2"), "start.home-marker")
    scene.refused(A.PlaceToken("P1", "THB", "L15", 0), "overview.president-decides")
    scene.play(scene.place("THB", "L15", 1))
    assert [(hex, m.stop) for hex, m in scene.state.tokens_of("THB")] == [("L15", 1)]
    assert scene.cash("THB") == 0


@pytest.mark.rule("1856.start.marker-costs")
def test_the_first_further_token_costs_40_and_the_others_100() -> None:
    scene = Scene()
    tokens = {id: corp.tokens for id, corp in scene.state.corporations.items()}
    assert {id for id in tokens if tokens[id] == (0, 40)} == {"LPS", "TGB", "THB", "WGB"}
    assert {id for id in tokens if tokens[id] == (0, 40, 100)} == {"BB", "CA", "CVR", "WR"}
    assert {id for id in tokens if tokens[id] == (0, 40, 100, 100)} == {"CPR", "GT", "GW"}

    scene.started("GT", "P1", cash=139)
    scene.tiles("P9:57:1 O10:9:1 N11:120:1 N9:58:0 M8:8:3 M6:4:0 M4:121:0")
    scene.turn("GT", "token")
    scene.play(scene.place("GT", "N11", 1))
    assert scene.cash("GT") == 99
    scene.turn("GT", "token")
    refusal = scene.refused(scene.place("GT", "M4"), "start.marker-costs")
    assert "$100" in refusal.why
    assert "$99" in refusal.why
    scene.set_cash("GT", 100)
    scene.play(scene.place("GT", "M4"))
    assert (scene.cash("GT"), scene.corp("GT").tokens) == (0, (100,))


@pytest.mark.rule("1856.start.treasury-separate")
def test_every_treasury_is_a_purse_of_its_own() -> None:
    scene = Scene()
    scene.started("GT", "P1", cash=1000)
    scene.started("CPR", "P1", cash=99)
    scene.set_cash("P1", 50)
    scene.stock("P1")
    scene.refused(A.BuyShare("P1", "GT", OFFERING), "stock.buy.sources")
    assert scene.legal(A.StartCorporation) == []
    scene.turn("CPR", "trains")
    scene.refused(scene.buy("CPR", "2"), "buy-train.president-adds")
    scene.set_cash("CPR", 100)
    scene.play(scene.buy("CPR", "2"))
    assert [scene.cash(name) for name in ("CPR", "GT", "P1")] == [0, 1000, 50]


NEEDED = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "D": 6}


def _all_pass(scene: Scene) -> None:
    scene.stock()
    for player in scene.game.players:
        scene.play(A.Pass(player))


def _on_sale(scene: Scene, train: str) -> None:
    types = list(NEEDED)
    scene.sell_out(*types[: types.index(train)])


@pytest.mark.rule("1856.float.condition")
@pytest.mark.parametrize(("train", "needed"), NEEDED.items())
def test_as_many_shares_must_be_sold_as_the_train_on_sale_says(train: str, needed: int) -> None:
    for sold in range(2, 7):
        scene = Scene()
        _on_sale(scene, train)
        scene.started("GT", "P1", {"P1": sold}, operated=False, home=False)
        _all_pass(scene)
        assert scene.acting() == ("GT" if sold >= needed else "")
        told = [entry for entry in scene.game.log if entry.rule == "1856.float.condition"]
        assert len(told) == (sold < needed)


@pytest.mark.rule("1856.float.condition")
def test_whoever_has_operated_needs_no_more_shares() -> None:
    scene = Scene()
    scene.started("GT", "P1", {"P1": 2}, operated=False, home=False)
    scene.stock().pass_until("operating")
    assert scene.pass_turn() == "GT"
    scene.sell_out("2", "3")
    scene.pass_until("operating")
    assert scene.acting() == "GT"


@pytest.mark.rule("1856.float.condition")
def test_a_type_8_train_asks_for_six_shares_as_well() -> None:
    for sold, operates in ((5, False), (6, True)):
        scene = Scene(variants=("type8",))
        scene.sell_out("2", "3", "4", "5", "6")
        scene.started("GT", "P1", {"P1": sold}, operated=False, home=False)
        _all_pass(scene)
        assert (scene.acting() == "GT") is operates


def test_the_last_row_of_the_table_holds_once_the_bank_has_no_train() -> None:
    for sold, operates in ((5, False), (6, True)):
        scene = Scene()
        scene.state.trains = dict.fromkeys(scene.state.trains, POOL)
        scene.started("GT", "P1", {"P1": sold}, operated=False, home=False)
        _all_pass(scene)
        assert (scene.acting() == "GT") is operates


@pytest.mark.rule("1856.float.where-shares-are")
@pytest.mark.parametrize(("in_pool", "operates"), [(0, False), (1, True)])
def test_shares_on_the_open_pool_count(in_pool: int, operates: bool) -> None:
    scene = Scene()
    _on_sale(scene, "3")
    scene.started("GT", "P1", {"P1": 2}, in_pool=in_pool, operated=False, home=False)
    _all_pass(scene)
    assert (scene.acting() == "GT") is operates


@pytest.mark.rule("1856.float.not-operating-token")
def test_a_company_that_does_not_operate_keeps_its_price_in_the_round() -> None:
    scene = Scene()
    _on_sale(scene, "3")
    scene.started("GT", "P1", {"P1": 2}, operated=False, home=False)
    scene.started("CPR", "P2", {"P2": 3}, operated=False, home=False)
    scene.stock().pass_until("operating")
    assert scene.pass_turn() == "CPR"
    assert scene.state.round.kind == "stock"
    assert (scene.price("GT"), scene.price("CPR")) == (100, 90)
    scene.stock("P1", 3)
    scene.play(A.BuyShare("P1", "GT", OFFERING), A.Pass("P1"))
    scene.stock("P1", 4)
    scene.play(A.SellShares("P1", "GT", 1))
    assert scene.price("GT") == 90  # a sale moves the token anyway


def _gt_and_cvr() -> Scene:
    """Return the rulebook's example.

    The last 2-train is on sale and CVR acts before GT, which sold two shares.
    """
    scene = Scene()
    scene.give_trains("out", *["2"] * 5)
    scene.started("CVR", "P2", {"P2": 4}, price=70, cash=300)
    scene.stock("P1")
    scene.play(A.StartCorporation("P1", "GT", 65))
    scene.pass_until("operating")
    assert scene.acting() == "CVR"
    for _ in range(9):
        if scene.legal(A.BuyTrain):
            break
        scene.pass_()
    return scene


@pytest.mark.rule("1856.float.example-gt")
def test_gt_is_passed_over_when_cvr_buys_the_last_2_train() -> None:
    scene = _gt_and_cvr()
    scene.play(scene.buy("CVR", "2"))
    scene.pass_turn()
    assert scene.acting() == ""
    assert scene.state.round.kind == "stock"
    gt = scene.corp("GT")
    assert (gt.operated, scene.price("GT"), gt.home) == (False, 65, False)


@pytest.mark.rule("1856.float.example-gt")
def test_gt_operates_when_cvr_does_not_buy_and_goes_on_operating() -> None:
    scene = _gt_and_cvr()
    scene.pass_turn()
    assert scene.acting() == "GT"
    scene.pass_turn()
    assert scene.corp("GT").operated
    scene.sell_out("2", "3")
    scene.pass_until("operating")
    while scene.acting() != "GT":
        scene.pass_turn()
    assert scene.corp("GT").sold == 2
