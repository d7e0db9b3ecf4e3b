"""Tests of small faults that people found on the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import trunkline
from browser.positions import positions
from browser.screen import Screen, played
from trunkline import actions as A
from trunkline.game import Game
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer

SIX = ["Zoe", "Beatrix", "Casper", "Dexter", "Hattie", "Jasper"]
CUT = "each => each.scrollWidth > each.clientWidth"


def at(screen: Screen, title: str, kind: str, place: int = 0) -> None:
    """Open one of the stored positions with this kind of decision."""
    found = [each for each in positions() if (each.title, each.kind) == (title, kind)]
    screen.bring(found[place].game())


@pytest.mark.parametrize("stage", ["opening", "market", "map"])
def test_six_names_are_whole_at_1440(screen: Screen, stage: str) -> None:
    screen.page.set_viewport_size({"width": 1440, "height": 900})
    game = trunkline.new("1856", SIX, seed=3)
    for _ in play_turns(game, RandomPlayer(3)):
        if stage == "opening" or (game.state.stock if stage == "market" else game.state.operating):
            break
    screen.bring(game)
    names = screen.page.locator(".strip .name" if stage == "map" else "th.player .name")
    expect(names).to_have_count(6)
    assert [each.inner_text() for each in names.all() if each.evaluate(CUT)] == []


def test_what_happened_is_listed_once(screen: Screen) -> None:
    screen.page.set_viewport_size({"width": 1440, "height": 900})
    screen.bring(played("1856", 3, {A.BuyShare, A.SellShares}))
    expect(screen.decision.locator(".lately")).to_have_count(1)
    expect(screen.decision.locator(".news")).to_have_count(0)


def test_a_company_that_nobody_started_waits_for_the_next_turn(screen: Screen) -> None:
    at(screen, "1856", "buy, sell or pass", 1)
    start = screen.page.locator('tr.start[data-corp="GW"] .locked')
    expect(start).to_have_text(re.compile("next turn"))
    expect(screen.page.locator(".market")).not_to_contain_text("bought")


@pytest.mark.parametrize("width", [390, 1440])
def test_the_hatching_of_a_sandbox_is_beside_its_text(screen: Screen, width: int) -> None:
    screen.page.set_viewport_size({"width": width, "height": 850})
    screen.bring(played("1856", 3, {A.BuyShare, A.SellShares}))
    _, made = screen.table.ask("POST", f"/api/games/{screen.game}/branch", {"at": screen.at})
    screen.open(f"/g/{made['id']}")
    hatched = screen.decision.evaluate("each => getComputedStyle(each).backgroundImage")
    assert hatched == "none"
    edge = screen.decision.evaluate("each => parseFloat(getComputedStyle(each, '::before').width)")
    left = screen.decision.evaluate("each => each.getBoundingClientRect().left")
    text = screen.heading.evaluate("each => each.getBoundingClientRect().left")
    assert 0 < edge < text - left
    # The label is next to the facts and does not cover them.
    chip = screen.page.locator("header .sandbox").bounding_box()
    facts = screen.page.locator("header .facts").bounding_box()
    assert chip
    assert facts
    assert facts["x"] + facts["width"] <= chip["x"] + 1


def short_of_money() -> Game:
    """Return a game of 1856 with a legal loan, in which the treasury cannot pay for any train of the bank."""
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=1)
    for _ in play_turns(game, RandomPlayer(1)):
        legal = list(game.legal())
        kinds = {type(getattr(choice, "action", choice)) for choice in legal}
        bank = any(isinstance(choice, A.BuyTrain) and choice.source == "bank" for choice in legal)
        if {A.TakeLoan, A.BuyTrain} <= kinds and not bank:
            return game
    raise AssertionError("no such position")


def test_a_loan_stands_beside_the_trains_that_it_may_pay_for(screen: Screen) -> None:
    game = short_of_money()
    screen.bring(game)
    screen.step("buy_train")
    expect(screen.button(re.compile("takes a loan"))).to_be_visible()


def test_a_seat_that_is_added_is_played_as_the_last_one(screen: Screen) -> None:
    screen.open()
    form = screen.page.get_by_role("region", name="Set up a table")
    form.get_by_label("Players").select_option("5")
    kinds = [form.get_by_label(f"Who plays seat {number}").input_value() for number in range(1, 6)]
    assert kinds == ["person", *["clerk"] * 4]
    names = [form.get_by_label(f"Name of seat {number}").input_value() for number in range(1, 6)]
    assert len(set(names)) == 5
    form.locator("summary", has_text="More").click()
    expect(form.get_by_label(re.compile(r"Hints:\s+show"))).to_be_checked()
    # A variant describes its changes.
    expect(form).to_contain_text(
        "type8: trains of type 8 ($1,000, or $650 with a trade-in) take the place of Diesels"
    )
