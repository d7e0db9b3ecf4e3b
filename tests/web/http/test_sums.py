"""Tests that the amounts of a payment on the page agree with each other and with the position."""

from __future__ import annotations

import re

import pytest

from browser.positions import Position, positions
from trunkline.engine.kernel.depot import train_name
from trunkline.game import Game
from trunkline.web.presenters.decisions import warnings
from trunkline.web.presenters.emergency import raising
from trunkline.web.schemas.emergency import RaisingFacts

DOOMED = re.compile(r"When the first \S+-train is bought, the (\S+)-trains of (.+) rust\.")
RAISING = [each for each in positions() if each.kind in ("emergency money", "Debt")]
TRAINS = [each for each in positions() if each.kind in ("buy trains", "emergency money")]


def sums(game: Game) -> RaisingFacts:
    """Return the facts of the payment for which money must be raised."""
    found = raising(game)
    assert found is not None
    return found


def money(text: str) -> list[int]:
    """Return the dollar amounts in a sentence."""
    return [int(each.replace(",", "")) for each in re.findall(r"\$([\d,]+)", text)]


@pytest.mark.parametrize("position", RAISING, ids=lambda position: position.name)
def test_the_sums_of_a_payment_add_up(position: Position) -> None:
    game = position.game()
    found = sums(game)
    assert found.has == game.state.players[found.player].cash
    assert found.whole == found.corp_has + found.due
    assert found.lacking == found.due - found.has
    assert found.short == max(0, found.lacking - found.brings)
    assert found.enough == (found.short == 0)
    for sale in found.sales:
        for lot in sale.lots:
            assert lot.lacking_after == max(0, found.lacking - lot.raises)


def test_what_is_short_is_said_of_all_sales_together() -> None:
    """The positions include payments that sales can cover and payments that they cannot."""
    found = [sums(position.game()) for position in RAISING]
    assert {each.enough for each in found} == {True, False}
    assert any(0 < each.short < each.lacking for each in found), "what one may sell is counted"


def test_both_warnings_occur() -> None:
    """Without them, the two tests below would look at nothing."""
    texts = [text for position in TRAINS for text in warnings(position.game())]
    assert any("would have to come" in text for text in texts)
    assert any(DOOMED.fullmatch(text) for text in texts)


@pytest.mark.parametrize("position", TRAINS, ids=lambda position: position.name)
def test_the_warning_of_a_train_that_must_be_bought_adds_up(position: Position) -> None:
    for text in warnings(position.game()):
        if "must add" in text and "would have to come" in text:
            *_, lacking, has, rest = money(text)
            assert rest == lacking - has, text
            assert rest > 0, text


@pytest.mark.parametrize("position", TRAINS, ids=lambda position: position.name)
def test_trains_that_are_said_to_rust_have_owners(position: Position) -> None:
    game = position.game()
    for text in warnings(game):
        if found := DOOMED.fullmatch(text):
            for owner in found[2].split(" and "):
                assert any(train_name(t) == found[1] for t, o in game.state.trains.items() if o == owner), (
                    text
                )
