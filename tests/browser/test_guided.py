"""Browser tests of the guided first game: its first minutes, and the review at its end."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from playwright.sync_api import Locator, expect

from browser.axe import findings
from browser.screen import Screen
from trunkline.game import Game
from trunkline.game.actions import encode
from trunkline.learn.guided.guide import first_game
from trunkline.learn.guided.speaking import MOST_AT_ONCE, stop_due
from trunkline.learn.library import lessons

GUIDE = first_game()
"""A guided game in which a director played the learner's seat."""
QUIET = "The coach speaks up at the next new thing."


@cache
def recorded() -> Game:
    """Return a recorded guided game."""
    return Game.load(Path(__file__).parents[1] / "learn" / "guided" / "director-2.txt")


def coach(screen: Screen) -> Locator:
    """Return the panel of the coach."""
    return screen.page.locator("section[aria-label=Coach]")


def press(screen: Screen, name: str) -> None:
    """Press a button of the coach."""
    coach(screen).get_by_role("button", name=name, exact=True).click()


def test_a_newcomer_begins_the_first_game(screen: Screen) -> None:
    page = screen.open("/learn").page
    page.get_by_role("link", name="Play your first game").last.click()
    expect(coach(screen).get_by_role("status")).to_contain_text("You play against Bob, Cy and Dee")
    opening = lessons()["opening"].lesson.name
    link = coach(screen).get_by_role("link", name=f"More: lesson 2, {opening}")
    expect(link).to_have_attribute("href", "/learn/opening")
    expect(page.get_by_role("button", name="Try in a sandbox")).to_have_count(0)
    assert findings(screen) == []
    assert screen.fits()
    game = screen.game
    # Until the learner has read a topic, it is there again.
    page.reload()
    expect(coach(screen).get_by_role("heading")).to_have_text("Six privates are for sale")
    page.keyboard.press("F1")
    expect(coach(screen).get_by_role("heading")).to_be_focused()
    press(screen, "Hide the coach")
    expect(coach(screen).get_by_role("button", expanded=False)).to_contain_text("Six privates are for sale")
    press(screen, "Six privates are for sale Show")
    press(screen, "Got it")
    expect(coach(screen)).to_contain_text(QUIET)
    # The dock has the only button for a hint, and a director gives it.
    expect(page.get_by_role("button", name=re.compile("hint", re.IGNORECASE))).to_have_count(1)
    screen.hint.click()
    advice = screen.page.locator("section[aria-label=Hint]")
    expect(advice).to_contain_text("A director's choice for Ann:")
    # A bid on a late private is still open when the bots have answered.
    screen.page.keyboard.press("Escape")
    screen.button(re.compile("Niagara Falls Suspension Bridge")).first.click()
    screen.confirm.click()
    # The bots answer, and the coach speaks about the learner's own bid.
    expect(coach(screen)).to_have_attribute("data-topic", "own-bids")
    expect(coach(screen)).to_contain_text(re.compile(r"You have bid \$\d+"))
    # The list of lessons leads back to this game, and what was read is not said again.
    page.goto(f"{screen.base}/learn")
    page.get_by_role("link", name="Continue the game").click()
    expect(coach(screen)).to_have_attribute("data-topic", "own-bids")
    assert screen.game == game


def test_the_first_game_ends_with_a_review_on_a_phone(phone: Screen) -> None:
    page = phone.open("/learn/first-game").page
    expect(coach(phone).get_by_role("heading")).to_be_visible()
    play_to_the_stop(phone)
    page.reload()
    assert GUIDE.stop is not None
    expect(coach(phone).get_by_role("heading")).to_have_text(GUIDE.stop.heading)
    expect(coach(phone)).to_contain_text("no rule of 1856")
    press(phone, "Play on")
    for _ in range(MOST_AT_ONCE):
        press(phone, "Got it")
    expect(phone.decision).to_be_visible()
    stage, panel = phone.page.locator(".stage").bounding_box(), coach(phone).bounding_box()
    assert stage is not None
    assert panel is not None
    assert stage["height"] > panel["height"]
    press(phone, "End the game")
    sentences = coach(phone).get_by_role("listitem")
    expect(sentences).to_have_count(10)
    expect(sentences.first).to_contain_text(re.compile(r"with \$[\d,]+"))
    expect(coach(phone).get_by_role("button", name="Compare my decisions")).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
    assert findings(phone) == []
    assert phone.fits()
    page.goto(f"{phone.base}/learn")
    expect(page.get_by_role("link", name="Play again")).to_be_visible()
    page.get_by_role("link", name="Last review").click()
    expect(sentences).to_have_count(10)


def play_to_the_stop(screen: Screen) -> None:
    """Play a recorded game until the coach offers to end it, with people in all seats."""
    path = f"/api/games/{screen.game}"
    version = 0
    for seat in GUIDE.seats:
        if seat.name != GUIDE.learner:
            body = {"version": version, "seat": seat.name, "kind": "person"}
            version = answered(screen, f"{path}/seats", body)
    game = Game(recorded().title, recorded().options)
    for action in recorded().actions:
        if stop_due(GUIDE, game) and GUIDE.learner in game.to_act:
            return
        game.play(action)
        version = answered(screen, f"{path}/actions", {"version": version, "action": encode(action)})


def answered(screen: Screen, path: str, body: object) -> int:
    """Send a change of the game, and return its new version."""
    status, answer = screen.table.ask("POST", path, body)
    assert status == 200, answer
    return int(answer["version"])
