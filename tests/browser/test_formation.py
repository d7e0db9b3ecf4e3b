"""Tests of the formation of a corporation: the stage shows the effects of a choice, and a forecast."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import trunkline
from browser.positions import positions
from browser.screen import Screen
from trunkline.game import Game
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer
from trunkline.titles import SettleDebt
from trunkline.web.presenters import merger

FORECAST = "1856-4p-buy_trains-1856-printed-announced-4p-3-840"
SIX = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo")


@pytest.fixture(scope="module")
def forming() -> Game:
    """A random game of six players, in which the first president may pay or not."""
    game = trunkline.new("1856", list(SIX), seed=4, runs="free")
    for _ in play_turns(game, RandomPlayer(4)):
        choices = [choice for choice in game.legal() if isinstance(choice, SettleDebt)]
        if len(choices) > 1:
            return game
    raise AssertionError("Nobody could choose.")


def cells(screen: Screen) -> str:
    """Return the text of the stage."""
    return screen.page.locator(".stage").inner_text()


def test_both_futures_are_seen_at_once_and_every_figure_is_the_servers(screen: Screen, forming: Game) -> None:
    screen.bring(forming)
    found: dict[str, Any] = screen.view()["formation"]
    stage = screen.page.locator(".stage")
    expect(stage.get_by_text(found["text"])).to_be_visible()
    for debt in found["debts"]:
        expect(stage.locator(f'[data-debt="{debt["corp"]}"]')).to_contain_text(debt["word"])
    told = cells(screen)
    pair = [future for future in found["futures"] if future["about"] == found["futures"][0]["about"]]
    assert len(pair) == 2
    for future in pair:
        for each in future["receives"]:
            if each["worth"] is not None:
                assert f"${each['worth']:,}" in told
        if future["price"] is not None:
            assert f"${future['price']:,}" in told
            assert future["price_made"] in told
    known = {*re.findall(r"\$[\d,]+", told)}
    numbers = {f"${int(number):,}" for number in re.findall(r"(?<![\d.])\d+", str(found))}
    assert known <= numbers


def test_all_of_it_is_in_view_with_six_players(screen: Screen, forming: Game) -> None:
    screen.page.set_viewport_size({"width": 1440, "height": 900})
    screen.bring(forming)
    rows = screen.page.locator(".stage tr")
    expect(rows.first).to_be_visible()
    for row in rows.all():
        box = row.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 900
    for choice in screen.decision.locator(".groups [data-choice]").all():
        expect(choice).to_be_in_viewport(ratio=1)


def test_a_forecast_is_made_of_what_is_supposed(screen: Screen) -> None:
    game = next(each for each in positions() if each.name == FORECAST).game()
    screen.bring(game)
    screen.tab("Formation")
    corp = next(debt.corp for debt in merger.forecast(game).debts if debt.outcome == "open")
    supposed = merger.forecast(game, {corp: True}).futures[0]
    wish = screen.page.get_by_role("group", name=f"What if {corp}").get_by_role("button", name="does not")
    wish.click()
    table = screen.page.get_by_role("table").filter(has_text="President")
    expect(table.get_by_role("columnheader", name="As you suppose").first).to_be_visible()
    expect(screen.page.locator(".stage")).to_contain_text(f"{corp} goes into the CGR, as is supposed.")
    assert f"${supposed.price:,}" in cells(screen)
    # A second press removes the assumption.
    wish.click()
    expect(screen.page.locator(".stage")).not_to_contain_text("suppose")


def test_a_choice_is_chosen_compared_and_confirmed(screen: Screen, forming: Game) -> None:
    screen.bring(forming)
    future = screen.view()["formation"]["futures"][0]
    screen.decision.locator(f'.groups [data-choice="{future["choice"]}"]').click()
    expect(screen.decision.locator("table caption")).to_contain_text("Worth")
    expect(screen.decision).to_contain_text(future["says"])
    screen.take()
    corp = future["about"]
    debts = (screen.view()["formation"] or {"debts": []})["debts"]
    settled = [debt["outcome"] for debt in debts if debt["corp"] == corp]
    assert all(outcome in ("paid", "joined") for outcome in settled)


def test_the_forecast_is_a_key_away_and_says_what_it_takes_for_granted(screen: Screen) -> None:
    screen.new("1856")
    screen.page.keyboard.press("q")
    stage = screen.page.locator(".stage")
    expect(stage).to_contain_text("The CGR would not form now.")
    expect(stage).to_contain_text("none could buy the first 6-train")
    screen.page.keyboard.press("m")
    expect(screen.page.locator(".stage svg[tabindex]")).to_be_visible()


def test_a_game_without_such_a_corporation_has_no_such_stage(screen: Screen) -> None:
    screen.new("1851")
    nav = screen.page.get_by_role("navigation", name="View")
    expect(nav.get_by_role("button", name="Map")).to_be_visible()
    expect(nav.get_by_role("button", name="Formation")).to_have_count(0)


def test_on_a_phone_nothing_scrolls_sideways(phone: Screen, forming: Game) -> None:
    phone.bring(forming)
    expect(phone.page.locator(".stage")).to_contain_text("must settle")
    assert phone.fits()
