"""Tests of games played by clicks and by keys in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

import trunkline
from browser.screen import Screen, played
from trunkline import actions as A

TURN = (A.RunTrains, A.LayTile)


@pytest.mark.parametrize("title", trunkline.catalogue())
def test_a_game_is_begun_by_clicks(screen: Screen, title: str) -> None:
    screen.open()
    form = screen.page.get_by_role("region", name="Set up a table")
    form.get_by_role("radio", name=re.compile(title)).check()
    form.get_by_role("combobox", name=re.compile("^Players")).select_option("3")
    for number in (1, 2, 3):
        form.get_by_label(f"Who plays seat {number}").select_option("person")
    for number, name in enumerate(("Ann", "Bob", "Zoe"), 1):
        form.get_by_label(f"Name of seat {number}").fill(name)
    form.get_by_text("More", exact=True).click()
    form.get_by_label("Seed").fill("4")
    form.get_by_role("button", name="Start the game").click()
    screen.shows(0)
    view = screen.view()
    assert (view["title"], [seat["name"] for seat in view["players"]]) == (title, ["Ann", "Bob", "Zoe"])
    expect(screen.heading).to_contain_text(view["decision"]["seats"][0])


def test_an_opening_auction_by_clicks(screen: Screen) -> None:
    screen.new()
    expect(screen.heading).to_contain_text("Ann")
    screen.choose("buy Flos Tramway for $20")
    screen.button(re.compile("Bid on The Canada Company")).click()
    amount = screen.decision.get_by_role("spinbutton")
    amount.fill("54")
    expect(screen.confirm).to_be_disabled()
    reason = screen.decision.locator("#amount-refusal")
    expect(reason).to_contain_text("The lowest bid is $55.")
    expect(reason.get_by_role("button")).to_have_text("1856.initial.bid-steps")
    expect(amount).to_have_attribute("aria-invalid", "true")
    amount.fill("")
    expect(reason).to_contain_text("Enter a whole number from $55 to $500.")
    amount.fill("60")
    expect(reason).to_have_text("")
    expect(screen.confirm).to_contain_text("$60")
    screen.take()
    ann, bob, _ = screen.view()["players"]
    assert (ann["cash"], [private["id"] for private in ann["privates"]]) == (480, ["flos"])
    screen.tab("Players")
    expect(screen.page.get_by_role("article", name="Bob")).to_contain_text(f"${bob['cash']}")
    expect(screen.heading).to_contain_text("Cy")


def test_a_stock_round_by_clicks(screen: Screen) -> None:
    screen.bring(played("1851", 4, [A.BuyShare, A.StartCorporation]))
    at = screen.at
    seat = screen.view()["decision"]["seats"][0]
    screen.choose("start IC at $75 a share: 20% for $150")
    screen.choose(re.compile("(^|: )Buy 10% of"))
    screen.choose("pass")
    screen.tab("Companies")
    company = screen.page.get_by_role("article", name=re.compile("Illinois Central"))
    expect(company).to_contain_text(re.compile(rf"President\s*{seat}"))
    expect(company).to_contain_text("$75")
    screen.tab("Chart")
    expect(screen.page.get_by_label("Share-price chart").get_by_label("IC", exact=True)).to_be_visible()
    assert screen.at == at + 3


def test_an_operating_turn_by_clicks(screen: Screen) -> None:
    screen.bring(played("1856", 10, TURN))
    view = screen.view()
    lay = next(group for group in view["decision"]["groups"] if group["kind"] == "lay_tile")["choices"][0]
    place, corp = lay["place"], lay["corp"]
    screen.hex(place["hex"]).click()
    screen.page.get_by_role("button", name=re.compile(f"^Tile {place['tile']},")).click()
    screen.take()
    assert place["hex"] in screen.view()["map"]["tiles"]
    # Running the trains skips the other actions before it.
    screen.step("run")
    told = screen.button(re.compile("^Run them for"))
    expect(told).to_be_visible()
    revenue = int(re.sub(r"\D", "", told.inner_text()))
    assert revenue > 0
    screen.choose(re.compile("^Run them for"))
    screen.step("dividend")
    screen.choose(re.compile("pay", re.IGNORECASE))
    company = next(one for one in screen.view()["corporations"] if one["id"] == corp)
    assert company["revenue"] == revenue
    trains = len(company["trains"])
    screen.step("buy_train")
    screen.choose(re.compile("buys a .*-train from the bank"))
    company = next(one for one in screen.view()["corporations"] if one["id"] == corp)
    assert len(company["trains"]) == trains + 1
    screen.tab("Companies")
    screen.page.get_by_role("article", name=company["name"]).get_by_role(
        "button", name="Show last run"
    ).click()
    expect(screen.page.locator(".map path.run").first).to_be_attached()


def test_routes_are_picked_by_clicking_stops(screen: Screen) -> None:
    screen.bring(played("1856", 6, TURN))
    screen.step("run")
    screen.button("Pick routes by hand").click()
    stops = screen.decision.get_by_role("group", name="Stops that this train can visit")
    first = stops.get_by_role("button").first
    hexes = screen.page.get_by_role("button", name=re.compile("a stop you can select"))
    expect(first).to_be_visible()
    hexes.first.click()
    expect(stops.get_by_role("button", pressed=True)).to_have_count(1)
    run = screen.button(re.compile("^Run these for"))
    expect(run).to_be_enabled()
    revenue = int(re.sub(r"\D", "", run.inner_text()))
    screen.choose(re.compile("^Run these for"))
    told = screen.view()["last_entries"][-1]["text"]
    assert str(revenue) in told


def test_by_keys_alone(screen: Screen) -> None:
    screen.new()
    keys = screen.page.keyboard
    keys.press("j")
    buy = screen.page.locator(".opening").get_by_role("button", name="buy Flos Tramway for $20")
    expect(buy).to_be_focused()
    keys.press("Enter")
    expect(buy).to_have_attribute("aria-pressed", "true")
    screen.shows(0)
    keys.press("Escape")
    expect(buy).to_have_attribute("aria-pressed", "false")
    keys.press("1")
    expect(buy).to_have_attribute("aria-pressed", "true")
    keys.press("Enter")
    screen.shows(1)
    keys.press("Control+z")
    screen.shows(2)
    keys.press("Control+y")
    screen.shows(3)
    keys.press("c")
    expect(screen.page.get_by_label("Share-price chart")).to_be_visible()
    keys.press("[")
    expect(screen.decision).to_contain_text("earlier moment")
    keys.press("n")
    screen.shows(3)
    keys.press("p")
    keys.press("Enter")
    screen.shows(4)


def test_track_by_keys_alone(screen: Screen) -> None:
    screen.bring(played("1856", 6, TURN))
    at, keys = screen.at, screen.page.keyboard
    keys.press("m")
    keys.press("Tab")
    expect(screen.page.locator(".spot.live:focus")).to_have_count(1)
    keys.press("Enter")
    tile = screen.page.get_by_role("button", name=re.compile("^Tile ")).first
    expect(tile).to_be_focused()
    if tile.get_attribute("aria-pressed") != "true":
        keys.press("Enter")
    expect(tile).to_have_attribute("aria-pressed", "true")
    keys.press("Enter")
    screen.shows(at + 1)


def test_a_refusal_shows_its_rule(screen: Screen) -> None:
    screen.bring(played("1856", 6, TURN))
    screen.button("Not allowed now").click()
    listed = screen.decision.get_by_role("list", name="Actions not allowed").get_by_role("button")
    name = listed.first.inner_text()
    listed.first.click()
    expect(screen.decision.get_by_role("status")).to_contain_text(f"[{name}]")


def test_a_refused_action_says_why(screen: Screen) -> None:
    """The page offers no illegal action. If the server refuses one, the page shows its rule."""
    screen.new()
    bad = {"kind": "buy_offered", "player": "Ann", "private": "tunnel"}

    def spoil(route: Route) -> None:
        route.continue_(post_data={"version": 0, "action": bad})

    screen.page.route("**/actions", spoil)
    screen.button("pass").click()
    screen.confirm.click()
    alert = screen.decision.get_by_role("alert")
    expect(alert).to_be_visible()
    name = alert.get_by_role("button", name=re.compile(r"^1856\."))
    name.click()
    expect(screen.decision.get_by_role("status")).to_contain_text(name.inner_text())
    screen.page.unroute("**/actions")
    # The selection is still there.
    screen.take()
    assert screen.view()["last_entries"][-1]["text"] == "Ann passes"


def test_the_other_seat_is_asked(screen: Screen) -> None:
    screen.bring(played("1856", 4, [A.Answer]))
    seat = screen.view()["decision"]["seats"][0]
    expect(screen.heading).to_contain_text(seat)
    expect(screen.heading).to_contain_text("answer the offer")
    screen.choose(re.compile("^Decline"))


def test_what_a_choice_leads_to_is_shown_first(screen: Screen) -> None:
    screen.new()
    screen.button("buy Flos Tramway for $20").click()
    expect(screen.decision.get_by_text("Effect:")).to_be_visible()
    expect(screen.decision).to_contain_text("Ann −$20")
    screen.shows(0)


def test_a_tile_is_turned_in_its_place(screen: Screen) -> None:
    screen.bring(played("1856", 6, TURN))
    lays = next(group for group in screen.view()["decision"]["groups"] if group["kind"] == "lay_tile")
    places = [choice["place"] for choice in lays["choices"]]
    lying = screen.view()["map"]["tiles"]
    tried = next(
        place
        for place in places
        if place["hex"] not in lying
        and sum((one["hex"], one["tile"]) == (place["hex"], place["tile"]) for one in places) == 2
    )
    hex = screen.hex(tried["hex"])
    drawn = screen.tiles(tried["hex"])
    screen.step("run")
    expect(screen.page.locator(".map path.run").first).to_be_attached()
    hex.click()
    screen.page.get_by_role("button", name=re.compile(f"^Tile {tried['tile']},")).click()
    ways = [one["rotation"] for one in places if (one["hex"], one["tile"]) == (tried["hex"], tried["tile"])]
    names = [re.compile(f"-tile-{tried['tile']}-{rotation}-track$") for rotation in ways]
    expect(drawn).to_have_attribute("href", names[0])
    hex.click()
    expect(drawn).to_have_attribute("href", names[1])
    screen.page.keyboard.press("r")
    expect(drawn).to_have_attribute("href", names[0])
    screen.page.keyboard.press("Escape")
    expect(drawn).to_have_count(0)
    expect(screen.page.locator(".map path.run").first).to_be_attached()
    screen.page.keyboard.press("Escape")
    expect(screen.page.get_by_role("group", name="Actions on")).to_have_count(0)


def test_steps_are_shown_one_at_a_time_in_any_order(screen: Screen) -> None:
    screen.bring(played("1856", 6, TURN))
    rail = screen.decision.get_by_role("group", name="Steps")
    expect(rail.get_by_role("button", pressed=True)).to_have_count(1)
    groups = {
        group["kind"]: group for group in screen.view()["decision"]["groups"] if group["kind"] != "pass"
    }
    expect(rail.get_by_role("button", disabled=False)).to_have_count(len(groups))
    # The page names all steps of the turn in order. Steps that are not possible now are disabled.
    for step in screen.view()["decision"]["steps"]:
        button = rail.locator(f'[data-step="{step["id"]}"]')
        expect(button).to_contain_text(step["name"])
        expect(button).to_be_enabled(enabled=bool(step["choices"]))
    assert len(groups) > 1
    for kind in reversed(groups):
        screen.step(kind)
        expect(screen.decision.locator(".groups [data-kind]")).to_have_attribute("data-kind", kind)
    # A hex of the map shows its step.
    screen.hex(groups["lay_tile"]["choices"][0]["place"]["hex"]).click()
    expect(screen.decision.locator(".groups [data-kind]")).to_have_attribute("data-kind", "lay_tile")
    screen.page.keyboard.press("Escape")
    screen.page.keyboard.press("Escape")
    screen.page.keyboard.press("g")
    expect(screen.decision.locator(".groups [data-kind]")).to_have_attribute("data-kind", "run")


def test_the_key_of_each_step_shows_it(screen: Screen) -> None:
    screen.bring(played("1856", 6, [A.BuyPrivate, A.LayTile]))
    steps = screen.decision.locator('.rail [data-step]:enabled[title*=": key "]')
    keys = [str(step.get_attribute("title")).rpartition(" ")[2] for step in steps.all()]
    assert "V" in keys
    assert len(keys) > 1
    for number, key in enumerate(keys):
        screen.page.keyboard.press(key)
        expect(steps.nth(number)).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(("width", "rows"), [(1440, [4, 4]), (390, [8])])
def test_the_names_of_all_steps_can_be_read(screen: Screen, width: int, rows: list[int]) -> None:
    screen.page.set_viewport_size({"width": width, "height": 900})
    screen.bring(played("18GL", 3, TURN))
    names = screen.decision.get_by_role("group", name="Steps").locator("b")
    expect(names).to_have_count(len(screen.view()["decision"]["steps"]))
    cut = "names => names.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    assert names.evaluate_all(cut) == []
    tops = names.evaluate_all("names => names.map(one => one.parentElement.offsetTop)")
    assert [tops.count(top) for top in sorted(set(tops))] == rows
