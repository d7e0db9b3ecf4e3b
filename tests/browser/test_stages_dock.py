"""The dock beside a stage: nothing is listed twice, and what is refused has its lock, word and rule."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.positions import Position, positions
from browser.screen import PEOPLE, Screen, played
from trunkline import actions as A


@pytest.fixture(scope="module")
def full() -> Position:
    """A turn in which no train may be bought, for there are enough of them."""
    found = [each for each in positions() if (each.title, each.kind) == ("1856", "buy trains")]
    return next(each for each in found if not any(isinstance(one, A.BuyTrain) for one in each.game().legal()))


@pytest.mark.parametrize("title", ["1851", "1856", "18GL"])
def test_what_the_market_has_a_cell_for_is_not_listed_again(screen: Screen, title: str) -> None:
    screen.bring(played(title, 3, {A.BuyShare, A.SellShares}, PEOPLE))
    listed = screen.decision.locator(".groups [data-choice]")
    cells = screen.page.locator(".market [data-choice]")
    expect(cells.first).to_be_visible()
    groups = screen.view()["decision"]["groups"]
    wanted = {str(choice["id"]) for group in groups for choice in group["choices"]}
    shown = {cell.get_attribute("data-choice") for cell in cells.all()}
    beside = {
        button.get_attribute("data-choice") for button in screen.decision.locator("[data-choice]").all()
    }
    assert not shown & beside
    assert shown | beside == wanted
    cells.first.click()
    expect(listed).to_have_count(1)
    expect(listed).to_have_attribute("data-choice", cells.first.get_attribute("data-choice") or "")


def test_on_another_stage_the_dock_lists_them(screen: Screen) -> None:
    screen.bring(played("1856", 3, {A.BuyShare, A.SellShares}, PEOPLE))
    listed = screen.decision.locator(".groups [data-choice]")
    expect(listed).to_have_count(0)
    screen.tab("Map")
    expect(listed.first).to_be_visible()


def test_what_there_is_none_of_says_why_there_and_then(screen: Screen, full: Position) -> None:
    screen.bring(full.game())
    chip = screen.decision.get_by_role("list", name="Refused now").get_by_role(
        "button", name=re.compile("^Trains")
    )
    status, found = screen.table.ask("GET", f"/api/games/{screen.game}/why")
    assert status == 200
    refused = next(each for each in found if each["kind"] == "buy_train" and each["targets"])
    expect(chip.first).to_contain_text(refused["word"])
    expect(chip.first).to_have_attribute("data-rule", refused["rule"])
    expect(chip.first.locator("svg")).to_have_count(1)
    chip.first.click()
    told = screen.decision.get_by_role("status")
    expect(told).to_contain_text(refused["why"])
    expect(told).to_contain_text(f"[{refused['rule']}]")


def test_the_list_of_what_is_forbidden_has_locks_too(screen: Screen) -> None:
    screen.bring(played("1856", 3, {A.BuyShare, A.SellShares}, PEOPLE))
    screen.page.keyboard.press("w")
    items = screen.decision.get_by_role("list", name="What is forbidden now").get_by_role("listitem")
    expect(items.first).to_be_visible()
    _, found = screen.table.ask("GET", f"/api/games/{screen.game}/why")
    expect(items).to_have_count(len(found))
    for item, each in zip(items.all()[:6], found, strict=False):
        expect(item.locator(".word")).to_contain_text(each["word"])
        expect(item.locator(".word svg")).to_have_count(1)
        expect(item.get_by_role("button", name=each["rule"])).to_be_visible()


def test_keys_go_through_the_cells_of_the_stage(screen: Screen) -> None:
    screen.bring(played("1856", 3, {A.BuyShare, A.SellShares}, PEOPLE))
    at = screen.at
    cells = screen.page.locator(".market button[data-choice]")
    expect(cells.first).to_be_visible()
    screen.page.keyboard.press("ArrowDown")
    expect(cells.first).to_have_attribute("aria-pressed", "true")
    screen.page.keyboard.press("ArrowDown")
    expect(cells.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(screen.confirm).to_be_enabled()
    screen.page.keyboard.press("Enter")
    screen.shows(at + 1)
