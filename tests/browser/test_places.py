"""The first page leads to the game that waits, and a finished game to its rematch."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from browser.conftest import PHONE
from browser.screen import Screen
from browser.test_people import house, signed_up  # noqa: F401 (a fixture)
from server.process import Process
from server.recorded import recorded

MAKE = """(name) => fetch("/api/games", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    title: "1856",
    seats: [{ name }, { name: "Robo", kind: "random" }, { name: "Bot", kind: "random" }],
  }),
}).then((answer) => answer.json()).then(({ id }) => id)"""


def test_the_first_page_leads_to_the_game_that_waits(chromium: Browser, house: Process) -> None:  # noqa: F811
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


def test_a_finished_game_is_played_again(screen: Screen) -> None:
    first = screen.bring(recorded("1851")).game
    screen.page.get_by_role("button", name="Play it again").click()
    expect(screen.page).not_to_have_url(re.compile(first))
    screen.shows(0)
    again = screen.game
    screen.open(f"/g/{first}")
    screen.page.get_by_role("button", name="To the rematch").click()
    expect(screen.page).to_have_url(re.compile(f"/g/{again}$"))
