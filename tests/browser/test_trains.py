"""Tests of the train market in a browser: it shows the effects of the first sale of a type."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, expect

import trunkline
from browser.positions import positions
from browser.screen import PEOPLE, Screen
from trunkline import actions as A
from trunkline.game import Game
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer
from trunkline.titles.t18gl.conrail_events import ConrailForms

NAME = "1856-5p-buy_trains-1856-18xx.games-free-5p-4-684"


def says(told: Locator, sale: dict[str, Any]) -> None:
    """Check that the text names everyone affected by a first sale, with the amounts."""
    for scrapped in sale["scraps"]:
        line = told.locator("li", has_text=f"{scrapped['type']}-trains rust")
        for owner in scrapped["owners"]:
            expect(line).to_contain_text(f"{owner['corp']} loses {owner['count']}")
    for due in sale["loans_due"]:
        line = told.locator("li", has_text=f"{due['corp']} {due['loans']} loan")
        expect(line).to_contain_text(f"its treasury repays {due['repaid']}")
        if due["short"]:
            expect(line).to_contain_text(f"${due['short']} short")
    if sale["forms"]:
        line = told.locator("li", has_text=f"{sale['forms']['corp']} forms")
        for corp in (*sale["forms"]["joins"], *sale["forms"]["may_join"]):
            expect(line).to_contain_text(corp)
    if sale["closes_privates"]:
        expect(told).to_contain_text("The privates close.")


def test_what_the_first_of_a_type_does_stands_in_the_train_market_and_in_supply(screen: Screen) -> None:
    screen.bring(next(each for each in positions() if each.name == NAME).game())
    screen.step("buy_train")
    sales = {each["type"]: each["on_first_sale"] for each in screen.view()["trains"] if each["on_first_sale"]}
    assert any(sale["loans_due"] and sale["forms"] and sale["scraps"] for sale in sales.values())
    for number, (type, sale) in enumerate(sales.items()):
        if number:
            screen.decision.locator("summary", has_text=f"The first {type}-train").click()
        says(screen.decision.locator(f'[data-first-sale="{type}"]'), sale)
    screen.tab("Supply")
    for type, sale in sales.items():
        says(screen.page.locator(f'.panel [data-first-sale="{type}"]'), sale)


def forms_conrail() -> Game:
    """Return a random game at a purchase that forms CONRAIL."""
    game = trunkline.new("18GL", [*PEOPLE, "Dee"], seed=1)
    for _ in play_turns(game, RandomPlayer(1)):
        buys = (each for each in game.legal() if isinstance(each, A.BuyTrain) and each.source == "bank")
        if any(game.effects(each).of(ConrailForms) for each in buys):
            return game
    raise AssertionError("CONRAIL never forms in this game")


def test_the_purchase_that_forms_conrail_says_so_in_view(screen: Screen) -> None:
    screen.page.set_viewport_size({"width": 1440, "height": 900})
    screen.bring(forms_conrail())
    button = screen.button(re.compile("from the bank")).first
    expect(button.locator("small")).to_have_text(re.compile("^CONRAIL forms out of"))
    button.click()
    said = screen.decision.get_by_role("group", name="Effects").locator(":scope > :first-child")
    expect(said).to_have_text(re.compile(r"^CONRAIL forms out of \d corporations"))
    expect(said).to_be_in_viewport(ratio=1)
    leads = screen.decision.locator(".confirm .leads")
    expect(leads).to_have_text(re.compile("^Effect: CONRAIL forms out of"))
