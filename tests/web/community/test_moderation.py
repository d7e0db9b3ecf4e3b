"""Tests of the actions of operators, on either database."""

from __future__ import annotations

import pytest

from trunkline.web.accounts.permissions import Operation, Visitor, require
from trunkline.web.chat.messages import REMOVED, Chat
from trunkline.web.community.moderation import Moderation
from trunkline.web.community.reports import ReportKind
from trunkline.web.errors import Denied, Invalid, NotFound, NotVisible
from web.accounts.world import World

DAY = 24 * 3600


class Office:
    """An operator, two people, and the actions of the operator."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.olga = world.person("Olga")
        world.accounts.set_operator(self.olga, True)
        self.ann, self.bob = world.person("Ann"), world.person("Bob")
        self.told: list[str] = []
        self.moderation = Moderation(
            world.database, lambda: world.now, {ReportKind.MESSAGE: lambda link, game: self.told.append(game)}
        )

    def log(self) -> list[tuple[str, str, str, str, str]]:
        """Return the audit log, oldest entry first."""
        return [
            (each.operator, each.action, each.subject or each.thing, each.detail, each.reason)
            for each in reversed(self.moderation.log())
        ]


@pytest.fixture
def office(world: World) -> Office:
    """An operator and two people."""
    return Office(world)


def test_a_banned_person_is_out_until_the_ban_ends(office: Office) -> None:
    world, bob = office.world, office.bob
    session = world.keys.begin(bob, "")
    _, token = world.keys.new_token(bob, "bot")
    world.seating.found("g1", office.ann, ["East"], private=False)
    world.seating.join("g1", bob, "West")
    office.moderation.ban(office.olga, bob, 3, "Two accounts in one game")
    assert world.keys.by_session(session) is None
    assert world.keys.by_token(token) is None
    assert not world.keys.lasts(bob, "", world.keys.tokens(bob)[0].id)
    with pytest.raises(Denied, match=r"banned you .* until 2027-01-18 08:00 UTC: Two accounts in one game"):
        world.keys.begin(bob, "")
    # The seat stays, and so does everything of other people.
    assert world.seating.sitting("g1") == {"East": office.ann, "West": bob}
    assert world.keys.begin(office.ann, "")
    world.now += 3 * DAY
    assert world.keys.by_session(session) is None, "the old session has ended"
    assert world.keys.by_session(world.keys.begin(bob, ""))
    assert world.keys.by_token(token)
    office.moderation.ban(office.olga, bob, None, "Again")
    with pytest.raises(Denied, match="without an end: Again"):
        world.keys.begin(bob, "")
    office.moderation.unban(office.olga, bob, "An error of mine")
    assert world.keys.begin(bob, "")
    assert office.log() == [
        ("Olga", "ban", "Bob", "days: 3", "Two accounts in one game"),
        ("Olga", "ban", "Bob", "no end", "Again"),
        ("Olga", "unban", "Bob", "", "An error of mine"),
    ]


def test_a_muted_person_reads_and_does_not_write(office: Office) -> None:
    chat = Chat(office.world.database, clock=lambda: office.world.now)
    office.moderation.mute(office.olga, office.bob, 1, "Rude words")
    with pytest.raises(Denied, match=r"An operator has muted you until .*: Rude words"):
        chat.say("g1", office.bob, "hello")
    assert chat.last("g1") == 0
    chat.say("g1", office.ann, "hello")
    office.world.now += DAY
    chat.say("g1", office.bob, "hello")
    office.moderation.mute(office.olga, office.bob, None, "Again")
    office.moderation.unmute(office.olga, office.bob, "He apologised")
    chat.say("g1", office.bob, "sorry")


def test_without_a_reason_nothing_is_done(office: Office) -> None:
    moderation, bob = office.moderation, office.bob
    office.world.seating.found("g1", office.ann, ["East"], private=False)
    before = moderation.person(bob)
    for reason in ("", "  ", "x" * 1001):
        with pytest.raises(Invalid, match="reason"):
            moderation.ban(office.olga, bob, 3, reason)
        with pytest.raises(Invalid, match="reason"):
            moderation.mute(office.olga, bob, 3, reason)
        with pytest.raises(Invalid, match="reason"):
            moderation.note(office.olga, bob, "a note", reason)
        with pytest.raises(Invalid, match="reason"):
            moderation.set_hidden(office.olga, "g1", hidden=True, reason=reason)
    assert moderation.person(bob) == before
    assert (moderation.hidden(), office.log()) == ([], [])


def test_nobody_bans_themselves_or_another_operator(office: Office) -> None:
    for person, why in ((office.olga, "yourself"), (office.ann, "is an operator")):
        office.world.accounts.set_operator(office.ann, True)
        with pytest.raises(Invalid, match=why):
            office.moderation.ban(office.olga, person, None, "a joke")
    for days in (0, 3651):
        with pytest.raises(Invalid, match="days"):
            office.moderation.ban(office.olga, office.bob, days, "a joke")
    with pytest.raises(NotFound, match="no such account"):
        office.moderation.ban(office.olga, "nobody", None, "a joke")


def test_people_are_found_by_name_with_notes(office: Office) -> None:
    office.moderation.note(office.olga, office.bob, " Warned twice ", "Complaints")
    (found,) = office.moderation.people("BO")
    assert (found.name, found.note, found.seats, found.seen) == ("Bob", "Warned twice", 0, None)
    assert {each.name for each in office.moderation.people()} == {"Olga", "Ann", "Bob"}
    assert office.moderation.people("%") == []


def test_a_hidden_game_is_seen_by_operators_only(office: Office) -> None:
    world, seating = office.world, office.world.seating
    seating.found("g1", office.ann, ["East"], private=False)
    office.moderation.set_hidden(office.olga, "g1", hidden=True, reason="An insult as a name")
    for visitor in (Visitor(office.ann), Visitor(office.bob), Visitor()):
        with pytest.raises(NotVisible):
            require(Operation.LOOK, visitor, seating.place("g1", visitor.person))
        assert seating.visible(visitor) == []
    olga = Visitor(office.olga, operator=True)
    require(Operation.LOOK, olga, seating.place("g1", office.olga))
    assert seating.visible(olga) == [("g1", int(world.now))]
    assert office.moderation.hidden() == ["g1"]
    office.moderation.set_hidden(office.olga, "g1", hidden=False, reason="It was renamed")
    require(Operation.LOOK, Visitor(), seating.place("g1", ""))
    assert [each[1:3] for each in office.log()] == [("take down", "g1"), ("restore", "g1")]
    with pytest.raises(NotFound):
        office.moderation.set_hidden(office.olga, "g2", hidden=True, reason="x")


def test_a_removed_message_is_gone_for_everyone(office: Office) -> None:
    chat = Chat(office.world.database, clock=lambda: office.world.now)
    chat.say("g1", office.ann, "hello")
    number = chat.say("g1", office.bob, "a rude word")
    office.moderation.remove(office.olga, ReportKind.MESSAGE, "g1", number, "Against the rules")
    assert [each.text for each in chat.before("g1", None, 10)] == ["hello", REMOVED]
    assert (chat.removed("g1"), office.told) == ((number,), ["g1"])
    assert "a rude word" not in office.world.rows()
    with pytest.raises(NotFound, match="has removed it already"):
        office.moderation.remove(office.olga, ReportKind.MESSAGE, "g1", number, "Again")
    (entry,) = office.log()
    assert entry == ("Olga", "remove message", "Bob", "message 2", "Against the rules")


def test_storage_and_the_log_are_counted(office: Office) -> None:
    for number in range(3):
        office.moderation.log_action(office.olga, office.bob, "reset", f"call {number}")
    log = office.moderation.log()
    assert [each.reason for each in log] == ["call 2", "call 1", "call 0"]
    assert [each.reason for each in office.moderation.log(log[0].number)] == ["call 1", "call 0"]
    storage = office.moderation.storage()
    assert storage.people == 3
    assert storage.size > 10_000
    # An entry stays when the accounts are gone. It then shows no names.
    office.world.accounts.delete(office.bob)
    assert office.log()[0][2] == "a former player"
