"""Tests of "Since you were here": the panel on the dock, the marks on the map, and what ends it."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from browser.axe import findings
from browser.screen import Screen, brought, played
from browser.test_page import MOVED, SHIFTS
from browser.test_talk import JOIN, Two, two
from patience import until
from trunkline import actions as A
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer

__all__ = ["two"]

PANEL = "section[aria-label='Since you were here']"
BOXES = """() => [...document.querySelectorAll("main .stage, main .decision, main .strip, main .bottom")]
  .map((each) => each.getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height])"""
AWAY = 30
"""The number of moves that are made while the person is away."""


def away(screen: Screen) -> int:
    """Open a game, leave the page, and let others act. Return the version that the person has seen."""
    game = played("1856", 6, [A.RunTrains, A.LayTile])
    id = brought(screen.table, game)
    version = len(game.actions)
    screen.open(f"/g/{id}")
    screen.shows(version)
    expect(screen.page.locator(PANEL)).to_have_count(0)
    screen.page.goto("about:blank")
    play_out(game, RandomPlayer(8), AWAY)
    for at, action in enumerate(game.actions[version:], version):
        body = {"version": at, "action": A.encode(action)}
        status, _ = screen.table.ask("POST", f"/api/games/{id}/actions", body)
        assert status == 200
    screen.page.goto(f"{screen.base}/g/{id}")
    return version


def test_a_person_who_comes_back_reads_three_lines_and_the_changes_on_the_map(screen: Screen) -> None:
    version = away(screen)
    panel = screen.page.locator(PANEL)
    expect(panel).to_be_visible()
    digest = screen.table.ask("GET", f"/api/games/{screen.game}/since?from={version}")[1]
    lines = panel.get_by_role("list", name="In short").get_by_role("listitem")
    expect(lines).to_have_text(digest["lines"])
    numbers = screen.page.locator(".map [data-place]")
    expect(numbers).to_have_text([str(each["place"]) for each in digest["hexes"]])
    assert digest["hexes"]
    changed = screen.page.locator(".map [data-changed]")
    assert {each.get_attribute("data-changed") for each in changed.all()} == {
        each["hex"] for each in digest["hexes"]
    }
    panel.get_by_role("button", name="Show all").click()
    for each in digest["prices"]:
        expect(panel).to_contain_text(re.compile(rf"{re.escape(each['corp'])} (\$\d+|none) → "))
    assert findings(screen) == []
    assert screen.fits()


def test_space_steps_through_the_moves_and_escape_ends_it(screen: Screen) -> None:
    away(screen)
    panel = screen.page.locator(PANEL)
    expect(panel).to_be_visible()
    steps = screen.table.ask("GET", f"/api/games/{screen.game}/since?from=0")[1]
    numbers = sorted(step["number"] for group in steps["groups"] for step in group["steps"])
    first = int(panel.get_attribute("data-since") or 0)
    ahead = [number for number in numbers if number > first]
    screen.page.keyboard.press(" ")
    screen.shows(ahead[0])
    screen.page.keyboard.press(" ")
    screen.shows(ahead[1])
    screen.page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    screen.shows(first + AWAY)
    expect(screen.page.locator(".map [data-place]")).to_have_count(0)
    expect(screen.page).to_have_url(f"{screen.base}/g/{screen.game}")
    # Closed is closed: the page does not show it again.
    screen.page.reload()
    screen.shows(first + AWAY)
    expect(screen.page.locator(PANEL)).to_have_count(0)


def test_an_unread_digest_is_there_again_after_a_reload(screen: Screen) -> None:
    version = away(screen)
    expect(screen.page.locator(PANEL)).to_have_attribute("data-since", str(version))
    screen.page.reload()
    expect(screen.page.locator(PANEL)).to_have_attribute("data-since", str(version))


def test_nothing_moves_when_the_digest_arrives_late(screen: Screen) -> None:
    page = screen.page
    page.add_init_script(SHIFTS)
    held = []
    page.route("**/since?*", lambda route: held.append(route))
    away(screen)
    expect(screen.decision).to_be_visible()
    page.wait_for_timeout(500)
    before = page.evaluate(BOXES)
    page.evaluate("window.shifts = 0")
    for route in held:
        route.continue_()
    expect(page.locator(PANEL)).to_be_visible()
    assert page.evaluate(MOVED) == 0
    assert page.evaluate(BOXES) == before
    page.keyboard.press("Escape")
    expect(page.locator(PANEL)).to_have_count(0)
    assert page.evaluate(MOVED) == 0
    assert page.evaluate(BOXES) == before


def test_a_phone_shows_the_digest_below_the_map(phone: Screen) -> None:
    away(phone)
    panel = phone.page.locator(PANEL)
    expect(panel).to_be_visible()
    expect(phone.page.locator(".map [data-place]").first).to_be_visible()
    panel.get_by_role("button", name="Show all").click()
    for button in panel.get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 40
    assert phone.fits()
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_have_count(0)


def visited(page: Page) -> list[int]:
    """Return the versions that the page has reported as seen, from now on."""
    found: list[int] = []
    page.on(
        "request",
        lambda request: (
            found.append(json.loads(request.post_data or "{}")["version"])
            if request.url.endswith("/seen")
            else None
        ),
    )
    return found


TABLE = """() => fetch("/api/games", {
  method: "POST", headers: { "content-type": "application/json" },
  body: JSON.stringify({
    title: "18GL", seed: 4, private: false, seats: [{ name: "East" }, { name: "West" }],
  }),
}).then((answer) => answer.json())"""
PASS = """([game, version, player]) => fetch(`/api/games/${game}/actions`, {
  method: "POST", headers: { "content-type": "application/json" },
  body: JSON.stringify({ version, action: { kind: "pass", player } }),
}).then((answer) => answer.status)"""


def test_a_signed_in_person_reads_on_any_device_what_happened_since_the_last_visit(two: Two) -> None:
    ann, bob = two
    game = ann.page.evaluate(TABLE)["id"]
    assert bob.page.evaluate(JOIN, [game, "West"]) == 200
    reported = visited(ann.page)
    ann.open(f"/g/{game}")
    ann.shows(0)
    expect(ann.page.locator(PANEL)).to_have_count(0)
    until(lambda: reported == [0])
    ann.page.goto(f"{ann.base}/me")
    pages = {"East": ann.page, "West": bob.page}
    for version in range(2):
        _, view = ann.table.ask("GET", f"/api/games/{game}?brief=true")
        (seat,) = view["decision"]["seats"]
        assert pages[seat].evaluate(PASS, [game, version, seat]) == 200
    # Another device has the same session but no stored data.
    cookies = ann.page.context.storage_state()["cookies"]
    browser = ann.page.context.browser
    assert browser is not None
    with browser.new_context(storage_state={"cookies": cookies, "origins": []}) as context:
        other = Screen(context.new_page(), ann.table)
        other.open(f"/g/{game}")
        expect(other.page.locator(PANEL)).to_have_attribute("data-since", "0")
        # A link to an earlier moment shows that moment alone.
    ann.open(f"/g/{game}/at/1")
    ann.shows(1)
    expect(ann.page.locator(PANEL)).to_have_count(0)
