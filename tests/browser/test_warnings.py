"""Tests of the warnings for new players, at a share that pays back slowly."""

from __future__ import annotations

import re
from itertools import islice

from playwright.sync_api import Browser, expect

import trunkline
from browser.axe import findings
from browser.hands import Mouse
from browser.screen import Screen
from browser.test_people import signed_up
from browser.test_rounds import carry_out
from trunkline.game import Game
from trunkline.learn.puzzles.making import Varied
from trunkline.players import play_turns
from web.http.process import Process

IMPORTED = """async (text) => {
  const body = new Blob([text]);
  const headers = { "content-type": "application/octet-stream" };
  const made = await (await fetch("/api/import", { method: "POST", headers, body })).json();
  await fetch(`/api/games/${made.id}/privacy`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ private: false }),
  });
  return made;
}"""
SEED, MOMENT = 1, 78
"""A game and a moment at which a share costs 22 times what it earned."""


def whole_game() -> Game:
    """Return the game, one action after the moment."""
    whole = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=SEED)
    for _ in islice(play_turns(whole, Varied(SEED)), MOMENT + 1):
        pass
    return whole


def test_a_warning_is_shown_at_one_moment_until_it_is_dismissed(screen: Screen) -> None:
    whole = whole_game()
    screen.bring(whole.at(MOMENT))
    carry_out(screen, Mouse(), whole.actions[MOMENT])
    warning = screen.page.get_by_role("note").filter(has_text="22 dividends to pay back the price")
    expect(warning).to_be_visible()
    assert findings(screen) == []
    # The same moment shows it again, another one does not.
    screen.open(f"/g/{screen.game}")
    carry_out(screen, Mouse(), whole.actions[MOMENT])
    expect(warning).to_be_visible()
    warning.get_by_role("button", name="Do not show again").click()
    expect(warning).to_have_count(0)
    screen.open(f"/g/{screen.game}")
    carry_out(screen, Mouse(), whole.actions[MOMENT])
    expect(screen.page.get_by_role("group", name="Effects")).to_be_visible()
    expect(warning).to_have_count(0)
    # The settings bring the warnings back.
    screen.page.get_by_role("button", name=re.compile("Settings")).first.click()
    screen.page.get_by_role("group", name="Warnings for new players").get_by_label("always").check()
    screen.page.get_by_role("button", name="Close").click()
    expect(warning).to_be_visible()


def test_a_second_browser_of_the_account_does_not_show_a_dismissed_warning(
    chromium: Browser, house: Process
) -> None:
    whole = whole_game()
    with chromium.new_context() as first, chromium.new_context() as second:
        ann, again = Screen(first.new_page(), house), Screen(second.new_page(), house)
        ann.open("/me")
        signed_up(ann, "Ann")
        expect(ann.page.get_by_role("link", name="Ann")).to_be_visible()
        second.add_cookies(first.cookies())  # type: ignore[arg-type]
        made = ann.page.evaluate(IMPORTED, whole.at(MOMENT).to_text())
        for screen, shown in ((ann, 1), (again, 0)):
            screen.open(f"/g/{made['id']}")
            carry_out(screen, Mouse(), whole.actions[MOMENT])
            expect(screen.page.get_by_role("group", name="Effects")).to_be_visible()
            warning = screen.page.get_by_role("note").filter(has_text="22 dividends to pay back the price")
            expect(warning).to_have_count(shown)
            if shown:
                with screen.page.expect_response("**/api/me/warnings"):
                    warning.get_by_role("button", name="Do not show again").click()
