"""Tests of a director's answers to offers for trains and privates, and of its own offers."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from scenes import Scene
from trunkline import Position, actions
from trunkline.engine.kernel.choice import Amounts
from trunkline.players.director import Director


def offered(price: int) -> Position:
    """Return a scene in which P2's CPR asks P1 for the GT's only train. The GT has no money for another."""
    scene = Scene().opened()
    scene.started("GT", "P1", {"P1": 4}, cash=0)
    scene.started("CPR", "P2", {"P2": 4}, cash=900)
    scene.gt_line()
    scene.phase(2)
    scene.give_trains("GT", "3")
    scene.turn("CPR", "trains")
    scene.play(scene.buy("CPR", "3", "GT", price))
    return Position.of(scene.game)


def answered(position: Position) -> bool:
    action = Director().advise(position).action
    assert isinstance(action, actions.Answer)
    return action.accept


@pytest.mark.parametrize(("price", "sold"), [(1, False), (50, False), (900, True)])
def test_the_only_train_of_a_company_is_not_given_away(price: int, sold: bool) -> None:
    position = offered(price)
    assert position.to_act == ("P1",)
    assert answered(position) is sold


def test_what_the_buyer_pays_is_weighed_against_the_next_train() -> None:
    terms = {term.what: term.dollars for term in Director().advise(offered(1)).estimates[-1].terms}
    assert terms["runs"] < 0
    assert terms["trains ahead"] < 0


def in_need(*spare: str, cash: int = 320) -> Position:
    """Return a scene in which P1's GT has no train and cannot pay for the bank's next.

    P2's CPR has some trains.
    """
    scene = Scene().opened().phase(4)
    scene.started("GT", "P1", {"P1": 4}, cash=cash)
    scene.started("CPR", "P2", {"P2": 4}, cash=100)
    scene.gt_line()
    scene.sell_out("2", "3", "4")
    scene.give_trains("CPR", *spare)
    return Position.of(scene.turn("GT", "trains").game)


def asked_for(position: Position) -> actions.BuyTrain:
    action = Director().advise(position).action
    assert isinstance(action, actions.BuyTrain)
    return action


def test_a_company_in_need_asks_for_a_train_that_another_can_spare_and_gets_it() -> None:
    now = in_need("4", "4")
    wanted = asked_for(now)
    assert wanted.source == "CPR"
    asked = now.play(wanted)
    assert asked.to_act == ("P2",)
    assert answered(asked) is True


def test_what_was_declined_is_not_asked_for_again_in_that_turn() -> None:
    now = in_need("4", "4")
    then = now.play(asked_for(now)).play(actions.Answer("P2", False))
    assert then.to_act == ("P1",)
    assert asked_for(then).source == "bank"
    prices = [choice.action for choice in then.legal if isinstance(choice, Amounts)]
    assert "CPR" in {price.source for price in prices if isinstance(price, actions.BuyTrain)}


def test_nobody_is_asked_for_less_than_they_would_take() -> None:
    now = in_need("4", cash=20)
    prices = [choice.action for choice in now.legal if isinstance(choice, Amounts)]
    offer = next(each for each in prices if isinstance(each, actions.BuyTrain) and each.source == "CPR")
    assert answered(now.play(replace(offer, price=20))) is False
    assert not isinstance(Director().advise(now).action, actions.BuyTrain)
