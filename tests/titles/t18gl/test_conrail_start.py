"""CONRAIL's price, loans, capital and turn at its formation, and the assets that it takes over."""

from __future__ import annotations

import pytest

from conrail_scene import BUYER, CR, ConrailScene, Held, forming
from trunkline import actions as A
from trunkline.engine.kernel import chart
from trunkline.engine.steps import operating

TWO: Held = {"PRR": {"P1": 4}, "NKP": {"P2": 4}}
THREE: Held = {**TWO, "MON": {"P3": 4}}


@pytest.mark.rule("18gl.conrail.price.average")
def test_its_price_is_the_average_of_the_two_highest_rounded_down() -> None:
    assert forming(TWO, prices={"PRR": 185, "NKP": 155}).price(CR) == 170
    assert forming(TWO, prices={"PRR": 185, "NKP": 140}).price(CR) == 155, "of 162"
    assert forming(THREE, prices={"PRR": 140, "NKP": 60, "MON": 170}).price(CR) == 155, "60 does not count"


@pytest.mark.rule("18gl.conrail.price.top-row")
def test_its_token_comes_to_the_top_row_under_those_there() -> None:
    scene = ConrailScene()
    scene.old("PRR", {"P1": 4}, price=140)
    scene.old("NKP", {"P2": 4}, price=140)
    stacked = scene.floated("MILW", "P3", cell=(0, 6), operated=False)
    scene.begins()
    corp = scene.corp(CR)
    assert corp.cell == stacked.cell == (0, 6)
    assert chart.order(scene.table)[:2] == [scene.corp("MILW"), corp]


@pytest.mark.rule("18gl.conrail.price.minimum")
def test_it_starts_at_110_at_the_least() -> None:
    assert forming(TWO, prices={"PRR": 80, "NKP": 80}).price(CR) == 110
    assert forming(TWO, prices={"PRR": 110, "NKP": 125}).price(CR) == 110


@pytest.mark.rule("18gl.conrail.loans.price", "18gl.price.loan-moves")
def test_each_loan_inherited_lowers_the_price_by_a_column() -> None:
    scene = forming(TWO, prices={"PRR": 185, "NKP": 155}, loans={"PRR": 2, "NKP": 1})
    assert scene.corp(CR).cell == (0, 5)
    assert scene.price(CR) == 125
    low = forming(TWO, loans={"PRR": 1})
    assert low.price(CR) == 100, "below the least it starts at"


@pytest.mark.rule("18gl.conrail.loans.bonds")
def test_for_each_loan_inherited_a_bond_goes_to_the_pool() -> None:
    assert forming(TWO, loans={"PRR": 2, "NKP": 1}).bonds() == {"treasury": 7, "pool": 3}


@pytest.mark.rule("18gl.conrail.loans.bonds")
def test_only_bonds_that_are_left_go_to_the_pool() -> None:
    scene = ConrailScene()
    for place, id in enumerate(("PRR", "NKP", "MON", "LS&I", "IC", "MILW")):
        corp = scene.old(id, {f"P{1 + place % 3}": 6, f"P{1 + (place + 1) % 3}": 3}, treasury=0)
        corp.loans = 2 if id == "PRR" else 0
    scene.begins()
    assert sum(scene.bonds().values()) == 10
    assert "treasury" not in scene.bonds(), "all were exchanged"
    bonds = scene.bonds()["pool"]
    assert bonds == 3, "what the pool exchanged, and none for the two loans"


@pytest.mark.rule("18gl.conrail.loans.returned")
def test_the_loans_themselves_go_back_and_no_money_moves() -> None:
    scene = ConrailScene()
    scene.old("PRR", {"P1": 4}, loans=2, cash=30)
    scene.old("NKP", {"P2": 4}, loans=1, cash=40)
    bank = scene.state.bank
    texts = scene.told(scene.begins())
    assert [corp.loans for corp in scene.state.corporations.values() if corp.loans] == []
    assert scene.cash(CR) == 70
    assert scene.state.bank == bank + 600, "the price of the train"
    assert "3 loans of the merged corporations return to the bank, 3 bonds of CR to the pool" in texts


@pytest.mark.rule("18gl.conrail.capital", "18gl.conrail.exchange.undistributed")
def test_shares_that_nobody_received_bring_the_price_and_go_to_the_pool() -> None:
    scene = forming(
        THREE,
        treasury={"PRR": 6, "NKP": 6, "MON": 0},
        prices={"PRR": 155, "NKP": 170, "MON": 60},
        cash={"MON": 7},
        loans={"NKP": 1},
    )
    # The average of 162 gives 155, the loan 140. Of 15 pairs six are the treasuries' and three the pool's.
    assert scene.price(CR) == 140
    assert scene.split() == ({"P1": 2, "P2": 2, "P3": 2}, 6, 3 + 5)
    assert scene.cash(CR) == 7 + 5 * 140


@pytest.mark.rule("18gl.conrail.capital")
def test_where_all_shares_are_handed_out_there_is_no_capital() -> None:
    scene = forming(TWO, treasury={"PRR": 6}, cash={"PRR": 120, "NKP": 80})
    assert scene.split() == ({"P1": 2, "P2": 2}, 3, 3)
    assert scene.cash(CR) == 200


@pytest.mark.rule("18gl.conrail.assets.transfer")
def test_it_takes_over_money_and_special_tokens_and_has_five_tokens_of_its_own() -> None:
    scene = ConrailScene()
    scene.old("PRR", {"P1": 4}, cash=120)
    scene.old("NKP", {"P2": 4}, cash=80)
    scene.corp("NKP").rights = ("bridge",)
    scene.state.private_tokens = {"port": ("D10", "PRR"), "mine": ("E1", BUYER)}
    scene.begins()
    assert scene.cash(CR) == 200
    assert scene.corp(CR).rights == ("bridge",)
    assert scene.state.private_tokens == {"port": ("D10", CR), "mine": ("E1", BUYER)}
    assert len(scene.corp(CR).tokens) == 5


@pytest.mark.rule("18gl.conrail.operates")
def test_it_operates_in_this_round_if_none_of_the_merged_has() -> None:
    scene = forming(TWO, prices={"PRR": 185, "NKP": 155})
    assert scene.pass_turn() == BUYER
    assert (scene.acting(), scene.state.round.index) == (CR, 1)
    late = forming(TWO, prices={"PRR": 185, "NKP": 155}, done=("NKP",))
    assert late.pass_turn() == BUYER
    assert (late.acting(), late.state.round.index) == (CR, 2), "in the next round"


@pytest.mark.rule("18gl.conrail.operates")
def test_its_turn_comes_by_its_price() -> None:
    scene = ConrailScene()
    scene.old("PRR", {"P1": 4}, price=140)
    scene.old("NKP", {"P2": 4}, price=140)
    scene.floated("MILW", "P3", price=155)
    scene.give_trains("MILW", "6H")
    scene.floated("IC", "P3", price=100)
    scene.give_trains("IC", "6H")
    scene.begins()
    scene.pass_turn()
    assert scene.acting() == "MILW"
    operating.end_turn(scene.table)
    assert operating.next_corporation(scene.table) is scene.corp(CR)
    operating.begin_turn(scene.table, scene.corp(CR), scene.operating_round.steps)
    operating.end_turn(scene.table)
    assert operating.next_corporation(scene.table) is scene.corp("IC")


@pytest.mark.rule("18gl.conrail.one-tile")
def test_its_first_turn_lays_one_tile() -> None:
    scene = ConrailScene()
    scene.conrail({"P1": 4, "P2": 3}, operated=False, cash=500)
    scene.place_station()
    scene.turn(CR, "track")
    first, second = A.LayTile("P1", CR, "I15", "8", 1), A.LayTile("P1", CR, "H12", "8", 1)
    scene.play(scene.legal(A.LayTile)[0])
    refusals = {scene.game.check(action) for action in (first, second)}
    assert {refusal.rule for refusal in refusals if refusal} == {"18gl.conrail.one-tile"}
    assert not scene.legal(A.LayTile)


def test_its_first_turn_trades_none_of_its_shares() -> None:
    scene = ConrailScene()
    scene.conrail({"P1": 4, "P2": 2}, treasury=2, operated=False, cash=2000)
    scene.give_trains(CR, "10H")
    scene.turn(CR, "shares", index=2)
    scene.refused(A.IssueShares("P1", CR, 1), "treasury-stock.not-first-round")
    scene.refused(A.RedeemShares("P1", CR, 1), "treasury-stock.not-first-round")


@pytest.mark.rule("18gl.conrail.train-limit")
def test_it_may_own_a_third_train() -> None:
    scene = ConrailScene()
    scene.phase("10H")
    scene.conrail({"P1": 4, "P2": 3}, cash=2000)
    scene.give_trains(CR, "10H", "10H")
    scene.give_trains(BUYER, "10H", "10H")
    scene.sell_out("10H")
    scene.turn(CR, "trains")
    scene.accepted(scene.buy(CR, "E"))
    scene.turn(BUYER, "trains")
    refusal = scene.game.check(scene.buy(BUYER, "E"))
    assert refusal is not None
    assert "may own no more than 2 trains" in str(refusal)
    assert A.BuyTrain not in {type(action) for action in scene.legal(A.BuyTrain)}
