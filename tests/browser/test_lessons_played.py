"""Each lesson is played on the page: right choices by the mouse, and wrong ones that it foresees by a script.

``tests/learn/test_lessons.py`` tries every legal action of each task without a browser.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.axe import findings
from browser.clicks import Clicks, Offered, fits, offered
from browser.screen import Screen
from browser.test_learn import coach
from trunkline.learn.lesson import Played, Step
from trunkline.learn.library import lessons

WRONG = (Path(__file__).parent / "wrong.js").read_text()
BIDS = "1856.initial.bid-steps"
"""The rule of a refused bid. The coach speaks about a number that cannot be confirmed."""
ON_MAP = {"Count one run": ("A", "A $90"), "Read the map": ("A", "A $30")}
"""Questions about a sum on the map, with the mark of the first run before and after the right answer."""
EVERY = "TRUNKLINE_EVERY_REPLY" in os.environ
"""True to try every wrong choice. Otherwise each task has one, and each kind of action is among them."""


@pytest.mark.slow
def test_each_lesson_is_played_right_and_wrong(screen: Screen) -> None:
    page = screen.page
    page.set_viewport_size({"width": 1100, "height": 760})
    screen.open("/learn")
    clicks, at_coach = Clicks(screen), coach(screen)
    tried: list[str] = []
    for stored in lessons().values():
        page.locator(f'a[href="/learn/{stored.id}"]').last.click()
        for number, place in enumerate(stored.places, 1):
            step = place.step
            expect(at_coach).to_have_attribute("data-step", str(number))
            expect(at_coach.locator("h2")).to_contain_text(step.heading)
            if step.answers:
                before, after = ON_MAP.get(step.heading, ("", ""))
                run = page.locator(".stage [data-chip^=run]").first
                if before:
                    expect(run).to_have_text(before)
                answer(at_coach, step)
                if after:
                    expect(run).to_have_text(after)
            if step.goal:
                if BIDS in step.refusals:
                    page.locator('.opening tr[data-private="bridge"] [data-choice]').click()
                    screen.decision.locator("input[type=number]").fill("105")
                    expect(at_coach.get_by_role("alert")).to_contain_text(step.refusals[BIDS])
                wrong = dict(foreseen(step, list(offered(screen))))
                assert len(wrong) == len(step.replies), step.heading
                sample = [each for each, found in wrong.items() if EVERY or found.kind not in tried] or [0]
                assert page.evaluate(WRONG, [told(step, each, wrong[each]) for each in sample]) == []
                tried += [wrong[each].kind for each in sample]
                for pattern in step.solution:
                    clicks.play(next(found for found in offered(screen) if fits(pattern, found)))
                expect(at_coach.get_by_role("status").first).to_contain_text(plain(step.done))
            at_coach.locator(".buttons .main").click()
        expect(page.get_by_role("status")).to_contain_text(f"You have finished “{stored.lesson.name}”.")
    expect(page.get_by_role("listitem").filter(has_text="✓")).to_have_count(len(lessons()))
    replies = [reply for each in lessons().values() for place in each.places for reply in place.step.replies]
    assert set(tried) == {reply.when["kind"] for reply in replies}
    assert not EVERY or len(tried) == len(replies)
    assert findings(screen) == []


def plain(text: str) -> str:
    """Return a text of a lesson without its marks."""
    return text.replace("**", "")


def answer(coach: Locator, step: Step) -> None:
    """Choose the wrong answers to a question, then the right one."""
    buttons = coach.locator(".body li button")
    for number, each in sorted(enumerate(step.answers), key=lambda found: found[1].right):
        buttons.nth(number).click()
        expect(coach.locator(".note")).to_contain_text(plain(each.say))


def foreseen(step: Step, choices: list[Offered]) -> Iterator[tuple[int, Offered]]:
    """Yield the number of each reply of a task with a choice that gets it and does not reach the goal."""
    right = [*step.solution, *(goal.action for goal in step.goal if isinstance(goal, Played))]
    # A pattern of a kind alone, such as any lay, is only a part of a goal. Runs have no action here.
    right = [pattern for pattern in right if len(pattern) > 1 and pattern["kind"] != "run"]
    for number, reply in enumerate(step.replies):
        others = (*right, *(earlier.when for earlier in step.replies[:number]))
        for found in choices:
            if fits(reply.when, found) and not any(fits(pattern, found) for pattern in others):
                yield number, found
                break


def told(step: Step, number: int, found: Offered) -> dict[str, Any]:
    """Return a wrong choice and its reply for the script of the page."""
    place = found.choice["place"] or {}
    return {
        "name": f"{found.kind} {found.action}",
        "id": found.choice["id"],
        "kind": found.kind,
        "corp": found.choice["corp"],
        "amount": found.amount,
        "hex": place.get("hex"),
        "tile": place.get("tile"),
        "runs": "worse" if any(pattern["kind"] == "run" for pattern in step.solution) else "best",
        "say": plain(step.replies[number].say),
    }
