"""A game against programs: begun with one click, with their reasons, hints, and seats that change hands."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.screen import Screen


def begun(screen: Screen, level: str = "clerk") -> None:
    """A game of 1856 against two programs, begun on the front page."""
    screen.open()
    page = screen.page
    page.get_by_role("group", name="Your opponents").get_by_label(f"{level}s").check()
    page.get_by_role("button", name=re.compile(rf"Play now against 2 {level}s: 1856")).click()
    expect(screen.heading).to_be_visible()


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
