"""Tests of reports, on either database."""

from __future__ import annotations

import pytest

from trunkline.web.accounts.audit_log import entries
from trunkline.web.chat.messages import Chat
from trunkline.web.community.reports import Decision, ReportKind, Reports
from trunkline.web.errors import Invalid, NotFound
from web.accounts.world import World


def test_a_report_keeps_a_copy_of_the_message(world: World) -> None:
    ann, bob, olga = world.person("Ann"), world.person("Bob"), world.person("Olga")
    chat = Chat(world.database, clock=lambda: world.now)
    reports = Reports(world.database, lambda: world.now)
    world.seating.found("g1", ann, ["East"], private=False)
    number = chat.say("g1", bob, "a rude word")
    reports.report_written(ann, ReportKind.MESSAGE, "g1", number, "This is rude")
    with pytest.raises(Invalid, match="have reported that already"):
        reports.report_written(ann, ReportKind.MESSAGE, "g1", number, "Again")
    with pytest.raises(NotFound, match="no such message"):
        reports.report_written(ann, ReportKind.MESSAGE, "g1", number + 1, "This is rude")
    with pytest.raises(Invalid, match="yourself"):
        reports.report_written(bob, ReportKind.MESSAGE, "g1", number, "My own words")
    (found,) = reports.listed(decided=False)
    assert (found.kind, found.reporter, found.subject) == (ReportKind.MESSAGE, "Ann", "Bob")
    assert (found.game, found.number, found.copy, found.reason) == ("g1", 1, "a rude word", "This is rude")
    # The copy outlives the message.
    with world.database.writing() as link:
        link.exec_driver_sql("DELETE FROM said")
    assert reports.listed(decided=False) == [found]
    reports.decide(found.id, olga, Decision.UPHELD, "It is against our rules")
    assert reports.listed(decided=False) == []
    assert [each.decision for each in reports.listed(decided=True)] == ["upheld"]
    with pytest.raises(NotFound, match="no such open report"):
        reports.decide(found.id, olga, Decision.DISMISSED, "Another view")
    with world.database.reading() as link:
        (entry,) = entries(link, 10)
    assert (entry.operator, entry.action, entry.subject) == ("Olga", "close report", "Bob")
    assert (entry.detail, entry.reason) == ("upheld", "It is against our rules")


def test_games_and_people_are_reported_with_a_reason(world: World) -> None:
    ann = world.person("Ann")
    world.person("Bob")
    reports = Reports(world.database, lambda: world.now)
    reports.report_game(ann, "g1", "Two seats of one person")
    world.now += 1
    reports.report_person(ann, world.accounts.named("Bob"), "He\nnever acts")
    found = [(each.kind, each.subject, each.game, each.reason) for each in reports.listed(decided=False)]
    assert found == [
        (ReportKind.PERSON, "Bob", "", "He never acts"),
        (ReportKind.GAME, None, "g1", "Two seats of one person"),
    ]
    for reason in ("", "  ", "x" * 1001, "a\u202eb"):
        with pytest.raises(Invalid):
            reports.report_game(ann, "g2", reason)


def test_reports_of_people_who_go(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    reports = Reports(world.database, lambda: world.now)
    reports.report_person(ann, world.accounts.named("Bob"), "He never acts")
    reports.report_person(bob, world.accounts.named("Ann"), "She complains")
    world.accounts.delete(ann)
    (left,) = reports.listed(decided=False)
    assert (left.reporter, left.subject) == (None, "Bob")
