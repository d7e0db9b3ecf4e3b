"""Tests that the page needs no sentence of the server: a game works if all sentences are nonsense."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.nonsense import NONSENSE, talk_nonsense
from browser.screen import TABS, Screen, played
from trunkline import actions as A


@pytest.fixture
def nonsense(screen: Screen) -> Iterator[Screen]:
    """A page that receives nonsense in all fields except keyed facts."""
    unknown = talk_nonsense(screen.page)
    yield screen
    screen.page.unroute_all(behavior="ignoreErrors")
    assert unknown == []


def choices(screen: Screen, kind: str) -> list[dict[str, Any]]:
    """Return the choices of a kind from the server."""
    groups = screen.view()["decision"]["groups"]
    return [choice for group in groups if group["kind"] == kind for choice in group["choices"]]


def button(screen: Screen, choice: dict[str, Any]) -> Locator:
    """Return the button of a choice: on the stage, next to its hex, or in the dock."""
    return screen.page.locator("main").locator(f'[data-choice="{choice["id"]}"]').first


def take(screen: Screen, kind: str, amount: int | None = None) -> dict[str, Any]:
    """Play the first choice of a kind, and return it. Its group is unfolded first."""
    at = screen.at
    choice = choices(screen, kind)[0]
    screen.step(kind)
    group = screen.decision.locator(f'[data-kind="{kind}"]')
    found = button(screen, choice)
    folded = group.locator("button[aria-expanded=false]:not(.choice)")
    expect(found.or_(folded).first).to_be_visible()
    if not found.count():
        folded.filter(has_text=choice["corp"]).first.click()
    found.click()
    if choice["amounts"] is not None and amount is not None:
        screen.decision.get_by_role("spinbutton").fill(str(amount))
    screen.confirm.click()
    screen.shows(at + 1)
    return choice


def company(screen: Screen, corp: str) -> dict[str, Any]:
    """Return a corporation from the server's view."""
    return next(one for one in screen.view()["corporations"] if one["id"] == corp)


def test_an_auction(nonsense: Screen) -> None:
    nonsense.new()
    expect(nonsense.heading).to_have_text("Ann: " + NONSENSE)
    buy = choices(nonsense, "buy_offered")[0]
    expect(button(nonsense, buy)).to_contain_text(f"${buy['price']}")
    take(nonsense, "buy_offered")
    bid = take(nonsense, "bid", 60)
    assert bid["amounts"]["low"] <= 60
    ann, bob, _ = nonsense.view()["players"]
    assert (ann["cash"], len(ann["privates"])) == (480, 1)
    assert nonsense.view()["decision"]["seats"] == ["Cy"]
    assert bob["cash"] <= 500


def test_a_stock_round(nonsense: Screen) -> None:
    nonsense.bring(played("1851", 4, [A.BuyShare, A.SellShares]))
    seat = nonsense.view()["decision"]["seats"][0]
    sold = take(nonsense, "sell_shares")
    expect(nonsense.decision.locator('[data-kind="pass"]')).to_have_text("Done")
    bought = take(nonsense, "buy_share")
    assert (sold["player"], bought["player"]) == (seat, seat)
    held = next(one for one in nonsense.view()["players"] if one["name"] == seat)["shares"]
    assert bought["corp"] in [share["corp"] for share in held]


def test_an_operating_turn(nonsense: Screen) -> None:
    nonsense.bring(played("1856", 10, [A.RunTrains, A.LayTile]))
    lay = choices(nonsense, "lay_tile")[0]
    place, corp = lay["place"], lay["corp"]
    expect(nonsense.heading).to_contain_text(f"{corp}'s turn")
    nonsense.hex(place["hex"]).click()
    nonsense.page.get_by_role("button", name=re.compile(f"^Tile {place['tile']},")).click()
    nonsense.take()
    assert place["hex"] in nonsense.view()["map"]["tiles"]
    while not choices(nonsense, "run"):
        take(nonsense, "pass")
    nonsense.step("run")
    run = nonsense.button(re.compile("^Run them for"))
    revenue = int(re.sub(r"\D", "", run.inner_text()))
    assert revenue > 0
    nonsense.choose(re.compile("^Run them for"))
    take(nonsense, "dividend")
    assert company(nonsense, corp)["revenue"] == revenue
    trains = len(company(nonsense, corp)["trains"])
    train = choices(nonsense, "buy_train")[0]
    nonsense.step("buy_train")
    expect(button(nonsense, train)).to_contain_text(f"${train['price']}")
    take(nonsense, "buy_train")
    assert len(company(nonsense, corp)["trains"]) == trains + 1


def test_a_station_token(nonsense: Screen) -> None:
    nonsense.bring(played("1856", 6, [A.PlaceToken]))
    placed = choices(nonsense, "place_token")[0]
    hex = placed["place"]["hex"]
    nonsense.hex(hex).click()
    expect(button(nonsense, placed)).to_have_attribute("aria-pressed", "true")
    nonsense.take()
    assert placed["corp"] in [one["corp"] for one in nonsense.view()["map"]["tokens"][hex]]


def test_every_panel_and_the_past(nonsense: Screen) -> None:
    game = played("1856", 10, [A.RunTrains, A.LayTile])
    nonsense.bring(game)
    page = nonsense.page
    for name in TABS:
        nonsense.tab(name)
        expect(page.locator(".panel")).to_have_attribute("aria-label", name)
        expect(page.locator(".panel")).not_to_be_empty()
    nonsense.tab("Sheet")
    expect(page.get_by_role("rowheader", name=re.compile(r"^OR 1\.1"))).to_be_visible()
    # Rounds differ by their numbers, although all have the same name.
    nonsense.tab("Log")
    log = page.get_by_role("group", name="Log, the latest first")
    rounds = {(entry["round_key"]["kind"], entry["round_key"]["number"]) for entry in entries(nonsense)}
    expect(log.get_by_role("list")).to_have_count(len(rounds))
    nonsense.button("Not allowed now").click()
    expect(nonsense.decision.get_by_role("list", name="Actions not allowed")).to_contain_text(NONSENSE)
    last = nonsense.at
    page.keyboard.press("[")
    nonsense.shows(last - 1)
    page.keyboard.press("n")
    nonsense.shows(last)


def test_the_log_leads_to_what_it_names(nonsense: Screen) -> None:
    nonsense.bring(played("1856", 10, [A.RunTrains, A.LayTile]))
    nonsense.tab("Log")
    log = nonsense.page.get_by_role("group", name="Log, the latest first")
    laid = next(entry for entry in reversed(entries(nonsense)) if entry["action"] == "lay_tile")
    event = next(event for event in laid["events"] if event["event"] == "tile_laid")
    line = item(nonsense, laid["number"])
    expect(line).to_contain_text(NONSENSE)
    line.locator(f'[data-hex-link="{event["hex"]}"]').click()
    expect(nonsense.hex(event["hex"])).to_have_class(re.compile("chosen"))
    nonsense.tab("Log")
    line.locator(f'[data-corp="{event["corp"]}"]').click()
    expect(nonsense.page.locator(".panel")).to_have_attribute("aria-label", "Companies")
    expect(nonsense.page.locator(f'[data-about="{event["corp"]}"]')).to_be_focused()
    nonsense.tab("Log")
    log.locator('[data-player="Bob"]').first.click()
    expect(nonsense.page.locator('[data-about="Bob"]')).to_be_focused()


def test_prices_passes_and_what_is_undone_in_the_log(nonsense: Screen) -> None:
    nonsense.bring(played("1856", 10, [A.RunTrains, A.LayTile]))
    nonsense.tab("Log")
    told = entries(nonsense)
    log = nonsense.page.get_by_role("group", name="Log, the latest first")
    moves = [event for entry in told for event in entry["events"] if event["event"] == "price_moved"]
    assert moves
    prices = log.locator("[data-price]").evaluate_all("found => found.map((one) => one.ariaLabel)")
    words = [f"${move['before']} to ${move['price']}: show the chart" for move in reversed(moves)]
    assert sorted(prices) == sorted(words)
    passes = [entry for entry in told if entry["passed"]]
    assert passes
    expect(log.get_by_role("listitem")).to_have_count(len(told))
    nonsense.page.get_by_role("checkbox", name="show passes").uncheck()
    expect(log.get_by_role("listitem")).to_have_count(len(told) - len(passes))
    nonsense.page.get_by_role("checkbox", name="show passes").check()
    expect(log.locator(".undone")).to_have_count(0)
    last = nonsense.at
    nonsense.page.get_by_role("button", name="Undo", exact=True).click()
    expect(log.get_by_role("listitem")).to_have_count(len(told) + 1)
    nonsense.shows(last + 1)
    gone = [number for number in range(1, last + 1) if "undone" in classes(nonsense, number)]
    assert gone == list(range(entries(nonsense)[-1]["first"], last + 1))
    nonsense.page.get_by_role("button", name="Redo", exact=True).click()
    expect(log.locator(".undone")).to_have_count(0)


def item(screen: Screen, number: int) -> Locator:
    """Return an entry of the log."""
    log = screen.page.get_by_role("group", name="Log, the latest first")
    button = screen.page.get_by_role("button", name=f"Go to moment {number}", exact=True)
    return log.get_by_role("listitem").filter(has=button)


def classes(screen: Screen, number: int) -> str:
    """Return the CSS classes of a log entry."""
    return item(screen, number).get_attribute("class") or ""


def entries(screen: Screen) -> list[dict[str, Any]]:
    """Return the log of the server."""
    status, found = screen.table.ask("GET", f"/api/games/{screen.game}/log?after=0")
    assert status == 200
    log: list[dict[str, Any]] = found
    return log
