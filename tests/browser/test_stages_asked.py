"""Tests of the stages for questions to a player: offers, discarded trains and better runs."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import trunkline
from browser.axe import findings
from browser.conftest import PHONE
from browser.positions import Position, positions
from browser.screen import PEOPLE, Screen
from browser.visits import problems
from trunkline.engine.kernel.action import ActivateFerry, LayTile
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer

DESK = {"width": 1440, "height": 900}
TITLES = ("1851", "1856", "18GL")


def position(title: str, kind: str, number: int = 0) -> Position:
    """Return one of the positions with this kind of decision."""
    return [each for each in positions() if (each.title, each.kind) == (title, kind)][number]


def stage(screen: Screen) -> Locator:
    """Return the stage of the decision."""
    return screen.page.locator(".stage")


def figures(text: str) -> set[str]:
    """Return all dollar amounts in a text."""
    return {each.replace("+", "").replace("−", "") for each in re.findall(r"[+−]?\$\d+(?:,\d{3})*", text)}


def known(found: Any) -> set[str]:
    """Return all numbers of an answer as dollar amounts."""
    return {f"${int(each):,}" for each in re.findall(r"(?<![\w.])\d+(?![\w.])", str(found))}


def asked(screen: Screen, path: str) -> Any:
    """Return the server's facts about the question that are not in the view."""
    status, found = screen.table.ask("GET", f"/api/games/{screen.game}/{path}")
    assert status == 200
    return found


def test_whose_ferry_is_to_be_opened_is_asked_where_its_lines_meet(screen: Screen) -> None:
    game = trunkline.new("18GL", PEOPLE, seed=142)
    ferry = None
    for _ in play_turns(game, RandomPlayer(142)):
        opening = (choice for choice in game.legal() if isinstance(choice, ActivateFerry))
        ferry = next((choice for choice in opening if game.effects(choice).asked), None)
        if ferry:
            break
    assert ferry is not None
    game.play(ferry)
    screen.bring(game)
    found = screen.view()["asked"]
    hexes = [each["hex"] for each in found["at"]]
    assert hexes == ["K3", "J4", "I5", "J6", "K7", "L8"]
    expect(stage(screen)).to_contain_text(found["text"])
    screen.choose(re.compile("^Decline"))
    assert screen.view()["asked"] is None


@pytest.mark.parametrize("title", TITLES)
def test_an_offer_says_what_both_answers_lead_to(screen: Screen, title: str) -> None:
    screen.page.set_viewport_size(DESK)  # type: ignore[arg-type]
    screen.bring(position(title, "Offer").game())
    found = screen.view()["asked"]
    earned = asked(screen, "answers")
    expect(stage(screen)).to_contain_text(found["text"])
    for who in (found["by"], found["player"]):
        expect(stage(screen)).to_contain_text(who)
    table = stage(screen).get_by_role("table", name="Effects of each answer")
    assert [each["name"] for each in found["ways"]] == ["Accept", "Decline"]
    for each in earned:
        row = table.get_by_role("row", name=re.compile(f"^{re.escape(each['corp'])} best runs"))
        expect(row).to_contain_text(f"${each['total']:,}")
        expect(row).to_contain_text(f"${each['then'][0]['total']:,}")
    view = screen.view()
    shown = known(found) | known(earned) | known(view["corporations"]) | known(view["players"])
    assert figures(table.inner_text()) <= shown
    # The possessions and losses of the asked player come before the gains of other players.
    player = next(each for each in view["players"] if each["name"] == found["player"])
    expect(screen.heading).to_contain_text(f"{player['name']}: answer the offer")
    has = screen.decision.get_by_label(f"{player['name']} has")
    expect(has).to_contain_text(f"Cash ${player['cash']:,}")
    for share in player["shares"]:
        expect(has).to_contain_text(f"{share['corp']} {share['percent']}%")
    for private in player["privates"]:
        expect(has).to_contain_text(private["short"])
    first = table.get_by_role("row").nth(1)
    expect(first).to_contain_text(f"cash${player['cash']:,}")
    expect(table.get_by_role("row", name=re.compile("gives away"))).to_contain_text(found["ways"][0]["gives"])
    assert problems(screen, (1440, 900)) == []


def test_an_answer_is_chosen_in_its_column_and_confirmed(screen: Screen) -> None:
    screen.bring(position("1856", "Offer").game())
    found = screen.view()["asked"]
    way = found["ways"][0]
    button = stage(screen).get_by_role("button", name="Accept")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    screen.take()
    after = {each["id"]: each for each in screen.view()["corporations"]}
    for each in way["trains"]:
        assert after[each["corp"]]["trains"] == each["trains"]
    assert screen.view()["asked"] is None
    expect(screen.page.get_by_role("button", name="Offer", exact=True)).to_have_count(0)


def test_a_hex_that_is_asked_about_is_seen_with_its_tile(screen: Screen) -> None:
    found = next(
        each
        for each in positions()
        if each.kind == "Offer" and isinstance(each.game().state.pending[-1].offer, LayTile)  # type: ignore[union-attr]
    )
    screen.bring(found.game())
    at = screen.view()["asked"]["at"][0]
    picture = stage(screen).get_by_role("img", name=re.compile(f"{at['hex']}"))
    expect(picture.locator(f'use[href$="-tile-{at["tile"]}-{at["rotation"]}-track"]').first).to_be_attached()
    expect(picture.locator("polygon.mark")).to_have_count(1)


@pytest.mark.parametrize("title", TITLES)
def test_a_discard_shows_the_trains_and_what_is_left(screen: Screen, title: str) -> None:
    screen.page.set_viewport_size(DESK)  # type: ignore[arg-type]
    screen.bring(position(title, "Discard").game())
    found = screen.view()["asked"]
    expect(stage(screen)).to_contain_text(found["text"])
    cards = stage(screen).get_by_role("group", name=f"Trains of {found['corp']}").get_by_role("button")
    held = found["owned"][0]["trains"]
    expect(cards).to_have_count(len(held))
    cards.last.click()
    expect(cards.last).to_contain_text("goes to the pool")
    expect(cards.first).to_contain_text("kept")
    earned = asked(screen, "answers")[0]
    for way in earned["then"]:
        expect(stage(screen)).to_contain_text(f"${way['total']:,}")
    assert problems(screen, (1440, 900)) == []
    screen.take()
    (corp,) = [each for each in screen.view()["corporations"] if each["id"] == found["corp"]]
    assert corp["trains"] == held[:-1]


@pytest.mark.parametrize("title", TITLES)
def test_runs_that_stand_and_better_ones_are_seen_side_by_side(screen: Screen, title: str) -> None:
    screen.page.set_viewport_size(DESK)  # type: ignore[arg-type]
    screen.bring(position(title, "Announcement").game())
    found = asked(screen, "announcement")
    made = stage(screen).get_by_role("region", name="made these runs")
    better = stage(screen).get_by_role("region", name="could announce these")
    for card, runs in ((made, found["stands"]), (better, found["better"])):
        expect(card).to_contain_text(f"${runs['total']:,}")
        expect(card).to_contain_text(runs["player"])
        pieces = sum(len(route["track"]) for route in runs["routes"])
        expect(card.locator("path.run")).to_have_count(pieces)
        expect(card.get_by_role("listitem")).to_have_count(len(runs["routes"]))
    for gain in found["gains"]:
        row = stage(screen).get_by_role("row", name=re.compile(f"^{re.escape(gain['holder'])}"))
        expect(row).to_contain_text(f"+${gain['more']:,}")
    assert figures(stage(screen).inner_text()) <= known(found) | known(
        screen.view()["asked"]["text"].replace("$", " ")
    )
    screen.page.wait_for_function("document.querySelector('.decision .runs ol')")
    assert problems(screen, (1440, 900)) == []


def test_better_runs_are_picked_on_the_map(screen: Screen) -> None:
    screen.bring(position("1856", "Announcement").game())
    screen.button("Pick routes by hand").click()
    expect(screen.page.locator(".map svg[tabindex]")).to_be_visible()
    screen.button("Back to the best").click()
    expect(stage(screen).get_by_role("region", name="could announce these")).to_be_visible()


@pytest.mark.parametrize("kind", ["Offer", "Discard", "Announcement"])
def test_keys_alone_are_enough(screen: Screen, kind: str) -> None:
    screen.bring(position("1856", kind).game())
    keyboard = screen.page.keyboard
    shown = screen.page.get_by_role("navigation", name="View").locator("[aria-current], [aria-pressed=true]")
    name = shown.inner_text()
    keyboard.press("m")
    expect(shown).to_have_text("Map")
    keyboard.press("z")
    expect(shown).to_have_text(name)
    at = screen.at
    if kind == "Announcement":
        keyboard.press("p")
    else:
        keyboard.press("1")
    expect(screen.confirm).to_be_enabled()
    keyboard.press("Enter")
    screen.shows(at + 1)


@pytest.mark.parametrize("kind", ["Offer", "Discard", "Announcement"])
def test_axe_finds_nothing(screen: Screen, kind: str) -> None:
    screen.page.emulate_media(reduced_motion="reduce")
    screen.bring(position("18GL", kind).game())
    expect(stage(screen)).not_to_contain_text("…")
    assert findings(screen) == []


@pytest.mark.parametrize("kind", ["Offer", "Discard", "Announcement"])
def test_on_a_phone_all_of_it_is_reached(phone: Screen, kind: str) -> None:
    phone.bring(position("1856", kind).game())
    expect(stage(phone)).not_to_contain_text("Looking")
    assert phone.fits()
    assert problems(phone, (PHONE["width"], PHONE["height"])) == []
    box = phone.confirm.bounding_box()
    dock = phone.decision.bounding_box()
    assert box
    assert dock
    assert box["y"] + box["height"] <= dock["y"] + dock["height"]
