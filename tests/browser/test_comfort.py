"""Tests of the settings dialog: the browser stores the settings and applies them before the first paint."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from browser.screen import Screen, brought
from web.http.recorded import after_purchase

GROUND = "getComputedStyle(document.body).backgroundColor"
# The page records whether its first paint is light or dark.
FIRST = """
new PerformanceObserver((list) => {
  window.first ??= getComputedStyle(document.documentElement).colorScheme;
}).observe({ type: "paint", buffered: true });
"""
PAINTED = """
new Promise((done) => {
  const look = () => (window.first === undefined ? setTimeout(look, 20) : done());
  look();
})
"""
HEARD = """
window.notes = 0;
const Note = window.OscillatorNode;
window.OscillatorNode = class extends Note { start(at) { window.notes += 1; super.start(at); } };
"""


def comfort(screen: Screen) -> Locator:
    """Open the dialog."""
    screen.page.get_by_role("button", name="Settings").click()
    return screen.page.get_by_role("dialog", name="Settings")


def chosen(screen: Screen, heading: str, value: str) -> None:
    """Choose a setting in the dialog and close it."""
    dialog = comfort(screen)
    dialog.get_by_role("group", name=heading).get_by_role("radio", name=value, exact=True).check()
    dialog.get_by_role("button", name="Close").click()


def test_dark_is_chosen_and_holds_from_the_first_paint(screen: Screen) -> None:
    page = screen.page
    page.add_init_script(FIRST)
    screen.open()
    light = page.evaluate(GROUND)
    chosen(screen, "Light or dark", "dark")
    dark = page.evaluate(GROUND)
    assert dark != light
    screen.new()
    assert page.evaluate(GROUND) == dark
    page.evaluate(PAINTED)
    assert page.evaluate("window.first") == "dark"
    # The page ignores the system setting until the user selects it again.
    page.emulate_media(color_scheme="light")
    assert page.evaluate(GROUND) == dark
    chosen(screen, "Light or dark", "system setting")
    assert page.evaluate(GROUND) == light
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(GROUND) == dark


def test_text_grows_and_the_page_still_fits(screen: Screen) -> None:
    page = screen.page
    screen.new()
    size = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    usual = page.evaluate(size)
    chosen(screen, "Text", "largest")
    assert page.evaluate(size) > 1.25 * usual
    for width, height in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert screen.fits(), width


def test_names_and_coordinates_come_and_go(screen: Screen) -> None:
    page = screen.page
    screen.new()
    # An opening has a separate stage, so switch to the map.
    screen.tab("Map")
    name = page.locator(".map .texts .name").first
    expect(name).to_be_visible()
    chosen(screen, "Names on the map", "hidden")
    expect(name).to_be_hidden()
    chosen(screen, "Coordinates and tile numbers", "shown")
    expect(page.locator(".map").get_by_text("J11", exact=True)).to_be_visible()


def test_the_distinct_palette_changes_tiles_and_seats(screen: Screen) -> None:
    page = screen.page
    screen.new()
    colours = "['--green', '--seat-0'].map((name) => getComputedStyle(document.body).getPropertyValue(name))"
    before = page.evaluate(colours)
    chosen(screen, "Colours", "easy to tell apart")
    assert all(now != then for now, then in zip(page.evaluate(colours), before, strict=True))


def test_a_turn_ends_after_a_purchase_if_the_player_wants_it(screen: Screen) -> None:
    game = after_purchase()
    screen.open(f"/g/{brought(screen.table, game)}")
    bought = len(game.actions)
    screen.shows(bought)
    chosen(screen, "End my turn after a purchase", "always")
    screen.shows(bought + 1)
    screen.tab("Log")
    expect(
        screen.page.get_by_text("Made automatically: after a purchase, the turn ends.").first
    ).to_be_visible()
    # An undo leads back to the purchase, and the player can choose differently.
    screen.page.get_by_role("button", name="Undo").click()
    screen.shows(bought + 2)
    _, before = screen.table.ask("GET", f"/api/games/{screen.game}?at={bought - 1}")
    assert screen.view()["players"] == before["players"]


def test_a_turn_is_heard_and_seen_in_the_title_by_who_sits_here(screen: Screen) -> None:
    page = screen.page
    page.add_init_script(HEARD)
    screen.new()
    expect(page).to_have_title(re.compile("^● Ann"))
    chosen(screen, "Sound on my turn", "always")
    # Three people at one screen see each other's actions, so no sound is played.
    screen.choose("pass")
    assert page.evaluate("window.notes") == 0
    dialog = comfort(screen)
    here = dialog.get_by_role("group", name="Players at this screen")
    here.get_by_role("checkbox", name="Ann").uncheck()
    here.get_by_role("checkbox", name="Bob").uncheck()
    dialog.get_by_role("button", name="Close").click()
    expect(page).to_have_title(re.compile("^Bob"))
    screen.choose("pass")
    expect(page).to_have_title(re.compile("^● Cy"))
    assert page.evaluate("window.notes") == 2
    screen.choose("pass")
    expect(page).to_have_title(re.compile("^Ann"))
    assert page.evaluate("window.notes") == 2
