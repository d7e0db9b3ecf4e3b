"""Tests of the map in a browser: its texts are readable, and actions open next to the selected hex."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from browser.conftest import PHONE
from browser.screen import Screen, played
from trunkline import actions as A

LAPTOP = ViewportSize(width=1440, height=900)
NEAR = 160
LEAST = 8.5
TITLES = ("1856", "1851", "18GL")
BOXES = """
[...document.querySelectorAll(".map .texts text, .map .chips text")].map((text) => {
  const { x, y, width, height } = text.getBoundingClientRect();
  const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
  return { text: text.textContent, x, y, width, height, size: Math.abs(size) };
})
"""


def box(screen: Screen, wanted: str) -> dict[str, float]:
    """Return the position and size of an element on the screen."""
    found = screen.page.locator(wanted).first.bounding_box()
    assert found is not None
    return {name: float(found[name]) for name in ("x", "y", "width", "height")}


def gap(one: dict[str, float], other: dict[str, float], along: str, size: str) -> float:
    return max(one[along] - other[along] - other[size], other[along] - one[along] - one[size])


def letters(box: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a line's box that its letters fill, without the space between lines."""
    return {**box, "y": box["y"] + 0.22 * box["height"], "height": 0.56 * box["height"]}


@pytest.mark.parametrize("title", TITLES)
def test_no_two_texts_of_the_map_overlap_and_none_is_small(screen: Screen, title: str) -> None:
    screen.page.set_viewport_size(LAPTOP)
    for seed in (2, 5, 6):
        screen.bring(played(title, seed, [A.LayTile, A.RunTrains]))
        found = screen.page.evaluate(BOXES)
        assert len(found) > 40
        assert [one["text"] for one in found if one["size"] < LEAST] == []
        for one, other in itertools.combinations(map(letters, found), 2):
            apart = max(gap(one, other, "x", "width"), gap(one, other, "y", "height"))
            assert apart > -1, (title, seed, one["text"], other["text"])


@pytest.mark.parametrize("title", TITLES)
def test_the_chooser_opens_beside_its_hex(screen: Screen, title: str) -> None:
    screen.page.set_viewport_size(LAPTOP)
    screen.bring(played(title, 2, [A.LayTile, A.RunTrains]))
    dashed = screen.page.locator("[data-dashed]")
    hexes = [dashed.nth(at).get_attribute("data-dashed") for at in range(min(4, dashed.count()))]
    assert hexes
    for hex in hexes:
        screen.hex(str(hex)).click(force=True)
        expect(screen.page.locator(".popover:not(.waits) .picker")).to_be_visible()
        # The map may still be moving to make room.
        screen.page.wait_for_timeout(400)
        mine, chooser = box(screen, f'[data-hex="{hex}"] .field'), box(screen, ".popover")
        across, down = gap(mine, chooser, "x", "width"), gap(mine, chooser, "y", "height")
        assert max(across, down) >= 0, hex
        assert max(across, 0) ** 2 + max(down, 0) ** 2 <= NEAR**2, hex
        stage = box(screen, ".map")
        assert chooser["x"] >= stage["x"] - 1, hex
        assert chooser["x"] + chooser["width"] <= stage["x"] + stage["width"] + 1, hex
        screen.page.keyboard.press("Escape")
        screen.page.keyboard.press("Escape")


def test_each_step_has_marks_of_its_own(screen: Screen) -> None:
    screen.page.set_viewport_size(LAPTOP)
    screen.bring(played("1856", 2, [A.LayTile, A.PlaceToken]))
    dashed, rings = screen.page.locator("[data-dashed]"), screen.page.locator("[data-ring]")
    assert dashed.count() > 0
    assert rings.count() == 0
    screen.decision.get_by_role("button", name="Token").first.click()
    expect(dashed).to_have_count(0)
    assert rings.count() > 0


def test_on_a_phone_the_chooser_leaves_the_hex_in_sight(screen: Screen) -> None:
    screen.page.set_viewport_size(PHONE)
    screen.bring(played("1856", 6, [A.LayTile, A.RunTrains]))
    screen.page.locator(".spot.live").first.click(force=True)
    expect(screen.page.locator(".picker")).to_be_visible()
    screen.page.wait_for_timeout(400)
    hex, chooser = box(screen, ".spot.chosen .field"), box(screen, ".picker")
    assert hex["y"] + hex["height"] <= chooser["y"]
    assert hex["y"] >= 0
    for button in screen.page.locator(".picker button").all():
        found = button.bounding_box()
        assert found is not None
        assert found["height"] >= 40


def test_the_runs_that_a_lay_leads_to_are_drawn_and_go_with_it(screen: Screen) -> None:
    screen.page.set_viewport_size(LAPTOP)
    screen.bring(played("1856", 2, [A.LayTile, A.RunTrains]))
    corp = screen.view()["decision"]["corp"]
    _, told = screen.table.ask("GET", f"/api/games/{screen.game}/whatif/{corp}")
    best = told["lays"][0]
    assert best["delta"] > 0
    runs = screen.page.locator(".map path.run")
    expect(runs).to_have_count(0)
    screen.hex(best["hex"]).click(force=True)
    chooser = screen.page.locator(".popover:not(.waits) .picker")
    tile = chooser.get_by_role("button", name=re.compile(rf"^Tile {best['tile']}, "))
    if tile.get_attribute("aria-pressed") == "false":
        tile.click()
    expect(runs.first).to_be_attached()
    over = screen.hex(best["hex"]).get_attribute("transform")
    assert over in {run.get_attribute("transform") for run in runs.all()}
    for key in ("Escape", "Escape"):
        screen.page.keyboard.press(key)
    expect(runs).to_have_count(0)
