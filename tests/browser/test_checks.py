"""Checks of every position on the page, in every size, light and dark.

The tests check each kind of step once, the titles in turn, and ``make table-checks`` all stored positions.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from browser.conftest import SECONDS
from browser.positions import Position, positions
from browser.visits import DESK, Visits
from web.http.process import Process

ALL = "TRUNKLINE_TABLE_CHECKS" in os.environ


def chosen() -> list[Position]:
    """Return a position for every kind of step, or all positions, ordered by game."""
    found = positions() if ALL else one_of_each_kind()
    return sorted(found, key=lambda position: (position.source, position.at))


def one_of_each_kind() -> list[Position]:
    """Return a position for every kind of step. The titles that have the kind take turns."""
    kinds: dict[str, dict[str, Position]] = {}
    for position in positions():
        kinds.setdefault(position.kind, {}).setdefault(position.title, position)
    return [[*titles.values()][number % len(titles)] for number, titles in enumerate(kinds.values())]


@pytest.fixture(scope="module")
def visits(chromium: Browser, table: Process) -> Iterator[Visits]:
    """A page for all positions."""
    with chromium.new_context() as context:
        context.set_default_timeout(SECONDS * 1000)
        yield Visits(context, table)


# Damage to a correct page, by the problem that the checks must find.
CONFIRM = "const confirm = document.querySelector('[data-confirm]');"
TEXT = "const text = document.querySelector('.map .texts text');"
DEFECTS = {
    "out of sight": "document.querySelector('.map svg').style.visibility = 'hidden'",
    "not listed": f"{CONFIRM} confirm.dataset.choice = '99999'",
    "covered": f"{CONFIRM} confirm.parentElement.style.pointerEvents = 'none'",
    "elsewhere at": f"{CONFIRM} confirm.style.marginLeft = '9px'",
    "scrolls": "document.querySelector('.decision .body').style.maxHeight = '40px'",
    "the page scrolls": "document.body.style.minHeight = '2000px'",
    "9 px": "document.querySelector('.decision h2').style.fontSize = '9px'",
    "on the map": f"{TEXT} text.style.fontSize = '8px'",
    "contrast": "document.querySelector('.decision h2').style.color = '#bbb'",
    "nobody sent": "document.querySelector('.decision h2').append(' $98765')",
    "texts over each other": f"{TEXT} text.after(text.cloneNode(true))",
    "a chip over something": f"{TEXT} const chip = text.parentElement.cloneNode(true);"
    "chip.dataset.chip = 'A'; text.parentElement.after(chip)",
    "nothing to do on": "document.querySelector('[data-dashed]').dataset.dashed = 'Z99'",
    "at once": "document.querySelector('[data-dashed]').nextElementSibling.dataset.ring = '1'",
    "cut": "document.querySelector('.strip .worth').style.cssText = 'display: block; width: 9px'",
    "comes before": "document.querySelector('main').prepend(document.querySelector('.decision'))",
    "moves": "document.querySelector('.decision').animate([{ color: 'red' }, { color: 'blue' }], 60000)",
}
LAYING = next(each for each in positions() if (each.title, each.kind) == ("1856", "lay track"))


def test_nothing_is_wrong_before_the_damage(visits: Visits) -> None:
    visits.open(LAYING)
    assert visits.look(DESK, visits.listed()) == []


@pytest.mark.parametrize("said", DEFECTS)
def test_what_is_wrong_is_found(visits: Visits, said: str) -> None:
    visits.open(LAYING)
    visits.page.evaluate(f"() => {{ {DEFECTS[said]} }}")
    assert any(said in problem for problem in visits.look(DESK, visits.listed()))


def test_a_stage_that_scrolls_sideways_is_found(visits: Visits) -> None:
    visits.open(LAYING)
    visits.screen.tab("Market")
    assert visits.sideways() == []
    visits.page.evaluate("() => { document.querySelector('.stage table').style.width = '1500px'; }")
    assert [problem.partition(" by ")[0] for problem in visits.sideways(((800, 600),))] == [
        "800 stage: cut off at the right: section.market.phone.narrow"
    ]


@pytest.mark.parametrize("position", chosen(), ids=lambda position: position.name)
def test_a_position_can_be_played_from_one_screen(visits: Visits, position: Position) -> None:
    problems = visits.problems(position)
    assert visits.errors == []
    assert not problems, "\n".join(problems)
