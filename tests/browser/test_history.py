"""Tests of history: moments back and forth, two pages on one game, and a server that stops and restarts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import Route, expect

from browser.screen import Screen, played
from interop.files import File
from trunkline import actions as A
from web.http.process import Process

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_undo_redo_and_moments(screen: Screen) -> None:
    screen.new()
    screen.choose("buy Flos Tramway for $20")
    screen.choose("pass")
    after = screen.heading.inner_text()
    screen.page.get_by_role("button", name="Undo").click()
    screen.shows(3)
    assert screen.heading.inner_text() != after
    screen.page.get_by_role("button", name="Redo").click()
    screen.shows(4)
    expect(screen.heading).to_have_text(after)
    screen.page.get_by_label("Moment of the game").fill("1")
    screen.shows(1)
    assert screen.page.url.endswith("/at/1")
    screen.open(f"/g/{screen.game}/at/0")
    screen.shows(0)
    expect(screen.decision).to_contain_text("earlier moment")
    expect(screen.decision.locator("[data-played]")).to_contain_text("Ann: buy Flos Tramway")
    legal = screen.decision.get_by_role("region", name="Other legal choices")
    expect(legal.get_by_role("listitem").filter(has_text="Played")).to_contain_text(
        "Buy Flos Tramway for $20"
    )
    expect(legal).to_contain_text("Pass")
    screen.page.get_by_role("button", name="Back to now").click()
    screen.shows(4)


def test_a_correction_and_its_reason_are_in_the_log(screen: Screen) -> None:
    page = screen.new(variants=["real_table"]).page
    page.get_by_role("button", name="Correct…").click()
    form = page.get_by_role("dialog", name="Correct the game")
    form.get_by_role("combobox", name="Owner").select_option("Bob")
    form.get_by_role("spinbutton", name="Dollars").fill("480")
    form.get_by_role("textbox", name="Reason, for the log").fill("counted again")
    form.get_by_role("button", name="Correct", exact=True).click()
    expect(form.get_by_role("status")).to_have_text("The game is corrected.")
    form.get_by_role("button", name="Close").click()
    screen.shows(1)
    screen.tab("Log")
    log = page.locator(".stage")
    expect(log).to_contain_text("The moderator corrects the game: counted again")
    expect(log).to_contain_text("Bob has $480 instead of $500")
    # The menu of the moment opens its position in the calculator.
    page.get_by_label("This moment").click()
    page.get_by_role("link", name="Open in the best-run calculator").click()
    expect(page.get_by_role("region", name="Best run")).to_contain_text("Add a train above.")


def test_a_doubled_click_does_nothing_twice(screen: Screen) -> None:
    screen.new()
    screen.choose("buy Flos Tramway for $20")
    screen.button("pass").click()
    box = screen.confirm.bounding_box()
    assert box is not None
    mouse = screen.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.up()
    screen.shows(2)
    mouse.down(click_count=2)
    mouse.up(click_count=2)
    screen.page.wait_for_timeout(500)
    assert (screen.at, screen.view()["version"]) == (2, 2)


def test_what_others_do_while_an_action_is_on_its_way_is_seen(screen: Screen) -> None:
    screen.new()
    held: list[Route] = []
    holding = True
    screen.page.route("**/log?after=*", lambda route: held.append(route) if holding else route.continue_())
    screen.button("buy Flos Tramway for $20").click()
    screen.confirm.click()
    money = screen.page.get_by_role("region", name="Opening").get_by_role("row", name=re.compile("^Cash"))
    expect(money.get_by_role("cell").first).to_have_text("$480")
    path = f"/api/games/{screen.game}/actions"
    status, _ = screen.table.ask("POST", path, {"version": 1, "action": {"kind": "pass", "player": "Bob"}})
    assert status == 200
    screen.page.wait_for_timeout(300)
    holding = False
    for route in held:
        route.continue_()
    screen.shows(2)
    expect(screen.heading).to_contain_text("Cy")


def test_a_moment_that_does_not_exist_is_said_and_the_game_goes_on(screen: Screen) -> None:
    screen.new()
    screen.open(f"/g/{screen.game}/at/7")
    expect(screen.decision.get_by_role("alert")).to_contain_text("no moment 7")
    expect(screen.page).to_have_url(re.compile(f"/g/{screen.game}$"))
    screen.choose("buy Flos Tramway for $20")


def test_a_turn_is_begun_again(screen: Screen) -> None:
    screen.bring(played("1856", 6, [A.RunTrains, A.LayTile]))
    start = screen.at
    screen.step("take_loan")
    group = screen.decision.get_by_role("group", name="Take a loan")
    group.get_by_role("button").first.click()
    screen.take()
    assert screen.at == start + 1
    screen.button(re.compile("^Restart .* turn$")).click()
    screen.shows(start + 2)
    assert screen.view()["decision"]["groups"]


def test_two_pages_stay_equal(screen: Screen, chromium: Browser) -> None:
    screen.new()
    with chromium.new_context() as context:
        other = Screen(context.new_page(), screen.table).open(f"/g/{screen.game}")
        screen.choose("buy Flos Tramway for $20")
        other.shows(1)
        expect(other.heading).to_have_text(screen.heading.inner_text())
        other.choose("pass")
        screen.shows(2)
        expect(screen.heading).to_have_text(other.heading.inner_text())


def test_who_comes_too_late_is_told_and_keeps_what_was_typed(screen: Screen) -> None:
    # This page does not receive the actions of other players.
    screen.page.route("**/events*", lambda route: None)
    screen.new()
    screen.button(re.compile("Bid on The Canada Company")).click()
    screen.decision.get_by_role("spinbutton").fill("75")
    path = f"/api/games/{screen.game}/actions"
    buys = {"kind": "buy_offered", "player": "Ann", "private": "flos"}
    screen.table.ask("POST", path, {"version": 0, "action": buys})
    for player in ("Bob", "Cy"):
        version = screen.view()["version"]
        screen.table.ask("POST", path, {"version": version, "action": {"kind": "pass", "player": player}})
    screen.confirm.click()
    screen.shows(3)
    alert = screen.decision.get_by_role("alert")
    expect(alert).to_contain_text("Meanwhile")
    expect(alert).to_contain_text("Ann buys Flos Tramway for $20")
    expect(screen.decision.get_by_role("spinbutton")).to_have_value("75")
    screen.take()


def test_what_happened_since_is_stepped_through(screen: Screen) -> None:
    screen.new()
    screen.choose("buy Flos Tramway for $20")
    screen.choose("pass")
    # The dock shows the end of the log here, so the page does not list the same events as news.
    log = screen.decision.get_by_role("list", name="Recent moves").get_by_role("listitem")
    expect(log.filter(has_text="Ann buys Flos Tramway for $20")).to_have_count(1)
    expect(log.filter(has_text="Bob passes")).to_have_count(1)
    screen.choose("pass")
    expect(log.filter(has_text="Cy passes")).to_have_count(1)
    expect(screen.decision.get_by_role("list", name="What the others did")).to_have_count(0)
    screen.button("Since Ann last moved: 2 steps").click()
    time = screen.page.get_by_role("region", name="Time")
    expect(time).to_contain_text("2 steps, marked on the page")
    screen.shows(3)
    screen.page.keyboard.press("Escape")
    expect(time).not_to_contain_text("marked on the page")
    screen.button("Since Ann last moved: 2 steps").click()
    time.get_by_role("button", name="Step through").click()
    screen.shows(2)
    expect(time).to_contain_text("Step 1 of 2: Bob passes")
    screen.page.keyboard.press("Escape")
    screen.shows(3)
    screen.button("Since Ann last moved: 2 steps").click()
    time.get_by_role("button", name="Step through").click()
    expect(time).to_contain_text("Step 1 of 2: Bob passes")
    time.get_by_role("button", name="Next step").click()
    expect(time).to_contain_text("Step 2 of 2: Cy passes")
    time.get_by_role("button", name="Done").click()
    expect(screen.heading).to_contain_text("Ann")


def test_a_table_that_comes_back_is_found_again(chromium: Browser, tmp_path: Path) -> None:
    store = tmp_path / "table.sqlite"
    first = Process(store)
    again: Process | None = None
    with chromium.new_context() as context:
        try:
            screen = Screen(context.new_page(), first).new()
            screen.choose("buy Flos Tramway for $20")
            first.kill()
            lost = screen.page.get_by_text("Connection lost. Reconnecting… Nothing is lost.")
            expect(lost).to_be_visible()
            screen.button("pass").click()
            # The page keeps the selection, but cannot confirm it until the server is back.
            expect(screen.confirm).to_be_disabled()
            expect(screen.decision).to_contain_text("Connection lost")
            again = Process(store, "--port", str(first.port))
            expect(lost).to_be_hidden()
            expect(screen.decision.get_by_role("alert")).to_be_hidden()
            screen.take()
            path = f"/api/games/{screen.game}/actions"
            again.ask("POST", path, {"version": 2, "action": {"kind": "pass", "player": "Cy"}})
            screen.shows(3)
        finally:
            (first if again is None else again).kill()


def test_a_figure_that_an_imported_file_states_otherwise_is_shown(screen: Screen, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    public = File().add("end_game", 0).data
    file.write_text(json.dumps({**public, "result": {"0": 500, "1": 510, "2": 500}}))
    screen.open()
    screen.page.get_by_label(re.compile("A saved game")).set_input_files(file)
    screen.shows(0)
    told = screen.page.get_by_role("status", name="Note about this game")
    sentence = "The file: the worth of P1 at action 1 is $510 in the file and $500 in the replay."
    expect(told).to_contain_text(sentence)
    screen.page.reload()
    expect(told).to_contain_text(sentence)
    told.get_by_role("button", name="Close").click()
    expect(told).to_have_count(0)
    screen.page.reload()
    screen.shows(0)
    expect(told).to_have_count(0)


def test_a_saved_game_is_brought_along_and_looked_through(screen: Screen, tmp_path: Path) -> None:
    game = played("1851", 4)
    file = tmp_path / "game.json"
    file.write_bytes(game.to_bytes())
    screen.open()
    screen.page.get_by_label(re.compile("A saved game")).set_input_files(file)
    screen.shows(0)
    last = len(game.actions)
    screen.page.get_by_label("Moment of the game").fill(str(last))
    screen.shows(last)
    assert game.result is not None
    standings = screen.page.get_by_role("region", name="Standings")
    for standing in game.result.standings:
        listed = standings.get_by_role("listitem").filter(has_text=standing.player)
        expect(listed).to_contain_text(f"${standing.worth:,}")
    screen.tab("Sheet")
    expect(screen.page.get_by_role("link", name="All as CSV")).to_be_visible()
    screen.tab("Log")
    screen.page.get_by_label("About").select_option("trains")
    expect(screen.page.get_by_role("group", name=re.compile("^Log")).locator("li").first).to_contain_text(
        "-train"
    )


def test_rounds_are_gone_through_and_the_way_back_leads_back(screen: Screen) -> None:
    screen.bring(played("1856", 6, [A.RunTrains, A.LayTile]))
    last = screen.at
    rounds = [entry["round"] for entry in screen.table.ask("GET", f"/api/games/{screen.game}/log")[1]]
    begins = max(number for number in range(1, last) if rounds[number - 1] != rounds[number]) + 1
    time = screen.page.get_by_role("region", name="Time")
    time.get_by_role("button", name="Previous round").click()
    screen.shows(begins)
    time.get_by_role("button", name="One step back").click()
    screen.shows(begins - 1)
    screen.page.keyboard.press("}")
    screen.shows(begins)
    expect(screen.page).to_have_url(re.compile(f"/at/{begins}$"))
    screen.page.go_back()
    screen.shows(last)


def test_a_finished_game_is_watched(screen: Screen) -> None:
    screen.bring(played("1851", 4))
    last = screen.at
    screen.decision.get_by_role("button", name="Replay from the start").click()
    time = screen.page.get_by_role("region", name="Time")
    expect(screen.decision).to_contain_text("earlier moment")
    expect(screen.decision).not_to_have_attribute("data-at", "0")
    time.get_by_role("combobox", name="Speed").select_option("20×")
    time.get_by_role("button", name="Pause").click()
    expect(time.get_by_role("button", name="Play from here")).to_be_visible()
    screen.page.wait_for_timeout(300)
    paused = screen.at
    screen.page.wait_for_timeout(500)
    assert screen.at == paused < last
    screen.open(f"/g/{screen.game}/at/{last - 2}")
    screen.page.keyboard.press("Space")
    screen.shows(last)
    expect(screen.heading).to_contain_text("win")
    expect(time.get_by_role("button", name="Play from here")).to_be_visible()


def test_a_format_that_cannot_hold_the_game_says_why(screen: Screen) -> None:
    screen.new()
    screen.page.get_by_label("This moment").click()
    screen.page.get_by_role("link", name="Export for 18xx.games").click()
    expect(screen.decision.get_by_role("alert")).to_contain_text("cannot be exported")
    screen.choose("buy Flos Tramway for $20")


def test_what_changed_since_is_marked_in_the_market_and_let_go_by_escape(screen: Screen) -> None:
    screen.bring(played("1856", 6, [A.SellShares, A.BuyShare]))
    rows = screen.page.locator(".market tr.changed")
    seats = screen.page.locator(".market th.player.changed")
    expect(screen.page.locator(".market tr[data-corp]").first).to_be_visible()
    expect(rows).to_have_count(0)
    button = screen.button(re.compile(r"^Since \w+ last moved"))
    steps = re.findall(r"last moved: (\d+)", button.inner_text())[0]
    confirm = screen.confirm.bounding_box()
    _, log = screen.table.ask("GET", f"/api/games/{screen.game}/log")
    changed = [entry.get("changed") or {} for entry in log[-int(steps) :]]
    shown = screen.page.locator(".market tr[data-corp]").evaluate_all(
        "rows => rows.map(row => row.dataset.corp)"
    )
    corps = {corp for each in changed for corp in each.get("corps", ())} & set(shown)
    players = {player for each in changed for player in each.get("players", ())}
    assert corps
    button.click()
    expect(rows).to_have_count(len(corps))
    assert screen.confirm.bounding_box() == confirm
    assert set(rows.evaluate_all("rows => rows.map(row => row.dataset.corp)")) == corps
    expect(seats).to_have_count(len(players))
    screen.tab("Companies")
    marked = screen.page.locator(".panel article.changed")
    assert corps <= set(marked.evaluate_all("cards => cards.map(card => card.dataset.about)"))
    screen.page.keyboard.press("Escape")
    expect(marked).to_have_count(0)
    screen.tab("Market")
    expect(rows).to_have_count(0)


def test_an_old_moment_has_its_caption_and_the_key_moments_of_the_game(screen: Screen) -> None:
    screen.page.set_viewport_size({"width": 1440, "height": 900})
    screen.bring(played("1851", 3).at(120))
    caption = screen.decision.get_by_role("region", name="This moment")
    keys = screen.decision.get_by_role("list", name="Key moments").get_by_role("button")
    expect(screen.decision).to_have_attribute("data-at", "120")
    assert caption.count() == keys.count() == 0
    _, log = screen.table.ask("GET", f"/api/games/{screen.game}/log")
    _, course = screen.table.ask("GET", f"/api/games/{screen.game}/moments")
    screen.open(f"/g/{screen.game}/at/60")
    expect(caption).to_contain_text(log[59]["headline"])
    expect(keys).to_have_count(len(course["keys"]))
    places = [caption.bounding_box(), screen.decision.get_by_role("button", name="To now").bounding_box()]
    key = next(at for at, each in enumerate(course["keys"]) if each["number"] != 60)
    keys.nth(key).click()
    screen.shows(course["keys"][key]["number"])
    expect(caption).to_contain_text(log[course["keys"][key]["number"] - 1]["headline"])
    assert places == [
        caption.bounding_box(),
        screen.decision.get_by_role("button", name="To now").bounding_box(),
    ]
