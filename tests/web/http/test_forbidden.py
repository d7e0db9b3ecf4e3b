"""Tests of the list of forbidden actions: its badges fit the actions, and its reasons fit the heading."""

from __future__ import annotations

from itertools import groupby

import pytest

import trunkline
from browser.positions import Position, positions
from trunkline import actions as A
from trunkline.game import Game
from trunkline.web.presenters import decisions
from trunkline.web.schemas.moment import ForbiddenFacts

KINDS = [
    next(alike)
    for _, alike in groupby(
        sorted(positions(), key=lambda each: (each.title, each.kind)), lambda each: each[:3:2]
    )
]
"""A position for each kind of step of each title."""


def out_of_question(game: Game) -> list[ForbiddenFacts]:
    """Return the forbidden kinds of action that have no examples."""
    return [each for each in decisions.forbidden(game) if not each.examples]


@pytest.mark.parametrize("position", KINDS, ids=lambda each: each.name)
def test_kinds_that_do_not_come_into_question_are_not_now(position: Position) -> None:
    game = position.game()
    decision = decisions.decision(game, live=True)
    assert decision is not None
    found = out_of_question(game)
    assert found
    for each in found:
        assert each.word == "not now", each
        assert each.why.endswith(f" must {decision.text}"), (each.why, decision.text)


def test_badges_of_the_first_moment_and_of_a_stock_round() -> None:
    opening = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=4)
    words = {each.text.capitalize(): each.word for each in decisions.forbidden(opening)}
    assert [word for text, word in words.items() if text.startswith("Bid on flos")] == ["buy it"]
    assert words["Run trains"] == words["Buy a share"] == "not now"
    stock = next(each for each in KINDS if (each.title, each.kind) == ("1856", "buy, sell or pass"))
    words = {each.text: each.word for each in decisions.forbidden(stock.game())}
    assert words["Run trains"] == "not now"


def test_in_an_auction_heading_and_reason_say_the_same() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=4)
    game.play(A.Bid("Ann", "ws", 45))
    game.play(A.Bid("Bob", "ws", 50))
    game.play(A.BuyOffered("Cy", "flos"))
    decision = decisions.decision(game, live=True)
    assert decision is not None
    assert decision.text == "bid or pass"
    assert {each.why for each in out_of_question(game)} == {
        "it is not the moment for it; Ann must bid or pass"
    }


def test_a_sale_that_no_payment_needs_says_nothing_of_the_president() -> None:
    trains = next(each for each in KINDS if (each.title, each.kind) == ("18GL", "buy trains"))
    sales = {each.word for each in decisions.forbidden(trains.game()) if each.why == "no payment is due"}
    assert sales == {"not now"}
