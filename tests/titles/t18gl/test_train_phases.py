"""The trains on sale, the phases that they begin, and the end of old ones."""

from __future__ import annotations

from itertools import pairwise

import pytest

from money_18gl import CR, POOL, conrail
from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.engine.kernel import depot, events

NAMES = ("2H", "4H", "6H", "10H", "E", "D")
LIMITS = {"2H": 4, "4H": 4, "6H": 3, "10H": 2, "E": 2, "D": 2}


def buying(phase: str, cash: int = 5000, *trains: str) -> Scene:
    """Return IC (P1) buying trains in a phase. Trains of earlier types are gone from the bank."""
    scene = Scene().opened().phase(phase)
    scene.floated("IC", "P1", cash=cash)
    scene.give_trains("IC", *trains)
    return scene.turn("IC", "trains")


@pytest.mark.rule("18gl.trains.roster")
def test_the_trains_in_the_bank() -> None:
    board = Scene().game.title.board
    assert [(kind.name, kind.count, kind.price) for kind in board.trains] == [
        ("2H", 8, 100),
        ("4H", 7, 200),
        ("6H", 6, 300),
        ("10H", 4, 600),
        ("E", 4, 800),
        ("D", None, 1000),
    ]


@pytest.mark.rule("18gl.phase.trigger")
@pytest.mark.parametrize(("phase", "following"), list(pairwise(NAMES)))
def test_the_first_train_of_a_type_begins_its_phase(phase: str, following: str) -> None:
    scene = buying(phase)
    scene.sell_out(phase)
    told = scene.play(scene.buy("IC", following))
    assert scene.table.phase.name == following
    began = next(event for event in told if isinstance(event, events.PhaseBegan))
    assert (began.phase, began.rule) == (following, "18gl.phase.trigger")
    assert scene.trains("IC") == [following]


@pytest.mark.rule("18gl.phase.train-limit", "18gl.buy-train.when")
@pytest.mark.parametrize("phase", NAMES)
def test_no_train_is_bought_at_the_limit(phase: str) -> None:
    scene = buying(phase)
    for _ in range(LIMITS[phase]):
        scene.play(scene.buy("IC", phase))
    scene.give_trains(POOL, phase)
    scene.turn("IC", "trains")
    assert scene.table.phase.name == phase
    scene.refused(scene.buy("IC", phase), "phase.train-limit")
    scene.refused(scene.buy("IC", phase, POOL), "phase.train-limit")


@pytest.mark.rule("18gl.phase.rusting")
@pytest.mark.parametrize(
    ("phase", "bought", "rusted"),
    [("4H", "6H", "2H"), ("6H", "10H", "4H"), ("10H", "E", "6H"), ("E", "D", "")],
)
def test_what_rusts_with_the_first_train_of_a_type(phase: str, bought: str, rusted: str) -> None:
    scene = buying(phase)
    owners = {"2H": "LS&I", "4H": "NKP", "6H": "MILW", "10H": "DT&I", "E": "PRR"}
    for name, id in owners.items():
        scene.corp(id).home = True
        scene.floated(id, "P2")
        scene.give_trains(id, name)
    scene.sell_out(phase)
    scene.play(scene.buy("IC", bought))
    assert [name for name, id in owners.items() if not scene.trains(id)] == ([rusted] if rusted else [])


@pytest.mark.rule("18gl.train.rust-and-salvage")
@pytest.mark.parametrize(
    ("phase", "bought", "old", "each"),
    [("4H", "6H", "2H", 25), ("6H", "10H", "4H", 50), ("10H", "E", "6H", 75)],
)
def test_the_owner_of_a_rusted_train_gets_a_quarter_back(
    phase: str, bought: str, old: str, each: int
) -> None:
    scene = buying(phase)
    scene.floated("LS&I", "P2", cash=10)
    scene.give_trains("LS&I", old, old)
    scene.give_trains(POOL, old)
    scene.sell_out(phase)
    bank, price = scene.state.bank, scene.buy("IC", bought).price
    scene.play(scene.buy("IC", bought))
    assert scene.cash("LS&I") == 10 + 2 * each
    assert scene.state.bank == bank + price - 2 * each
    assert (scene.trains("LS&I"), scene.trains(POOL)) == ([], [])


@pytest.mark.rule("18gl.phase.operating-rounds")
@pytest.mark.parametrize(("phase", "rounds"), list(zip(NAMES, (1, 2, 2, 3, 3, 3), strict=True)))
def test_a_set_has_as_many_operating_rounds_as_its_phase_says(phase: str, rounds: int) -> None:
    scene = Scene().opened().phase(phase)
    scene.floated("IC", "P1", cash=5000)
    scene.stock()
    scene.pass_until("operating")
    assert (scene.state.round.index, scene.state.round.of) == (1, rounds)


@pytest.mark.rule("18gl.phase.operating-rounds")
def test_a_phase_that_begins_in_a_set_does_not_lengthen_it() -> None:
    scene = Scene().opened().phase("2H")
    scene.floated("IC", "P1", cash=5000)
    scene.stock()
    scene.pass_until("operating")
    scene.sell_out("2H")
    scene.turn("IC", "trains")
    scene.play(scene.buy("IC", "4H"))
    assert scene.table.phase.name == "4H"
    assert scene.state.round.of == 1


@pytest.mark.rule("18gl.buy-train.bank-price")
def test_the_bank_sells_the_cheapest_type_that_it_has_left() -> None:
    scene = buying("2H")
    scene.refused(scene.buy("IC", "4H"), "buy-train.bank-price")
    scene.refused(scene.buy("IC", "2H", price=90), "buy-train.bank-price")
    scene.play(scene.buy("IC", "2H"))
    assert scene.cash("IC") == 4900
    scene.refused(A.BuyTrain("P1", "IC", "2H-7", "bank", 50, trade_in="2H-0"), "buy-train.bank-price")


@pytest.mark.rule("18gl.buy-train.bank-price", "18gl.buy-train.pool-trains")
def test_a_train_of_the_pool_costs_what_is_printed_on_it() -> None:
    scene = buying("4H")
    scene.give_trains(POOL, "2H")
    bank = scene.state.bank
    scene.refused(scene.buy("IC", "2H", POOL, 60), "buy-train.bank-price")
    scene.refused(scene.buy("IC", "6H"), "buy-train.bank-price")
    scene.play(scene.buy("IC", "2H", POOL))
    assert (scene.cash("IC"), scene.state.bank) == (4900, bank + 100)


@pytest.mark.rule("18gl.buy-train.when")
def test_trains_are_bought_in_the_buyers_own_turn() -> None:
    scene = buying("6H")
    scene.floated("LS&I", "P1", cash=900)
    scene.give_trains("LS&I", "6H")
    scene.refused(A.BuyTrain("P1", "LS&I", scene.first_train("6H", "bank"), "bank", 300), "or.strict-order")
    scene.refused(A.BuyTrain("P1", "LS&I", scene.first_train("6H", "LS&I"), "IC", 300), "buy-train.when")


@pytest.mark.rule("18gl.buy-train.after-phase-change")
@pytest.mark.parametrize(("owned", "more"), [(0, 1), (1, 0)])
def test_after_a_phase_has_begun_more_may_be_bought_up_to_the_limit(owned: int, more: int) -> None:
    scene = buying("6H", 5000, *["6H"] * owned)
    scene.sell_out("6H")
    scene.play(scene.buy("IC", "10H"))
    left = [action for action in scene.legal(A.BuyTrain) if action.source == "bank"]
    assert bool(left) == bool(more)


@pytest.mark.rule("18gl.buy-train.discard")
def test_a_lower_limit_makes_presidents_discard_in_operating_order() -> None:
    scene = buying("4H")
    scene.floated("LS&I", "P2", price=60, cash=10)
    scene.floated("NKP", "P3", price=90)
    scene.give_trains("LS&I", "4H", "4H", "4H")
    for _ in range(4):
        scene.give_trains("NKP", "4H")
    scene.sell_out("4H")
    scene.play(scene.buy("IC", "6H"))
    assert scene.game.to_act == {"P3"}
    scene.refused(A.DiscardTrain("P3", "NKP", "6H-0"), "buy-train.discard")
    scene.refused(A.DiscardTrain("P2", "LS&I", scene.first_train("4H", "LS&I")), "presidency.assets-follow")
    scene.refused(A.Pass("P3"), "buy-train.discard")
    before = scene.cash("NKP")
    scene.play(A.DiscardTrain("P3", "NKP", scene.first_train("4H", "NKP")))
    assert (scene.trains(POOL), scene.cash("NKP")) == (["4H"], before)
    # LS&I has no more than three trains, and the purchase continues.
    assert scene.game.to_act == {"P1"}


@pytest.mark.rule("18gl.buy-train.discard")
def test_the_buyer_discards_before_it_buys_on() -> None:
    scene = buying("6H", 5000, "6H", "6H")
    scene.floated("LS&I", "P2", price=110)
    scene.give_trains("LS&I", "6H", "6H", "6H")
    scene.sell_out("6H")
    scene.play(scene.buy("IC", "10H"))
    assert scene.game.to_act == {"P2"}
    scene.refused(A.DiscardTrain("P1", "IC", "6H-0"), "buy-train.discard")
    scene.play(A.DiscardTrain("P2", "LS&I", scene.first_train("6H", "LS&I")))
    assert scene.game.to_act == {"P1"}
    assert {depot.train_name(action.train) for action in scene.legal(A.DiscardTrain)} == {"6H", "10H"}
    scene.play(A.DiscardTrain("P1", "IC", scene.first_train("6H", "IC")))
    assert scene.trains("IC") == ["6H", "10H"]


@pytest.mark.rule("18gl.conrail.train-limit")
def test_conrail_may_own_three_trains() -> None:
    scene = Scene().opened().phase("10H")
    conrail(scene, cash=5000)
    scene.give_trains(CR, "10H", "10H")
    scene.turn(CR, "trains")
    scene.play(scene.buy(CR, "10H"))
    assert scene.trains(CR) == ["10H"] * 3
    scene.sell_out("10H")
    scene.turn(CR, "trains")
    scene.refused(scene.buy(CR, "E"), "phase.train-limit")


@pytest.mark.rule("18gl.trains.10h-supply", "18gl.trains.10h-supply-basis")
@pytest.mark.parametrize(("open_or_unstarted", "count"), [(11, 4), (7, 4), (6, 3), (5, 3), (4, 2), (1, 2)])
def test_the_number_of_10h_trains(open_or_unstarted: int, count: int) -> None:
    scene = buying("6H")
    others = [id for id in scene.state.corporations if id not in ("IC", CR)]
    for id in others[open_or_unstarted - 1 :]:
        scene.corp(id).closed = True
    scene.sell_out("6H")
    scene.play(scene.buy("IC", "10H"))
    assert scene.trains("IC") == ["10H"]
    assert scene.trains("bank").count("10H") == count - 1


@pytest.mark.rule("18gl.phase.10h.events")
def test_the_first_10h_closes_the_privates() -> None:
    scene = Scene().opened(ferry="P2", port="P3").phase("6H")
    scene.floated("IC", "P1", cash=5000)
    scene.turn("IC", "trains")
    scene.sell_out("6H")
    told = scene.told(scene.play(scene.buy("IC", "10H")))
    assert told.index("Phase 10H begins with the first 10H-train") < told.index("The private companies close")
    assert all(private.closed for private in scene.state.privates.values())


@pytest.mark.rule("18gl.trains.10h-supply-basis")
@pytest.mark.parametrize(("formed", "count"), [(True, 4), (False, 3)])
def test_conrail_counts_once_it_has_formed(formed: bool, count: int) -> None:
    scene = buying("6H")
    scene.own.conrail.formed = formed
    others = [id for id in scene.state.corporations if id not in ("IC", CR)]
    for id in others[5:]:
        scene.corp(id).closed = True
    scene.sell_out("6H")
    scene.play(scene.buy("IC", "10H"))
    assert scene.trains("bank").count("10H") == count - 1


@pytest.mark.rule("18gl.trains.10h-supply")
def test_the_number_of_10h_trains_is_settled_once() -> None:
    scene = buying("10H")
    for id in list(scene.state.corporations)[3:]:
        if id != "IC":
            scene.corp(id).closed = True
    scene.play(scene.buy("IC", "10H"))
    assert scene.trains("bank").count("10H") == 3


@pytest.mark.rule("18gl.train.e.available")
def test_e_trains_come_on_sale_with_the_last_10h() -> None:
    scene = buying("10H")
    while scene.trains("bank").count("10H") > 1:
        scene.give_trains(POOL, "10H")
    scene.refused(scene.buy("IC", "E"), "buy-train.bank-price")
    scene.play(scene.buy("IC", "10H"))
    scene.accepted(scene.buy("IC", "E"))
    assert scene.buy("IC", "E").price == 800


@pytest.mark.rule("18gl.train.d.available")
def test_diesels_come_on_sale_with_the_last_e() -> None:
    scene = buying("E")
    while scene.trains("bank").count("E") > 1:
        scene.give_trains(POOL, "E")
    scene.refused(scene.buy("IC", "D"), "buy-train.bank-price")
    scene.play(scene.buy("IC", "E"))
    scene.play(scene.buy("IC", "D"))
    assert scene.cash("IC") == 5000 - 800 - 1000
    assert scene.trains("bank") == ["D"]  # they never run out
