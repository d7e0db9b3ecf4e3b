"""Tests of the frame of the game page: a fixed confirm button, and controls for all legal actions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect

import trunkline
from browser.screen import PEOPLE, Screen, played
from trunkline import actions as A
from trunkline.game import Game

SIX = ("Ann", "Bob", "Cleo", "Dev", "Edith", "Finn")
WIDTHS = [(1440, 900), (1920, 1080), (1100, 800), (800, 1000), (390, 844)]
PASSES = ("pass", "end_turn")
# The box of an element after its size has been observed: a script lays it out one frame later.
BOX = """
element => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const { x, y, width, height } = element.getBoundingClientRect();
  done([x, y, width, height]);
})))
"""

# True if the middle of a control is visible and belongs to that control.
HIT = """
element => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const found = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight && document.elementFromPoint(x, y);
  return Boolean(found) && (element === found || element.contains(found));
}
"""


@cache
def positions() -> tuple[tuple[str, Game], ...]:
    """Return several kinds of positions of every title, with three players and with six."""
    return (
        ("an opening", trunkline.new("1856", list(SIX), seed=4)),
        ("a stock round", played("1856", 8, [A.SellShares, A.BuyShare], SIX)),
        ("another", played("1851", 4, [A.BuyShare, A.StartCorporation], PEOPLE)),
        ("track", played("1856", 6, [A.RunTrains, A.LayTile])),
        ("a token", played("1856", 6, [A.PlaceToken], SIX)),
        ("a dividend", played("1856", 6, [A.Dividend])),
        ("trains", played("18GL", 6, [A.BuyTrain])),
        ("an offer", played("1856", 4, [A.Answer])),
    )


def test_confirm_has_one_rectangle_for_each_width(screen: Screen) -> None:
    boxes: dict[int, dict[tuple[int, ...], list[str]]] = {width: {} for width, _ in WIDTHS}
    for name, game in positions()[::2]:
        screen.bring(game)
        for at in ("before", "after"):
            for width, height in WIDTHS:
                screen.page.set_viewport_size({"width": width, "height": height})
                box = tuple(round(side) for side in screen.confirm.evaluate(BOX))
                boxes[width].setdefault(box, []).append(f"{name}, {at} a choice")
            offered = screen.decision.locator(".groups [data-choice]:not(:disabled)")
            if offered.count():
                offered.first.click()
    assert [found for found in boxes.values() if len(found) > 1] == []


@pytest.mark.parametrize("place", range(8))
def test_every_legal_choice_is_in_view(screen: Screen, place: int) -> None:
    name, game = positions()[place]
    screen.page.set_viewport_size({"width": 1440, "height": 900})
    screen.bring(game)
    expect(screen.confirm).to_be_visible()
    missed = [choice["text"] for choice in legal(screen) if not reached(screen, choice)]
    assert missed == [], name


def legal(screen: Screen) -> Iterator[dict[str, Any]]:
    """Return all choices that the server lists, each with its kind."""
    for group in screen.view()["decision"]["groups"]:
        for choice in group["choices"]:
            yield {**choice, "kind": group["kind"]}


def reached(screen: Screen, choice: dict[str, Any]) -> bool:
    """Return whether a choice has a visible control: a button, its hex, or the button of its company."""
    if choice["kind"] not in PASSES:
        screen.step(choice["kind"])
    if choice["place"]:
        screen.tab("Map")
        return bool(screen.hex(choice["place"]["hex"]).evaluate(HIT))
    own = screen.page.locator(f'[data-choice="{choice["id"]}"]')
    company = screen.decision.locator("button.company").filter(has_text=choice["corp"] or "-")
    expect(own.or_(company).first).to_be_visible()  # the server proposes runs, which takes a moment
    if not own.count():
        company.first.click()
    expect(own.first).to_be_visible()
    return bool(own.first.evaluate(HIT))


@pytest.mark.parametrize("width", [1280, 1440, 1920])
def test_six_players_have_six_equal_cells_and_none_is_cut(screen: Screen, width: int) -> None:
    screen.page.set_viewport_size({"width": width, "height": 900})
    screen.bring(positions()[4][1])
    cells = screen.page.get_by_role("list", name="Players in short").get_by_role("listitem")
    expect(cells).to_have_count(len(SIX))
    wide = cells.evaluate_all("cells => cells.map((cell) => Math.round(cell.getBoundingClientRect().width))")
    assert max(wide) - min(wide) <= 1
    cut = "cells => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length"
    assert cells.evaluate_all(cut) == 0


def test_what_is_chosen_is_told_in_figures_and_sent_only_when_it_is_confirmed(screen: Screen) -> None:
    screen.bring(positions()[5][1])
    at, view = screen.at, screen.view()
    choice = next(one for group in view["decision"]["groups"] for one in group["choices"])
    screen.decision.locator(f'[data-choice="{choice["id"]}"]').click()
    body = {"version": view["version"], "action": choice["action"]}
    _, tried = screen.table.ask("POST", f"/api/games/{screen.game}/try", body)
    told = screen.decision.get_by_role("group", name="Effects")
    for change in tried["outcome"]["cash"]:
        if change["name"]:
            expect(told).to_contain_text(f"${change['after']:,}")
    for moved in tried["outcome"]["prices"]:
        expect(told).to_contain_text(f"${moved['to']['price']}")
    assert (screen.at, screen.view()["version"]) == (at, view["version"])
    screen.page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    expect(screen.confirm).to_be_disabled()


def test_who_reads_a_panel_on_a_phone_has_the_room_of_the_choices(phone: Screen) -> None:
    phone.bring(played("18GL", 3, [A.LayTile, A.PlaceToken]))
    stage = phone.page.locator(".stage")
    before = stage.bounding_box()
    phone.tab("Companies")
    reading, dock = stage.bounding_box(), phone.decision.bounding_box()
    assert before
    assert reading
    assert dock
    assert reading["height"] > 1.4 * before["height"]
    assert reading["height"] > 2 * dock["height"]
    expect(phone.heading).to_be_visible()
    expect(phone.confirm).to_be_visible()
    phone.tab("Map")
    assert stage.bounding_box() == before


def test_who_has_decided_beside_a_panel_sees_what_is_to_be_decided_next(screen: Screen) -> None:
    screen.bring(played("1856", 4, [A.BuyShare, A.StartCorporation]))
    screen.tab("Companies")
    expect(screen.page.get_by_role("region", name="Companies", exact=True)).to_be_visible()
    screen.choose(re.compile("^Pass"))
    expect(screen.page.locator(".stage > .market")).to_be_visible()


def test_a_step_that_was_looked_for_is_that_of_one_turn(screen: Screen) -> None:
    """After a president takes a loan and ends the turn, the next one sees the first step of the new turn."""
    game = played("1856", 6, [A.TakeLoan, A.LayTile])
    corp = game.state.operating.turn.corp if game.state.operating and game.state.operating.turn else ""
    screen.bring(game)
    screen.step("take_loan")
    pressed = screen.decision.locator('[data-step][aria-pressed="true"]')
    expect(pressed).to_contain_text("Loans")
    while screen.view()["decision"]["corp"] == corp:
        ending = screen.decision.locator('[data-kind="pass"]')
        if not ending.count():
            ending = screen.button(re.compile("^Run them|^Pay it out|^GT buys|buys a 2-train")).first
        if screen.confirm.is_disabled():
            ending.click()
        screen.take()
    now = next(step for step in screen.view()["decision"]["steps"] if step["state"] == "now")
    expect(pressed).to_contain_text(now["name"])


def test_a_pass_that_is_chosen_has_one_button_that_does_it_and_one_that_does_not(screen: Screen) -> None:
    screen.bring(played("1856", 4, [A.BuyShare, A.StartCorporation]))
    ending = screen.decision.locator('[data-kind="pass"]')
    expect(ending).to_have_text("Pass")
    ending.click()
    expect(screen.confirm).to_have_text("Pass")
    expect(ending).to_have_text("Cancel")
    ending.click()
    expect(screen.confirm).to_be_disabled()
    expect(ending).to_have_text("Pass")
