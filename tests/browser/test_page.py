"""Tests of the page on a phone, for screen readers, and during updates."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.axe import faults, told
from browser.conftest import PHONE
from browser.screen import TABS, Screen, played
from trunkline import actions as A

SHIFTS = """
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifts += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""

# Two frames later, so that layout shifts have been counted.
MOVED = """
new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(window.shifts))))
"""


def barriers(screen: Screen, *, colours_only: bool) -> list[str]:
    """Return the serious faults that axe finds."""
    found = faults(screen, colours_only=colours_only)
    return told([fault for fault in found if fault["impact"] in ("serious", "critical")])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_people_out(screen: Screen, scheme: str) -> None:
    dark = scheme == "dark"
    screen.page.emulate_media(color_scheme="dark" if dark else "light")
    assert barriers(screen.open(), colours_only=dark) == []
    screen.bring(played("1856", 6, [A.RunTrains, A.LayTile]))
    screen.page.locator(".spot.live").first.click()
    expect(screen.page.get_by_role("group", name="Actions on")).to_be_visible()
    # The dark theme differs only in colours, which are the same in most views.
    for tab in TABS if not dark else ("Companies", "Chart"):
        screen.tab(tab)
        assert barriers(screen, colours_only=dark) == []


def test_a_phone_scrolls_down_only(screen: Screen) -> None:
    screen.page.set_viewport_size(PHONE)
    assert screen.open().fits()
    screen.bring(played("1856", 6, [A.RunTrains, A.LayTile]))
    for tab in TABS:
        screen.tab(tab)
        assert screen.fits(), tab
    screen.tab("Map")
    screen.page.locator(".spot.live").first.click()
    tile = screen.page.get_by_role("group", name="Actions on").get_by_role("button", name="Tile").first
    tile.click()
    assert screen.fits()
    # The tile and its actions are visible at the same time.
    box = tile.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE["height"]


@pytest.mark.parametrize("width", [320, 390, 1024, 3840])
def test_no_number_of_players_and_no_name_makes_the_page_wide(screen: Screen, width: int) -> None:
    names = ["W" * 40, "An Ordinary Person", "<b>Bo</b>", "Dee", "Eve", "Fay"]
    screen.page.set_viewport_size({"width": width, "height": width * 9 // 16})
    screen.bring(played("1856", 8, [A.PlaceToken], names))
    assert screen.fits()


@pytest.mark.parametrize("phone", [False, True])
def test_nothing_jumps_when_others_act(screen: Screen, phone: bool) -> None:
    if phone:
        screen.page.set_viewport_size(PHONE)
    game = played("1856", 6, [A.RunTrains, A.LayTile])
    screen.page.add_init_script(SHIFTS)
    screen.bring(game)
    screen.step("run")
    expect(screen.decision.get_by_role("button", name="Run them")).to_be_visible()
    looked_at = screen.page.get_by_role("navigation", name="View").locator("[aria-pressed=true]")
    for _ in range(6):
        screen.page.evaluate("window.shifts = 0")
        stage, confirm = looked_at.all_text_contents(), screen.confirm.bounding_box()
        view = screen.view()
        groups = view["decision"]["groups"]
        action = next(one["action"] for group in groups for one in group["choices"] if one["action"])
        body = {"version": view["version"], "action": action}
        status, made = screen.table.ask("POST", f"/api/games/{screen.game}/actions", body)
        assert status == 200
        screen.shows(made["version"])
        moved = screen.page.evaluate(MOVED)
        assert screen.confirm.bounding_box() == confirm
        # A decision on another stage has a different page, except for the confirm button.
        assert moved < 0.02 or looked_at.all_text_contents() != stage


def test_coordinates_and_tile_numbers_are_shown_when_asked(screen: Screen) -> None:
    screen.bring(played("1856", 6, [A.RunTrains, A.LayTile]))
    written = screen.page.locator(".map :is(.hex-id, .tile-id)")
    toggle = screen.page.get_by_role("button", name="Coordinates and tile numbers")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    expect(written).to_have_count(0)
    toggle.click()
    expect(screen.page.locator(".map").get_by_text("J11", exact=True)).to_be_visible()
    tiles = {f"#{tile}" for tile, _ in screen.view()["map"]["tiles"].values()}
    assert tiles
    assert tiles <= set(written.all_text_contents())
    screen.page.reload()
    expect(toggle).to_have_attribute("aria-pressed", "true")


def test_a_company_without_a_token_is_shown_at_its_home(screen: Screen) -> None:
    screen.new()
    # An opening has a separate stage, so switch to the map.
    screen.tab("Map")
    homes = screen.page.locator(".map .homes use")
    board = screen.table.ask("GET", "/api/titles/1856/board")[1]
    expect(homes).to_have_count(sum(len(corp["home"]) for corp in board["corporations"]))
    screen.bring(played("1856", 6, [A.RunTrains, A.LayTile]))
    placed = {token["corp"] for tokens in screen.view()["map"]["tokens"].values() for token in tokens}
    assert placed
    expect(homes).to_have_count(sum(len(c["home"]) for c in board["corporations"] if c["id"] not in placed))
