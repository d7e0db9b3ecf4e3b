"""Tests of tables with a clock: settings, the time left, pauses, and a player who vanishes."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, expect

from browser.axe import findings
from browser.conftest import PHONE
from browser.screen import Screen
from browser.test_people import OVERLAPS, dialog, signed_up
from browser.test_talk import JOIN, button
from web.http.process import Process, running


class Server(NamedTuple):
    """A server with accounts, and its database."""

    process: Process
    store: Path

    def age(self, game: str, hours: float) -> None:
        """Let every wait at a table have begun some hours earlier."""
        with closing(sqlite3.connect(self.store, timeout=60)) as link, link:
            link.execute("PRAGMA busy_timeout = 60000")
            wanted = "SELECT seat, since FROM chairs WHERE game_id = ? AND since IS NOT NULL"
            for seat, since in link.execute(wanted, (game,)).fetchall():
                earlier = datetime.fromisoformat(since) - timedelta(hours=hours)
                told = earlier.isoformat(timespec="milliseconds").replace("+00:00", "Z")
                row = (told, game, seat)
                link.execute("UPDATE chairs SET since = ? WHERE game_id = ? AND seat = ?", row)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that checks the clocks often."""
    store = tmp_path / "table.sqlite"
    with running(store, command="serve", values={"trunkline.web.http.timekeeper.PAUSE": 0.3}) as found:
        yield Server(found, store)


BEGIN = """(clock) => fetch("/api/games", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    title: "1856", private: false, seed: 4, clock: { move_hours: 24, bot: "clerk", ...clock },
    seats: [{ name: "East" }, { name: "West" }, { name: "North" }],
  }),
}).then((answer) => answer.json())"""
INSIDE = """(time) => time.firstElementChild.getBoundingClientRect().right
  <= time.closest(".chip").getBoundingClientRect().right"""
WIDTHS = (360, 390, 639, 640, 820, 1023, 1024, 1280, 1500)


@pytest.fixture
def people(chromium: Browser, server: Server) -> Iterator[list[Screen]]:
    """The pages of Ann, of Bob, who has a phone, and of Cy. Each is signed in."""
    contexts: list[BrowserContext] = [
        chromium.new_context(timezone_id="Europe/Berlin", reduced_motion="reduce"),
        chromium.new_context(viewport=PHONE, reduced_motion="reduce"),
        chromium.new_context(),
    ]
    screens = [Screen(context.new_page(), server.process) for context in contexts]
    for screen, name in zip(screens, ("Ann", "Bob", "Cy"), strict=True):
        screen.open("/me")
        signed_up(screen, name)
        expect(screen.page.get_by_role("link", name=name)).to_be_visible()
    yield screens
    for context in contexts:
        context.close()


def seated(people: list[Screen], **clock: object) -> str:
    """Open a table with a clock for Ann, Bob and Cy. Return its id."""
    ann, bob, cy = people
    game: str = ann.page.evaluate(BEGIN, clock)["id"]
    assert bob.page.evaluate(JOIN, [game, "West"]) == 200
    assert cy.page.evaluate(JOIN, [game, "North"]) == 200
    for screen in people:
        screen.open(f"/g/{game}")
    return game


def time_left(screen: Screen) -> Locator:
    """Return the time left of the player to act."""
    return screen.page.get_by_role("banner").locator("time")


def cards(screen: Screen) -> Locator:
    """Return the requests over the page."""
    return screen.page.get_by_role("group", name="Requests")


def acts(screen: Screen, at: int) -> None:
    """Pass, and wait until the moment ``at``."""
    screen.button(re.compile("^Pass")).first.click()
    screen.confirm.click()
    screen.shows(at)


def test_everyone_sees_the_clock_before_joining_and_the_time_left_at_the_table(
    people: list[Screen], server: Server
) -> None:
    ann, bob, cy = people
    form = ann.open().page.get_by_role("region", name="Set up a table")
    clock = form.get_by_role("group", name="Clock")
    expect(form.get_by_label("Name of seat 3")).to_be_visible()
    # A person who plays alone needs no clock.
    expect(clock).to_have_count(0)
    for number, name in enumerate(("East", "West", "North"), 1):
        form.get_by_label(f"Who plays seat {number}").select_option("person")
        form.get_by_label(f"Name of seat {number}").fill(name)
    form.get_by_label("Private").uncheck()
    hours = clock.get_by_label("Hours for each move")
    expect(hours).to_have_count(0)
    clock.get_by_label("Time for moves").select_option("A move in two days, bank of 7 days")
    expect(hours).to_have_value("48")
    expect(clock.get_by_label("Time bank in hours")).to_have_value("168")
    clock.get_by_label("Time for moves").select_option("A move a day")
    expect(hours).to_have_value("24")
    clock.get_by_label("When the time is used up").select_option("bot")
    clock.get_by_role("combobox", name="Bot", exact=True).select_option("clerk")
    nights = clock.get_by_label("Nights do not count")
    nights.check()
    clock.get_by_label("Night from").fill("08:00")
    assert findings(ann) == []
    ann.page.set_viewport_size(PHONE)
    assert ann.fits()
    ann.page.set_viewport_size({"width": 1440, "height": 900})
    form.get_by_role("button", name="Start the game").click()
    expect(form.get_by_role("alert")).to_have_text(
        "The night leaves less than 4 hours of each day to play in."
    )
    nights.uncheck()
    hours.fill("0")
    expect(clock.get_by_label("Time for moves")).to_have_value("own")
    form.get_by_role("button", name="Start the game").click()
    expect(form.get_by_role("alert")).to_contain_text("A clock of zero leaves no time to move")
    hours.fill("24")
    form.get_by_role("button", name="Start the game").click()
    sentence = (
        "Each move may take 24 hours. Announced absences do not count. When the time is used up, a clerk"
    )
    expect(ann.page.get_by_role("status", name="Note about this game")).to_contain_text(sentence)
    ann.page.get_by_role("button", name="Close").click()

    # The clock does not run before every seat is taken.
    bob.open()
    tables = bob.page.get_by_role("region", name="Open tables")
    expect(tables).to_contain_text(sentence)
    assert bob.fits()
    tables.get_by_role("button", name="Join as West").click()
    expect(bob.decision).to_be_visible()
    cy.open(f"/g/{ann.game}")
    dialog(cy.page)
    about = cy.page.get_by_role("dialog")
    expect(about.get_by_role("region", name="Clock")).to_contain_text(sentence)
    expect(about.get_by_role("region", name="Clock").get_by_role("listitem")).to_have_count(0)
    server.age(ann.game, 100)
    expect(time_left(ann)).to_have_count(0)
    about.get_by_role("button", name="Join as North").click()
    expect(about.get_by_role("region", name="Clock").get_by_role("listitem")).to_contain_text(
        re.compile("^East: 23 hours left, until ")
    )
    assert findings(cy) == []
    about.get_by_role("button", name="Close").click()
    for screen in people:
        expect(time_left(screen)).to_contain_text("23 hours")

    # The time passes, also while the page is closed.
    server.age(ann.game, 16)
    for screen in people:
        screen.page.reload()
        expect(time_left(screen)).to_contain_text("7 hours" if screen is bob else "7 hours left")
        expect(time_left(screen).locator(".unseen")).to_have_text(re.compile("^East: 7 hours left, until "))
    bob.page.set_viewport_size(PHONE)
    for screen in (ann, bob):
        assert findings(screen) == []
    game = ann.game
    ann.open()
    expect(ann.page.get_by_role("article")).to_contain_text(["7 hours left, until"])
    ann.open(f"/g/{game}")
    acts(ann, 1)
    for screen in people:
        expect(time_left(screen)).to_contain_text("23 hours")
        expect(time_left(screen).locator(".unseen")).to_have_text(re.compile("^West: "))


def test_a_bot_plays_for_a_player_who_vanishes_until_they_return(
    people: list[Screen], server: Server
) -> None:
    ann, bob, cy = people
    game = seated(people, at_zero="bot")
    # Ann closes her browser, and her time passes.
    ann.page.goto("about:blank")
    server.age(game, 25)
    for screen in (bob, cy):
        screen.shows(2)
        expect(time_left(screen)).to_contain_text("23 hours left")
    acts(bob, 3)
    acts(cy, 5)
    ann.open(f"/g/{game}")
    expect(cards(ann)).to_contain_text("A clerk plays for East (the time is used up).")
    ann.page.set_viewport_size(PHONE)
    assert ann.fits()
    assert findings(ann) == []
    expect(ann.confirm).to_be_disabled()
    cards(ann).get_by_role("button", name="Take the seat back").click()
    expect(cards(ann)).to_have_count(0)
    ann.shows(6)
    ann.page.get_by_role("region", name="Since you were here").get_by_role("button", name="Close").click()
    acts(bob, 7)
    acts(cy, 8)
    acts(ann, 9)

    # The others vote.
    game = seated(people, at_zero="vote")
    server.age(game, 25)
    expect(cards(ann)).to_contain_text(
        "Your time is used up: the others vote on whether to let a clerk play for East."
    )
    ann.page.reload()
    expect(time_left(ann)).to_contain_text("time used up")
    question = "The time of East is used up. Shall we let a clerk play for East?"
    for screen in (bob, cy):
        expect(cards(screen)).to_contain_text(question)
    # It is not Ann who votes.
    expect(cards(ann).get_by_role("button")).to_have_text(["Keep my seat"])
    cards(bob).get_by_role("button", name="Agree").click()
    # Ann is back in time. Bob leaves and comes back to a pass, which the panel does not count as a move.
    bob.page.goto("about:blank")
    acts(ann, 1)
    bob.open(f"/g/{game}")
    panel = bob.page.get_by_role("region", name="Since you were here")
    expect(panel.get_by_role("paragraph")).to_have_text(re.compile("^Since "))
    for screen in people:
        expect(cards(screen)).to_have_count(0)
    ann.open("/mine").page.get_by_role("button", name="Wait for others").click()
    card = ann.page.locator(f"[data-game='{game}']")
    expect(card.get_by_role("heading", name="Since you were here")).to_have_text("Since you were here")
    expect(card).to_contain_text("No moves.")
    # Until the people are known, the page does not say that the table is public.
    bob.page.route(re.compile(r"/api/games/\w+/people$"), lambda route: route.abort())
    bob.page.reload()
    dialog(bob.page)
    expect(bob.page.get_by_role("dialog").get_by_role("heading").first).to_have_text("Table")


def test_players_pause_the_clock_and_announce_absences(people: list[Screen], server: Server) -> None:
    ann, bob, cy = people
    cy.page.clock.install()
    seated(people, bank_hours=100)
    expect(time_left(ann)).to_contain_text("5 days left")
    # The page counts the time itself. An answer of the server would correct it to the server's time.
    expect(time_left(cy)).to_contain_text("5 days left")
    cy.page.context.set_offline(True)
    cy.page.clock.fast_forward("24:00:30")
    try:
        expect(time_left(cy)).to_contain_text("uses the bank: 4 days left", timeout=10_000)
    except AssertionError:
        # An answer that was on its way has set the page's clock back by a day.
        cy.page.clock.fast_forward("24:00:30")
        expect(time_left(cy)).to_contain_text("uses the bank: 4 days left")
    cy.page.clock.set_system_time(datetime.now(UTC))
    cy.page.context.set_offline(False)
    server.age(ann.game, 30)
    for screen in (ann, bob):
        screen.page.reload()
    expect(time_left(ann)).to_contain_text("uses the bank: 3 days left")
    expect(time_left(bob)).to_contain_text("bank: 3 days")
    for width in WIDTHS:
        for screen in (ann, bob):
            screen.page.set_viewport_size({"width": width, "height": 900})
            assert screen.page.evaluate(OVERLAPS) == [], width
            assert time_left(screen).evaluate(INSIDE), width
            assert screen.fits(), width
    bob.page.set_viewport_size(PHONE)
    button(ann.page)
    ann.page.get_by_text("Pause the clock by agreement").press("Enter")
    ann.page.get_by_role("button", name="Propose a pause").press("Enter")
    for screen in (bob, cy):
        expect(cards(screen)).to_contain_text("Ann proposes to pause the game")
        cards(screen).get_by_role("button", name="Agree").click()
    for screen in people:
        expect(time_left(screen)).to_contain_text("Paused")
        expect(time_left(screen).locator(".unseen")).to_have_text("East: paused with 3 days left")
    button(bob.page)
    talk = bob.page.get_by_role("dialog", name="Chat at this table")
    expect(talk).to_contain_text("The game is paused since")
    assert bob.fits()
    assert findings(bob) == []
    talk.get_by_role("button", name="Continue").press("Enter")
    for screen in people:
        expect(time_left(screen)).to_contain_text("bank: 3 days")
    expect(talk.get_by_text("Pause the clock by agreement")).to_be_focused()

    ann.page.set_viewport_size(PHONE)
    ann.open("/me")
    zone = ann.page.get_by_role("region", name="Time zone")
    # A new account has the time zone of the browser, and another one is chosen by typing its name.
    choice = zone.get_by_label("Time zone")
    expect(choice).to_have_value("Europe/Berlin")
    choice.focus()
    ann.page.keyboard.type("America/New Y")
    expect(choice).to_have_value("America/New_York")
    expect(zone.get_by_text("Not saved yet. Saved: Europe/Berlin")).to_be_visible()
    zone.get_by_role("button", name="Save").click()
    expect(zone.get_by_text("Not saved yet.")).to_have_count(0)
    zone.get_by_role("button", name="Use Europe/Berlin, as in this browser").click()
    expect(zone.get_by_label("Time zone")).to_have_value("Europe/Berlin")
    expect(zone.get_by_role("button")).to_have_count(1)
    away = ann.page.get_by_role("region", name="Announced absences")
    today = datetime.now(UTC).date()
    announce = away.get_by_role("button", name="Announce absence")
    away.get_by_label("First day").fill(str(today + timedelta(days=2)))
    away.get_by_label("Last day").fill(str(today + timedelta(days=1)))
    announce.click()
    expect(away.get_by_role("alert")).to_have_text(
        "The last day of an absence cannot be before its first day."
    )
    away.get_by_label("Last day").fill(str(today + timedelta(days=12)))
    announce.click()
    expect(away.get_by_role("listitem")).to_have_count(1)
    expect(away.get_by_role("alert")).to_have_count(0)
    # The others see the later deadline without loading the page again, by the clock of the server.
    for screen in (bob, cy):
        expect(time_left(screen)).to_contain_text("bank: 14 days")
    cy.page.clock.set_system_time(datetime.now(UTC) + timedelta(days=30))
    assert ann.fits()
    assert findings(ann) == []
    away.get_by_role("button", name=re.compile("^Delete the absence")).click()
    expect(away.get_by_role("listitem")).to_have_count(0)
    for screen in (bob, cy):
        expect(time_left(screen)).to_contain_text("bank: 3 days")
