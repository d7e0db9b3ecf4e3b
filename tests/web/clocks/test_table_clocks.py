"""Tables with a clock: the settings, deadlines, time banks, pauses, and the end of a player's time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Engine, event, select, update

from trunkline import actions as A
from trunkline.web.accounts.cleanup import run_cleanup
from trunkline.web.clocks.absences import Absences
from trunkline.web.clocks.table_clocks import resume_in
from trunkline.web.database.notice_tables import notices
from trunkline.web.database.people_tables import absences, chairs, owned, people
from trunkline.web.errors import Invalid, NotFound, NotPossible
from trunkline.web.http.timekeeper import check_clocks
from trunkline.web.schemas.clocks import NewAbsence
from trunkline.web.storage.urls import Place
from web.http.house import Browser, House

DAY = {"move_hours": 24, "bot": "clerk"}


@pytest.fixture
def house(kept_in: Place) -> Iterator[House]:
    """A server with accounts."""
    with House(kept_in) as found:
        yield found


def full_table(house: House, clock: dict[str, Any]) -> tuple[str, Browser, Browser, Browser]:
    """Return a table of three people with a clock, and the people. Ann, who owns it, must act first."""
    ann, bob, cy = (house.person(name) for name in ("Ann", "Bob", "Cy"))
    game = ann.table(clock=clock, private=False)
    bob.join(game, "West")
    cy.join(game, "North")
    return game, ann, bob, cy


def age(house: House, game: str, hours: float) -> None:
    """Let every wait at a table have begun some hours earlier."""
    with house.porter.database.writing() as link:
        for seat, since in link.execute(
            select(chairs.c.seat, chairs.c.since).where(chairs.c.game_id == game)
        ):
            if since is not None:
                earlier = datetime.fromisoformat(since) - timedelta(hours=hours)
                told = earlier.isoformat(timespec="milliseconds").replace("+00:00", "Z")
                here = (chairs.c.game_id == game) & (chairs.c.seat == seat)
                link.execute(update(chairs).where(here).values(since=told))


def check(house: House) -> None:
    """Check all clocks once."""
    backend = house.app.state.backend
    check_clocks(backend.games, backend.auth, backend.chat)


def notices_of_time(house: House) -> list[tuple[str, str]]:
    """Return the notices about used-up time: the seat and the text."""
    wanted = select(notices.c.seat, notices.c.text).where(notices.c.event == "time")
    with house.porter.database.reading() as link:
        return [(row.seat, row.text) for row in link.execute(wanted)]


def kinds(person: Browser, game: str) -> dict[str, str]:
    """Return the kind of player in each seat."""
    return {each["name"]: each["seat_kind"] for each in person.get(f"/api/games/{game}")["players"]}


def waited_hours(state: dict[str, Any]) -> list[tuple[str, float]]:
    """Return the seats with a deadline, and the hours until then, rounded."""
    now = datetime.now(UTC)
    return [
        (each["seat"], round((datetime.fromisoformat(each["deadline"]) - now).total_seconds() / 3600, 1))
        for each in state["deadlines"]
    ]


def test_everyone_sees_the_clock_before_joining_and_when_the_player_to_act_must_act(house: House) -> None:
    game, ann, *_ = full_table(house, {**DAY, "bank_hours": 48, "at_zero": "bot"})
    stranger = house.person("Dee")
    state = stranger.get(f"/api/games/{game}/clock")
    assert state["text"] == (
        "Each move may take 24 hours. After that, a player uses a bank of 2 days for the whole game. "
        "Announced absences do not count. When the time is used up, a clerk plays the seat until the player "
        "returns."
    )
    seat = min(ann.get(f"/api/games/{game}")["decision"]["seats"])
    assert waited_hours(state) == [(seat, 72.0)]
    assert ann.get(f"/api/games/{ann.table()}/clock") is None


def test_the_clock_begins_when_the_last_seat_has_a_player(house: House) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    game = ann.table(clock={**DAY, "bank_hours": 48, "at_zero": "bot"}, private=False)
    age(house, game, 100)
    bob.join(game, "West")
    check(house)
    assert kinds(ann, game)["East"] == "person"
    assert ann.get(f"/api/games/{game}/clock")["deadlines"] == []
    # A bot takes the last free seat.
    ann.post(f"/api/games/{game}/seats", 200, {"version": 0, "seat": "North", "kind": "clerk"})
    state = ann.get(f"/api/games/{game}/clock")
    assert waited_hours(state) == [("East", 72.0)]
    assert state["deadlines"][0]["bank_seconds"] == 48 * 3600
    # A person takes the last free seat of another table.
    game = ann.table(clock=DAY, private=False)
    bob.join(game, "West")
    age(house, game, 100)
    house.person("Cy").join(game, "North")
    assert waited_hours(ann.get(f"/api/games/{game}/clock")) == [("East", 24.0)]


def test_a_move_uses_the_bank_only_after_its_own_hours(house: House) -> None:
    game, ann, *_ = full_table(house, {**DAY, "bank_hours": 48})
    (first,) = ann.get(f"/api/games/{game}/clock")["deadlines"]
    assert (first["seat"], first["bank_seconds"]) == ("East", 48 * 3600)
    bank_begins, end = (datetime.fromisoformat(first[name]) for name in ("bank_begins", "deadline"))
    assert end - bank_begins == timedelta(hours=48)
    age(house, game, 30)
    ann.act(game, 0, A.Pass("East"))
    with house.porter.database.reading() as link:
        used = dict(link.execute(select(chairs.c.seat, chairs.c.bank_used)).all())
    assert abs(used["East"] - 6 * 3600) < 60
    assert (used["West"], used["North"]) == (0, 0)


def test_a_bot_plays_a_seat_without_time_until_the_player_returns(house: House) -> None:
    game, ann, bob, _ = full_table(house, {**DAY, "at_zero": "bot"})
    age(house, game, 23)
    check(house)
    assert kinds(bob, game)["East"] == "person"
    age(house, game, 2)
    check(house)
    assert kinds(bob, game)["East"] == "clerk"
    check(house)
    text = "Your time is used up: a clerk plays your seat until you take it back."
    assert notices_of_time(house) == [("East", text)]
    log = bob.get(f"/api/games/{game}/log")
    assert log[0]["headline"] == "A clerk plays for East (the time is used up)"
    version = len(bob.get(f"/api/games/{game}/log"))
    ann.post(f"/api/games/{game}/seats", 200, {"version": version, "seat": "East", "kind": "person"})
    assert kinds(bob, game)["East"] == "person"


def test_the_others_vote_on_a_bot_and_the_absent_player_does_not(house: House) -> None:
    game, _, bob, cy = full_table(house, {**DAY, "at_zero": "vote"})
    age(house, game, 25)
    check(house)
    check(house)
    talk = bob.post(f"/api/games/{game}/motions/answer", 200, {"kind": "seat", "yes": True})
    (motion,) = talk
    assert (motion["seat"], motion["program"], motion["timed_out"]) == ("East", "clerk", True)
    wanted = select(notices.c.seat, notices.c.text).where(notices.c.event == "request")
    with house.porter.database.reading() as link:
        asked = [tuple(row) for row in link.execute(wanted.order_by(notices.c.seat))]
    text = "The time of East is used up. Vote on whether a clerk plays the seat."
    assert asked == [("North", text), ("West", text)]
    assert kinds(bob, game)["East"] == "person"
    cy.post(f"/api/games/{game}/motions/answer", 200, {"kind": "seat", "yes": True})
    assert kinds(bob, game)["East"] == "clerk"
    assert "(the time is used up; North and West agreed to it)" in str(bob.get(f"/api/games/{game}/log"))


def test_a_returning_player_withdraws_the_vote(house: House) -> None:
    game, ann, bob, _ = full_table(house, {**DAY, "at_zero": "vote"})
    age(house, game, 25)
    check(house)
    ann.post(f"/api/games/{game}/motions/answer", 200, {"kind": "seat", "yes": False})
    bob.post(f"/api/games/{game}/motions/answer", 404, {"kind": "seat", "yes": True})
    # The vote does not begin again for the same wait.
    check(house)
    bob.post(f"/api/games/{game}/motions/answer", 404, {"kind": "seat", "yes": True})
    assert kinds(bob, game)["East"] == "person"


def test_a_player_who_acts_ends_the_vote(house: House) -> None:
    game, ann, bob, cy = full_table(house, {**DAY, "at_zero": "vote"})
    age(house, game, 25)
    check(house)
    bob.post(f"/api/games/{game}/motions/answer", 200, {"kind": "seat", "yes": True})
    ann.act(game, 0, A.Pass("East"))
    cy.post(f"/api/games/{game}/motions/answer", 404, {"kind": "seat", "yes": True})
    assert kinds(bob, game)["East"] == "person"


def test_only_the_setting_of_the_clock_replaces_a_player(house: House) -> None:
    game, ann, bob, _ = full_table(house, DAY)
    age(house, game, 1000)
    check(house)
    check(house)
    assert kinds(bob, game)["East"] == "person"
    assert notices_of_time(house) == [("East", "Your time is used up.")]
    # The owner may not hand over the seat either, although the hours of a table without a clock have passed.
    ann.act(game, 0, A.Pass("East"))
    age(house, game, 1000)
    refused = ann.post(f"/api/games/{game}/seats", 403, {"version": 1, "seat": "West", "kind": "clerk"})
    assert "ask the table" in refused["error"]


def test_a_pause_takes_everybodys_consent_and_stops_the_clock(house: House) -> None:
    game, ann, bob, cy = full_table(house, {**DAY, "at_zero": "bot"})
    age(house, game, 20)
    ann.post(f"/api/games/{game}/motions", 200, {"kind": "pause", "version": 0})
    bob.post(f"/api/games/{game}/motions/answer", 200, {"kind": "pause", "yes": True})
    assert ann.get(f"/api/games/{game}/clock")["paused"] is None
    cy.post(f"/api/games/{game}/motions/answer", 200, {"kind": "pause", "yes": True})
    assert ann.get(f"/api/games/{game}/clock")["paused"] is not None
    again = ann.post(f"/api/games/{game}/motions", 422, {"kind": "pause", "version": 0})
    assert again["error"] == "The game is paused already."
    # A day passes.
    age(house, game, 24)
    with house.porter.database.writing() as link:
        paused = link.execute(select(owned.c.paused).where(owned.c.game_id == game)).scalar()
        assert paused is not None
        earlier = datetime.fromisoformat(paused) - timedelta(hours=24)
        told = earlier.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        link.execute(update(owned).where(owned.c.game_id == game).values(paused=told))
    check(house)
    assert kinds(bob, game)["East"] == "person"
    state = cy.post(f"/api/games/{game}/resume", 200, None)
    assert (state["paused"], waited_hours(state)) == (None, [("East", 4.0)])
    assert cy.post(f"/api/games/{game}/resume", 422, None)["error"] == "The game is not paused."


def test_a_pause_over_a_weekend_keeps_the_time_left(house: House) -> None:
    game, ann, *_ = full_table(house, {**DAY, "weekends": True})
    # 2026-12-05 is a Saturday. The wait begins on it, the pause on Sunday, and no time has been used.
    with house.porter.database.writing() as link:
        here = (chairs.c.game_id == game) & (chairs.c.seat == "East")
        link.execute(update(chairs).where(here).values(since="2026-12-05T10:00:00.000Z"))
        paused = update(owned).where(owned.c.game_id == game).values(paused="2026-12-06T10:00:00.000Z")
        link.execute(paused)
        resume_in(link, game, datetime(2026, 12, 8, 12, tzinfo=UTC))
    (due,) = ann.get(f"/api/games/{game}/clock")["deadlines"]
    assert due["deadline"] == "2026-12-09T12:00:00.000Z"


def test_an_action_ends_a_pause(house: House) -> None:
    game, ann, bob, cy = full_table(house, DAY)
    ann.post(f"/api/games/{game}/motions", 200, {"kind": "pause", "version": 0})
    for person in (bob, cy):
        person.post(f"/api/games/{game}/motions/answer", 200, {"kind": "pause", "yes": True})
    ann.act(game, 0, A.Pass("East"))
    state = ann.get(f"/api/games/{game}/clock")
    assert (state["paused"], waited_hours(state)) == (None, [("West", 24.0)])


def absences_at(house: House, time: str) -> Absences:
    """Return the absences of all people as of a time in December 2026."""
    at = datetime.fromisoformat(f"2026-12-{time}+00:00").timestamp()
    return Absences(house.porter.database, lambda: at)


def test_an_absence_moves_the_deadline_from_its_announcement_until_it_ends(house: House) -> None:
    game, ann, *_ = full_table(house, DAY)
    with house.porter.database.writing() as link:
        begin = update(chairs).where(chairs.c.game_id == game, chairs.c.seat == "East")
        link.execute(begin.values(since="2026-12-02T14:00:00.000Z"))

    def due() -> str:
        (found,) = ann.get(f"/api/games/{game}/clock")["deadlines"]
        listed = ann.get("/api/lobby", shelf="mine")["games"][0]["deadline"]
        assert found["deadline"] == listed
        return str(listed)[8:16]

    def days(first: int, last: int) -> NewAbsence:
        return NewAbsence(date(2026, 12, first), date(2026, 12, last))

    assert due() == "03T14:00"
    # Four hours are left at the announcement. They follow after the absence.
    thursday = absences_at(house, "03T10:00")
    long = thursday.announce(ann.id, days(3, 8))
    assert due() == "09T04:00"
    with pytest.raises(Invalid, match="already announced an absence on these days"):
        thursday.announce(ann.id, days(4, 8))
    longer = thursday.announce(ann.id, days(7, 10))
    assert due() == "11T04:00"
    thursday.cancel(ann.id, longer)
    assert due() == "09T04:00"
    # Days that have passed stay out of the count.
    friday = absences_at(house, "04T15:00")
    friday.cancel(ann.id, long)
    assert due() == "05T04:00"
    assert [(each.first.day, each.last.day) for each in friday.of(ann.id).absences] == [(3, 4)]
    with pytest.raises(NotPossible, match="This absence ends today"):
        friday.cancel(ann.id, long)
    # An absence that has ended is not listed, and its days still do not count.
    saturday = absences_at(house, "05T05:00")
    assert saturday.of(ann.id).absences == ()
    with pytest.raises(NotFound):
        saturday.cancel(ann.id, long)
    # It is too late for an absence when the time is used up.
    saturday.announce(ann.id, days(5, 9))
    assert due() == "05T04:00"
    # Clocks need an old absence for a year.
    for year, left in ((2026, ["2026-12-04", "2026-12-09"]), (2027, ["2026-12-09"])):
        run_cleanup(house.porter.database, datetime(year, 12, 8, tzinfo=UTC).timestamp())
        with house.porter.database.reading() as link:
            assert link.execute(select(absences.c.last).order_by(absences.c.last)).scalars().all() == left


@pytest.mark.parametrize(
    ("clock", "sentence"),
    [
        (
            {"move_hours": 0},
            "A clock of zero leaves no time to move: give hours for each move, or a time bank.",
        ),
        (
            {"move_hours": 24, "night": {"begins": "08:00", "ends": "07:00"}},
            "The night leaves less than 4 hours of each day to play in.",
        ),
        ({"move_hours": 24, "at_zero": "bot"}, "Name the bot that plays the seat when the time is used up."),
        (
            {"move_hours": 24, "at_zero": "vote", "bot": "person"},
            "Name the bot that plays the seat when the time is used up. A person is not a bot.",
        ),
        (
            {"move_hours": 24, "at_zero": "vote", "bot": "nobody"},
            "There is no program 'nobody'; there are random, clerk, director, tycoon.",
        ),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused_in_one_sentence(
    house: House, clock: dict[str, Any], sentence: str
) -> None:
    ann = house.person("Ann")
    seats = [{"name": name} for name in ("East", "West", "North")]
    refused = ann.post("/api/games", 422, {"title": "1856", "seats": seats, "clock": clock})
    assert refused["error"] == sentence
    assert ann.get("/api/games") == []


@pytest.mark.parametrize(
    ("first", "last", "sentence"),
    [
        (3, 2, "The last day of an absence cannot be before its first day."),
        (-9, -8, "An absence cannot begin in the past."),
        (-1, 1, "An absence cannot begin in the past."),
        (0, 60, "An absence lasts at most 60 days: let a bot play for longer ones."),
        (400, 401, "An absence begins within a year."),
    ],
)
def test_an_absence_that_makes_no_sense_is_refused(
    house: House, first: int, last: int, sentence: str
) -> None:
    ann = house.person("Ann")
    today = datetime.now(UTC).date()
    days = {"first": str(today + timedelta(days=first)), "last": str(today + timedelta(days=last))}
    assert ann.post("/api/me/time/absences", 422, days)["error"].startswith(sentence)
    assert ann.get("/api/me/time")["absences"] == []


def queries(house: House, person: Browser) -> tuple[int, list[dict[str, Any]]]:
    """Return the number of queries of tables for a page of the lobby, and its games."""
    found: list[str] = []

    def count(*told: Any) -> None:
        # Other threads count requests and look for work at the same time.
        if re.match(r"SELECT .*\b(owned|absences)\b", told[2], re.DOTALL):
            found.append(told[2])

    event.listen(Engine, "before_cursor_execute", count)
    try:
        games = person.get("/api/lobby", shelf="mine")["games"]
    finally:
        event.remove(Engine, "before_cursor_execute", count)
    assert found
    return len(found), games


def test_the_lobby_shows_your_deadlines_with_a_constant_number_of_queries(house: House) -> None:
    game, ann, bob, cy = full_table(house, DAY)
    one, (listed,) = queries(house, ann)
    due = ann.get(f"/api/games/{game}/clock")["deadlines"][0]["deadline"]
    assert (listed["deadline"], listed["clock"][:28]) == (due, "Each move may take 24 hours.")
    # The game waits for Ann, not for Bob.
    assert bob.get("/api/lobby", shelf="mine")["games"][0]["deadline"] is None
    others = [ann.table(clock=DAY, private=False) for _ in range(4)]
    for each in others[:3]:
        bob.join(each, "West")
        cy.join(each, "North")
    plain = ann.table(private=False)
    many, page = queries(house, ann)
    assert many == one
    deadlines = {each["id"]: each["deadline"] for each in page}
    assert [bool(deadlines[each]) for each in others] == [True, True, True, False]
    assert deadlines[plain] is None
    assert {each["clock"] for each in page if each["id"] == plain} == {""}
    # During a pause, no time passes.
    with house.porter.database.writing() as link:
        link.execute(update(owned).where(owned.c.game_id == game).values(paused="2026-01-01T00:00:00.000Z"))
    assert {each["deadline"] for each in queries(house, ann)[1] if each["id"] == game} == {None}


def test_a_time_zone_that_does_not_exist_is_refused(house: House) -> None:
    ann = house.person("Ann")
    refused = ann.ask("PUT", "/api/me/time/zone", 422, {"zone": "Europe/Atlantis"})
    assert refused["error"].startswith("There is no time zone 'Europe/Atlantis': give a name such as")
    assert ann.ask("PUT", "/api/me/time/zone", 200, {"zone": "Asia/Tokyo"})["zone"] == "Asia/Tokyo"


def test_a_rematch_has_the_same_clock(house: House) -> None:
    game, ann, *_ = full_table(house, DAY)
    house.porter.membership.create_rematch("again", ann.id, [], game)
    with house.porter.database.reading() as link:
        clocks = set(link.execute(select(owned.c.clock)).scalars())
    assert len(clocks) == 1
    assert None not in clocks


def test_a_zone_that_newer_data_no_longer_has_does_not_stop_the_clocks(house: House) -> None:
    game, ann, *_ = full_table(house, DAY)
    with house.porter.database.writing() as link:
        link.execute(update(people).values(zone="Europe/Atlantis"))
    assert waited_hours(ann.get(f"/api/games/{game}/clock")) == [("East", 24.0)]
