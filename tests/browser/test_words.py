"""Tests of the words of the glossary on the page of a game.

**The vocabulary test.** A word counts if one of its forms, also with the ending of a plural or of a verb, is
in a visible heading, caption, label or button, without those of drawings. A word is explained if the list of
words on the page (Shift w) has it with its meaning, and, unless it is only in buttons, if it has a mark in
the same panel, where the pointer or a tap shows its meaning. Everyday words such as "right" have no forms, so
they never count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from browser.axe import findings
from browser.conftest import SECONDS
from browser.positions import Position, positions
from browser.screen import Screen, played
from browser.visits import LISTEN, SETTLED, Visits
from trunkline import actions as A
from trunkline.game.wording.glossary import Entry, glossary
from web.http.process import Process

READ = Path(__file__).with_name("words.js").read_text()
LISTED = """
() => [...document.querySelectorAll("dialog[open] dl > div")].map((one) =>
  ["dt", "dd"].map((part) => one.querySelector(part).textContent))
"""
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
WAIT = "() => new Promise((done) => { const look = () => (%s ? done() : setTimeout(look, 50)); look(); })"
KNOWN = WAIT % "localStorage.getItem('trunkline-words-read')"
ANY_MARK = WAIT % "CSS.highlights.get('words')?.size"
EACH = ("bid, buy or pass", "PriceChoice", "buy, sell or pass", "lay track")
"""The kinds of decisions that are looked at in each title."""
ONCE = ("run its trains", "settle the dividend", "buy trains", "emergency money", "Debt", "ConrailTokens")
"""The kinds of decisions that are looked at in one title, because their stages are alike."""
PANELS = ("Players", "Companies", "Supply", "Log")


def forms() -> dict[str, Entry]:
    """Return the entries of the glossary by the forms of their words."""
    entries = [entry for section in glossary() for entry in section.entries]
    return {form: entry for entry in entries for form in entry.found_as}


FORMS = forms()
BY_LENGTH = sorted(FORMS, key=len, reverse=True)
PATTERN = re.compile(
    "|".join(
        f"(?<![a-z])(?-i:{re.escape(form)})(?![a-z])"
        if form.isupper()
        else f"(?<![a-z]){re.escape(form)}(?:s|es|d|ed|ing)?(?![a-z])"
        for form in BY_LENGTH
    ),
    re.IGNORECASE,
)


def said(text: str) -> set[str]:
    """Return the words of the glossary in a text, as the glossary names them."""
    found = set()
    for match in PATTERN.findall(text):
        form = next(
            form for form in BY_LENGTH if match.startswith(form) or match.lower().startswith(form.lower())
        )
        found.add(name(FORMS[form]))
    return found


def name(entry: Entry) -> str:
    """Return a word as the list shows it."""
    return ", ".join(entry.words) + (f" of {entry.of}" if entry.of else "")


MEANINGS = {name(entry): entry.meaning for entry in FORMS.values()}


def stages() -> list[Position]:
    """Return a position for each kind of decision with a stage of its own, ordered by game."""
    found: dict[tuple[str, str], Position] = {}
    for each in positions():
        if each.kind in EACH + ONCE:
            found.setdefault((each.title if each.kind in EACH else "", each.kind), each)
    return sorted(found.values(), key=lambda position: (position.title, position.source, position.at))


def unexplained(screen: Screen) -> list[str]:
    """Return the words in headings, labels and buttons of the page that are not explained there."""
    page = screen.page
    read = page.evaluate(READ)
    page.keyboard.press("Shift+W")
    expect(page.get_by_role("dialog", name="Words on this page")).to_be_visible()
    listed = {word.removesuffix(":"): meaning for word, meaning in page.evaluate(LISTED)}
    page.keyboard.press("Escape")
    marked = {(mark["panel"], word) for mark in read["marks"] for word in said(mark["text"])}
    assert marked, "nothing is marked"
    found = [
        f"{word} in {text['text']!r}: {problem}"
        for text in read["texts"]
        for word in said(text["text"])
        for problem in problems(text, word, listed, marked)
    ]
    return sorted(set(found))


def problems(
    text: dict[str, Any], word: str, listed: dict[str, str], marked: set[tuple[int, str]]
) -> Iterator[str]:
    """Yield what is missing for a word in a text."""
    if listed.get(word) != MEANINGS[word]:
        yield "not in the list of words"
    if not text["pressed"] and (text["panel"], word) not in marked:
        yield "not marked in its panel"


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
