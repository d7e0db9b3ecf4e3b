"""The first page leads to the game that waits and to all games, and a finished game to its rematch."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, ViewportSize, expect

from browser.conftest import PHONE
from browser.screen import Screen
from browser.test_access import findings
from browser.test_people import signed_up
from server.process import Process
from server.recorded import recorded

SIZES = ViewportSize(width=1440, height=900), PHONE
MAKE = """(name) => fetch("/api/games", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    title: "1856",
    seats: [{ name }, { name: "Robo", kind: "random" }, { name: "Bot", kind: "random" }],
  }),
}).then((answer) => answer.json()).then(({ id }) => id)"""


def test_the_first_page_leads_to_the_game_that_waits(chromium: Browser, house: Process) -> None:
    with chromium.new_context(viewport=PHONE) as context:
        ann = Screen(context.new_page(), house)
        ann.open("/me")
        signed_up(ann, "Ann")
        expect(ann.page.get_by_role("link", name="Ann")).to_be_visible()
        ann.open()
        button = ann.page.get_by_role("button", name=re.compile("^Next game"))
        expect(button).to_have_count(0)
        games = [ann.page.evaluate(MAKE, name) for name in ("East", "West")]
        ann.open()
        expect(button).to_have_text("Next game: 2 wait for you")
        assert ann.fits()
        button.click()
        expect(ann.page).to_have_url(re.compile(f"/g/{games[0]}$"))


def test_games_are_searched_and_what_somebody_has_won_is_shown(screen: Screen) -> None:
    page = screen.page
    page.emulate_media(reduced_motion="reduce")
    screen.bring(recorded("1851"))
    winner = screen.page.evaluate(
        """() => fetch("/api/lobby?shelf=finished").then((answer) => answer.json())
          .then(({ games }) => games[0].standings[0].seat)"""
    )
    screen.open()
    page.get_by_role("link", name="Search all games").click()
    found = page.get_by_role("region", name="Found").get_by_role("article")
    expect(found).to_have_count(1)
    form = page.get_by_role("form", name="Which games")
    form.get_by_label("Title").select_option("1856")
    expect(found).to_have_count(0)
    form.get_by_label("Title").select_option("")
    form.get_by_label("Player").fill(winner)
    form.get_by_role("button", name="Search").click()
    expect(found).to_have_count(1)
    for size in SIZES:
        page.set_viewport_size(size)
        assert screen.fits()
        assert findings(screen) == []
    page.get_by_role("link", name=f"What {winner} has won").click()
    expect(page.get_by_role("heading", name=winner)).to_be_visible()
    expect(page.get_by_role("region", name="1851").get_by_role("table")).to_have_count(2)
    for size in SIZES:
        page.set_viewport_size(size)
        assert screen.fits()
        assert findings(screen) == []
    expect(page.get_by_text("1 game finished, 1 won alone")).to_be_visible()


def test_a_finished_game_is_played_again(screen: Screen) -> None:
    first = screen.bring(recorded("1851")).game
    screen.page.get_by_role("button", name="Play it again").click()
    expect(screen.page).not_to_have_url(re.compile(first))
    screen.shows(0)
    again = screen.game
    screen.open(f"/g/{first}")
    screen.page.get_by_role("button", name="To the rematch").click()
    expect(screen.page).to_have_url(re.compile(f"/g/{again}$"))
