"""Tests of the words of the glossary on the page of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from browser.axe import findings
from browser.conftest import SECONDS
from browser.positions import Position, positions
from browser.screen import Screen, played
from browser.visits import LISTEN, SETTLED, Visits
from browser.vocabulary import ANY_MARK, MEANINGS, READ, WAIT, said, unexplained
from trunkline import actions as A
from web.http.process import Process

BOXES = """
(main) => JSON.stringify([...main.querySelectorAll(":not([role=tooltip], [role=tooltip] *)")]
  .map((each) => each.getBoundingClientRect()).filter(({ width }) => width))
"""
MARKED = """
(panel) => {
  for (const { startContainer: node, startOffset, endOffset } of CSS.highlights.get("words")) {
    if (!node.parentElement.closest(`${panel} li`)) continue;
    const range = new Range();
    range.setStart(node, startOffset);
    range.setEnd(node, endOffset);
    const { left, top, width, height } = range.getBoundingClientRect();
    return [range.toString(), left + width / 2, top + height / 2];
  }
}
"""
"""A marked word in a list, with its place on the screen."""
DESCRIBED = "document.getElementById(document.activeElement.getAttribute('aria-describedby'))?.textContent"
KNOWN = WAIT % "localStorage.getItem('trunkline-words-read')"
EACH = ("bid, buy or pass", "PriceChoice", "buy, sell or pass", "lay track")
"""The kinds of decisions that are looked at in each title."""
ONCE = ("run its trains", "settle the dividend", "buy trains", "emergency money", "Debt", "ConrailTokens")
"""The kinds of decisions that are looked at in one title, because their stages are alike."""
PANELS = ("Players", "Companies", "Supply", "Log")


def stages() -> list[Position]:
    """Return a position for each kind of decision with a stage of its own, ordered by game."""
    found: dict[tuple[str, str], Position] = {}
    for each in positions():
        if each.kind in EACH + ONCE:
            found.setdefault((each.title if each.kind in EACH else "", each.kind), each)
    return sorted(found.values(), key=lambda position: (position.title, position.source, position.at))


@pytest.fixture
def visits(chromium: Browser, table: Process) -> Iterator[Visits]:
    """A page for all positions."""
    with chromium.new_context() as context:
        context.set_default_timeout(SECONDS * 1000)
        yield Visits(context, table)


def test_each_word_in_a_heading_label_or_button_is_explained_there(visits: Visits) -> None:
    found: dict[str, list[str]] = {}
    counted: set[str] = set()
    for position in stages():
        screen = visits.open(position)
        for panel in ("", *(PANELS if position.kind == "buy trains" else ())):
            if panel:
                screen.tab(panel)
            visits.settle()
            counted |= {word for text in screen.page.evaluate(READ)["texts"] for word in said(text["text"])}
            found[f"{position.name} {panel}"] = unexplained(screen)
        visits.stands = True
    assert visits.errors == []
    assert not any(found.values()), "\n".join(f"{where}: {words}" for where, words in found.items() if words)
    # The pages say many of the words. Otherwise the test looked at too little.
    assert len(counted) > 25, sorted(counted)


def with_runs(screen: Screen) -> Page:
    """Open a game in which trains have run, and wait until the whole page has arrived."""
    screen.page.add_init_script(LISTEN)
    page = screen.bring(played("1856", 10, [A.RunTrains, A.LayTile])).page
    page.evaluate(SETTLED)
    page.evaluate(ANY_MARK)
    return page


def test_a_word_is_explained_to_pointer_and_keys(screen: Screen) -> None:
    page = with_runs(screen)
    tip = page.get_by_role("tooltip")
    before = page.locator("main").evaluate(BOXES)
    screen.decision.get_by_text("Treasury").first.hover(position={"x": 4, "y": 8})
    expect(tip).to_have_text(f"treasury: {MEANINGS['treasury']}.")
    assert inside(tip, page.viewport_size)
    assert page.locator("main").evaluate(BOXES) == before, "something moved"
    assert findings(screen) == []
    # Escape closes the tip and nothing else.
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    # Words of a control describe it. They add no stop of the Tab key.
    words_of = re.compile("train|run", re.IGNORECASE)
    screen.decision.locator("[data-choice], .rail button").filter(has_text=words_of).first.focus()
    described = page.evaluate(DESCRIBED)
    assert MEANINGS["train"] in described or MEANINGS["run"] in described
    # A key lists the words of the panel with the focus first.
    screen.tab("Companies")
    page.locator(".panel").focus()
    page.keyboard.press("Shift+W")
    words = page.get_by_role("dialog", name="Words on this page")
    expect(words.get_by_role("region").first).to_have_attribute("aria-label", "Companies")
    expect(words.get_by_role("region").first).to_contain_text(MEANINGS["treasury"])
    page.keyboard.press("Escape")
    expect(page.locator(".panel")).to_be_focused()
    # A person who knows the words has no marks and no tips.
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("group", name="Words with a meaning").get_by_label("not explained").check()
    page.keyboard.press("Escape")
    assert page.evaluate(READ)["marks"] == []


def test_a_word_is_explained_to_a_finger_and_marked_until_it_was_read(phone: Screen) -> None:
    page = with_runs(phone)
    phone.tab("Log")
    log = page.get_by_role("group", name="Log, the latest first")
    expect(log.get_by_role("listitem").first).to_be_visible()
    page.evaluate(SETTLED)
    at = phone.at
    word, x, y = page.evaluate(MARKED, ".panel")
    page.touchscreen.tap(x, y)
    tip = page.get_by_role("tooltip")
    (name,) = said(word)
    expect(tip).to_have_text(f"{name}: {MEANINGS[name]}.")
    assert inside(tip, page.viewport_size)
    # The line of the log did not open its moment.
    assert phone.at == at
    expect(log).to_be_visible()
    page.evaluate(KNOWN)
    page.touchscreen.tap(x, y)
    page.reload()
    phone.tab("Log")
    expect(log.get_by_role("listitem").first).to_be_visible()
    page.evaluate(SETTLED)
    page.evaluate(ANY_MARK)
    assert name not in {known for mark in page.evaluate(READ)["marks"] for known in said(mark["text"])}
    # Words in buttons are in the list.
    page.get_by_role("button", name="Help: keys").click()
    page.get_by_role("button", name="Words on this page").click()
    expect(page.get_by_role("dialog", name="Words on this page")).to_contain_text(MEANINGS[name])
    assert phone.fits()


def inside(found: Locator, size: ViewportSize | None) -> bool:
    """Return whether an element is inside the window."""
    box = found.bounding_box()
    assert box
    assert size
    return (
        box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"]
        and box["y"] + box["height"] <= size["height"]
    )
