"""Tests of two people in different places: chat, requests to each other, and presence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from browser.axe import findings
from browser.conftest import PHONE
from browser.screen import Screen
from browser.test_people import signed_up
from patience import until
from web.http.process import Process

BEGIN = """() => fetch("/api/games", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    title: "1856", private: false,
    seats: [{ name: "East" }, { name: "West" }, { name: "North" }],
  }),
}).then((answer) => answer.json())"""
JOIN = """([game, seat]) => fetch(`/api/games/${game}/people`, {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ seat }),
}).then((answer) => answer.status)"""

SIT = """([game, seat, kind]) => fetch(`/api/games/${game}/seats`, {
  method: "POST", headers: { "content-type": "application/json" },
  body: JSON.stringify({ version: 0, seat, kind }),
})"""


class Two(NamedTuple):
    """The pages of Ann, who plays East on a desktop, and of Bob, who has West and North on a phone."""

    ann: Screen
    bob: Screen


@pytest.fixture
def two(chromium: Browser, house: Process) -> Iterator[Two]:
    """Ann and Bob at one table."""
    with chromium.new_context() as hers, chromium.new_context(viewport=PHONE) as his:
        ann, bob = Screen(hers.new_page(), house), Screen(his.new_page(), house)
        for screen, name in ((ann, "Ann"), (bob, "Bob")):
            screen.open("/me")
            signed_up(screen, name)
            expect(screen.page.get_by_role("link", name=name)).to_be_visible()
        game = ann.page.evaluate(BEGIN)["id"]
        assert bob.page.evaluate(JOIN, [game, "West"]) == 200
        for screen in (ann, bob):
            screen.page.goto(f"http://{house.host}:{house.port}/g/{game}")
            expect(screen.decision).to_be_visible()
        yield Two(ann, bob)


def button(page: Page) -> None:
    """Open or close the chat."""
    page.get_by_role("banner").get_by_role("button", name=re.compile("^Chat")).click()


def say(page: Page, text: str) -> None:
    """Send a message to all."""
    field = page.get_by_label("Message to everyone at this table")
    field.fill(text)
    field.press("Enter")
    expect(field).to_have_value("")


def test_what_one_says_the_other_reads_as_it_was_written(two: Two, house: Process) -> None:
    ann, bob = two
    ann.page.keyboard.press("/")
    talk = ann.page.get_by_role("dialog", name="Chat at this table")
    expect(talk).to_contain_text("East, West at the table")
    say(ann.page, "<b>Hello</b> West")
    # The chat is marked as unread until it is opened, and again after later messages.
    mark = bob.page.get_by_role("banner").get_by_role("button", name=re.compile("unread: 1"))
    expect(mark).to_be_visible()
    mark.click()
    said = bob.page.get_by_role("log", name="Messages")
    expect(said).to_contain_text("<b>Hello</b> West")
    expect(mark).to_have_count(0)
    assert bob.fits()
    assert findings(bob) == []
    say(bob.page, "To you, too")
    expect(ann.page.get_by_role("log", name="Messages")).to_contain_text("To you, too")
    assert findings(ann) == []

    # Messages that were sent during a network failure arrive afterwards.
    bob.page.context.set_offline(True)
    say(ann.page, "Did you sleep?")
    bob.page.context.set_offline(False)
    expect(said).to_contain_text("Did you sleep?", timeout=60_000)
    assert said.get_by_text("To you, too").count() == 1


def test_a_note_stays_where_it_was_made(two: Two, house: Process) -> None:
    for screen in two:
        button(screen.page)
        screen.page.get_by_text("My note").click()
    note = two.ann.page.get_by_label("My note")
    note.fill("Watch the loans")
    note.blur()
    expect(two.ann.page.get_by_role("dialog", name="Chat at this table")).to_contain_text("Saved")
    # Close the note in the middle of a word.
    note.press("End")
    note.press_sequentially(", and the 6s")
    with two.ann.page.expect_response("**/note"):
        note.press("Escape")
    expect(note).to_have_count(0)
    # The chat is open before the page knows who may write in it.
    held: list[Route] = []
    two.ann.page.route("**/api/games/*/talk", lambda route: held.append(route))
    for screen in two:
        with screen.page.expect_request("**/api/games/*/talk"):
            screen.page.reload()
        button(screen.page)
    expect(two.ann.page.get_by_role("dialog", name="Chat at this table")).to_be_visible()
    for route in held:
        route.continue_()
    for screen in two:
        screen.page.get_by_text("My note").click()
    expect(note).to_have_value("Watch the loans, and the 6s")
    expect(two.bob.page.get_by_label("My note")).to_be_enabled()
    expect(two.bob.page.get_by_label("My note")).to_have_value("")
    # Leave the page in the middle of a word.
    stored = f"{two.ann.base}/api/games/{two.ann.game}/note"
    note.press("End")
    note.press_sequentially(" of Bob")
    two.ann.page.goto("about:blank")
    until(lambda: two.ann.page.request.get(stored).json()["text"] == "Watch the loans, and the 6s of Bob")


def test_what_was_missed_is_asked_for_again_while_the_line_holds(two: Two, house: Process) -> None:
    """Events may arrive while requests fail. No other event makes the page ask again."""
    ann, bob = two
    ann.page.evaluate(SIT, [ann.game, "North", "random"])
    ann.shows(1)
    bob.page.route("**/api/games/**", lambda route: route.abort())
    ann.button(re.compile("^Pass")).first.click()
    ann.confirm.click()
    ann.shows(2)
    expect(bob.decision.get_by_text("Retrying")).to_be_visible()
    bob.page.unroute("**/api/games/**")
    bob.shows(2)
    expect(bob.decision.get_by_text("Retrying")).to_have_count(0)


def test_one_agrees_that_the_other_takes_back_and_both_to_end(two: Two, house: Process) -> None:
    ann, bob = two
    # A bot takes the third seat, so that the game can begin.
    ann.page.evaluate(SIT, [ann.game, "North", "random"])
    ann.shows(1)
    ann.button(re.compile("^Pass")).first.click()
    ann.confirm.click()
    bob.shows(2)
    bob.button(re.compile("^Pass")).first.click()
    bob.confirm.click()
    ann.shows(4)
    # Ann wants to undo to before West's pass. The page offers to ask West and shows no error.
    ann.page.get_by_role("banner").get_by_role("button", name="Undo").click()
    ask = ann.page.get_by_role("button", name="Ask them")
    expect(ask).to_be_visible()
    expect(ann.page.get_by_text("you may only take back your own")).to_have_count(0)
    ask.click()
    expect(ann.page.get_by_role("group", name="Requests")).to_contain_text("West must agree")
    card = bob.page.get_by_role("group", name="Requests")
    expect(card).to_contain_text("Ann asks to undo moves, including those of West")
    assert bob.fits()
    # The card leaves the players visible.
    strip = bob.page.get_by_role("list", name="Players in short").bounding_box()
    box = card.bounding_box()
    assert strip
    assert box
    assert strip["y"] + strip["height"] <= box["y"]
    card.get_by_role("button", name="Agree").click()
    ann.shows(5)
    expect(card).to_have_count(0)
    expect(ann.decision).to_contain_text("East")

    button(ann.page)
    ann.page.get_by_text("End the game by agreement").click()
    ann.page.get_by_role("button", name="Propose to end the game").click()
    card = bob.page.get_by_role("group", name="Requests")
    expect(card).to_contain_text("Ann proposes to end the game")
    card.get_by_role("button", name="Agree").click()
    for screen in (ann, bob):
        expect(screen.page.get_by_text("the players agreed to stop").first).to_be_visible()
