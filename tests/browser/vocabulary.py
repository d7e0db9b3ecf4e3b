"""Check that a page explains the words of the glossary.

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

from playwright.sync_api import expect

from browser.screen import Screen
from trunkline.game.wording.glossary import Entry, glossary

READ = Path(__file__).with_name("words.js").read_text()
LISTED = """
() => [...document.querySelectorAll("dialog[open] dl > div")].map((one) =>
  ["dt", "dd"].map((part) => one.querySelector(part).textContent))
"""
WAIT = "() => new Promise((done) => { const look = () => (%s ? done() : setTimeout(look, 50)); look(); })"
ANY_MARK = WAIT % "CSS.highlights.get('words')?.size"


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


def unexplained(screen: Screen) -> list[str]:
    """Return the words in headings, labels and buttons of the page that are not explained there."""
    page = screen.page
    page.evaluate(ANY_MARK)
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
