"""Accepting and declining offers of one kind."""

from __future__ import annotations

import pytest

from game.auto_actions.leaving import Left
from scenes import Scene
from scenes_1851 import Scene as Scene1851
from titles.t18gl.owned import scene_with
from titles.t1851.test_announcing import LESS, about_to_run
from trunkline import actions as A
from trunkline.game import auto_actions as auto
from trunkline.game.auto_actions import AnswerOffers, Stop


def private(price: int = 30) -> Scene:
    """Return an offer of P2 to P1 for Flos Tramway, in a stock round."""
    scene = Scene().opened(flos="P1", ws="P1")
    scene.stock("P2")
    scene.play(A.BuyPrivate("P2", "flos", price))
    return scene


def train(price: int = 80) -> Scene:
    """Return an offer of BB, of P2, for the 2-train of LPS, of P1."""
    scene = Scene().opened()
    scene.started("LPS", "P1", {"P1": 4})
    scene.started("BB", "P2", {"P2": 4}, cash=500)
    scene.phase(2)
    scene.give_trains("LPS", "2", "2")
    scene.turn("BB", "trains")
    scene.play(scene.buy("BB", "2", "LPS", price))
    return scene


@pytest.mark.parametrize(
    ("instruction", "answer"),
    [
        (AnswerOffers("P1", "private", True), True),
        (AnswerOffers("P1", "private", True, "flos", 30), True),
        (AnswerOffers("P1", "private", True, "flos", 31), None),
        (AnswerOffers("P1", "private", True, "ws"), None),
        (AnswerOffers("P1", "private", False), False),
        (AnswerOffers("P1", "private", False, "flos", 31), False),
        (AnswerOffers("P1", "private", False, "flos", 30), None),
        (AnswerOffers("P1", "private", True, asker="P2"), True),
        (AnswerOffers("P1", "private", True, asker="P3"), None),
        (AnswerOffers("P1", "power", True), None),
    ],
)
def test_it_answers_the_offers_that_it_covers(instruction: AnswerOffers, answer: bool | None) -> None:
    expected = None if answer is None else A.Answer("P1", answer)
    assert auto.decide(private().game, instruction) == expected


@pytest.mark.parametrize(
    ("instruction", "answer"),
    [
        (AnswerOffers("P1", "train", True, "LPS", 80), True),
        (AnswerOffers("P1", "train", True, "LPS", 81), None),
        (AnswerOffers("P1", "train", False, "LPS", 81), False),
        (AnswerOffers("P1", "train", False), False),
        (AnswerOffers("P1", "private", False), None),
    ],
)
def test_it_answers_offers_for_trains(instruction: AnswerOffers, answer: bool | None) -> None:
    expected = None if answer is None else A.Answer("P1", answer)
    assert auto.decide(train().game, instruction) == expected


def test_in_18gl_it_answers_requests_to_use_a_private() -> None:
    scene = scene_with(railworks="P2").turn("IC")
    scene.play(scene.lay("IC", "D16:9:0"))
    scene.turn("IC", index=2)
    scene.play(scene.lay("IC", "D16:24:3", "railworks"))
    assert scene.game.to_act == {"P2"}
    assert AnswerOffers("P2", "power", True) in auto.offers(scene.game, "P2")
    for accept in (True, False):
        left = AnswerOffers("P2", "power", accept)
        assert auto.decide(scene.game, left) == A.Answer("P2", accept)
    assert auto.decide(scene.game, AnswerOffers("P2", "private", True)) is None
    assert auto.decide(scene.game, AnswerOffers("P2", "power", True, asker="P3")) is None


def test_it_lets_the_runs_of_other_players_stand() -> None:
    scene = about_to_run()
    scene.play(scene.run("IC", LESS))
    asked = min(scene.game.to_act)
    assert auto.decide(scene.game, AnswerOffers(asked, "runs", True)) == A.Pass(asked)
    assert auto.decide(scene.game, AnswerOffers(asked, "runs", True, asker="P2")) == A.Pass(asked)
    other = next(name for name in scene.game.players if name not in ("P2", asked))
    assert auto.decide(scene.game, AnswerOffers(asked, "runs", True, asker=other)) is None
    assert auto.decide(scene.game, AnswerOffers(asked, "train", True)) is None
    assert AnswerOffers(asked, "runs", True) in auto.offers(scene.game, asked)
    assert auto.check(scene.game, AnswerOffers(asked, "runs", False)).startswith("You can only let the runs")


def test_a_thing_that_changes_hands_ends_it() -> None:
    left = Left(private(), AnswerOffers("P1", "private", True, "flos"))
    assert left.act() == A.Answer("P1", True)
    assert left.stop == Stop("Flos Tramway is no longer yours.", done=True)
    left = Left(private(), AnswerOffers("P1", "private", True))
    left.act()
    assert left.stop is None, "it is for all privates"


def test_faults_are_named() -> None:
    game = train().game
    assert auto.check(game, AnswerOffers("P1", "train", True, "LPS", 80)) == ""
    assert auto.check(game, AnswerOffers("P3", "train", True)) == (
        "You are president of no corporation, so no player can make you such an offer."
    )
    assert auto.check(game, AnswerOffers("P1", "private", True)) == (
        "You own no private, so no player can make you such an offer."
    )
    assert auto.check(game, AnswerOffers("P1", "train", True, "BB")) == "BB is not yours. Choose one of LPS."
    assert auto.check(game, AnswerOffers("P1", "train", True, price=0)).startswith("No offer is below $1.")
    assert auto.check(game, AnswerOffers("P1", "train", True, asker="P1")) == (
        "P1 is not another player of this game."
    )
    assert auto.check(private().game, AnswerOffers("P1", "power", True)).startswith("1856 has no offers")
    assert auto.check(Scene1851().opened().game, AnswerOffers("P1", "private", True)).startswith(
        "1851 has no"
    )


def test_its_words() -> None:
    game = private().game
    shown = auto.preview(game, AnswerOffers("P1", "private", True, "flos", 25, "P2"))
    assert shown.text == "Accept offers for Flos Tramway from P2 of at least $25."
    assert shown.now == (
        "Now it would: accept $30 from P2 for Flos Tramway. "
        "Then it would stop: Flos Tramway is no longer yours."
    )
    assert shown.guards == ("Flos Tramway is no longer yours",)
    assert auto.text(game, AnswerOffers("P1", "train", False, price=90)) == (
        "Decline offers for a train of your corporations below $90."
    )
    assert auto.text(game, AnswerOffers("P1", "power", True)) == "Accept requests to use your privates."
    assert auto.preview(game, AnswerOffers("P2", "private", True)).now == "It would do nothing now."
