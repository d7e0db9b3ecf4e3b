"""Tests of the address with which the page says that a person sees a moment."""

from __future__ import annotations

import pytest

from web.http.house import Browser, House


def version_of(house: House, game: str, browser: Browser) -> int | None:
    """Return the version that a person has seen, or None."""
    visit = house.porter.visits.last(game, browser.id)
    return visit and visit.version


def test_a_page_reports_what_a_person_sees(house: House) -> None:
    ann, stan = house.person("Ann"), house.person("Stan")
    game = ann.table(private=False)
    ann.post(f"/api/games/{game}/seen", 204, {"version": 0})
    assert version_of(house, game, ann) == 0
    # A version that the game does not have yet counts as the newest one.
    ann.post(f"/api/games/{game}/seen", 204, {"version": 99})
    assert version_of(house, game, ann) == 0
    stan.post(f"/api/games/{game}/seen", 204, {"version": 0})
    assert version_of(house, game, stan) == 0


def test_to_read_a_game_is_no_visit(house: House) -> None:
    ann = house.person("Ann")
    game = ann.table()
    for path in ("", "/log", "/people", "/moments"):
        ann.get(f"/api/games/{game}{path}")
    assert version_of(house, game, ann) is None


def test_programs_and_visitors_without_the_right_record_nothing(house: House) -> None:
    ann, stan = house.person("Ann"), house.person("Stan")
    game = ann.table()
    program = Browser(house, token=house.porter.credentials.new_token(ann.id, "a program")[1])
    program.post(f"/api/games/{game}/seen", 403, {"version": 0})
    stan.post(f"/api/games/{game}/seen", 404, {"version": 0})
    Browser(house).post(f"/api/games/{game}/seen", 404, {"version": 0})
    assert version_of(house, game, ann) is None


@pytest.mark.parametrize("body", [{}, {"version": -1}, {"version": "1"}, {"version": 1, "more": 1}])
def test_a_report_has_one_version(house: House, body: dict[str, object]) -> None:
    ann = house.person("Ann")
    ann.post(f"/api/games/{ann.table()}/seen", 400, body)
