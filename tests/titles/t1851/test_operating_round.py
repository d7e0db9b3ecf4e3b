"""The operating round: the order of turns, and the steps of a turn."""

from __future__ import annotations

import pytest

from scenes_1851 import Scene
from trunkline import actions as A

# From St. Louis by East St. Louis (A5, home of IC), A7 and A9 to Evansville (B10).
NORTH = "A5:57:1 A7:9:1 A9:8:5 B10:57:2"


def in_order(scene: Scene) -> list[str]:
    """Pass through the operating round. Return the corporations in the order of their turns."""
    index = scene.state.round.index
    found = []
    while scene.acting() and scene.state.round.index == index:
        found.append(scene.pass_turn())
    return found


@pytest.mark.rule("1851.or.each-once")
def test_privates_pay_first_and_each_floated_corporation_acts_once() -> None:
    scene = Scene().phase("3")
    scene.floated("GM&O", "P1")
    scene.floated("IC", "P2", price=90)
    scene.started("TC", "P3", {"P3": 4})  # 40% sold: it has not floated, and neither has the L&N
    scene.stock()
    before = {name: scene.cash(name) for name in ("P1", "P2", "P3")}
    scene.pass_until("operating")
    assert {name: scene.cash(name) - cash for name, cash in before.items()} == {"P1": 5, "P2": 10, "P3": 15}
    assert scene.acting() == "GM&O"  # no corporation has acted yet
    assert in_order(scene) == ["GM&O", "IC"]
    assert scene.state.round.index == 2
    assert {name: scene.cash(name) - cash for name, cash in before.items()} == {"P1": 10, "P2": 20, "P3": 30}


@pytest.mark.rule("1851.or.each-once")
def test_a_corporation_that_has_acted_waits_whatever_its_price() -> None:
    scene = Scene()
    scene.floated("GM&O", "P1", price=100)
    scene.floated("IC", "P2", price=90)
    scene.tiles("A5:57:1")
    scene.give_trains("IC", "2")
    scene.turn("IC", done=("GM&O",))
    scene.play(scene.run("IC", ("2", "A3.0 A5.0")), A.Dividend("P2", "IC", "pay"))
    assert scene.price("IC") == 90
    scene.pass_turn()
    assert scene.state.round.kind == "stock"


@pytest.mark.rule("1851.or.order-by-price")
def test_the_highest_price_acts_first() -> None:
    scene = Scene()
    scene.floated("GM&O", "P1", price=70)
    scene.floated("IC", "P2", price=110)
    scene.floated("TC", "P3", price=90)
    scene.stock().pass_until("operating")
    assert in_order(scene) == ["IC", "TC", "GM&O"]


@pytest.mark.rule("1851.or.order-ties")
def test_of_equal_prices_the_right_hand_one_acts_first() -> None:
    scene = Scene()
    scene.floated("GM&O", "P1", cell=(0, 1))
    scene.floated("IC", "P2", cell=(4, 5))
    scene.floated("TC", "P3", cell=(2, 3))
    assert {scene.price(id) for id in ("GM&O", "IC", "TC")} == {90}
    scene.stock().pass_until("operating")
    assert in_order(scene) == ["IC", "TC", "GM&O"]


@pytest.mark.rule("1851.or.order-ties")
@pytest.mark.parametrize("pile", [("GM&O", "IC", "TC"), ("TC", "GM&O", "IC")])
def test_in_one_space_the_upper_token_acts_first(pile: tuple[str, ...]) -> None:
    scene = Scene()
    for id in pile:  # each goes under those already there
        scene.floated(id, cell=(2, 3))
    scene.stock().pass_until("operating")
    assert in_order(scene) == list(pile)


@pytest.mark.rule("1851.or.order-deferred")
@pytest.mark.parametrize(("sold", "after"), [("GM&O", ["TC", "GM&O"]), ("TC", ["GM&O", "TC"])])
def test_a_forced_sale_changes_who_acts_next(sold: str, after: list[str]) -> None:
    scene = Scene().tiles("A5:57:1")
    scene.floated("IC", "P1", price=110)
    scene.floated("GM&O", "P2", {"P1": 2, "P2": 3}, cell=(2, 4))  # $100, $90 below it
    scene.floated("TC", "P3", {"P1": 2, "P3": 3}, cell=(3, 5))  # $100, further right, $90 below it
    scene.set_cash("P1", 0)
    scene.turn("IC", "trains")
    assert [scene.price(id) for id in ("GM&O", "TC")] == [100, 100]
    scene.play(A.SellShares("P1", sold, 1), scene.buy("IC", "2"))
    assert scene.price(sold) == 90
    scene.pass_turn()
    assert in_order(scene) == after


def refuse_all(scene: Scene, *actions: A.Action) -> None:
    """Assert that each of the actions is refused as out of order."""
    for action in actions:
        scene.refused(action, "or.step-order")


@pytest.mark.rule("1851.or.step-order")
def test_each_corporation_buys_trains_in_its_own_turn() -> None:
    scene = Scene().opened()
    for id in ("IC", "GM&O"):
        scene.floated(id, "P1", cash=1000)
    scene.give_trains("IC", "2")
    bank, own = scene.first_train("2"), scene.first_train("2", "IC")
    scene.turn("IC", "trains")
    refuse_all(scene, A.BuyTrain("P1", "GM&O", bank, "bank", 100), A.BuyTrain("P1", "GM&O", own, "IC", 100))


@pytest.mark.rule("1851.or.step-order")
def test_the_steps_of_a_turn_come_in_their_order() -> None:
    scene = Scene().phase("3").tiles(NORTH)
    scene.floated("IC", cash=1000)
    scene.give_trains("IC", "3")
    scene.turn("IC")
    tile, another = scene.lay("IC", "C11:57:2"), scene.lay("IC", "D12:9:2")
    token = scene.place("IC", "B10")
    runs = scene.run("IC", ("3", "A3.0 A5.0 A7 A9 B10.0"))
    pay = A.Dividend("P1", "IC", "pay")
    train = scene.buy("IC", "3")
    issue = A.IssueShares("P1", "IC", 1)
    refuse_all(scene, pay, train, issue)
    for sooner in (tile, token, runs):  # optional steps may be skipped
        scene.accepted(sooner)
    scene.play(tile)
    scene.play(token)
    refuse_all(scene, another, pay, train, issue)
    scene.play(runs)
    refuse_all(scene, another, runs, train, issue)
    scene.play(pay)
    refuse_all(scene, another, runs, pay)
    scene.play(train)
    scene.refused(runs, "or.step-order")
    scene.play(issue)
    refuse_all(scene, another, runs, pay, scene.buy("IC", "3"))


@pytest.mark.rule("1851.or.optional-steps")
def test_most_steps_may_be_skipped() -> None:
    scene = Scene().phase("3").tiles(NORTH)
    scene.floated("IC", cash=1000)
    scene.floated("GM&O", "P2", price=90)
    scene.give_trains("IC", "3")
    scene.turn("IC")
    assert {type(choice) for choice in scene.choices()} > {A.Pass, A.LayTile}
    scene.pass_()
    assert scene.legal(A.PlaceToken)
    scene.pass_()
    scene.play(scene.run("IC", ("3", "A3.0 A5.0 A7 A9 B10.0")))
    scene.play(A.Dividend("P1", "IC", "withhold"))
    assert scene.legal(A.BuyTrain)
    scene.pass_()
    assert scene.legal(A.IssueShares)
    scene.pass_()
    assert scene.acting() == "GM&O"
    assert (scene.cash("IC"), scene.trains("IC"), scene.corp("IC").treasury) == (1080, ["3"], 5)


@pytest.mark.rule("1851.or.optional-steps", "1851.dividend.price-left")
@pytest.mark.parametrize("rules", ["printed", "rails"])
def test_to_pass_the_dividend_is_to_keep_everything(rules: str) -> None:
    scene = Scene(rules=rules).tiles("A5:57:1")
    scene.floated("IC", "P1", {"P1": 3, "P2": 2}, price=100, cash=107)
    scene.give_trains("IC", "2")
    scene.turn("IC", "run")
    scene.play(scene.run("IC", ("2", "A3.0 A5.0")))
    kept = scene.game.at(len(scene.game.actions))
    scene.refused(A.Pass("P2"), "or.president-decides")
    assert A.Pass("P1") in scene.game.legal()
    players = [scene.cash(name) for name in scene.game.players]
    scene.play(A.Pass("P1"))
    assert (scene.cash("IC"), scene.price("IC")) == (167, 90)
    assert [scene.cash(name) for name in scene.game.players] == players
    assert scene.legal(A.BuyTrain)
    scene.refused(A.Dividend("P1", "IC", "pay"), "or.step-order")
    kept.play(A.Dividend("P1", "IC", "withhold"))
    assert scene.game.digest() == kept.digest()


@pytest.mark.rule("1851.or.optional-steps")
def test_a_purchase_that_is_compulsory_may_not_be_skipped() -> None:
    scene = Scene().tiles("A5:57:1")
    scene.floated("IC", cash=100)
    scene.turn("IC", "trains")
    scene.refused(A.Pass("P1"), "train.compulsory")
    scene.refused(A.IssueShares("P1", "IC", 1), "train.compulsory")
    scene.play(scene.buy("IC", "2"), A.Pass("P1"))
    scene = Scene()
    scene.floated("IC", cash=100)
    scene.turn("IC", "trains").accepted(A.Pass("P1"))  # without track it has no route


@pytest.mark.rule("1851.or.round-marker")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("5", 3)])
def test_operating_rounds_are_counted_and_a_stock_round_follows(phase: str, rounds: int) -> None:
    scene = Scene().phase(phase)
    scene.floated("GM&O")
    scene.stock(number=4).pass_until("operating")
    for index in range(1, rounds + 1):
        now = scene.state.round
        assert (now.kind, now.number, now.index, now.of) == ("operating", 4, index, rounds)
        assert in_order(scene) == ["GM&O"]
    assert (scene.state.round.kind, scene.state.round.number) == ("stock", 5)


@pytest.mark.rule("1851.or.president-decides")
def test_only_the_president_acts_for_a_corporation() -> None:
    scene = Scene().tiles(NORTH)
    scene.floated("IC", "P2", {"P1": 2, "P2": 3}, cash=1000)
    scene.turn("IC")
    assert scene.game.to_act == {"P2"}
    for action in (
        A.LayTile("P1", "IC", "C11", "57", 2),
        A.PlaceToken("P1", "IC", "B10", 0),
        A.Pass("P1"),
        A.Pass("P3"),
    ):
        scene.refused(action, "or.president-decides")
    scene.play(scene.lay("IC", "C11:57:2"), scene.place("IC", "B10"))
