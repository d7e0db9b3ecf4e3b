"""Tests of the first page and the page of a finished game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, ViewportSize, expect

from browser.axe import findings
from browser.conftest import PHONE
from browser.screen import PEOPLE, Screen, played
from browser.vocabulary import unexplained
from web.http.process import running

WIDE = ViewportSize(width=1440, height=900)
SMALL = """
(within) => [...document.querySelectorAll(`${within} :is(button, a, summary, select)`)]
  .filter((one) => one.checkVisibility() && !one.closest("p, dialog:not([open])"))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, place]) => place.width > 2 && place.height < 39.5)
  .map(([one, place]) => `${one.outerHTML.slice(0, 90)} ${place.height}`)
"""


def test_running_games_come_first_and_sandboxes_lie_under_their_game(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with (
        running(tmp_path_factory.mktemp("home") / "table.sqlite") as table,
        chromium.new_context() as context,
    ):
        screen = Screen(context.new_page(), table)
        over = screen.bring(played("1851", 3, people=PEOPLE)).game
        winners = screen.view()["result"]["winners"]
        running_one = screen.new("1851").game
        _, made = table.ask("POST", f"/api/games/{running_one}/branch", {"at": 0})
        screen.open()
        page = screen.page
        going = page.get_by_role("region", name="In progress")
        cards = going.get_by_role("article")
        expect(cards.locator("visible=true")).to_have_count(1)
        expect(cards.first).to_contain_text("to act")
        expect(cards.first.locator(f"a[href='/g/{running_one}']")).to_be_visible()
        fold = going.get_by_text("1 sandbox")
        fold.click()
        expect(going.locator(f"a[href='/g/{made['id']}']")).to_be_visible()
        finished = page.get_by_role("region", name="Finished").get_by_role("article")
        expect(finished).to_have_count(1)
        expect(finished.locator(f"a[href='/g/{over}']")).to_be_visible()
        expect(finished).to_contain_text(f"{' and '.join(winners)} won")
        assert going.bounding_box()["y"] < page.get_by_role("region", name="Play now").bounding_box()["y"]  # type: ignore[index]


def test_a_visitor_sees_three_ways_to_begin_and_plays_with_the_enter_key(
    chromium: Browser, tmp_path: Path
) -> None:
    with running(tmp_path / "table.sqlite") as table, chromium.new_context() as context:
        screen = Screen(context.new_page(), table)
        page = screen.page
        held: list[Route] = []
        page.route("**/api/puzzles/daily*", lambda route: held.append(route))
        for size in (PHONE, WIDE):
            page.set_viewport_size(size)
            screen.open()
            # The puzzle of the day arrives late. It has its place, so nothing below moves.
            below = page.get_by_role("region", name="Import a game")
            place = below.bounding_box()
            while not held:
                page.wait_for_timeout(20)
            held.pop().continue_()
            expect(page.locator("#daily-puzzle + p")).not_to_be_empty()
            assert below.bounding_box() == place
            for name in ("I’m new", "Play now", "Play with others"):
                box = page.get_by_role("region", name=name).bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= size["height"]
            assert findings(screen) == []
        assert unexplained(screen) == []
        page.unroute_all()
        play = page.get_by_role("region", name="Play now")
        play.get_by_role("combobox", name="Title").select_option("1851")
        play.get_by_role("combobox", name="Players").select_option("4")
        play.get_by_role("combobox", name="Opponents").select_option("random")
        # The picture shows the whole board.
        board = screen.table.ask("GET", "/api/titles/1851/board")[1]
        expect(play.locator(".layer-ground > g")).to_have_count(len(board["hexes"]))
        play.get_by_label("Your name").fill("Zoe")
        play.get_by_label("Your name").press("Enter")
        expect(screen.decision).to_be_visible()
        view = screen.view()
        assert (view["title"], view["players"][0]["name"], len(view["players"])) == ("1851", "Zoe", 4)
        assert [each["seat_kind"] for each in view["players"]].count("random") == 3
        # The page remembers the choices, and the game in progress comes first now.
        screen.open()
        expect(play.get_by_role("combobox", name="Title")).to_have_value("1851")
        expect(play.get_by_label("Your name")).to_have_value("Zoe")
        page.get_by_role("button", name="At this screen").click()
        form = page.get_by_role("region", name="Set up a table")
        kinds = [form.get_by_label(f"Who plays seat {number}").input_value() for number in (1, 2, 3)]
        assert kinds == ["person"] * 3
        assert form.get_by_label("Name of seat 1").input_value() == "Zoe"


def test_a_result_tells_who_won_by_what_and_leads_to_its_moments(screen: Screen) -> None:
    screen.bring(played("1851", 3, people=PEOPLE))
    page, view = screen.page, screen.view()
    result = page.get_by_role("group", name="Result")
    standings = result.get_by_role("region", name="Standings").get_by_role("listitem")
    expect(standings).to_have_count(len(view["players"]))
    first = view["result"]["standings"][0]
    expect(standings.first).to_contain_text(first["player"])
    expect(standings.first).to_contain_text(f"${first['worth']:,}")
    standings.first.locator("summary").click()
    items = next(one for one in view["players"] if one["name"] == first["player"])["worth_items"]
    expect(standings.first.get_by_role("row")).to_have_count(len(items) + 1)
    expect(result.get_by_role("slider", name="worth of each player, round by round")).to_be_visible()
    figures = screen.table.ask("GET", f"/api/games/{screen.game}/figures")[1]
    assert len(figures) > 5
    shown = result.get_by_role("region", name="Highlights").get_by_role("listitem")
    expect(shown).to_have_count(len(figures))
    for figure, card in zip(figures, shown.all(), strict=True):
        expect(card).to_contain_text(figure["heading"])
        expect(card).to_contain_text(figure["text"])
    shown.first.get_by_role("button").click()
    expect(page).to_have_url(re.compile(f"/at/{figures[0]['number']}$"))


def test_home_and_result_fit_a_phone_and_a_finger(screen: Screen) -> None:
    screen.page.set_viewport_size(PHONE)
    screen.bring(played("1851", 3, people=PEOPLE))
    expect(screen.page.get_by_role("region", name="Highlights").get_by_role("listitem").first).to_be_visible()
    assert screen.fits()
    assert screen.page.evaluate(SMALL, ".result") == []
    screen.page.get_by_role("button", name="Settings").click()
    assert screen.page.evaluate(SMALL, "dialog[open]") == []
    screen.open()
    assert screen.fits()
    assert screen.page.evaluate(SMALL, "main") == []
