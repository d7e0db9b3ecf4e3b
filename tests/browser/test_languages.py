"""Tests of the page in German and in the pseudo-language, which shows what is not translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

import trunkline
from browser.conftest import SECONDS
from browser.positions import Position, positions
from browser.screen import Screen, brought, played
from browser.test_operator import promote
from browser.test_people import PASSWORD
from browser.visits import CALM, DESK, PHONE, Visits
from trunkline.game.actions import RunTrains
from trunkline.learn.puzzles.collection import own
from trunkline.util.catalogues import PSEUDO
from trunkline.web.accounts.rate_limits import Rate
from web.http.process import Process

PLAIN, CUT = ((Path(__file__).parent / name).read_text() for name in ("plain.js", "cut.js"))
SPILLS = """
() => [...document.querySelectorAll("body :is(button, a, label, li, th, td, .card, section):not(svg *)")]
  .filter((each) => each.checkVisibility() && getComputedStyle(each).overflowX === "visible")
  .filter((each) => each.clientWidth && each.scrollWidth > each.clientWidth + 2)
  .map((each) => `wider than its box: ${each.localName} "${each.textContent.trim().slice(0, 50)}"`)
"""
"""Boxes with visible content beyond their right edge."""
GERMAN = "de"
PAGES = ("/", "/learn", "/puzzles", "/studies", "/games", "/leagues", "/ratings")
"""Pages of messages. Rules, questions and words are translated in files, which have tests for them."""


def one_of_each_kind() -> list[Position]:
    """Return the earliest position of each kind of step, game by game, so that little must be played."""
    kinds: dict[str, Position] = {}
    for position in sorted(positions(), key=lambda position: position.at):
        kinds.setdefault(position.kind, position)
    return sorted(kinds.values(), key=lambda position: (position.source, position.at))


@contextmanager
def speaking(language: str, chromium: Browser, table: Process) -> Iterator[BrowserContext]:
    """Yield a browser in a language."""
    with chromium.new_context() as context:
        context.set_default_timeout(SECONDS * 1000)
        context.add_cookies(
            [{"name": "language", "value": language, "url": f"http://{table.host}:{table.port}"}]
        )
        yield context


@pytest.fixture(scope="module")
def pseudo(chromium: Browser, table: Process) -> Iterator[BrowserContext]:
    """A browser in the pseudo-language."""
    with speaking(PSEUDO, chromium, table) as context:
        yield context


@pytest.fixture(scope="module")
def visits(pseudo: BrowserContext, table: Process) -> Visits:
    """A page in the pseudo-language for all positions."""
    return Visits(pseudo, table)


@pytest.fixture(scope="module")
def german(chromium: Browser, table: Process, visits: Visits) -> Iterator[Visits]:
    """A page in German. Positions that the other page has imported are there already."""
    with speaking(GERMAN, chromium, table) as context:
        yield Visits(context, table, visits.paths)


NAMED = {"name", "full_name", "place", "title", "short", "id", "label"}
"""Keys of names in answers of the server. Names of players, companies and places are no messages."""
DATES = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Sept", "Oct", "Nov", "Dec"}
"""Months in dates, which the browser writes in English."""


def words(found: Any) -> set[str]:
    """Return the words of a value and of the values in it."""
    if isinstance(found, dict):
        return set().union(*map(words, found.values()))
    if isinstance(found, list):
        return set().union(*map(words, found))
    return set(re.findall(r"[^\W\d_]+", found)) if isinstance(found, str) else set()


def names(found: Any) -> set[str]:
    """Return the words of all names in an answer of the server."""
    if isinstance(found, dict):
        own = (words(value) for key, value in found.items() if key in NAMED and not isinstance(value, dict))
        return set().union(*own, *map(names, found.values()))
    return set().union(*map(names, found)) if isinstance(found, list) else set()


def known(screen: Screen) -> list[str]:
    """Return the words of names at a table."""
    view = screen.view()
    board = trunkline.new(view["title"], ["Ann", "Bob", "Cy"]).title.board
    drawn = screen.table.ask("GET", f"/api/games/{screen.game}/board")[1]
    own = [*(each.name for each in board.privates), *map(board.place_name, board.hexes), *board.tiles]
    return sorted(words([drawn, own]) | names(view) | DATES | {"Trunkline"})


@pytest.mark.parametrize("position", one_of_each_kind(), ids=lambda position: position.name)
def test_longer_texts_have_room_and_none_is_missing(visits: Visits, position: Position) -> None:
    screen = visits.open(position)
    listed = visits.listed()
    problems = visits.look(DESK, listed)
    plain = visits.page.evaluate(PLAIN, known(screen))
    visits.resize(PHONE)
    problems += [f"phone: {problem}" for problem in visits.look(PHONE, listed)]
    assert visits.errors == []
    assert not plain, "\n".join(plain)
    assert not problems, "\n".join(problems)
    visits.stands = True


@pytest.mark.parametrize("position", one_of_each_kind()[::3], ids=lambda position: position.name)
def test_german_texts_have_room_and_none_is_cut_off(german: Visits, position: Position) -> None:
    german.open(position)
    listed = german.listed()
    problems = []
    for size in (DESK, PHONE):
        german.resize(size)
        problems += [f"{size[0]}: {each}" for each in german.look(size, listed) + german.page.evaluate(CUT)]
    assert german.errors == []
    assert not problems, "\n".join(problems)
    german.stands = True


def test_a_text_that_is_cut_off_is_found(german: Visits) -> None:
    german.open(positions()[0])
    german.page.evaluate(
        """() => {
          for (const title of ["", "All of it"]) {
            const textContent = `Abgeschnitten ${title}`;
            const text = Object.assign(document.createElement("p"), { title, textContent });
            Object.assign(text.style, { width: "3em", overflow: "hidden", whiteSpace: "nowrap" });
            document.querySelector(".decision").append(text);
          }
        }"""
    )
    (found,) = german.page.evaluate(CUT)
    assert "Abgeschnitten" in found
    before = german.page.evaluate(SPILLS)
    german.page.evaluate(
        """() => {
          const button = Object.assign(document.createElement("button"), { textContent: "Unteilbar" });
          Object.assign(button.style, { width: "2em", whiteSpace: "nowrap" });
          document.querySelector(".decision").append(button);
        }"""
    )
    assert [each for each in german.page.evaluate(SPILLS) if each not in before] == [
        'wider than its box: button "Unteilbar"'
    ]
    german.stands = False


def cramped(screen: Screen) -> list[str]:
    """Return the texts of a page that are cut off or outside it, on a desk and on a phone."""
    found: list[str] = []
    for size in (PHONE, DESK):
        screen.page.set_viewport_size({"width": size[0], "height": size[1]})
        screen.page.evaluate(CALM)
        problems = (
            screen.page.evaluate(CUT)
            + screen.page.evaluate(SPILLS)
            + ([] if screen.fits() else ["it scrolls sideways"])
        )
        found += [f"{size[0]}: {problem}" for problem in problems]
    return found


@pytest.mark.parametrize("path", PAGES)
def test_each_page_has_only_messages_and_room_for_longer_ones(
    pseudo: BrowserContext, table: Process, path: str
) -> None:
    page = pseudo.new_page()
    screen = Screen(page, table)
    screen.open(path)
    page.wait_for_load_state("networkidle")
    answers = [table.ask("GET", path)[1] for path in ("/api/titles", "/api/lessons")]
    allowed = words(answers) | DATES | {"Trunkline", "Ann", "Bob", "Dee", "Eve", "Fay"}
    problems = page.evaluate(PLAIN, sorted(allowed)) + cramped(screen)
    page.close()
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("teaches", ["lesson", "puzzle", "study"])
def test_a_table_that_teaches_has_only_messages_and_room_for_longer_ones(
    pseudo: BrowserContext, table: Process, teaches: str
) -> None:
    page = pseudo.new_page()
    screen = Screen(page, table)
    if teaches == "study":
        game = brought(table, played("1856", 4, [RunTrains]))
        _, made = table.ask("POST", f"/api/games/{game}/studies", {"name": "Ann", "at": 0, "review": False})
        screen.open(f"/g/{made['id']}")
    else:
        screen.open("/learn/track" if teaches == "lesson" else f"/puzzles/{next(iter(own()))}")
    page.wait_for_load_state("networkidle")
    if teaches == "lesson":
        # The second step is a task, with hints and the choices of the table.
        page.locator(".coach .buttons .main").click()
        expect(page.locator(".coach")).to_have_attribute("data-step", "2")
        page.locator(".coach .hints button").click()
    problems = page.evaluate(PLAIN, known(screen)) + cramped(screen)
    page.close()
    assert not problems, "\n".join(problems)


def test_the_pages_of_an_operator_have_only_messages_and_room(
    chromium: Browser, house: Process, tmp_path: Path
) -> None:
    with speaking(PSEUDO, chromium, house) as context:
        screen = Screen(context.new_page(), house)
        page = screen.open("/me").page
        page.evaluate(
            """(account) => fetch("/api/people", {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify(account),
            })""",
            {"name": "Olga", "password": PASSWORD},
        )
        promote(tmp_path / "table.sqlite", "Olga")
        system = page.evaluate("() => [navigator.userAgent, ...Intl.supportedValuesOf('timeZone')]")
        # Rates have the names of their settings.
        rates = [rate.setting for rate in Rate]
        allowed = (
            words([system, rates]) | DATES | {"Trunkline", "Olga", "English", "Deutsch", "Chrome", "HTTPS"}
        )
        for path in ("/me", "/notices", "/mine", "/scores", "/operator"):
            screen.open(path)
            page.wait_for_load_state("networkidle")
            problems = page.evaluate(PLAIN, sorted(allowed)) + cramped(screen)
            assert not problems, "\n".join([path, *problems])


def test_a_text_that_is_no_message_is_found(visits: Visits) -> None:
    screen = visits.open(positions()[0])
    visits.page.evaluate("() => document.querySelector('.decision h2').append(' Forgotten text')")
    assert any("Forgotten text" in text for text in visits.page.evaluate(PLAIN, known(screen)))
    visits.stands = False


def test_the_page_speaks_the_language_of_the_browser_or_of_the_settings(
    chromium: Browser, table: Process
) -> None:
    with chromium.new_context(locale="de-AT") as context:
        screen = Screen(context.new_page(), table)
        page = screen.new().page
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(screen.heading).to_contain_text("Ann")
        german = screen.heading.inner_text()
        page.get_by_role("button", name="Einstellungen").first.click()
        page.get_by_role("radio", name="English").click()
        expect(page.locator("html")).to_have_attribute("lang", "en")
        expect(screen.heading).to_be_visible()
        assert screen.heading.inner_text() != german
