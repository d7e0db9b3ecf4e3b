"""Tests of plans on the page, of a player on a desktop and one on a phone."""

from __future__ import annotations

import re
from collections.abc import Mapping

from playwright.sync_api import Locator, Page, expect

from browser.axe import findings
from browser.screen import Screen
from browser.test_auto_actions import act, pair, prompt

__all__ = ["pair", "prompt"]
BUY = {"kind": "buy_offered", "player": "West", "private": "flos"}


def tried(screen: Screen, *moves: Mapping[str, object]) -> str:
    """Begin a sandbox from the menu of the moment, make moves there, and return the address of the game."""
    page, game = screen.page, screen.page.url
    page.get_by_label("This moment").click()
    page.get_by_role("button", name="Try in a sandbox").click()
    expect(page.get_by_role("link", name=re.compile("^Sandbox"))).to_be_visible()
    page.evaluate(
        """async (moves) => {
          const path = `/api/games/${location.pathname.split("/")[2]}`;
          for (const action of moves) {
            const { version } = await (await fetch(`${path}?brief=true`)).json();
            const answer = await fetch(`${path}/actions`, {
              method: "POST", headers: { "content-type": "application/json" },
              body: JSON.stringify({ version, action }),
            });
            if (!answer.ok) throw new Error(await answer.text());
          }
        }""",
        list(moves),
    )
    return game


def kept(screen: Screen, game: str) -> Locator:
    """Keep the sandbox as a plan, and return its section in the game."""
    screen.page.get_by_role("button", name="Keep as a plan").click()
    expect(screen.page).to_have_url(re.compile(re.escape(game)))
    section = screen.page.get_by_role("region", name="Plan")
    expect(section).to_be_visible()
    return section


def passed(player: str) -> dict[str, object]:
    """Return a pass."""
    return {"kind": "pass", "player": player}


def mark(page: Page, name: str) -> Locator:
    """Return the button of the header with this name."""
    return page.get_by_role("banner").get_by_role("button", name=name, exact=True)


def test_a_plan_is_kept_and_handed_in_on_a_desktop(pair: tuple[Screen, Screen]) -> None:
    ann, bob = pair
    game = tried(ann, passed("East"), passed("West"), passed("North"), {**BUY, "player": "East"})
    section = kept(ann, game)
    expect(section.get_by_role("listitem")).to_have_count(4)
    expect(section.get_by_role("listitem").first).to_contain_text("Ready")
    expect(section.get_by_role("listitem").nth(1)).to_contain_text("Assumed West: pass")
    expect(mark(ann.page, "Auto: plan ready")).to_be_visible()
    assert findings(ann) == []
    section.get_by_role("button", name="Hand in").focus()
    ann.page.keyboard.press("Enter")
    expect(section.get_by_role("listitem").first).to_contain_text("Done")
    expect(section.get_by_role("button", name="Hand in")).to_be_disabled()
    act(bob, 1, passed("West"))
    expect(section.get_by_role("listitem").nth(1)).to_contain_text("Done")
    section.get_by_role("link", name="Sandbox").click()
    expect(ann.page.get_by_role("button", name="Keep as a plan")).to_be_visible()


def test_a_plan_acts_by_itself_and_is_deleted_on_a_phone(pair: tuple[Screen, Screen]) -> None:
    ann, bob = pair
    game = tried(bob, passed("East"), BUY, passed("North"), passed("East"), passed("West"))
    assert bob.fits()
    section = kept(bob, game)
    switch = section.get_by_label("Hand in by itself")
    switch.check()
    expect(mark(bob.page, "Auto: on")).to_be_visible()
    assert findings(bob) == []
    assert bob.fits()
    act(ann, 0, passed("East"))
    expect(section.get_by_role("listitem").nth(1)).to_contain_text("Done")
    switch.uncheck()
    expect(mark(bob.page, "Auto: plan")).to_be_visible()
    section.get_by_role("button", name="Delete").click()
    expect(section).to_have_count(0)
    expect(mark(bob.page, "Auto")).to_be_visible()
