"""Tests of the notices that are sent: to whom, when, and when not."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import update

import trunkline
from trunkline import actions as A
from trunkline.engine.kernel.referee import kind_of
from trunkline.players.random_player import RandomPlayer
from trunkline.web.database import outbox
from trunkline.web.database.game_tables import games
from trunkline.web.database.people_tables import chairs
from trunkline.web.notices import messages
from web.http.house import SEATS, Browser
from web.notices.receivers import Receiver
from web.notices.world import ORIGIN, Notified, webhook

EAST, WEST, NORTH = SEATS
HOUR = 3600


def set_times(browser: Browser, **times: Any) -> None:
    """Change the preferences of a person."""
    browser.ask("PUT", "/api/me/notices", 200, times)


def events(there: Receiver) -> list[str]:
    """Return the events that a webhook got."""
    return [json.loads(each.body)["event"] for each in there.requests]


def test_a_notice_names_the_game_the_decision_and_the_last_events(world: Notified, there: Receiver) -> None:
    game, ann, bob, _ = world.three()
    webhook(bob, there)
    ann.act(game, 0, A.Bid(EAST, "tunnel", 105))
    world.look()
    (request,) = there.requests
    found = json.loads(request.body)
    assert found["title"] == "1856: your turn, bid, buy or pass"
    assert found["name"] == "1856 with East and North"
    assert found["text"] == "1856 with East and North. You must decide: bid, buy or pass."
    assert found["lines"] == [bob.get(f"/api/games/{game}/log")[0]["headline"]]
    assert found["url"] == f"{ORIGIN}/g/{game}"
    assert request.headers["idempotency-key"] == found["key"]
    world.look()
    assert len(there.requests) == 1


def test_notices_of_a_turn_name_the_deadline_in_the_zone_of_the_person(
    world: Notified, there: Receiver
) -> None:
    game, ann, bob, _ = world.three(clock={"move_hours": 48, "bot": "clerk"})
    webhook(bob, there)
    set_times(bob, zone="Asia/Tokyo", reminder_hours=24)
    ann.act(game, 0, A.Pass(EAST))
    (due,) = ann.get(f"/api/games/{game}/clock")["deadlines"]
    local = datetime.fromisoformat(due["deadline"]).astimezone(ZoneInfo("Asia/Tokyo"))
    when = f"{local:%A} {local.day} {local:%B, %H:%M} (Asia/Tokyo)"
    for hours in (0, 25, 50):
        world.at(time.time() + hours * HOUR)
        world.look()
    line = world.service.planner._digest_line(game, bob.id)
    assert line.endswith(f"bid, buy or pass. Your time was used up on {when}.")
    texts = [json.loads(each.body)["text"] for each in there.requests]
    asked = "1856 with East and North. You must decide: bid, buy or pass."
    assert texts == [
        f"{asked} Play by {when}.",
        f"{asked} Play by {when}.",
        f"{asked} Your time was used up on {when}.",
    ]
    # No deadline is named while the clock is stopped.
    world.house.app.state.backend.auth.clocks.pause(game)
    assert "used up" not in world.service.planner._digest_line(game, bob.id)


def test_only_events_since_the_last_move_are_told_and_at_most_three(world: Notified, there: Receiver) -> None:
    game, ann, bob, cy = world.three()
    seats = dict(zip(SEATS, (ann, bob, cy), strict=True))
    webhook(ann, there)
    bids = [("East", "tunnel", 105), ("West", "tunnel", 110), ("North", "tunnel", 115)]
    for version, (seat, private, price) in enumerate(bids):
        seats[seat].act(game, version, A.Bid(seat, private, price))
    world.look()
    (request,) = there.requests
    lines = json.loads(request.body)["lines"]
    log = ann.get(f"/api/games/{game}/log")
    assert lines == [entry["headline"] for entry in log[1:]]


def test_a_person_without_a_channel_gets_nothing(world: Notified) -> None:
    game, ann, _, _ = world.three()
    ann.act(game, 0, A.Pass(EAST))
    world.look()
    assert {state for _, _, state in world.outbox()} == {"dropped"}


def test_the_grace_lets_a_person_act_first(world: Notified, there: Receiver) -> None:
    game, ann, bob, _ = world.three()
    webhook(bob, there)
    ann.act(game, 0, A.Pass(EAST))
    bob.act(game, 1, A.Pass(WEST))
    world.look()
    assert there.requests == []


def test_a_person_who_has_seen_the_moment_gets_no_notice_but_a_reminder(
    world: Notified, there: Receiver
) -> None:
    game, ann, bob, _ = world.three()
    webhook(bob, there)
    ann.act(game, 0, A.Pass(EAST))
    world.visit(game, bob, 1)
    world.look()
    assert there.requests == []
    world.at(time.time() + 25 * HOUR)
    world.look()
    assert events(there) == ["reminder"]
    assert "waiting for you for 25 hours" in json.loads(there.requests[0].body)["title"]


def test_a_visit_to_an_earlier_moment_does_not_count(world: Notified, there: Receiver) -> None:
    game, ann, bob, _ = world.three()
    webhook(bob, there)
    world.visit(game, bob, 0)
    ann.act(game, 0, A.Pass(EAST))
    world.look()
    assert events(there) == ["turn"]


def test_reminders_repeat_and_end(world: Notified, there: Receiver) -> None:
    game, ann, bob, _ = world.three()
    webhook(bob, there)
    set_times(bob, reminder_hours=10)
    ann.act(game, 0, A.Pass(EAST))
    start = time.time()
    for hours in range(0, 100, 5):
        world.at(start + hours * HOUR + 60)
        world.look()
    assert events(there) == ["turn", "reminder", "reminder", "reminder"]


def test_a_reminder_follows_after_an_announced_absence(world: Notified, there: Receiver) -> None:
    game, ann, bob, _ = world.three()
    webhook(bob, there)
    set_times(bob, zone="UTC", reminder_hours=24)
    start = time.time()
    today = datetime.fromtimestamp(start, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    # One absence begins on the day after the other.
    for days in (1, 2):
        day = str((today + timedelta(days=days)).date())
        bob.post("/api/me/time/absences", 201, {"first": day, "last": day})
    ann.act(game, 0, A.Pass(EAST))
    back = (today + timedelta(days=3)).timestamp()
    for at, expected in (
        (start + 60, ["turn"]),
        (start + 24 * HOUR + 60, ["turn"]),
        (back - 60, ["turn"]),
        (back + 60, ["turn", "reminder"]),
    ):
        world.at(at)
        world.look()
        assert events(there) == expected


def test_no_reminder_after_the_person_has_acted(world: Notified, there: Receiver) -> None:
    game, ann, bob, _ = world.three()
    webhook(bob, there)
    ann.act(game, 0, A.Pass(EAST))
    world.look()
    bob.act(game, 1, A.Pass(WEST))
    world.at(time.time() + 30 * HOUR)
    world.look()
    assert events(there) == ["turn"]


def test_a_reminder_waits_for_a_person_who_has_acted_and_must_act_again(
    world: Notified, there: Receiver
) -> None:
    game, ann, bob, _ = world.three()
    webhook(bob, there)
    ann.act(game, 0, A.Pass(EAST))
    world.look()
    # Another action of the same turn, 20 hours later, starts the waiting time again.
    later = time.time() + 20 * HOUR
    since = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(later))
    with world.house.porter.database.writing() as link:
        link.execute(update(chairs).where(chairs.c.seat == WEST).values(since=since))
    for hours, expected in ((25, ["turn"]), (43, ["turn"]), (45, ["turn", "reminder"])):
        world.at(time.time() + hours * HOUR)
        world.look()
        assert events(there) == expected


def test_zero_hours_mean_no_reminder(world: Notified, there: Receiver) -> None:
    game, ann, bob, _ = world.three()
    webhook(bob, there)
    set_times(bob, reminder_hours=0)
    ann.act(game, 0, A.Pass(EAST))
    world.look()
    world.at(time.time() + 1000 * HOUR)
    world.look()
    assert events(there) == ["turn"]


def test_quiet_hours_hold_a_notice_back_until_they_end(world: Notified, there: Receiver) -> None:
    game, ann, bob, _ = world.three()
    webhook(bob, there)
    # The test chooses the zone in which it is between 23:00 and 24:00 now, so that it works at any time.
    hour = time.gmtime().tm_hour
    offset = (23 - hour + 12) % 24 - 12
    zone = f"Etc/GMT{-offset:+d}" if offset else "UTC"
    set_times(bob, zone=zone, quiet_from="22:00", quiet_to="08:00", reminder_hours=5)
    ann.act(game, 0, A.Pass(EAST))
    world.at(time.time())
    world.look()
    assert there.requests == []
    world.at(time.time() + 7 * HOUR)
    world.look()
    assert there.requests == []
    world.at(time.time() + 9 * HOUR + 60)
    world.look()
    assert events(there) == ["turn"]
    # The reminder counts from the end of the quiet hours, between 8 and 9 hours from now.
    for hours, expected in ((12.9, ["turn"]), (14.1, ["turn", "reminder"])):
        world.at(time.time() + hours * HOUR)
        world.look()
        assert events(there) == expected


def test_a_turn_that_ends_in_the_quiet_hours_causes_no_notice(world: Notified, there: Receiver) -> None:
    game, ann, bob, _ = world.three()
    webhook(bob, there)
    set_times(bob, quiet_from="00:00", quiet_to="23:59", reminder_hours=0)
    ann.act(game, 0, A.Pass(EAST))
    world.at(time.time() // 86400 * 86400 + 12 * HOUR)
    world.look()
    bob.act(game, 1, A.Pass(WEST))
    world.at(time.time() + 48 * HOUR)
    world.look()
    assert there.requests == []


def test_the_daily_digest_replaces_notices_of_turns(world: Notified, there: Receiver) -> None:
    game, ann, bob, cy = world.three()
    webhook(bob, there)
    set_times(bob, digest_at="19:00")
    ann.act(game, 0, A.Bid(EAST, "tunnel", 105))
    other = ann.table()
    for browser, seat in ((bob, WEST), (cy, NORTH)):
        browser.comes_by_link(ann, other)
        browser.join(other, seat)
    ann.act(other, 0, A.Pass(EAST))
    world.look()
    assert there.requests == []
    world.at(time.time() + 24 * HOUR)
    world.look()
    (request,) = there.requests
    found = json.loads(request.body)
    assert found["title"] == "2 games wait for you"
    assert found["url"].endswith("/mine")
    assert sorted(line.partition(": ")[0] for line in found["lines"]) == ["1856 with East and North"] * 2
    # Another digest follows while a game waits, one a day.
    world.at(time.time() + 48 * HOUR)
    world.look()
    world.look()
    assert events(there) == ["digest", "digest"]
    bob.act(game, 1, A.Pass(WEST))
    bob.act(other, 1, A.Pass(WEST))
    world.at(time.time() + 72 * HOUR)
    world.look()
    assert events(there) == ["digest", "digest"]


def test_only_events_that_a_channel_is_chosen_for_are_sent(world: Notified, there: Receiver) -> None:
    game, ann, bob, _ = world.three()
    id = webhook(bob, there)
    set_times(bob, channels=[{"id": id, "events": ["over"]}])
    ann.act(game, 0, A.Pass(EAST))
    world.look()
    assert there.requests == []


def test_a_game_can_be_left_out(world: Notified, there: Receiver) -> None:
    game, ann, bob, _ = world.three()
    webhook(bob, there)
    bob.ask("PUT", f"/api/games/{game}/notices", 204, {"events": []})
    assert [each["game"] for each in bob.get("/api/me/notices")["games"]] == [game]
    ann.act(game, 0, A.Pass(EAST))
    world.look()
    assert there.requests == []
    bob.ask("PUT", f"/api/games/{game}/notices", 204, {"events": None})
    assert bob.get("/api/me/notices")["games"] == []


def test_messages_and_the_end_of_a_game_are_sent(world: Notified, there: Receiver) -> None:
    game, ann, bob, cy = world.three()
    id = webhook(bob, there)
    set_times(bob, channels=[{"id": id, "events": ["message", "over"]}])
    ann.post(f"/api/games/{game}/talk", 201, {"text": "Shall we stop?"})
    world.look()
    assert json.loads(there.requests[0].body)["text"] == "Ann writes: Shall we stop?"
    number = ann.post(f"/api/games/{game}/talk", 201, {"text": "Well?"})["number"]
    bob.post(f"/api/games/{game}/talk/read", 204, {"number": number})
    world.look()
    assert events(there) == ["message"]
    ann.post(f"/api/games/{game}/motions", 200, {"kind": "end", "version": 0})
    for browser in (bob, cy):
        browser.post(f"/api/games/{game}/motions/answer", 200, {"kind": "end", "yes": True})
    world.look()
    assert events(there) == ["message", "over"]
    assert "The game is over." in json.loads(there.requests[1].body)["text"]


def test_a_request_is_sent_to_the_people_who_are_asked_until_they_answer(
    world: Notified, there: Receiver
) -> None:
    game, ann, bob, cy = world.three()
    for browser in (ann, bob, cy):
        webhook(browser, there)
        # A daily list replaces notices of turns, but a request does not wait for it.
        set_times(browser, digest_at="08:00")
    ann.act(game, 0, A.Pass(EAST))
    bob.act(game, 1, A.Pass(WEST))
    motions = f"/api/games/{game}/motions"
    ann.post(motions, 200, {"kind": "undo", "version": 2, "to": 0})
    world.look()
    (request,) = there.requests
    found = json.loads(request.body)
    assert found["title"] == "1856: a request waits for your answer"
    assert found["text"] == "1856 with East and North. Ann asks to undo moves, including yours."
    ann.post(f"{motions}/answer", 200, {"kind": "undo", "yes": False})
    bob.post(motions, 200, {"kind": "end", "version": 2})
    cy.post(f"{motions}/answer", 200, {"kind": "end", "yes": True})
    world.look()
    assert [json.loads(each.body)["name"] for each in there.requests[1:]] == ["1856 with West and North"]
    assert "Bob proposes to end the game now." in json.loads(there.requests[1].body)["text"]


def test_a_turn_without_a_choice_causes_only_a_reminder(
    world: Notified, there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, ann, bob, _ = world.three()
    webhook(bob, there)
    set_times(bob, only_choices=True)
    ann.act(game, 0, A.Pass(EAST))
    monkeypatch.setattr(messages, "can_only_pass", lambda game: True)
    world.look()
    assert there.requests == []
    world.at(time.time() + 25 * HOUR)
    world.look()
    assert events(there) == ["reminder"]


def test_a_turn_with_a_choice_is_told_apart() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=3)
    assert not messages.can_only_pass(game)
    player, found = RandomPlayer(3), 0
    while not game.over and not found:
        if messages.can_only_pass(game):
            found += 1
            assert {kind_of(choice) for choice in game.legal()} <= {A.Pass, A.EndTurn}
        game.play(player.choose(game, min(game.to_act)))
    assert found


@pytest.mark.parametrize(
    ("done", "why"), [(False, "East buys Flos Tramway for $20."), (True, "The stock round is over.")]
)
def test_auto_actions_and_plans_end_with_a_reason_that_is_told_once(
    world: Notified, there: Receiver, done: bool, why: str
) -> None:
    game, ann, bob, _ = world.three()
    webhook(bob, there)
    ann.act(game, 0, A.BuyOffered(EAST, "flos"))
    with world.house.porter.database.writing() as link:
        for add in (outbox.add_ended, outbox.add_plan_ended):
            add(link, game, 1, WEST, bob.id, why, int(time.time()), done=done)
        # An older version wrote notices of plans like this.
        old = f"Your plan: {why}"
        outbox.add_ended(link, game, 2, WEST, bob.id, old, int(time.time()), done=done)
    world.look()
    found = [json.loads(each.body) for each in there.requests]
    event, auto, plan = ("done", "is done", "is finished") if done else ("stopped", *["has stopped"] * 2)
    ends = sorted((each["title"], each["text"]) for each in found if each["event"] == event)
    name, prefix = (
        "1856 with East and North.",
        "" if done else "Your plan is not handed in by itself any more. ",
    )
    assert ends == [
        (f"1856: your auto-action {auto}", f"{name} {why}"),
        *[(f"1856: your plan {plan}", f"{name} {prefix}{why}")] * 2,
    ]
    # The reason is not repeated below it. The notice of the turn tells the event.
    bought = ["East buys Flos Tramway for $20"]
    assert {each["event"]: each["lines"] for each in found} == {event: bought if done else [], "turn": bought}


def test_the_end_of_a_game_is_told_once(world: Notified, there: Receiver) -> None:
    game, _, bob, _ = world.three()
    webhook(bob, there)
    with world.house.porter.database.writing() as link:
        link.execute(update(games).values(over=True))
        outbox.add_ended(link, game, 0, WEST, bob.id, "The game is over.", int(time.time()), done=True)
        outbox.add_entry(link, game, 0, (), EAST, int(time.time()), over=True)
    world.look()
    assert events(there) == ["over"]


def test_an_archived_game_sends_nothing(world: Notified, there: Receiver) -> None:
    game, ann, bob, _ = world.three()
    webhook(bob, there)
    ann.act(game, 0, A.Pass(EAST))
    ann.ask("POST", f"/api/games/{game}/put-away", None, {"away": True})
    assert world.house.app.state.backend.store.game(game).put_away
    world.look()
    assert there.requests == []


def test_deleting_an_account_deletes_its_channels_and_deliveries(world: Notified, there: Receiver) -> None:
    game, ann, bob, _ = world.three()
    webhook(bob, there)
    ann.act(game, 0, A.Pass(EAST))
    world.look()
    world.house.porter.accounts.delete(bob.id)
    assert world.service.channels.of(bob.id) == []
    assert world.service.deliveries.of(bob.id, 10) == []
    assert [seat for seat, _, _ in world.outbox()] == [EAST]
