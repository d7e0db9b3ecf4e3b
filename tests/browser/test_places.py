"""Tests of links to the waiting game, to the list of games and to a rematch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from browser.axe import findings
from browser.conftest import PHONE, watched
from browser.screen import Screen
from browser.test_people import signed_up
from web.http.process import Process, running
from web.http.recorded import recorded

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
        expect(button).to_have_text("Next game: 2 waiting for you")
        assert ann.fits()
        button.click()
        expect(ann.page).to_have_url(re.compile(f"/g/{games[0]}$"))


@pytest.fixture
def alone(chromium: Browser, tmp_path: Path) -> Iterator[Screen]:
    """A page of a server that no other test uses, for a test that counts games."""
    with (
        running(tmp_path / "table.sqlite") as process,
        chromium.new_context(reduced_motion="reduce") as context,
    ):
        yield from watched(context, process)


def test_games_are_searched_and_what_somebody_has_won_is_shown(alone: Screen) -> None:
    screen, page = alone, alone.page
    screen.bring(recorded("1851"))
    winner = screen.page.evaluate(
        """() => fetch("/api/lobby?shelf=finished").then((answer) => answer.json())
          .then(({ games }) => games[0].standings[0].seat)"""
    )
    screen.open()
    page.get_by_role("link", name="Search all games").click()
    found = page.get_by_role("region", name="Found").get_by_role("article")
    expect(found).to_have_count(1)
    form = page.get_by_role("form", name="Find games")
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
    page.get_by_role("link", name=f"Results of {winner}").click()
    expect(page.get_by_role("heading", name=winner)).to_be_visible()
    expect(page.get_by_role("region", name="1851").get_by_role("table")).to_have_count(2)
    for size in SIZES:
        page.set_viewport_size(size)
        assert screen.fits()
        assert findings(screen) == []
    expect(page.get_by_text("1 game finished, 1 won")).to_be_visible()


PAGES = """() => {
  const ask = fetch;
  const page = (number) => ({ next: number < 3 ? `after ${number}` : null });
  window.fetch = async (address, ...more) => {
    const answer = await ask(String(address).replace(/after=[^&]*/, "after="), ...more);
    if (!String(address).startsWith("/api/lobby?")) return answer;
    const number = Number(/after=after[+ ](\\d)/.exec(decodeURIComponent(address))?.[1] ?? 0) + 1;
    const { games } = await answer.json();
    const named = games.slice(0, 1).map((game) => ({ ...game, id: `${game.id}-${number}` }));
    return Response.json({ ...page(number), games: named });
  };
}"""
"""A server whose lists all have three pages of one game."""


def test_a_list_is_a_link_that_one_can_share_and_go_back_to(screen: Screen) -> None:
    page = screen.page
    screen.bring(recorded("1851"))
    screen.open()
    page.get_by_role("link", name="Search all games").click()
    form = page.get_by_role("form", name="Find games")
    found = page.get_by_role("region", name="Found").get_by_role("article")
    expect(found).not_to_have_count(0)
    form.get_by_label("Title").select_option("1851")
    form.get_by_label("Text").fill("nobody & nothing")
    form.get_by_role("button", name="Search").click()
    expect(found).to_have_count(0)
    address = "/games?title=1851&text=nobody+%26+nothing"
    expect(page).to_have_url(re.compile(re.escape(address) + "$"))

    # The link opens the same list for another person, and Back returns from list to list.
    screen.open(address)
    expect(form.get_by_label("Title")).to_have_value("1851")
    expect(form.get_by_label("Text")).to_have_value("nobody & nothing")
    expect(found).to_have_count(0)
    form.get_by_label("Text").fill("")
    form.get_by_label("List").select_option("mine")
    expect(page).to_have_url(re.compile(r"/games\?shelf=mine&title=1851$"))
    page.go_back()
    expect(form.get_by_label("List")).to_have_value("finished")
    expect(form.get_by_label("Text")).to_have_value("nobody & nothing")


def test_so_many_pages_of_a_list_are_shown_again(screen: Screen) -> None:
    page = screen.page
    screen.bring(recorded("1851"))
    page.add_init_script(f"({PAGES})()")
    screen.open("/games")
    found = page.get_by_role("region", name="Found").get_by_role("article")
    older = page.get_by_role("button", name="Show older games")
    expect(found).to_have_count(1)
    older.click()
    expect(found).to_have_count(2)
    expect(page).to_have_url(re.compile(r"/games\?pages=2$"))
    page.reload()
    expect(found).to_have_count(2)
    older.click()
    expect(found).to_have_count(3)
    expect(older).to_have_count(0)


def test_a_finished_game_is_played_again(screen: Screen) -> None:
    first = screen.bring(recorded("1851")).game
    screen.page.get_by_role("button", name="Rematch").click()
    expect(screen.page).not_to_have_url(re.compile(first))
    screen.shows(0)
    again = screen.game
    screen.open(f"/g/{first}")
    screen.page.get_by_role("button", name="Go to rematch").click()
    expect(screen.page).to_have_url(re.compile(f"/g/{again}$"))
