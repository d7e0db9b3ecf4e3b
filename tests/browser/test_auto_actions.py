"""Tests of the panel for auto-actions, of a player on a desktop and one on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browser.axe import findings
from browser.conftest import PHONE
from browser.screen import Screen
from browser.test_people import at_one_table
from browser.test_talk import JOIN
from web.http.process import Process, running

CUT = """([label, button]) => {
  const round = document.querySelector("header .status li.now");
  const auto = document.querySelector("header [data-auto]");
  round.firstChild.data = label;
  auto.firstChild.data = button;
  const box = round.closest(".facts").getBoundingClientRect();
  return [...document.querySelectorAll("header .status li.now, header [data-auto], header [data-talk]")]
    .filter((each) => {
      const { left, right } = each.getBoundingClientRect();
      const frame = each.parentElement.getBoundingClientRect();
      return each.scrollWidth > each.clientWidth || left < 0 || right > innerWidth || left < frame.left - 1
        || right > frame.right + 1 || (each === round && right > box.right + 1);
    })
    .map((each) => each.textContent);
}"""
"""Writes the names of a round and of the button into the header, and returns the texts that are cut."""
NAME = "Niagara Falls Suspension Bridge Company"


@pytest.fixture
def prompt(tmp_path: Path) -> Iterator[Process]:
    """A server with accounts, without a pause before automatic actions."""
    with running(tmp_path / "table.sqlite", "--auto-pause", "0", command="serve") as process:
        yield process


@pytest.fixture
def pair(chromium: Browser, prompt: Process) -> Iterator[tuple[Screen, Screen]]:
    """Ann, who plays East on a desktop, and Bob, who plays West on a phone. Cy has the third seat."""
    with (
        chromium.new_context() as hers,
        chromium.new_context(viewport=PHONE) as his,
        chromium.new_context() as third,
    ):
        ann, bob, cy = (Screen(context.new_page(), prompt) for context in (hers, his, third))
        seats = [{"name": "East"}, {"name": "West"}, {"name": "North"}]
        at_one_table({ann: "Ann", bob: "Bob", cy: "Cy"}, {"title": "1856", "seats": seats, "seed": 4})
        for screen, seat in ((bob, "West"), (cy, "North")):
            assert screen.page.evaluate(JOIN, [screen.game, seat]) == 200
        for screen in (ann, bob):
            screen.page.reload()
            expect(screen.decision).to_be_visible()
        yield ann, bob


def opened(page: Page) -> Locator:
    """Open the panel and return it."""
    page.get_by_role("banner").get_by_role("button", name=re.compile("^Auto")).click()
    panel = page.get_by_role("dialog", name=re.compile("my turn again|my next turns"))
    expect(panel).to_be_visible()
    return panel


def act(screen: Screen, version: int, action: dict[str, object]) -> None:
    """Send an action of the person at a screen."""
    status = screen.page.evaluate(
        """([game, version, action]) => fetch(`/api/games/${game}/actions`, {
          method: "POST", headers: { "content-type": "application/json" },
          body: JSON.stringify({ version, action }),
        }).then((answer) => answer.status)""",
        [screen.game, version, action],
    )
    assert status == 200


def test_a_sentence_with_blanks_is_previewed_started_changed_and_stopped(pair: tuple[Screen, Screen]) -> None:
    ann, bob = pair
    expect(bob.decision).to_contain_text("Waiting for East.")
    expect(bob.decision).not_to_contain_text("Choose")
    panel = opened(bob.page)
    expect(panel.get_by_role("heading")).to_have_text("When it is my turn again")
    expect(bob.page.get_by_role("banner").locator("[data-talk]")).to_contain_text(re.compile(r"[23] here"))
    for width in (360, 390, 430):
        bob.page.set_viewport_size({"width": width, "height": 780})
        for label in ("Opening", "SR 12", "OR 12.3"):
            for button in ("Auto", "Auto: plan ready"):
                assert bob.page.evaluate(CUT, [label, button]) == [], (width, label, button)
    bob.page.set_viewport_size(PHONE)
    bob.page.reload()
    panel = opened(bob.page)
    assert findings(bob) == []
    panel.get_by_label("Set an auto-action").select_option(label=f"Bid on {NAME} up to $105, then pass.")
    limit = panel.get_by_label(re.compile("^Up to"))
    limit.fill("100")
    limit.blur()
    expect(panel).to_contain_text(f"The lowest bid is $105, above your limit of $100 for {NAME}.")
    start = panel.get_by_role("button", name="Start")
    expect(start).to_be_disabled()
    limit.fill("120")
    limit.blur()
    expect(panel).to_contain_text(f"On its turn, if nothing changes, it would: bid $105 on {NAME}.")
    expect(panel).to_contain_text(f"{NAME} is sold")
    assert findings(bob) == []
    assert bob.fits()
    start.click()
    active = panel.get_by_role("region", name=f"Bid on {NAME} up to $120, then pass.")
    expect(active).to_be_visible()
    mark = bob.page.get_by_role("banner").get_by_role("button", name="Auto: on")
    expect(mark).to_be_visible()
    expect(ann.page.get_by_role("banner").get_by_role("button", name="Auto", exact=True)).to_be_visible()

    active.get_by_role("button", name="Change").click()
    panel.get_by_label("If the lowest bid is above that").select_option("stop and tell me")
    expect(panel.get_by_role("status")).to_contain_text("then stop and tell you.")
    start.click()
    expect(
        panel.get_by_role("region", name=f"Bid on {NAME} up to $120, then stop and tell you.")
    ).to_be_visible()
    panel.get_by_role("button", name="Stop", exact=True).click()
    expect(mark).to_have_count(0)
    panel.get_by_text("Ended").click()
    expect(panel).to_contain_text("Withdrawn: You cancelled it.")


def test_it_acts_and_its_owner_reads_why_it_stopped(pair: tuple[Screen, Screen]) -> None:
    ann, bob = pair
    panel = opened(ann.page)
    assert findings(ann) == []
    panel.get_by_label("Set an auto-action").select_option(label="Pass until the end of the opening.")
    expect(panel.get_by_role("heading")).to_have_text("Now and on my next turns")
    expect(panel).to_contain_text("Now it would: pass.")
    expect(panel.get_by_role("checkbox")).to_have_count(1)
    expect(panel.get_by_label("Stop if another player buys or bids")).to_be_checked()
    expect(panel).to_contain_text("another player buys or bids")
    panel.get_by_role("button", name="Start").click()
    expect(panel).to_contain_text("It has acted once.")
    ann.page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    opened(ann.page)
    act(bob, 1, {"kind": "buy_offered", "player": "West", "private": "flos"})
    panel.get_by_text("Ended").click()
    expect(panel).to_contain_text("Stopped: West buys Flos Tramway for $20.")
    ann.page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
