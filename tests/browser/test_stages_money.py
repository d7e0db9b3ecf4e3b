"""Tests of the stage for money that a president must raise: the amount due, sales and unsellable shares."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from browser.axe import findings
from browser.conftest import PHONE
from browser.positions import Position, positions
from browser.screen import Screen
from browser.test_stages_asked import figures, known
from browser.visits import problems

OWED = [each for each in positions() if each.kind == "emergency money"]
ONE_EACH = [next(each for each in OWED if each.title == title) for title in ("1851", "1856", "18GL")]


@pytest.fixture(scope="module")
def kept() -> Position:
    """A position in which the player may sell some shares but not others."""
    return next(each for each in OWED if each.title == "1856")


def stage(screen: Screen) -> Locator:
    """Return the stage of the decision."""
    return screen.page.locator(".stage .raising")


def wrong(screen: Screen, width: int, height: int) -> list[str]:
    """Return the faults of the page, except for choices of steps that are one key away."""
    found = problems(screen, (width, height))
    return [text for text in found if not text.startswith("choice out of sight")]


@pytest.mark.parametrize("position", ONE_EACH, ids=lambda each: each.name)
def test_what_is_due_and_what_each_sale_brings(screen: Screen, position: Position) -> None:
    screen.page.set_viewport_size({"width": 1440, "height": 900})
    screen.bring(position.game())
    found = screen.view()["raising"]
    for sum in ("whole", "corp_has", "has", "lacking"):
        expect(stage(screen)).to_contain_text(f"${found[sum]:,}")
    for sale in found["sales"]:
        buttons = stage(screen).locator(f'[data-choice="{sale["choice"]}"]')
        expect(buttons).to_have_count(len(sale["lots"]))
        for button, lot in zip(buttons.all(), sale["lots"], strict=True):
            expect(button).to_contain_text(f"{lot['count']}: ${lot['raises']:,}")
    for each in found["kept"]:
        expect(stage(screen)).to_contain_text(each["why"])
    assert figures(stage(screen).inner_text()) <= known(found) | known(screen.view()["trains"])
    for button in stage(screen).locator("[data-choice]").all():
        expect(button).to_be_in_viewport(ratio=1)
    assert wrong(screen, 1440, 900) == []


def test_so_many_are_sold_as_the_button_says(screen: Screen, kept: Position) -> None:
    screen.bring(kept.game())
    found = screen.view()["raising"]
    sale, lot = next((sale, sale["lots"][-1]) for sale in found["sales"])
    button = stage(screen).locator(f'[data-choice="{sale["choice"]}"][data-count="{lot["count"]}"]')
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    screen.take()
    player = next(each for each in screen.view()["players"] if each["name"] == found["player"])
    after = screen.view()["raising"]
    if after and after["player"] == found["player"] and after["what"] == found["what"]:
        assert after["lacking"] == lot["lacking_after"]
        assert player["cash"] == found["has"] + lot["raises"]
    else:
        assert lot["lacking_after"] == 0


def test_what_else_helps_is_chosen_there_too(screen: Screen) -> None:
    loan = next(each for each in OWED if each.title == "1856")
    screen.page.set_viewport_size({"width": 1440, "height": 900})
    screen.bring(loan.game())
    found = screen.view()["raising"]
    expect(stage(screen)).to_contain_text(
        f"${found['brings']:,} of the ${found['lacking']:,} that must be raised"
    )
    buttons = stage(screen).locator("[data-way]")
    expect(buttons).to_have_count(len(found["ways"]))
    expect(buttons.first).to_contain_text("then enough")
    buttons.first.click()
    screen.take()
    assert screen.view()["raising"] is None


def test_a_rule_on_it_opens_its_text(screen: Screen, kept: Position) -> None:
    screen.bring(kept.game())
    link = stage(screen).locator("button[data-rule]").first
    rule = link.inner_text()
    link.click()
    expect(screen.decision.get_by_role("status")).to_contain_text(f"[{rule}]")


def test_the_dock_does_not_list_it_again(screen: Screen, kept: Position) -> None:
    screen.bring(kept.game())
    sale = screen.view()["raising"]["sales"][0]
    first = stage(screen).locator(f'[data-choice="{sale["choice"]}"]').first
    listed = screen.decision.locator(f'.groups [data-choice="{sale["choice"]}"]')
    expect(first).to_be_visible()
    expect(listed).to_have_count(0)
    first.click()
    expect(listed).to_have_count(1)
    screen.tab("Map")
    expect(listed).to_have_count(1)
    screen.page.keyboard.press("Escape")
    screen.step("sell_shares")
    expect(listed).to_have_count(1)


def test_keys_alone_are_enough(screen: Screen, kept: Position) -> None:
    screen.bring(kept.game())
    at = screen.at
    # The stage is a separate download, and the keys number what is on the page.
    expect(stage(screen)).to_be_visible()
    screen.page.keyboard.press("1")
    expect(stage(screen).locator("[data-choice]").first).to_have_attribute("aria-pressed", "true")
    expect(screen.confirm).to_be_enabled()
    screen.page.keyboard.press("Enter")
    screen.shows(at + 1)


def test_axe_finds_nothing(screen: Screen, kept: Position) -> None:
    screen.page.emulate_media(reduced_motion="reduce")
    screen.bring(kept.game())
    expect(stage(screen)).to_be_visible()
    assert findings(screen) == []


def test_on_a_phone_all_of_it_is_reached(phone: Screen, kept: Position) -> None:
    phone.bring(kept.game())
    expect(stage(phone)).to_be_visible()
    assert phone.fits()
    for button in stage(phone).locator("[data-choice]").all():
        button.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport(ratio=0.9)
    assert wrong(phone, PHONE["width"], PHONE["height"]) == []


def test_on_a_phone_what_a_choice_leads_to_lies_below_the_choices(phone: Screen) -> None:
    loan = next(each for each in OWED if each.title == "1856")
    phone.bring(loan.game())
    stage(phone).locator("[data-way]").first.click()
    leads = phone.page.locator(".results > .leads")
    expect(leads).to_be_visible()
    lowest = """leads => Math.max(...[...document.querySelectorAll("[aria-label=Choices] > *")]
        .map(each => each.getBoundingClientRect().bottom)) - leads.getBoundingClientRect().top"""
    assert leads.evaluate(lowest) <= 1
    leads_row = phone.page.locator(".results > .leads tbody tr").first
    leads_row.scroll_into_view_if_needed()
    expect(leads_row).to_be_in_viewport(ratio=0.9)
