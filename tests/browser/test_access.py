"""Tests of accessibility: axe checks, screen reader messages, and reduced motion."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.axe import findings
from browser.screen import PEOPLE, Screen, played
from trunkline import actions as A
from trunkline.engine.kernel.action import Action

POSITIONS: list[tuple[str, int, list[type[Action]]]] = [
    ("1856", 4, []),
    ("1856", 6, [A.RunTrains, A.LayTile]),
    ("1856", 4, [A.Answer]),
    ("1856", 6, [A.BuyTrain]),
    ("1851", 3, [A.BuyShare, A.SellShares]),
    ("1851", 3, [A.PlaceToken]),
    ("18GL", 2, [A.BuyOffered]),
    ("18GL", 2, [A.Dividend]),
    ("18GL", 2, [A.LayTile]),
]
# Collect the sentences in the polite region and the animations that still run after a while.
LISTEN = """
window.said = [];
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) if (node.textContent.trim()) window.said.push(node.textContent.trim());
}).observe(document.querySelector("[aria-live=polite]"), { childList: true, subtree: true });
"""
# The page may not evaluate strings as code, so this function polls for the number of sentences.
HEARD = """
(count) => new Promise((done) => {
  const look = () => (window.said.length < count ? setTimeout(look, 20) : done());
  look();
})
"""
MOVING = "document.getAnimations().filter((one) => one.playState === 'running').length"


@pytest.mark.parametrize(("title", "seed", "until"), POSITIONS)
def test_axe_finds_nothing_in_a_position(
    screen: Screen, title: str, seed: int, until: list[type[Action]]
) -> None:
    screen.page.emulate_media(reduced_motion="reduce")
    if until:
        screen.bring(played(title, seed, until))
    else:
        screen.new(title)
    assert findings(screen) == []


def test_axe_finds_nothing_at_home_in_results_and_dialogs(screen: Screen) -> None:
    page = screen.page
    page.emulate_media(reduced_motion="reduce")
    screen.bring(played("1851", 3, people=PEOPLE))
    expect(page.get_by_role("region", name="Highlights").get_by_role("listitem").first).to_be_visible()
    assert findings(screen) == []
    for name in ("Settings", "Help"):
        page.get_by_role("button", name=name).click()
        dialog: Locator = page.get_by_role("dialog", name=name)
        expect(dialog).to_be_visible()
        if name == "Help":
            expect(dialog.get_by_role("row", name="has the priority deal")).to_be_visible()
        assert findings(screen) == []
        dialog.get_by_role("button", name="Close").click()
    screen.open()
    page.wait_for_load_state("networkidle")
    assert findings(screen) == []


def test_each_change_is_said_in_one_sentence(screen: Screen) -> None:
    page = screen.page
    screen.new()
    page.evaluate(LISTEN)

    def said(count: int) -> str:
        page.evaluate(HEARD, count)
        page.wait_for_timeout(300)
        found: list[str] = page.evaluate("window.said")
        assert len(found) == count, found
        assert re.fullmatch(r"[^.]*(?:\.\d[^.]*)*\.", found[-1]), found[-1]
        return found[-1]

    screen.button(re.compile("^Pass")).first.click()
    assert said(1).startswith("Chosen: Pass")
    page.keyboard.press("Escape")
    assert said(2) == "Nothing is chosen."
    screen.button(re.compile("^Pass")).first.click()
    said(3)
    page.keyboard.press("Enter")
    screen.shows(1)
    assert "Ann" in said(4)
    assert "Bob" in said(4)
    page.keyboard.press("[")
    assert said(5).startswith("Moment 0 of 1")


def test_a_lost_line_is_said_at_once(screen: Screen) -> None:
    screen.new()
    trouble = screen.page.get_by_test_id("trouble")
    expect(trouble).to_have_text("")
    screen.page.route("**/events**", lambda route: route.abort())
    screen.page.reload()
    expect(trouble).to_contain_text("Connection lost")
    expect(trouble).to_have_attribute("role", "alert")


def test_nothing_moves_for_who_wants_no_motion(screen: Screen) -> None:
    screen.page.emulate_media(reduced_motion="reduce")
    screen.open()
    assert screen.page.evaluate(MOVING) == 0
    screen.new()
    screen.button(re.compile("^Pass")).first.hover()
    assert screen.page.evaluate(MOVING) == 0
    screen.button(re.compile("^Pass")).first.click()
    assert screen.page.evaluate(MOVING) == 0
    screen.page.locator(".stage svg").first.focus()
    screen.page.keyboard.press("+")
    assert screen.page.evaluate(MOVING) == 0
    # Other users see motion, so the test can detect it.
    screen.page.emulate_media(reduced_motion="no-preference")
    screen.page.evaluate("document.body.animate([{ opacity: 0.9 }, { opacity: 1 }], 5000)")
    assert screen.page.evaluate(MOVING) == 1
