"""Browser tests of puzzles: the list, answers of each theme, and the figures that are withheld."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from browser.axe import findings
from browser.screen import Screen
from browser.vocabulary import unexplained
from trunkline.game.actions import LayTile, PlaceToken, RunTrains
from trunkline.learn.puzzles import collection
from trunkline.learn.puzzles.puzzle import Puzzle, Theme

ALL = list(collection.own().values())
SECRET = re.compile(r"/(try|whatif|hint|propose|review|position|actions)\b")
"""Requests that the page must not send before the answer."""


def of(theme: Theme) -> Puzzle:
    """Return a puzzle of 1856. One of runs has several trains, and routes of two stops among the best."""
    return next(each for each in ALL if (each.theme, each.title) == (theme, "1856"))


def panel(screen: Screen) -> Locator:
    """Return the panel of the puzzle."""
    return screen.page.locator("section[aria-label=Puzzle]")


def opened(screen: Screen, puzzle: Puzzle) -> None:
    """Open a puzzle, and wait for its question."""
    screen.page.goto(f"{screen.base}/puzzles/{puzzle.id}")
    expect(panel(screen).get_by_role("heading")).to_contain_text(puzzle.question)


def pick(screen: Screen, routes: RunTrains) -> None:
    """Pick routes by their stops, in the dock."""
    trains = screen.decision.get_by_role("group", name="Train to pick a route for").get_by_role("button")
    for run in routes.runs:
        number = run.train.partition("-")[0]
        trains.filter(has_text=f"{number}-train").filter(has_not_text="✓").first.click()
        stops = [stop for stop in run.path if "." in stop]
        for count, stop in enumerate(stops, 1):
            hex = stop.partition(".")[0]
            group = screen.decision.get_by_role("group", name="Stops that this train can visit")
            group.get_by_role("button").filter(has_text=re.compile(rf"(^|\(){hex}\b")).first.click()
            expect(group.get_by_role("button", pressed=True)).to_have_count(count)


def test_one_puzzle_of_each_theme_is_solved_and_one_is_not(screen: Screen) -> None:
    page = screen.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    lay, token, run = map(of, (Theme.LAY, Theme.TOKEN, Theme.RUN))

    right = lay.solution()
    assert isinstance(right, LayTile)
    screen.open("/puzzles")
    expect(page.get_by_role("heading", name=f"All puzzles: {len(ALL):,}")).to_be_visible()
    assert unexplained(screen) == []
    page.get_by_label("Title").select_option("1856")
    page.get_by_label("Theme").select_option("lay")
    lays = [each for each in ALL if (each.title, each.theme) == ("1856", Theme.LAY)]
    expect(page.get_by_role("heading", name=f"All puzzles: {len(lays)}")).to_be_visible()
    expect(page.get_by_label("Theme").locator("option:checked")).to_have_text(f"Lay ({len(lays)})")
    expect(page.get_by_role("link", name=lay.question).first).to_contain_text(
        "game by computer players, set "
    )
    page.get_by_role("link", name=lay.question).first.click()
    expect(panel(screen).get_by_role("heading")).to_contain_text(lay.question)
    assert findings(screen) == []
    screen.hex(right.hex).click()
    page.locator(f'.picker .tile:has-text("#{right.tile}")').first.click()
    expect(screen.confirm).to_be_enabled()
    # No figure of any lay and no run: neither on the map, nor in what the page has asked for.
    expect(page.locator(".map path.run")).to_have_count(0)
    expect(page.locator(".map text", has_text=re.compile(r"^[+−]"))).to_have_count(0)
    assert [url for url in asked if SECRET.search(url)] == []
    screen.take()
    expect(panel(screen)).to_contain_text(f"Right. Your answer earns ${lay.best}, the most possible.")
    expect(panel(screen)).to_contain_text("Your rating: 1,250 → 1,")
    expect(panel(screen).get_by_role("region")).to_contain_text(
        f"The best runs after your answer ${lay.best}"
    )
    expect(page.locator(".map path.run")).not_to_have_count(0)
    expect(screen.decision).to_be_hidden()
    expect(page.locator(".map text", has_text=re.compile(r"^[+−]"))).not_to_have_count(0)

    opened(screen, token)
    place = next(
        each for each in token.start.legal() if isinstance(each, PlaceToken) and not token.is_right(each)
    )
    screen.hex(place.hex).click()
    screen.take()
    expect(panel(screen)).to_contain_text(f"Wrong. Your answer earns ${token.revenue(place)}, and the best")
    expect(panel(screen)).to_contain_text(f"best one ${token.best}.")
    expect(panel(screen)).to_contain_text(f"The next best earns ${token.next}.")
    best = token.solution()
    assert isinstance(best, PlaceToken)
    expect(page.locator("[data-target]")).to_have_attribute("data-target", best.hex)
    # The map shows the token of the right answer and its runs, then those of the given one.
    after = {whose: panel(screen).get_by_role("region", name=whose) for whose in ("the right", "your")}
    standing = re.compile(f"tokens: .*{token.corporation}")
    for whose, revenue, there, elsewhere in (
        ("the right", token.best, best.hex, place.hex),
        ("your", token.revenue(place), place.hex, best.hex),
    ):
        expect(after[whose]).to_contain_text(f"${revenue}")
        if whose == "your":
            after[whose].get_by_role("button", name="Show on the map", pressed=False).click()
        expect(after[whose].get_by_role("button", name="On the map", pressed=True)).to_be_visible()
        expect(screen.hex(there)).to_have_accessible_name(standing)
        expect(screen.hex(elsewhere)).not_to_have_accessible_name(standing)
        # The corporation has one train.
        expect(page.locator(".map")).to_contain_text(f"A ${revenue}")
    assert findings(screen) == []

    # A second answer to a puzzle is not rated.
    opened(screen, token)
    screen.hex(best.hex).click()
    screen.take()
    expect(panel(screen)).to_contain_text("This answer is not rated")

    opened(screen, run)
    routes = run.solution()
    assert isinstance(routes, RunTrains)
    expect(screen.decision).not_to_contain_text("best runs")
    pick(screen, routes)
    screen.decision.get_by_role("button", name=f"Run these for ${run.best}").click()
    screen.take()
    expect(panel(screen)).to_contain_text(f"Right. Your answer earns ${run.best}")

    panel(screen).get_by_role("link", name="All puzzles").click()
    results = page.get_by_role("region", name="Your results")
    expect(results).to_contain_text("2 of 3")
    expect(page.get_by_role("link", name=lay.question).first).to_contain_text("solved")


def test_a_dividend_is_chosen_without_previews_and_its_answer_has_room(screen: Screen) -> None:
    asked: list[str] = []
    screen.page.on("request", lambda request: asked.append(request.url))
    opened(screen, of(Theme.DIVIDEND))
    screen.decision.locator("button.choice").first.click()
    expect(screen.confirm).to_be_enabled()
    assert [url for url in asked if SECRET.search(url)] == []
    screen.take()
    expect(panel(screen).get_by_role("table")).to_be_visible()
    body = panel(screen).get_by_role("group", name="The puzzle")
    assert body.evaluate("body => body.scrollWidth <= body.clientWidth")


def test_a_puzzle_on_a_phone_needs_no_mouse(phone: Screen) -> None:
    page, puzzle = phone.open("/puzzles").page, of(Theme.TOKEN)
    assert phone.fits()
    assert findings(phone) == []
    opened(phone, puzzle)
    expect(panel(phone).get_by_role("heading")).to_be_focused()
    right = puzzle.solution()
    assert isinstance(right, PlaceToken)
    phone.hex(right.hex).focus()
    page.keyboard.press("Enter")
    expect(panel(phone).get_by_role("button", expanded=False)).to_contain_text(puzzle.question)
    page.keyboard.press("Enter")
    expect(panel(phone)).to_contain_text(f"Right. Your answer earns ${puzzle.best}")
    assert phone.fits()
    assert findings(phone) == []
    panel(phone).get_by_role("button", name="Play on from here").press("Enter")
    expect(phone.decision).to_be_visible()
    page.keyboard.press("F1")
    page.keyboard.press("Enter")
    panel(phone).get_by_role("button", name="Next puzzle").press("Enter")
    expect(panel(phone).get_by_role("button", name="Give up")).to_be_visible()
