"""Browser test of the panel of companies: the choices of a company that is not in turn."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.axe import findings
from browser.screen import Screen, played
from trunkline.game.actions import RunTrains


def test_a_company_that_is_not_in_turn_shows_what_prevents_it(screen: Screen) -> None:
    screen.bring(played("1856", 4, [RunTrains]))
    screen.tab("Companies")
    ask = "What it could do now, and what prevents it"
    expect(screen.page.locator('[data-about="WR"]').get_by_text(ask)).to_have_count(0)
    waits = screen.page.locator('[data-about="CVR"]')
    waits.get_by_text(ask).click()
    expect(waits).to_contain_text("WR operates before it.")
    expect(waits).to_contain_text("If its turn began now")
    expect(waits.get_by_text("Track", exact=True)).to_be_visible()
    assert findings(screen) == []
    waits.get_by_role("button", name="1856.order.value").click()
    expect(screen.decision).to_contain_text("1856.order.value")
