"""A browser test of the best-run calculator: clicks, keys and the address of the page."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.axe import findings
from browser.screen import Screen


def test_clicks_and_keys_find_the_best_run(screen: Screen) -> None:
    page = screen.open().page
    page.get_by_role("link", name="Best-run calculator").click()
    best = page.get_by_role("region", name="Best run")
    expect(best).to_contain_text("BB has no token on the map.")
    page.get_by_role("combobox", name="Company").select_option("LPS")
    page.get_by_role("button", name="Put it on its home: Maudaumin (C14)").click()
    expect(best).to_contain_text("No train can run")
    # A click on a hex opens its tiles. A second click on a tile turns it.
    page.locator("[data-hex=C14]").click()
    maudaumin = page.get_by_role("region", name="C14 Maudaumin")
    tile = maudaumin.get_by_role("button", name="Tile 57", exact=True)
    tile.click()
    expect(tile).to_have_attribute("aria-pressed", "true")
    expect(best).to_contain_text("No train can run")
    tile.click()
    expect(best).to_contain_text("Sarnia 30, Maudaumin 20")
    expect(best.get_by_role("heading")).to_contain_text("$50")
    # With keys: Escape returns to the map, arrows move between hexes, Enter opens one.
    page.keyboard.press("Escape")
    expect(page.locator("[data-hex=C14]")).to_be_focused()
    for key in ("ArrowDown", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    maudaumin.get_by_role("button", name="CA", exact=True).wait_for()
    # The yellow tile has one slot, and LPS is in it.
    expect(maudaumin.get_by_role("button", name="CA", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Add a 4-train").click()
    expect(page.get_by_role("combobox", name="Phase")).to_have_value("3")
    expect(best).to_contain_text("One train has no run.")
    page.get_by_text("Bonuses", exact=True).click()
    page.get_by_label("Tunnel, $10: B13 Sarnia").check()
    expect(best.get_by_role("heading")).to_contain_text("$60")
    assert findings(screen) == []
    page.locator("[data-hex=L15]").click()
    hamilton = page.get_by_role("region", name="L15 Hamilton")
    expect(hamilton.get_by_role("group", name="Tokens in city 2")).to_contain_text("0 of 1")
    # The address keeps the position. Undo takes the last change back.
    page.reload()
    expect(best.get_by_role("heading")).to_contain_text("$60")
    page.locator("[data-hex=C14]").click()
    maudaumin.get_by_role("button", name="Printed").click()
    expect(best).to_contain_text("No train can run")
    page.get_by_role("button", name="Undo").click()
    expect(best.get_by_role("heading")).to_contain_text("$60")
    screen.open("/runs/1856?phase=3&trains=3&tiles=C14.57")
    cut_off = "This address names no company. Perhaps its end is missing."
    expect(page.get_by_role("alert")).to_have_text(cut_off)
    page.get_by_role("button", name="Start with the empty map").click()
    expect(best).to_contain_text("BB has no token on the map.")
    # A field shows the position again after a number that is not possible.
    screen.open("/runs/18GL?phase=E&trains=E_E&owned=E.3&company=NYC")
    number = page.get_by_role("spinbutton", name="E-trains of all companies")
    expect(number).to_have_value("3")
    for written in ("1", "0"):
        number.fill(written)
        page.keyboard.press("Tab")
        expect(number).to_have_value("2")
