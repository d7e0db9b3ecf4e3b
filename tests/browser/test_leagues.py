"""A test of leagues on the page: a league is created, joined and started, and its table is opened."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from browser.axe import findings
from browser.screen import Screen
from browser.test_people import signed_up
from web.http.process import Process


def test_people_play_in_a_league(chromium: Browser, house: Process) -> None:
    contexts = [chromium.new_context(viewport={"width": 390, "height": 780}) for _ in range(3)]
    screens = [Screen(each.new_page(), house) for each in contexts]
    try:
        for screen, name in zip(screens, ("Ann7", "Bob7", "Cy7"), strict=True):
            screen.open("/me")
            signed_up(screen, name)
            expect(screen.page.get_by_role("link", name=name)).to_be_visible()
        ann = screens[0]
        ann.open("/")
        expect(ann.page.get_by_role("link", name="My games")).to_be_in_viewport()
        leagues = ann.page.get_by_role("link", name="Leagues")
        expect(leagues).to_be_in_viewport()
        leagues.click()
        ann.page.get_by_text("Create a league").click()
        form = ann.page.get_by_role("form", name="New league")
        form.get_by_label("Name of the league").fill("Cup of seven")
        form.get_by_label("1851").check()
        form.get_by_label("Rounds in a season").fill("1")
        assert findings(ann) == []
        # The form is sent with the keyboard.
        form.get_by_label("Rounds in a season").press("Enter")
        expect(ann.page.get_by_role("heading", name="Cup of seven")).to_be_visible()
        address = ann.page.evaluate("location.pathname")
        for screen in screens:
            screen.open(address)
            screen.page.get_by_role("button", name="Join the league").click()
            expect(screen.page.get_by_role("button", name="Withdraw")).to_be_visible()
        ann.open(address)
        ann.page.get_by_role("button", name="Start the season").press("Enter")
        ann.page.get_by_role("button", name="Start now").press("Enter")
        round_one = ann.page.get_by_role("region", name="Round 1: 1851")
        for name in ("Ann7", "Bob7", "Cy7"):
            expect(round_one).to_contain_text(name)
        assert findings(ann) == []
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # The standings scroll inside their region.
        ann.page.get_by_role("region", name="Standings", exact=True).focus()
        round_one.get_by_role("link", name="Table 1").click()
        ann.page.get_by_role("banner").get_by_role("button", name="Table").click()
        expect(ann.page.get_by_role("dialog")).to_contain_text(
            "Round 1 of season 1 of the league Cup of seven"
        )
        # The organiser annuls the only game of the only round, which ends the season.
        ann.open(address)
        round_one.get_by_role("button", name="Annul table 1 of round 1").click()
        round_one.get_by_role("button", name="Annul for ever table 1 of round 1").click()
        expect(round_one).to_contain_text("annulled")
        ann.page.get_by_role("button", name="Open the next season").click()
        expect(ann.page.get_by_role("region", name="About the league")).to_contain_text(
            "Season 2 has not started"
        )
        for path, heading in (("/ratings", "Ratings"), ("/leagues", "Leagues")):
            ann.open(path)
            expect(ann.page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
            assert findings(ann) == []
    finally:
        for each in contexts:
            each.close()
