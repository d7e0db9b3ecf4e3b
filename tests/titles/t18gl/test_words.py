"""Texts about the powers of privates, ferries and costs of lays."""

from __future__ import annotations

import pytest

from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.engine.kernel import depot
from trunkline.game.wording.choices import words


def scene() -> Scene:
    """Return the Milwaukee Road's turn. P2 owns all the privates."""
    owned = ("ej_and_e", "ferry", "port", "alco", "bridge", "c_and_e")
    scene = Scene(deal=("bridge", "tunnel", "terminal")).opened(**dict.fromkeys(owned, "P2")).phase("4H")
    scene.tiles("D10:MIL-Y:0").floated("MILW", "P1", cash=100)
    scene.give_trains("MILW", "2H")
    return scene.turn("MILW")


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (
            A.ActivateFerry("P1", "MILW", "milwaukee_muskegon"),
            "MILW opens the ferry Milwaukee - Muskegon, if P2 agrees",
        ),
        (
            A.AssignPower("P1", "MILW", "bridge"),
            "assign the token of Three Rivers Bridge Company to MILW, if P2 agrees",
        ),
        (
            A.AssignPower("P1", "MILW", "alco", "2H-0"),
            "assign the token of American Locomotive Company to a 2H-train of MILW, if P2 agrees",
        ),
        (
            A.PlacePrivateToken("P1", "MILW", "port", "D10"),
            "put the token of Great Lakes Port Authority on D10 (Milwaukee), if P2 agrees",
        ),
        (
            A.LayTile("P1", "MILW", "C11", "9", 2),
            "lay yellow tile 9 on C11: NW-SE, if P2 agrees",
        ),
        (
            A.LayTile("P1", "MILW", "C11", "9", 2, "ej_and_e"),
            "lay yellow tile 9 on C11: NW-SE, by Elgin, Joliet and Eastern Railway Company, if P2 agrees",
        ),
        (
            A.LayTile("P1", "MILW", "D12", "CHI-G", 0),
            "lay green tile CHI-G on D12 (Chicago - North): city S SW NW N ($50)",
        ),
    ],
)
def test_choices(action: A.Action, said: str) -> None:
    assert words(scene().game, action) == said


@pytest.mark.parametrize(
    ("action", "answer"),
    [
        (
            A.ActivateFerry("P1", "MILW", "milwaukee_muskegon"),
            "accept what MILW asks: MILW opens the ferry Milwaukee - Muskegon",
        ),
        (A.LayTile("P1", "MILW", "C11", "9", 2), "accept what MILW asks: lay yellow tile 9 on C11: NW-SE"),
    ],
)
def test_answers(action: A.Action, answer: str) -> None:
    asked = scene()
    asked.play(action)
    assert words(asked.game, A.Answer("P2", True)) == answer


def test_what_happens() -> None:
    asked = scene()
    ask = asked.play(A.AssignPower("P1", "MILW", "bridge"))
    assert asked.told(ask) == ["MILW asks P2, the owner of Bridge, for permission"]
    done = asked.play(A.Answer("P2", True))
    assert asked.told(done) == ["P2 accepts the offer", "The token of Bridge goes to MILW"]


@pytest.mark.parametrize(("revenue", "price"), [(200, 125), (190, 110)])
def test_a_dividend_names_the_price_behind_both_boxes(revenue: int, price: int) -> None:
    scene = Scene().phase("10H")
    scene.floated("IC", "P1", {"P1": 5})
    scene.turn("IC", "dividend", revenue=revenue)
    said = words(scene.game, A.Dividend("P1", "IC", "pay"))
    assert said.endswith(f"; the price goes from $100 to ${price}")


def test_a_train_has_the_article_that_is_spoken() -> None:
    told = [depot.train_phrase(train) for train in ("E-0", "10H-0", "8-1")]
    assert told == ["an E-train", "a 10H-train", "an 8-train"]


def test_a_pass_before_a_dividend_of_nothing_says_that_no_train_runs() -> None:
    scene = Scene()
    scene.floated("LS&I", "P1", price=100)
    scene.turn("LS&I", "token")
    assert words(scene.game, A.Pass("P1")) == "continue without a run"
