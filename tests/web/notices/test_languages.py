"""Tests that emails and notices have the language of the account that gets them, on either database."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from typing import Any

import pytest

from trunkline import actions as A
from trunkline.util.catalogues import PSEUDO, catalogue, pseudo
from trunkline.util.messages import SOURCE, speak
from trunkline.web.accounts.data_export import export_person
from trunkline.web.accounts.mail import Smtp
from trunkline.web.database import outbox
from trunkline.web.games.notice_texts import (
    LET_PLAY,
    OTHERS_VOTE,
    TABLE_READY,
    TEXTS,
    TIME_IS_UP,
    notice_text,
)
from trunkline.web.storage.urls import Place
from web.http.house import HERE, PASSWORD, SEATS, Browser, House
from web.http.test_log_languages import ACCENTS
from web.http.test_people import Box
from web.notices.receivers import Receiver
from web.notices.world import Mailbox, Notified, notified, webhook

EAST, WEST, NORTH = SEATS
PLAIN = re.compile(r"\b[A-Za-z]*[aeiou][A-Za-z]*\b")
"""A word without an accent."""
NAMES = re.compile(
    r"https?://[^\s|]+|St\. Clair Frontier Tunnel Company|Europe/Berlin|Ann|Bob|East|West|North|clerk"
    r"|b@example\.org"
)
"""Names, which no language changes."""


@pytest.fixture
def mailing(kept_in: Place, mailbox: tuple[Mailbox, Smtp]) -> Iterator[Notified]:
    """A server on either database that sends email."""
    with notified(kept_in, smtp=mailbox[1]) as found:
        yield found


def choose(browser: Browser, language: str | None, status: int = 204) -> Any:
    return browser.ask("PUT", "/api/me/language", status, {"language": language})


def gets_email(world: Notified, browser: Browser, address: str) -> None:
    """Add a confirmed email address to a person."""
    channel = browser.post("/api/me/channels", 201, {"kind": "email", "address": address})
    world.service.channels.confirm(channel["id"])


def english(text: str) -> list[str]:
    """Return the English words of a text in the pseudo-language."""
    return PLAIN.findall(NAMES.sub("", text))


def test_two_people_get_one_event_in_their_languages(
    mailing: Notified, mailbox: tuple[Mailbox, Smtp]
) -> None:
    game, ann, bob, cy = mailing.three()
    choose(bob, "de")
    for browser, name in ((bob, "bob"), (cy, "cy")):
        gets_email(mailing, browser, f"{name}@example.org")
    # The language of the person who asks does not matter.
    ann.cookies["language"] = PSEUDO
    ann.post(f"/api/games/{game}/motions", 200, {"kind": "end", "version": 0})
    mailing.look()
    letters: dict[str, Any] = {
        to: message_from_bytes(text.encode(), policy=default)
        for (to,), text in mailbox[0].emails
        if "List-Unsubscribe" in text
    }
    plain, german = letters["cy@example.org"], letters["bob@example.org"]
    assert plain["Subject"] == "1856: a request waits for your answer"
    assert german["Subject"] == "1856: Eine Anfrage wartet auf deine Antwort"
    begins = "1856 with East and West. Ann proposes to end the game now."
    assert plain.get_content().startswith(begins)
    assert german.get_content().startswith("1856 mit East und North. Ann ")
    assert begins[-20:] not in german.get_content()
    assert "No more emails to this address: http" in plain.get_content()
    assert "Keine E-Mails mehr an diese Adresse: http" in german.get_content()


def test_every_notice_is_in_the_language_of_the_account(world: Notified, there: Receiver) -> None:
    game, ann, bob, cy = world.three(clock={"move_hours": 24, "at_zero": "bot", "bot": "clerk"})
    choose(bob, PSEUDO)
    ids = [
        webhook(bob, there),
        webhook(bob, there, "slack", address=f"{there.url}/slack"),
        webhook(cy, there),
    ]
    chosen = ["turn", "reminder", "stopped", "done", "time", "over", "message"]
    for browser, some in ((bob, ids[:2]), (cy, ids[2:])):
        channels = [{"id": id, "events": chosen} for id in some]
        browser.ask("PUT", "/api/me/notices", 200, {"zone": "Europe/Berlin", "channels": channels})
    ann.act(game, 0, A.Bid(EAST, "tunnel", 105))
    ann.post(f"/api/games/{game}/talk", 201, {"text": "1856"})
    ann.post(f"/api/games/{game}/motions", 200, {"kind": "end", "version": 1})
    why, at = "The game is over.", int(time.time())
    with world.house.porter.database.writing() as link:
        for version, done in enumerate((True, False), 1):
            outbox.add_ended(link, game, version, WEST, bob.id, why, at, done=done)
            outbox.add_plan_ended(link, game, version, WEST, bob.id, why, at, done=done)
        text = OTHERS_VOTE.format(bot="clerk")
        outbox.add_time_used_up(link, game, 1, WEST, bob.id, text, at)
        outbox.add_table(link, game, TABLE_READY.format(number=2, league="1856"), at)
    world.at(time.time())
    world.look()
    world.at(time.time() + 30 * 3600)
    world.look()
    for browser in (bob, cy):
        browser.post(f"/api/games/{game}/motions/answer", 200, {"kind": "end", "yes": True})
    world.look()
    told: dict[str, list[str]] = {}
    for each in there.requests:
        body = json.loads(each.body)
        text = "\n".join((body.get("title", ""), body["text"], *body.get("lines", ())))
        told.setdefault(body.get("event", "slack"), []).append(text)
    mine = {event: [text for text in texts if ACCENTS.search(text)] for event, texts in told.items()}
    assert set(mine) == {"turn", "message", "request", "reminder", "over", "stopped", "done", "time", "slack"}
    # The others of the same events are those of Cy.
    assert all(texts for texts in mine.values())
    for text in (text for texts in mine.values() for text in texts):
        assert not english(text), text
    for event in ("message", "request", "over"):
        assert len(told[event]) == 2 * len(mine[event])
    assert all(ACCENTS.search(each["title"]) for each in bob.get("/api/me/deliveries"))


def test_a_digest_is_in_the_language_of_the_account(world: Notified, there: Receiver) -> None:
    game, ann, bob, _ = world.three(clock={"move_hours": 24, "at_zero": "bot", "bot": "clerk"})
    choose(bob, PSEUDO)
    webhook(bob, there)
    bob.ask("PUT", "/api/me/notices", 200, {"digest_at": "19:00", "zone": "Europe/Berlin"})
    ann.act(game, 0, A.Bid(EAST, "tunnel", 105))
    world.look()
    world.at(time.time() + 24 * 3600)
    world.look()
    (request,) = there.requests
    found = json.loads(request.body)
    assert found["title"] == pseudo("{count} game waits for you").format(count=1)
    assert not english(" ".join((found["text"], *found["lines"])))


def test_stored_texts_of_notices_are_recognised() -> None:
    stored = [re.sub(r"\{\w+\}", "Ann", template) for template in (*TEXTS, TIME_IS_UP)]
    assert [notice_text(text) for text in stored] == stored
    with speak(catalogue(PSEUDO)):
        assert not [text for text in stored if english(notice_text(text))]
        assert notice_text(LET_PLAY.format(name="Ann", bot="random player", seat="East")) == (
            pseudo(LET_PLAY).format(name="Ann", bot=pseudo("random player"), seat="East")
        )
        assert notice_text("") == ""


def test_an_account_keeps_its_language(kept_in: Place) -> None:
    with House(kept_in, origin=HERE) as house:
        box = house.porter.mailer = Box()
        ann = house.person("Ann")
        assert ann.get("/api/me")["language"] is None
        choose(ann, PSEUDO)
        assert ann.get("/api/me")["language"] == PSEUDO
        assert export_person(house.porter.database, ann.id)["people"][0]["language"] == PSEUDO
        refused = choose(ann, "tlh", 422)
        assert refused["error"].startswith("The server has no such language. Choose one of: en, ")
        new = Browser(house)
        new.cookies["language"] = PSEUDO
        found = new.post(
            "/api/people", 201, {"name": "Bob", "password": PASSWORD, "email": "bob@example.org"}
        )
        assert found["language"] == PSEUDO
        ((_, text),) = box.letters
        assert not english(text)
        choose(ann, None)
        # Null remains for accounts that have not chosen. The page sets their language once.
        assert ann.get("/api/me")["language"] == SOURCE
        ann.post("/api/me/email", 204, {"password": PASSWORD, "email": "ann@example.org"})
        ann.cookies["language"] = PSEUDO
        ann.post("/api/confirmations", 202, None)
        assert "Open the link to confirm it" in box.letters[-1][1]
