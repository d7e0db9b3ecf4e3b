"""Tests of the auction of privates on the page: a matrix of bids with buttons in the player's own column."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

import trunkline
from browser.screen import Screen
from browser.test_market import IN_SIGHT, SIX, WIDTHS, confirm
from trunkline import actions as A
from trunkline.game import Game


def matrix(screen: Screen) -> Locator:
    """Return the matrix of bids."""
    return screen.page.get_by_role("region", name="Opening")


def bid() -> Game:
    """Return a game of six players, two of whom have bid for the same private."""
    game = trunkline.new("1856", list(SIX), seed=5)
    game.play(A.Bid("Ann", "ws", 45))
    game.play(A.Bid("Bob", "ws", 50))
    game.play(A.Bid("Cy", "canada", 55))
    return game


def test_a_bid_is_made_in_its_cell(screen: Screen) -> None:
    screen.bring(bid())
    cell = matrix(screen).locator('[data-cell="bid ws Dee"]')
    cell.locator("button.pick").click()
    screen.decision.get_by_role("spinbutton").fill("65")
    expect(cell).to_contain_text("$65")
    confirm(screen)
    private = screen.view()["opening"]["privates"][1]
    assert (private["leader"], private["least"]) == ("Dee", 70)
    expect(matrix(screen).locator('[data-cell="bid ws Dee"]')).to_contain_text("leads")


def test_what_is_on_offer_is_bought_and_sets_off_what_was_foretold(screen: Screen) -> None:
    screen.bring(bid())
    chain = screen.view()["opening"]["chain"]
    expect(matrix(screen).locator(".chain li")).to_have_count(len(chain) - 1)
    matrix(screen).locator('[data-cell="bid flos Dee"] button.pick').click()
    confirm(screen)
    assert screen.view()["opening"]["privates"][0]["owner"] == "Dee"
    assert screen.view()["opening"]["privates"][1]["auction"]


def auction() -> Game:
    """Return a game of four players in an auction. Ann is out, Bob leads and Cy must bid or pass."""
    game = trunkline.new("1856", list(SIX[:4]), seed=5)
    for player, amount in zip(SIX, (45, 50, 55, 60), strict=False):
        game.play(A.Bid(player, "ws", amount))
    game.play(A.BuyOffered("Ann", "flos"))
    game.play(A.Pass("Ann"))
    game.play(A.Bid("Bob", "ws", 65))
    return game


def test_in_an_auction_it_is_seen_who_is_out_and_who_leads(screen: Screen) -> None:
    screen.bring(auction())
    cells = {name: matrix(screen).locator(f'[data-cell="bid ws {name}"]') for name in SIX[:4]}
    expect(cells["Ann"]).to_have_text("$45out")
    expect(cells["Bob"]).to_have_text("$65leads")
    expect(cells["Dee"]).not_to_contain_text("out")
    expect(screen.heading).to_have_text("Cy: bid or pass")
    expect(screen.decision).to_contain_text("Choose in the opening on the left")
    mine = cells["Cy"].locator("button.pick")
    mine.click()
    colours = mine.evaluate(
        "button => [button, button.querySelector('small')].map(each => getComputedStyle(each).color)"
    )
    assert colours[0] == colours[1]


def test_where_a_power_works_is_marked(screen: Screen) -> None:
    screen.bring(bid())
    hexes = screen.view()["opening"]["privates"][3]["hexes"]
    matrix(screen).locator('[data-cell="bid lakes Dee"] button.pick').click()
    expect(matrix(screen).locator("[data-power]")).to_have_count(len(hexes))


def test_a_bid_that_is_refused_says_its_rule(screen: Screen) -> None:
    game = trunkline.new("1856", list(SIX), seed=5)
    game.play(A.Bid("Ann", "tunnel", 240))
    for player in SIX[1:]:
        game.play(A.Pass(player))
    screen.bring(game)
    lock = matrix(screen).locator('[data-cell="bid ws Ann"] button.locked')
    rule = lock.get_attribute("data-rule")
    assert rule == "1856.initial.bid-money-locked"
    lock.focus()
    expect(matrix(screen).get_by_text(rule)).to_be_visible()


@pytest.mark.parametrize("title", ["1856", "18GL"])
def test_six_players_have_all_their_cells_in_sight(screen: Screen, title: str) -> None:
    screen.bring(trunkline.new(title, list(SIX), seed=5))
    for width, height in WIDTHS:
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.page.wait_for_timeout(200)
        cells = matrix(screen).locator("[data-cell]").all()
        assert len(cells) == len(SIX) * len(screen.view()["opening"]["privates"])
        assert all(cell.evaluate(IN_SIGHT) for cell in cells), (title, width)
        assert all(button.evaluate(IN_SIGHT) for button in matrix(screen).locator("button.pick").all())
