"""Tests of the dock next to a stage: it lists nothing twice, and locked actions have a word and a rule."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.positions import Position, positions
from browser.screen import PEOPLE, Screen, played
from trunkline import actions as A


@pytest.fixture(scope="module")
def full() -> Position:
    """A turn in which the company may not buy a train, because it has enough."""
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
    chip = screen.decision.get_by_role("list", name="Not allowed now").get_by_role(
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
    items = screen.decision.get_by_role("list", name="Actions not allowed").get_by_role("listitem")
    expect(items.first).to_be_visible()
    _, found = screen.table.ask("GET", f"/api/games/{screen.game}/why")
    # Impossible kinds of action share one item for each reason.
    apart = [each for each in found if each["examples"]]
    out = {(each["rule"], each["why"]): each for each in found if not each["examples"]}
    assert 1 < len(out) < len(found) - len(apart)
    expect(items).to_have_count(len(apart) + len(out))
    for item, each in zip(items.all(), [*apart, *out.values()], strict=True):
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


def test_what_an_action_gives_up_is_told_before_it_is_confirmed(screen: Screen) -> None:
    name = "1856-4p-place_a_station_token-1856-printed-announced-4p-3-1086"
    screen.bring(next(each for each in positions() if each.name == name).game())
    screen.step("run")
    screen.decision.get_by_role("button", name=re.compile("^(Run|Announce) them for")).click()
    warning = screen.decision.locator(".leads .warning")
    expect(warning).to_contain_text("You give up: Place a station token (3).")
    expect(warning.get_by_role("button")).to_have_text("1856.sequence.company-steps")
    # Placing the token first gives up no step.
    screen.step("place_token")
    expect(warning).to_have_count(0)


@pytest.mark.parametrize("width", [1440, 390])
def test_the_room_beside_an_auction_holds_the_end_of_the_log(screen: Screen, width: int) -> None:
    name = next(each.name for each in positions() if each.kind == "bid, buy or pass" and each.at)
    game = next(each for each in positions() if each.name == name).game()
    screen.page.set_viewport_size({"width": width, "height": 900})
    screen.bring(game)
    lines = screen.decision.get_by_role("list", name="Recent moves").get_by_role("listitem")
    if width == 390:
        expect(lines).to_have_count(0)
        # The strip shows all players' cash instead of columns.
        strip = screen.page.get_by_role("list", name="Players in short").get_by_role("listitem")
        for player in screen.view()["players"]:
            expect(strip.filter(has_text=f"${player['cash']:,}").first).to_be_visible()
        return
    last = screen.view()["last_entries"][-1]
    expect(lines.first).to_contain_text(last["text"])
    expect(lines.first).to_be_in_viewport(ratio=1)
