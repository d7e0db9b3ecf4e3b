"""Tests of the review of a finished game on its page, with costly decisions tried again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from browser.screen import Screen
from web.http.process import Process, running
from web.http.recorded import short

SPILLED = """result => [...result.children].filter((part) => part.scrollHeight > part.clientHeight + 1)
  .map((part) => part.getAttribute("aria-labelledby"))"""
"""Parts of a result that do not fit into their rows and cover the next one."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server with a small review budget."""
    folder: Path = tmp_path_factory.mktemp("table")
    with running(folder / "table.sqlite", "--review-budget", "1000") as found:
        yield found


@pytest.mark.slow
def test_a_review_leads_to_sandboxes_and_to_a_study(screen: Screen) -> None:
    screen.bring(short())
    reviewed = screen.game
    costliest_decisions_lead_to_sandboxes(screen)
    screen.open(f"/g/{reviewed}")
    study_leads_through_the_better_line(screen)


def costliest_decisions_lead_to_sandboxes(screen: Screen) -> None:
    """Review the game, look at its costliest decisions, and try one again in a sandbox."""
    page = screen.page
    part = page.get_by_role("region", name="Review")
    part.get_by_role("button", name="Review this game").click()
    expect(part.get_by_role("button", name="Review this game")).to_have_count(0)
    worst = part.get_by_role("list", name="Ann's costliest decisions")
    expect(worst).to_be_visible()
    expect(part.get_by_role("status")).to_have_count(0)
    _, told = screen.table.ask("GET", f"/api/games/{screen.game}/review")
    assert told["over"]
    turning = part.get_by_role("list", name="Turning points").get_by_role("listitem")
    expect(turning).to_have_count(max(1, len(told["turning"])))
    costly = next(cost for each in told["worst"] for cost in each["decisions"])
    shown = part.get_by_role("list", name=f"{costly['player']}'s costliest decisions")
    expect(shown.get_by_role("listitem").first).to_contain_text(f"−{costly['loss']:.1f}%")
    ends = [f"{'−' if end > 0 else '+'}{abs(end):.1f}%" for end in (costly["high"], costly["low"])]
    expect(shown.get_by_role("listitem").first).to_contain_text(" and ".join(ends))
    rounds = {str(cost["round_key"]) for cost in told["turning"]}
    chart = page.get_by_role("slider", name=re.compile("worth of each player"))
    expect(chart.locator(".mark")).to_have_count(len(rounds))
    assert screen.fits()
    assert page.get_by_role("group", name="Result").evaluate(SPILLED) == []
    # The page keeps the review while the user visits the moment, and requests it once.
    game, number = screen.game, costly["number"]
    shown.get_by_role("button", name=f"View step {number + 1}", exact=True).click()
    expect(page).to_have_url(re.compile(f"/at/{number}$"))
    page.go_back()
    expect(shown.get_by_role("listitem").first).to_contain_text(f"−{costly['loss']:.1f}%")
    shown.get_by_role("button", name=f"Try step {number + 1} in a sandbox", exact=True).click()
    expect(page).not_to_have_url(re.compile(game))
    expect(screen.heading).to_contain_text(costly["player"])
    assert screen.view()["origin"] == {"game": game, "at": number}


def study_leads_through_the_better_line(screen: Screen) -> None:
    """Make a study of the review. Step through a better line on the page, and in the saved page."""
    page = screen.page
    part = page.get_by_role("region", name="Review")
    make = part.get_by_role("button", name="Make a study of this review")
    expect(make).to_be_visible()
    reviewed = screen.game
    _, told = screen.table.ask("GET", f"/api/games/{reviewed}/review")
    cost = next(cost for each in told["worst"] for cost in each["decisions"] if len(cost["line"]) > 1)
    expect(part).to_contain_text(f"Then, in a typical simulated game: {cost['then']}.")
    make.click()
    expect(page).not_to_have_url(re.compile(reviewed))
    study = screen.game
    _, kept = screen.table.ask("GET", f"/api/games/{study}/comments")
    _, log = screen.table.ask("GET", f"/api/games/{study}/log")
    first = next(entry["number"] for entry in log if entry["to"] == cost["number"]) + 1
    said = next(each["text"] for each in kept["comments"] if each["moment"] == first)
    assert said.startswith(
        f"The review prefers this to: {cost['played']}. The next {len(cost['line'])} steps"
    )

    def steps_through(at: Locator) -> None:
        """Select the comment on the better action, and step through the actions after it."""
        comments = page.get_by_role("region", name="Comments")
        listed = comments.get_by_role("navigation", name="Commented moments")
        listed.get_by_role("button", name=re.compile(f"^{first} ")).click()
        expect(at).to_have_attribute("data-at", str(first))
        expect(comments.get_by_role("article")).to_contain_text(said)
        for number in range(first + 1, first + 1 + len(cost["line"])):
            page.get_by_role("button", name="One step forward").click()
            expect(at).to_have_attribute("data-at", str(number))
            caption = page.locator(f'[data-caption="{number}"]')
            expect(caption).to_contain_text(log[number - 1]["headline"])
            expect(caption).to_contain_text("Another line of play.")
            expect(caption.locator(".undone")).to_have_count(0)

    steps_through(screen.decision)
    saved = page.request.get(f"{screen.base}/api/games/{study}/replay.html").body()
    page.route("**/saved.html", lambda route: route.fulfill(body=saved, content_type="text/html"))
    page.goto(f"{screen.base}/saved.html")
    steps_through(page.locator("main"))


def test_a_review_that_was_given_up_does_not_say_that_all_was_well_played(screen: Screen) -> None:
    found = {"done": 695, "budget": 60000, "over": True, "failed": "It was given up.", "decisions": 495}
    known = {
        "agreed": 495,
        "unseen": 12,
        "turning": [],
        "leads": [],
        "worst": [{"player": "Ann", "decisions": []}],
    }
    screen.page.route("**/review", lambda route: route.fulfill(json=found | known))
    screen.bring(short())
    part = screen.page.get_by_role("region", name="Review")
    expect(part).to_contain_text(
        "495 decisions match the choice of a director. 0 of the others were analysed, 12 were not."
    )
    expect(part.get_by_role("list", name="Turning points")).to_have_text("Unknown: no decision was analysed.")
    expect(part.get_by_role("list", name="Ann's costliest decisions")).to_have_text("None found yet.")
