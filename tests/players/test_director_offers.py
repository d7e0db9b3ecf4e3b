"""What a director lets go when others offer for it: trains by what they earn, privates by what they pay."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import Position, actions
from trunkline.players.director import Director


def offered(price: int) -> Position:
    """P2, president of the CPR, asks P1 for the only train of the GT, which has no money for another."""
    scene = Scene().opened()
    scene.started("GT", "P1", {"P1": 4}, cash=0)
    scene.started("CPR", "P2", {"P2": 4}, cash=900)
    scene.gt_line()
    scene.phase(2)
    scene.give_trains("GT", "3")
    scene.turn("CPR", "trains")
    scene.play(scene.buy("CPR", "3", "GT", price))
    return Position.of(scene.game)


def answer(position: Position) -> bool:
    assert position.to_act == ("P1",)
    action = Director().advise(position).action
    assert isinstance(action, actions.Answer)
    return action.accept


@pytest.mark.parametrize(("price", "sold"), [(1, False), (50, False), (900, True)])
def test_the_only_train_of_a_company_is_not_given_away(price: int, sold: bool) -> None:
    assert answer(offered(price)) is sold


def test_what_the_buyer_pays_is_weighed_against_the_next_train() -> None:
    terms = {term.what: term.dollars for term in Director().advise(offered(1)).estimates[-1].terms}
    assert terms["runs"] < 0
    assert terms["trains ahead"] < 0
