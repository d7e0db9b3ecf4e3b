"""Tests of a game against bots: a start with one click, reasons, hints, and changes of a seat's player."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from browser.screen import Screen, played
from trunkline import actions


def begun(screen: Screen, level: str = "clerk") -> None:
    """Start a game of 1856 against two bots on the first page."""
    screen.open()
    page = screen.page
    page.get_by_role("combobox", name="Opponents").select_option(label=f"{level}s")
    page.get_by_role("button", name=re.compile(rf"Play now against 2 {level}s: 1856")).click()
    expect(screen.heading).to_be_visible()


def pass_on(screen: Screen, until: int) -> None:
    """Pass, and wait until the bots have moved."""
    screen.button("Pass").first.click()
    screen.confirm.click()
    screen.shows(until)


def test_play_now_begins_against_programs_of_the_level_that_is_wished(screen: Screen) -> None:
    screen.open()
    # Clerks are the default. The page remembers the last choice.
    page = screen.page
    opponents = page.get_by_role("combobox", name="Opponents")
    expect(opponents).to_have_value("clerk")
    begun(screen, "random player")
    assert [player["seat_kind"] for player in screen.view()["players"]] == ["person", "random", "random"]
    screen.open()
    expect(opponents).to_have_value("random")
    begun(screen)
    players = screen.view()["players"]
    assert [player["seat_kind"] for player in players] == ["person", "clerk", "clerk"]
    assert len({player["name"][0] for player in players}) == 3


def test_a_table_is_set_up_with_a_program_in_any_seat(screen: Screen) -> None:
    screen.open()
    form = screen.page.get_by_role("region", name="Set up a table")
    # The page describes the selected reading of the rules.
    rules = form.locator("label", has_text=re.compile("^Rules")).locator("select")
    rules.select_option("18xx.games")
    expect(form.get_by_text("as 18xx.games plays")).to_be_visible()
    rules.select_option(label="as printed")
    expect(form.get_by_text("the printed rules, with rulings")).to_be_visible()
    form.get_by_label("Who plays seat 1").select_option(label="clerk")
    form.get_by_label("Who plays seat 2").select_option(label="random player")
    form.get_by_label("Who plays seat 3").select_option(label="at this screen")
    form.get_by_role("button", name="Start the game").click()
    expect(screen.heading).to_be_visible()
    assert [player["seat_kind"] for player in screen.view()["players"]] == ["clerk", "random", "person"]


def test_a_program_says_why_and_gives_a_hint(screen: Screen) -> None:
    begun(screen)
    page = screen.page
    me = screen.view()["decision"]["seats"][0]
    # A hint: the choice of the strongest bot in this position and its reason, then a clerk's.
    screen.hint.click()
    hint = page.get_by_role("region", name="Hint")
    expect(hint).to_contain_text(f"A tycoon's choice for {me}:")
    hint.get_by_role("button", name="Clerk").click()
    expect(hint).to_contain_text(f"A clerk's choice for {me}:")
    _, told = screen.table.ask("GET", f"/api/games/{screen.game}/hint")
    expect(hint.get_by_role("listitem").first).to_contain_text(told["text"][1:])
    expect(hint).to_contain_text(told["because"])
    expect(hint.get_by_role("listitem")).to_have_count(len(told["estimates"]))
    # Each estimate shows its error, or that it is too small to tell.
    errors = [
        (each["total"], (each["high"] - each["low"]) / 2)
        for each in told["estimates"]
        if each["low"] is not None
    ]
    clear = [error for total, error in errors if error <= abs(total)]
    for error in clear[:1]:
        expect(hint.get_by_text(f"± ${int(error + 0.5):,}").first).to_be_visible()
    if len(clear) < len(errors):
        expect(hint.get_by_text("about equal").first).to_be_visible()
    hint.get_by_role("button", name="Close the advice").click()
    expect(hint).to_have_count(0)
    # The page asks the same bot as the last time.
    page.keyboard.press("v")
    expect(hint).to_contain_text(f"A clerk's choice for {me}:")
    # After the bots have moved, the last of them shows its reason.
    pass_on(screen, 3)
    reason = page.get_by_role("region", name="Reasons of a bot")
    expect(reason).to_have_attribute("data-reason", "3")
    expect(hint).to_have_count(0)
    _, why = screen.table.ask("GET", f"/api/games/{screen.game}/reasons/3")
    decisive = why["decisive"]
    assert decisive
    expect(reason).to_contain_text(f"Main reason: {decisive['text']} +${decisive['dollars']}.")
    reason.get_by_role("button", name="More").click()
    expect(page.get_by_role("region", name="Why", exact=True)).to_contain_text(
        why["estimates"][1]["text"][1:]
    )
    # Each earlier moment shows its reason.
    screen.open(f"/g/{screen.game}/at/2")
    expect(reason).to_have_attribute("data-reason", "2")
    screen.open(f"/g/{screen.game}/at/1")
    expect(screen.decision).to_have_attribute("data-at", "1")
    expect(reason.get_by_role("button")).to_have_count(0)


def test_reasons_are_asked_for_one_at_a_time_and_the_latest_is_shown(screen: Screen) -> None:
    begun(screen)
    page = screen.page
    held: list[Route] = []
    asked: list[str] = []
    page.route("**/reasons/*", lambda route: held.append(route), times=1)
    page.on("request", lambda sent: asked.append(sent.url[-1]) if "/reasons/" in sent.url else None)
    with page.expect_request("**/reasons/3"):
        pass_on(screen, 3)
    # The bots move again before the first reason arrives.
    pass_on(screen, 6)
    page.wait_for_timeout(1000)
    assert asked == ["3"]
    held[0].continue_()
    expect(page.get_by_role("region", name="Reasons of a bot")).to_have_attribute("data-reason", "6")


def test_what_is_hinted_at_is_chosen_and_confirmed(screen: Screen) -> None:
    begun(screen)
    screen.hint.click()
    page = screen.page
    hint = page.get_by_role("region", name="Hint")
    expect(hint).to_be_visible()
    held: list[Route] = []
    page.route("**/hint?*", lambda route: held.append(route), times=1)
    with page.expect_request("**/hint?*"):
        hint.get_by_role("button", name="Clerk").click()
    # The rows are about to change, so that a click could choose another row than the one read.
    rows = hint.get_by_role("listitem").get_by_role("button")
    expect(rows.first).to_be_disabled()
    held[0].continue_()
    _, told = screen.table.ask("GET", f"/api/games/{screen.game}/hint")
    expect(rows.first).to_be_enabled()
    best = hint.get_by_role("button", name=told["estimates"][0]["text"][1:])
    # The effects of a purchase fill several lines. If they appear during a click on a row, it stays there.
    place = best.bounding_box()
    page.get_by_role("button", name="Buy $20").click()
    expect(screen.decision.get_by_role("group", name="Effects")).to_be_visible()
    assert best.bounding_box() == place
    best.click()
    expect(best).to_have_attribute("aria-pressed", "true")
    screen.confirm.click()
    screen.shows(3)
    _, log = screen.table.ask("GET", f"/api/games/{screen.game}/log")
    _, played = screen.table.ask("GET", f"/api/games/{screen.game}?at=0")
    assert played["decision"]["played"]["text"] == told["text"]
    assert log[0]["action"] == told["estimates"][0]["action"]["kind"]


def test_a_hint_chooses_a_tile_as_it_is_turned_on_its_hex(screen: Screen) -> None:
    game = played("1851", 3, [actions.LayTile])
    screen.bring(game)
    # An imported game, which several people may play, has hints only in a sandbox.
    expect(screen.hint).to_have_count(0)
    moment = len(game.actions)
    _, made = screen.table.ask("POST", f"/api/games/{screen.game}/branch", {"at": moment})
    screen.open(f"/g/{made['id']}")
    screen.hint.click()
    hint = screen.page.get_by_role("region", name="Hint")
    hint.get_by_role("button", name="Clerk").click()
    _, told = screen.table.ask("GET", f"/api/games/{screen.game}/hint")
    lay = next(each for each in told["estimates"] if each["action"]["kind"] == "lay_tile")
    hint.get_by_role("button", name=lay["text"][1:]).click()
    expect(screen.tiles(lay["action"]["hex"])).to_have_count(1)
    screen.take()
    tiles = screen.view()["map"]["tiles"]
    assert tiles[lay["action"]["hex"]] == [lay["action"]["tile"], lay["action"]["rotation"]]


def test_on_a_phone_a_hint_has_the_room_of_the_choices(phone: Screen) -> None:
    begun(phone)
    phone.hint.click()
    hint = phone.page.get_by_role("region", name="Hint")
    best = hint.get_by_role("listitem").first
    # The move comes first, then the reason. The bots and the figures are below, as after asking another bot.
    for _ in range(2):
        expect(best.get_by_role("button")).to_be_in_viewport(ratio=0.99)
        expect(best.locator(".because")).to_be_in_viewport(ratio=0.6)
        hint.get_by_role("button", name="Clerk").click()
        expect(hint).to_contain_text("A clerk's choice")
        expect(hint.get_by_role("button", name="Clerk")).to_be_enabled()
    best.get_by_role("button").click()
    expect(best.get_by_role("button")).to_have_attribute("aria-pressed", "true")
    expect(best.get_by_role("button")).to_be_in_viewport(ratio=0.99)
    hint.get_by_role("button", name="Close the advice").click()
    choices = phone.decision.get_by_role("group", name="Choices")
    expect(choices).to_be_visible()
    # The reason of a bot is below the choices and takes no height from them.
    pass_on(phone, 3)
    expect(choices.get_by_role("region", name="Reasons of a bot")).to_have_attribute("data-reason", "3")


def test_a_second_person_is_asked_to_consider_that_hints_end(screen: Screen) -> None:
    begun(screen)
    page = screen.page
    expect(screen.hint).to_be_visible()
    page.keyboard.press("y")
    another = screen.view()["players"][1]["name"]
    who = page.get_by_label(f"Who plays for {another}")
    page.once("dialog", lambda dialog: dialog.dismiss())
    who.select_option("person")
    expect(who).to_have_value("clerk")
    page.once("dialog", lambda dialog: dialog.accept())
    who.select_option("person")
    expect(who).to_have_value("person")
    expect(screen.hint).to_have_count(0)


def test_people_among_themselves_get_no_hints(screen: Screen) -> None:
    screen.new()
    expect(screen.decision.get_by_role("button", name="Not allowed now")).to_be_visible()
    expect(screen.hint).to_have_count(0)


def test_hints_are_given_where_the_people_have_agreed(screen: Screen) -> None:
    screen.open()
    form = screen.page.get_by_role("region", name="Set up a table")
    form.get_by_text("More", exact=True).click()
    hints = form.get_by_label("Hints: show what a bot would do")
    expect(hints).to_be_checked()
    form.get_by_label("Who plays seat 2").select_option(label="at this screen")
    expect(hints).not_to_be_checked()
    hints.check()
    form.get_by_role("button", name="Start the game").click()
    expect(screen.hint).to_be_visible()
    assert (screen.view()["reasons"], screen.view()["hints"]) == (False, True)


def test_a_program_takes_over_a_seat_and_gives_it_back(screen: Screen) -> None:
    screen.new()
    page = screen.page
    page.keyboard.press("y")
    who = page.get_by_label("Who plays for Ann")
    expect(who).to_have_value("person")
    who.select_option(label="a clerk")
    expect(who).to_have_value("clerk")
    # The bot acts immediately, because Ann must decide. The log shows both entries.
    expect(screen.heading).to_contain_text("Bob")
    log = screen.table.ask("GET", f"/api/games/{screen.game}/log")[1]
    assert [(entry["kind"], entry["seat"]) for entry in log] == [("seat", ""), ("action", "Ann")]
    who.select_option(label="a person")
    expect(who).to_have_value("person")
    page.keyboard.press("l")
    told = page.get_by_role("group", name="Log, the latest first")
    expect(told).to_contain_text("A clerk plays for Ann")
    expect(told).to_contain_text("Ann is played by a person")
    # The change of player is not an action of the game, so undo does not revert it.
    page.keyboard.press("u")
    expect(screen.heading).to_contain_text("Ann")
    assert [player["seat_kind"] for player in screen.view()["players"]] == ["person"] * 3


def test_a_seat_changes_hands_though_the_game_has_moved_on(screen: Screen) -> None:
    screen.new()
    page = screen.page
    page.keyboard.press("y")
    failed: list[str] = []
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    passing = {"kind": "pass", "player": "Ann"}

    def late(route: Route) -> None:
        screen.table.ask("POST", f"/api/games/{screen.game}/actions", {"version": 0, "action": passing})
        route.continue_()

    page.route("**/seats", late, times=1)
    who = page.get_by_label("Who plays for Cy")
    who.select_option(label="a clerk")
    expect(who).to_have_value("clerk")
    screen.shows(2)
    assert [player["seat_kind"] for player in screen.view()["players"]] == ["person", "person", "clerk"]
    assert failed == []


def test_a_question_is_answered_though_the_game_has_moved_on(screen: Screen) -> None:
    screen.new()
    page = screen.page
    failed: list[str] = []
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    passing = next(
        choice["action"]
        for group in screen.view()["decision"]["groups"]
        for choice in group["choices"]
        if group["kind"] == "pass"
    )

    def late(route: Route) -> None:
        screen.table.ask("POST", f"/api/games/{screen.game}/actions", {"version": 0, "action": passing})
        route.continue_()

    page.route("**/try", late, times=1)
    with page.expect_response("**/try"):
        screen.button(re.compile("^Pass")).first.click()
    screen.shows(1)
    assert failed == []
