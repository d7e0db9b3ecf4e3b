"""Tests of the first page: new, archived and restored games, and games that follow other rules."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.screen import Screen
from trunkline import actions as A
from web.http.process import running


def test_a_game_is_put_away_and_taken_out_again(screen: Screen) -> None:
    screen.new(seed=77)
    path = f"/g/{screen.game}"
    screen.open()
    page = screen.page
    card = page.get_by_role("article").filter(has=page.locator(f"a[href='{path}']"))
    expect(page.get_by_role("region", name="In progress").get_by_role("article").and_(card)).to_have_count(1)
    card.get_by_role("button", name="Archive").click()
    expect(card).to_have_count(0)
    screen.open()
    show = page.get_by_role("button", name=re.compile(r"^Show \d+ archived"))
    expect(show).to_be_visible()
    expect(card).to_have_count(0)
    expect(page.get_by_text("No games yet")).to_have_count(0)
    show.click()
    card.get_by_role("button", name="Restore").click()
    expect(card.get_by_role("button", name="Archive")).to_be_visible()
    screen.open()
    expect(page.get_by_role("region", name="In progress").get_by_role("article").and_(card)).to_have_count(1)


@pytest.mark.parametrize("shown", [True, False])
def test_a_table_is_set_to_tell_of_others_runs_or_not(screen: Screen, shown: bool) -> None:
    screen.open()
    page = screen.page
    page.get_by_text("More", exact=True).click()
    setting = page.get_by_label("does to the runs of other companies")
    expect(setting).to_be_checked()
    setting.set_checked(shown)
    page.get_by_role("button", name="Start the game").click()
    expect(screen.heading).to_be_visible()
    corp = screen.view()["corporations"][0]["id"]
    _, told = screen.table.ask("GET", f"/api/games/{screen.game}/whatif/{corp}")
    assert told["others_shown"] is shown


def test_a_sandbox_leads_back_to_its_game(screen: Screen) -> None:
    screen.new()
    screen.choose("Pass")
    game = screen.game
    screen.page.get_by_label("This moment").click()
    screen.page.get_by_role("button", name="Try in a sandbox").click()
    expect(screen.page).not_to_have_url(re.compile(game))
    screen.shows(1)
    screen.choose("Pass")
    screen.page.get_by_role("link", name="Sandbox").click()
    expect(screen.page).to_have_url(re.compile(f"/g/{game}/at/1$"))


def test_a_game_of_other_rules_goes_on_from_where_it_holds(chromium: Browser, tmp_path: Path) -> None:
    store = tmp_path / "table.sqlite"
    with chromium.new_context() as context:
        screen = None
        with running(store) as table:
            screen = Screen(context.new_page(), table).new()
            for _ in range(4):
                screen.choose("Pass")
            path = f"/g/{screen.game}"
            screen.page.close()
        with closing(sqlite3.connect(store)) as link, link:
            data = json.dumps(A.encode(A.Pass("Bob"))).encode()
            link.execute("UPDATE entries SET data = ? WHERE number = 3", (data,))
            link.execute("UPDATE states SET bound_by = 'another version'")
        with running(store) as table:
            screen = Screen(context.new_page(), table).open(path)
            notice = screen.page.get_by_role("alert").filter(has_text="Entry 3 is not legal by the rules")
            notice.get_by_role("button", name="Continue from here").click()
            screen.shows(5)
            expect(notice).to_have_count(0)
            expect(screen.heading).to_contain_text("Cy")
            screen.choose("Pass")


@pytest.mark.parametrize("path", ["/x/y", "/g/", "/g/a/at/x"])
def test_an_address_that_leads_nowhere_leads_to_the_tables(screen: Screen, path: str) -> None:
    screen.open(path)
    expect(screen.page.get_by_role("alert")).to_contain_text("Page not found")
    expect(screen.page).to_have_url(f"{screen.base}/")
