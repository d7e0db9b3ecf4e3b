"""Tests of the page "My games": answers in place, by mouse, by keys and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browser.axe import findings
from browser.conftest import PHONE, watched
from browser.screen import Screen, brought, played
from trunkline import actions as A
from trunkline.game import Game
from web.http.process import Process, running


@pytest.fixture
def desk(chromium: Browser, fresh_table: Process) -> Iterator[Screen]:
    """A page of a server with the games of one test."""
    with chromium.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce") as context:
        yield from watched(context, fresh_table)


@pytest.fixture
def fresh_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server without games, for one test."""
    with running(tmp_path_factory.mktemp("mine") / "table.sqlite") as process:
        yield process


def dividend(seed: int) -> Game:
    """Return a game in which a president must decide on a dividend."""
    return played("1856", seed, [A.Dividend])


def card(page: Page, game: str) -> Locator:
    """Return the card of a game."""
    return page.locator(f"[data-game='{game}']")


def version(screen: Screen, game: str) -> int:
    """Return the version of a game."""
    return int(screen.table.ask("GET", f"/api/games/{game}?brief=true")[1]["version"])


def test_a_decision_is_answered_in_place_and_the_next_game_follows(desk: Screen) -> None:
    first, second = brought(desk.table, dividend(6)), brought(desk.table, dividend(6))
    desk.open("/mine")
    expect(desk.page.locator("article.current")).to_have_attribute("data-game", first)
    before = version(desk, first)
    mine = card(desk.page, first)
    quick = desk.table.ask("GET", "/api/me/games")[1]["games"][0]["quick"]
    choices = mine.get_by_role("group", name="Choices").get_by_role("button")
    expect(choices).to_have_count(len(quick))
    # Each choice shows its figures before it is chosen.
    for each in quick[0]["choice"]["cash"]:
        expect(choices.first).to_contain_text(f"{abs(each['amount']):,}")
    expect(mine.get_by_role("button", name="Choose one")).to_be_disabled()
    choices.first.click()
    assert version(desk, first) == before
    mine.get_by_role("button", name=re.compile("^Confirm")).click()
    expect(desk.page.locator("article.current")).to_have_attribute("data-game", second)
    assert version(desk, first) == before + 1
    # The same choice at the table of the other game leads to the same position.
    body = {"version": before, "action": quick[0]["choice"]["action"]}
    assert desk.table.ask("POST", f"/api/games/{second}/actions", body)[0] == 200
    states = [desk.table.ask("GET", f"/api/games/{game}/position")[1]["state"] for game in (first, second)]
    assert states[0] == states[1]


def test_keys_move_choose_and_confirm(desk: Screen) -> None:
    first, second = brought(desk.table, dividend(6)), brought(desk.table, dividend(6))
    desk.open("/mine")
    current = desk.page.locator("article.current")
    expect(current).to_have_attribute("data-game", first)
    desk.page.keyboard.press("j")
    expect(current).to_have_attribute("data-game", second)
    desk.page.keyboard.press("k")
    expect(current).to_have_attribute("data-game", first)
    before = version(desk, first)
    desk.page.keyboard.press("2")
    expect(current.locator("[aria-pressed=true]")).to_have_count(1)
    desk.page.keyboard.press("Escape")
    expect(current.locator("[aria-pressed=true]")).to_have_count(0)
    desk.page.keyboard.press("1")
    desk.page.keyboard.press("Enter")
    expect(current).to_have_attribute("data-game", second)
    assert version(desk, first) == before + 1
    desk.page.keyboard.press("Enter")
    expect(desk.page).to_have_url(re.compile(f"/g/{second}$"))


def test_a_stale_answer_is_refused_explained_and_asked_again(desk: Screen) -> None:
    game = brought(desk.table, dividend(6))
    desk.open("/mine")
    mine = card(desk.page, game)
    mine.get_by_role("group", name="Choices").get_by_role("button").first.click()
    # The same person acts in another window.
    quick = desk.table.ask("GET", "/api/me/games")[1]["games"][0]["quick"]
    before = version(desk, game)
    body = {"version": before, "action": quick[1]["choice"]["action"]}
    assert desk.table.ask("POST", f"/api/games/{game}/actions", body)[0] == 200
    mine.get_by_role("button", name=re.compile("^Confirm")).click()
    note = mine.get_by_role("alert")
    expect(note).to_contain_text("Your answer was not sent, because the game has moved on")
    headline = desk.table.ask("GET", f"/api/games/{game}/log?after={before}")[1][0]["headline"]
    expect(note).to_contain_text(headline)
    assert version(desk, game) == before + 1
    expect(mine.locator("[aria-pressed=true]")).to_have_count(0)


def test_filters_show_other_games(desk: Screen) -> None:
    game = brought(desk.table, dividend(6))
    over = brought(desk.table, played("18GL", 2, people=("Ann", "Bob")))
    desk.open("/mine")
    expect(card(desk.page, game)).to_be_visible()
    expect(card(desk.page, over)).to_have_count(0)
    desk.page.get_by_role("button", name="Finished").click()
    expect(card(desk.page, over)).to_be_visible()
    expect(card(desk.page, game)).to_have_count(0)
    desk.page.get_by_role("button", name="Wait for me").click()
    desk.page.get_by_label("Title").select_option("18GL")
    expect(desk.page.get_by_text("No game waits for you.")).to_be_visible()
    desk.page.get_by_label("Title").select_option("1856")
    expect(card(desk.page, game)).to_be_visible()
    assert findings(desk) == []


def test_a_phone_has_wide_buttons_and_scrolls_down_only(desk: Screen) -> None:
    game = brought(desk.table, dividend(6))
    desk.page.set_viewport_size(PHONE)
    desk.open("/mine")
    assert desk.fits()
    for button in card(desk.page, game).get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 40
    assert findings(desk) == []
