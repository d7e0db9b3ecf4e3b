"""Browser tests of the strip of players on a phone, and of the stage on a low screen."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.screen import Screen, played
from trunkline.game.actions import LayTile, RunTrains

CUT = """
() => [...document.querySelectorAll(".strip .player")]
  .filter((player) => player.scrollWidth > player.clientWidth || player.scrollHeight > player.clientHeight)
  .map((player) => player.textContent)
"""
"""The cells of players whose content is cut."""


def test_a_phone_shows_certificates_worth_and_priority_of_each_player(phone: Screen) -> None:
    for people in (("Ann", "Bob", "Cy", "Dee"), ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")):
        phone.bring(played("1856", 4, [RunTrains], people))
        cells = phone.page.locator(".strip .player")
        expect(cells).to_have_count(len(people))
        view = phone.view()
        for cell, player in zip(cells.all(), view["players"], strict=True):
            limits = cell.get_by_text(f"{player['certificates']:g}/{player['limit']:g}")
            box = limits.bounding_box()
            assert box is not None
            assert box["width"] > 10
            assert cell.locator(".short").is_visible() == player["priority"]
            # Six cells have no room for it.
            worth = cell.locator(".worth").bounding_box()
            assert worth is not None
            assert (worth["width"] > 10) == (len(people) == 4)
        assert phone.page.evaluate(CUT) == []
        assert phone.fits()


def test_a_low_screen_shows_the_map_next_to_the_choices(screen: Screen) -> None:
    screen.page.set_viewport_size({"width": 800, "height": 600})
    screen.bring(played("1856", 4, [LayTile]))
    for path in ("", "/learn/track"):
        if path:
            screen.open(path)
            expect(screen.page.locator("section[aria-label=Coach]").get_by_role("heading")).to_be_visible()
        stage = screen.page.locator(".stage").bounding_box()
        assert stage is not None
        assert stage["height"] > 200
        assert stage["width"] > 400
        # Nothing of the header covers something else.
        chips = screen.page.locator("header ol").last.bounding_box()
        phase = screen.page.locator("header .fact").first.bounding_box()
        assert phase is not None
        assert chips is None or chips["x"] + chips["width"] <= phase["x"]
        assert screen.fits()
