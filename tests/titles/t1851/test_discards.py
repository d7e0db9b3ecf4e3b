"""Excess trains of 1851 go to the pool, in the order of the share prices."""

from __future__ import annotations

import pytest

from scenes_1851 import Scene
from trunkline import actions as A

BUYER = "GM&O"


def falling(
    cells: dict[str, tuple[int, int]],
    presidents: dict[str, str] | None = None,
    *,
    trains: tuple[str, ...] = ("4 4 3", "4 3 3"),
    rules: str = "printed",
) -> Scene:
    """Return a scene after GM&O (P1, without trains) has bought the first 5-train.

    The others own these trains, in their order.
    """
    scene = Scene(rules=rules).phase("4")
    scene.sell_out("4")
    scene.floated(BUYER, "P1", cell=(4, 4), cash=500)
    for (id, cell), names in zip(cells.items(), trains, strict=False):
        scene.floated(id, (presidents or {}).get(id, "P2"), cell=cell, cash=7)
        scene.give_trains(id, *names.split())
    scene.turn(BUYER, "trains")
    scene.play(scene.buy(BUYER, "5"))
    return scene


def discard(scene: Scene, id: str, name: str = "4") -> A.DiscardTrain:
    """Return the discard of the first train of a type."""
    return A.DiscardTrain(scene.corp(id).president, id, scene.first_train(name, id))


def order(scene: Scene) -> list[str]:
    """Discard the first train of each corporation asked. Return the corporations in that order."""
    found = []
    while scene.state.pending:
        choice = scene.legal(A.DiscardTrain)[0]
        found.append(choice.corp)
        scene.play(choice)
    return found


@pytest.mark.rule("1851.train.discard-excess")
def test_excess_trains_go_to_the_pool_unpaid() -> None:
    scene = falling({"IC": (2, 4)}, trains=("4 3 4",))
    assert scene.game.to_act == {"P2"}
    bank = scene.state.bank
    scene.refused(A.Pass("P2"), "train.discard-excess")
    scene.refused(A.DiscardTrain("P2", "IC", scene.first_train("5", BUYER)), "train.discard-excess")
    scene.refused(A.DiscardTrain("P1", "IC", scene.first_train("4", "IC")), "or.president-decides")
    assert {choice.train[0] for choice in scene.legal(A.DiscardTrain)} == {"3", "4"}, "it picks which"
    scene.play(discard(scene, "IC", "3"))
    assert (scene.trains("IC"), scene.trains("pool")) == (["4", "4"], ["3"])
    assert (scene.cash("IC"), scene.state.bank) == (7, bank)
    assert scene.game.to_act == {"P1"}
    scene.refused(discard(scene, BUYER, "5"), "train.discard-excess")


@pytest.mark.rule("1851.train.discard-excess")
def test_within_the_new_limit_nothing_is_discarded() -> None:
    scene = falling({"IC": (2, 4)}, trains=("4 4",))
    assert not scene.state.pending
    assert scene.trains("IC") == ["4", "4"]


@pytest.mark.rule("1851.train.discard-order")
def test_the_highest_price_discards_first() -> None:
    scene = falling({"SR": (4, 3), "IC": (2, 5)}, {"SR": "P3", "IC": "P2"})
    assert scene.game.to_act == {"P2"}
    scene.refused(discard(scene, "SR"), "train.discard-order")
    assert order(scene) == ["IC", "SR"]
    assert order(falling({"SR": (2, 5), "IC": (4, 3)})) == ["SR", "IC"]


@pytest.mark.rule("1851.train.discard-order")
def test_of_one_presidents_corporations_too() -> None:
    scene = falling({"SR": (4, 3), "IC": (2, 5)})
    scene.refused(discard(scene, "SR"), "train.discard-order")
    scene.play(discard(scene, "IC"), discard(scene, "SR"))
    assert scene.trains("pool") == ["4", "4"]
    assert scene.acting() == BUYER


@pytest.mark.rule("1851.train.discard-order")
def test_at_one_price_the_token_further_right_discards_first() -> None:
    for left, right in (("SR", "IC"), ("IC", "SR")):
        scene = falling({left: (1, 3), right: (3, 5)})
        assert scene.price(left) == scene.price(right) == 100
        assert order(scene) == [right, left]


@pytest.mark.rule("1851.train.discard-order")
def test_in_one_box_the_upper_token_discards_first() -> None:
    assert order(falling({"SR": (2, 4), "IC": (2, 4)})) == ["SR", "IC"]
    assert order(falling({"IC": (2, 4), "SR": (2, 4)})) == ["IC", "SR"]


@pytest.mark.rule("1851.train.discard-order")
def test_the_buyer_has_no_precedence() -> None:
    scene = Scene().phase("4")
    scene.sell_out("4")
    scene.floated(BUYER, "P1", cell=(3, 4), cash=500)
    scene.floated("IC", "P2", cell=(2, 5))
    scene.give_trains("IC", "3", "3", "4")
    scene.give_trains(BUYER, "3", "4")
    scene.turn(BUYER, "trains")
    scene.play(scene.buy(BUYER, "5"))
    assert order(scene) == ["IC", BUYER]
    assert scene.acting() == BUYER
    scene.set_cash(BUYER, 1000)
    scene.refused(scene.buy(BUYER, "3", "pool"), "train.need-room")


@pytest.mark.rule("1851.train.discard-order")
def test_public_play_goes_by_seats_from_the_player_who_acts() -> None:
    scene = falling({"IC": (2, 5), "SR": (4, 3)}, {"IC": "P3", "SR": "P2"}, rules="rails")
    assert order(scene) == ["SR", "IC"]


@pytest.mark.rule("1851.train.pool-origin", "1851.phase.4.trigger")
def test_only_discards_lie_in_the_pool() -> None:
    scene = Scene().phase("3")
    scene.sell_out("3")
    scene.floated(BUYER, "P1", cell=(4, 4), cash=300)
    scene.floated("IC", "P2", cell=(2, 4))
    scene.give_trains("IC", "3", "3", "3", "3")
    scene.floated("SR", "P2", cell=(2, 3))
    scene.give_trains("SR", "2", "2")
    scene.turn(BUYER, "trains")
    scene.play(scene.buy(BUYER, "4"))
    assert scene.trains("SR") == scene.trains("pool") == []
    scene.play(discard(scene, "IC", "3"))
    assert scene.trains("pool") == ["3"]


@pytest.mark.rule("1851.train.pool-origin", "1851.phase.6.trigger")
def test_obsolete_trains_leave_the_pool() -> None:
    scene = Scene().phase("5")
    scene.sell_out("5")
    scene.floated(BUYER, "P1", cash=600)
    scene.give_trains("pool", "3", "4")
    scene.turn(BUYER, "trains")
    scene.play(scene.buy(BUYER, "6"))
    assert scene.trains("pool") == ["4"]
