"""A game against programs: begun with one click, with their reasons, hints, and seats that change hands."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from browser.screen import Screen


def begun(screen: Screen, level: str = "clerk") -> None:
    """A game of 1856 against two programs, begun on the front page."""
    screen.open()
    page = screen.page
    page.get_by_role("group", name="Your opponents").get_by_label(f"{level}s").check()
    page.get_by_role("button", name=re.compile(rf"Play now against 2 {level}s: 1856")).click()
    expect(screen.heading).to_be_visible()


def pass_on(screen: Screen, until: int) -> None:
    """Pass, and wait for the programs to have moved."""
    screen.button("Pass").first.click()
    screen.confirm.click()
    screen.shows(until)


def test_play_now_begins_against_programs_of_the_level_that_is_wished(screen: Screen) -> None:
    screen.open()
    # The clerks are the usual ones; what was wished last is remembered.
    page = screen.page
    opponents = page.get_by_role("group", name="Your opponents")
    expect(opponents.get_by_label("clerks")).to_be_checked()
    begun(screen, "random player")
    assert [player["seat_kind"] for player in screen.view()["players"]] == ["person", "random", "random"]
    screen.open()
    expect(opponents.get_by_label("random players")).to_be_checked()
    begun(screen)
    players = screen.view()["players"]
    assert [player["seat_kind"] for player in players] == ["person", "clerk", "clerk"]
    assert len({player["name"][0] for player in players}) == 3


def test_a_table_is_set_up_with_a_program_in_any_seat(screen: Screen) -> None:
    screen.open()
    form = screen.page.get_by_role("region", name="Set up a table")
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
    # A hint: what a clerk would do in my place, and why.
    screen.decision.get_by_role("button", name="What would a clerk do?").click()
    hint = page.get_by_role("region", name="Hint")
    _, told = screen.table.ask("GET", f"/api/games/{screen.game}/hint")
    expect(hint).to_contain_text(f"In {me}'s place a clerk would: {told['text']}.")
    expect(hint).to_contain_text(told["because"])
    expect(hint.get_by_role("listitem")).to_have_count(len(told["estimates"]))
    hint.get_by_role("button", name="Close the advice").click()
    expect(hint).to_have_count(0)
    page.keyboard.press("v")
    expect(hint).to_be_visible()
    # After the programs have moved the last of them says why.
    pass_on(screen, 3)
    reason = page.get_by_role("region", name="Why a program acted")
    expect(reason).to_have_attribute("data-reason", "3")
    expect(hint).to_have_count(0)
    _, why = screen.table.ask("GET", f"/api/games/{screen.game}/reasons/3")
    expect(reason).to_contain_text(why["because"])
    reason.get_by_role("button", name="More").click()
    expect(page.get_by_role("region", name="Why", exact=True)).to_contain_text(
        why["estimates"][1]["text"][1:]
    )
    # And so does each at its own moment.
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
    # Programs have moved again before the first reason is there.
    pass_on(screen, 6)
    page.wait_for_timeout(1000)
    assert asked == ["3"]
    held[0].continue_()
    expect(page.get_by_role("region", name="Why a program acted")).to_have_attribute("data-reason", "6")


def test_people_among_themselves_get_no_hints(screen: Screen) -> None:
    screen.new()
    expect(screen.decision.get_by_role("button", name="What is forbidden?")).to_be_visible()
    expect(screen.decision.get_by_role("button", name="What would a clerk do?")).to_have_count(0)


def test_hints_are_given_where_the_people_have_agreed(screen: Screen) -> None:
    screen.open()
    form = screen.page.get_by_role("region", name="Set up a table")
    form.get_by_text("More", exact=True).click()
    hints = form.get_by_label("Hints say what a program would do")
    expect(hints).to_be_checked()
    form.get_by_label("Who plays seat 2").select_option(label="at this screen")
    expect(hints).not_to_be_checked()
    hints.check()
    form.get_by_role("button", name="Start the game").click()
    expect(screen.decision.get_by_role("button", name="What would a clerk do?")).to_be_visible()
    assert (screen.view()["reasons"], screen.view()["hints"]) == (False, True)


def test_a_program_takes_over_a_seat_and_gives_it_back(screen: Screen) -> None:
    screen.new()
    page = screen.page
    page.keyboard.press("y")
    who = page.get_by_label("Who plays for Ann")
    expect(who).to_have_value("person")
    who.select_option(label="a clerk")
    expect(who).to_have_value("clerk")
    # It acts at once, for it is Ann who must decide; the log tells both.
    expect(screen.heading).to_contain_text("Bob")
    log = screen.table.ask("GET", f"/api/games/{screen.game}/log")[1]
    assert [(entry["kind"], entry["seat"]) for entry in log] == [("seat", ""), ("action", "Ann")]
    who.select_option(label="a person")
    expect(who).to_have_value("person")
    page.keyboard.press("l")
    told = page.get_by_role("group", name="Log, the latest first")
    expect(told).to_contain_text("A clerk plays for Ann")
    expect(told).to_contain_text("Ann is played by a person")
    # It is no part of the game, and undone with nothing.
    page.keyboard.press("u")
    expect(screen.heading).to_contain_text("Ann")
    assert [player["seat_kind"] for player in screen.view()["players"]] == ["person"] * 3


def test_a_seat_changes_hands_though_the_game_has_moved_on(screen: Screen) -> None:
    screen.new()
    page = screen.page
    page.keyboard.press("y")
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
    expect(screen.page.get_by_text("The table has moved on")).to_have_count(0)


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
