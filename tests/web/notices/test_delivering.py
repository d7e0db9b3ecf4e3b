"""Tests of deliveries: formats, retries, leases, and what a person sees of them."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from collections.abc import Iterator
from email import message_from_string
from email.message import EmailMessage
from email.policy import default
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02
from sqlalchemy import update

from trunkline import actions as A
from trunkline.web.accounts.mail import Smtp
from trunkline.web.database.people_tables import people
from trunkline.web.notices.keys import decoded, encoded
from trunkline.web.storage.urls import Place
from web.http.house import SEATS, Browser
from web.notices.receivers import Receiver
from web.notices.world import ORIGIN, Mailbox, Notified, notified, webhook

EAST, WEST, NORTH = SEATS


@pytest.fixture
def either(kept_in: Place) -> Iterator[Notified]:
    """A server on either database."""
    with notified(kept_in) as found:
        yield found


def due(world: Notified, browser_of_west: bool = True) -> tuple[str, Browser, Browser]:
    """Return a game in which West has just become due, and the people in East and West."""
    game, ann, bob, _ = world.three()
    ann.act(game, 0, A.Pass(EAST))
    return game, ann, bob


def deliveries(browser: Browser) -> Any:
    """Return the deliveries as the person sees them: state and answers."""
    return [
        (each["state"], [attempt["answer"] for attempt in each["attempts"]])
        for each in browser.get("/api/me/deliveries")
    ]


# -- retries


def test_a_failed_attempt_is_repeated_with_the_same_key_after_growing_pauses(
    either: Notified, there: Receiver
) -> None:
    _, _, bob = due(either)
    webhook(bob, there)
    there.answers = [500, 503, 200]
    start = time.time()
    either.at(start)
    either.look()
    assert deliveries(bob) == [("waiting", ["500 Internal Server Error: ok"])]
    waits = bob.get("/api/me/deliveries")[0]["next"] - start
    assert 7 < waits < 13
    either.look()
    assert len(there.requests) == 1
    either.at(start + 15)
    either.look()
    waits = bob.get("/api/me/deliveries")[0]["next"] - (start + 15)
    assert 30 < waits < 50
    either.at(start + 100)
    either.look()
    assert [state for state, _ in deliveries(bob)] == ["sent"]
    assert deliveries(bob)[0][1][2] == "200 OK"
    assert len({each.headers["idempotency-key"] for each in there.requests}) == 1


def test_a_delivery_is_given_up_visibly(either: Notified, there: Receiver) -> None:
    _, _, bob = due(either)
    webhook(bob, there)
    there.answers = [500] * 100
    for hours in range(0, 400, 12):
        either.at(time.time() + hours * 3600)
        either.look()
    # The reminders were given up as well.
    assert [(state, len(answers)) for state, answers in deliveries(bob)] == [("failed", 8)] * 4
    assert all(each["next"] is None for each in bob.get("/api/me/deliveries") if each["state"] == "failed")


def test_a_receiver_that_asks_for_a_pause_gets_it(world: Notified, there: Receiver) -> None:
    _, _, bob = due(world)
    webhook(bob, there)
    there.answers, there.headers = [429], {"retry-after": "600"}
    start = time.time()
    world.at(start)
    world.look()
    assert bob.get("/api/me/deliveries")[0]["next"] == int(start) + 600


@pytest.mark.parametrize(
    ("status", "says"),
    [(400, "400 Bad Request"), (404, "404 Not Found"), (302, "302 Found: redirects are not followed.")],
)
def test_an_answer_that_will_not_change_ends_the_delivery(
    world: Notified, there: Receiver, status: int, says: str
) -> None:
    _, _, bob = due(world)
    webhook(bob, there)
    there.answers = [status]
    world.look()
    ((state, answers),) = deliveries(bob)
    assert state == "failed"
    assert answers[0].startswith(says)


def test_a_retry_of_a_turn_that_is_over_is_cancelled(world: Notified, there: Receiver) -> None:
    game, _, bob = due(world)
    webhook(bob, there)
    there.answers = [500]
    world.look()
    bob.act(game, 1, A.Pass(WEST))
    world.at(time.time() + 60)
    world.look()
    ((state, answers),) = deliveries(bob)
    assert state == "cancelled"
    assert answers[1] == "No longer needed: you have acted, or the game has changed."
    assert len(there.requests) == 1


def test_a_receiver_that_is_gone_stops_its_channel(world: Notified, there: Receiver) -> None:
    _, _, bob = due(world)
    webhook(bob, there)
    there.answers = [410]
    world.look()
    (channel,) = bob.get("/api/me/channels")
    assert channel["stopped"] == "The receiver says that this address is gone (410)."
    assert bob.ask("POST", f"/api/me/channels/{channel['id']}/test").status_code == 422
    # Adding the address again starts the same channel.
    assert webhook(bob, there) == channel["id"]
    assert bob.get("/api/me/channels")[0]["stopped"] == ""


# -- leases


def test_another_process_repeats_an_attempt_whose_process_has_stopped(
    either: Notified, there: Receiver
) -> None:
    _, _, bob = due(either)
    webhook(bob, there)
    either.service.planner.plan()
    start = time.time()
    either.at(start)
    (taken,) = either.service.deliveries.claim(5)
    # Nobody else gets it during the lease.
    assert either.service.deliveries.claim(5) == []
    either.at(start + 119)
    either.look()
    assert there.requests == []
    either.at(start + 121)
    either.look()
    assert [each.headers["idempotency-key"] for each in there.requests] == [taken.id]
    assert deliveries(bob) == [("sent", ["The server stopped during this attempt.", "200 OK"])]


def test_a_late_result_of_a_lost_lease_changes_nothing(either: Notified, there: Receiver) -> None:
    from trunkline.web.notices.senders import Result

    _, _, bob = due(either)
    webhook(bob, there)
    either.service.planner.plan()
    start = time.time()
    either.at(start)
    (taken,) = either.service.deliveries.claim(5)
    either.at(start + 121)
    either.look()
    either.service.deliveries.finish(taken, Result(False, "500 late"))
    assert deliveries(bob)[0][0] == "sent"
    assert len(there.requests) == 1


def test_two_that_look_at_once_send_one_notice(either: Notified, there: Receiver) -> None:
    _, _, bob = due(either)
    webhook(bob, there)
    start = threading.Barrier(2)
    claimed: list[int] = []

    def work() -> None:
        start.wait()
        either.service.planner.plan()
        claimed.append(len(either.service.deliveries.claim(5)))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(claimed) + len(either.service.deliveries.claim(5)) == 1


# -- formats


@pytest.mark.parametrize("format", ["discord", "slack", "matrix"])
def test_each_webhook_gets_its_format(world: Notified, there: Receiver, format: str) -> None:
    game, _, bob = due(world)
    webhook(bob, there, format)
    world.look()
    found = json.loads(there.requests[0].body)
    url = f"{ORIGIN}/g/{game}"
    if format == "discord":
        assert found["content"].startswith("**1856: your turn, bid, buy or pass**\n")
        assert found["content"].endswith(url)
        assert found["allowed_mentions"] == {"parse": []}
    if format == "slack":
        assert found["text"].startswith("*1856: your turn, bid, buy or pass*\n")
        assert found["text"].endswith(f"<{url}|Open>")
    if format == "matrix":
        assert found["text"].endswith(url)
        assert f'<a href="{url}">Open</a>' in found["html"]


def test_ntfy_gets_a_message_of_its_topic(world: Notified, there: Receiver) -> None:
    game, _, bob = due(world)
    body = {"kind": "ntfy", "address": f"{there.url}/my-topic", "token": "tk_secret"}
    bob.post("/api/me/channels", 201, body)
    world.look()
    (request,) = there.requests
    found = json.loads(request.body)
    assert (request.path, request.headers["authorization"]) == ("/", "Bearer tk_secret")
    assert (found["topic"], found["click"]) == ("my-topic", f"{ORIGIN}/g/{game}")
    assert found["title"] == "1856: your turn, bid, buy or pass"


def test_a_push_message_is_encrypted_for_the_browser_and_signed(world: Notified, there: Receiver) -> None:
    game, _, bob = due(world)
    private, auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
    public = private.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    keys = {"p256dh": encoded(public), "auth": encoded(auth)}
    address = f"{there.url}/push/subscription"
    bob.post("/api/me/channels", 201, {"kind": "push", "address": address, "keys": keys, "label": "phone"})
    world.look()
    (request,) = there.requests
    assert b"1856" not in request.body
    data = json.loads(
        http_ece.decrypt(request.body, private_key=private, auth_secret=auth, version="aes128gcm")
    )
    assert data["title"] == "1856: your turn, bid, buy or pass"
    assert (data["url"], data["tag"]) == (f"{ORIGIN}/g/{game}", game)
    assert request.headers["ttl"] == "86400"
    assert Vapid02.verify(request.headers["authorization"])
    parts = dict(
        each.strip().split("=", 1)
        for each in request.headers["authorization"].removeprefix("vapid ").split(",")
    )
    claims = json.loads(decoded(parts["t"].split(".")[1]))
    assert (claims["aud"], claims["sub"]) == (there.url, "mailto:admin@example.org")
    assert parts["k"] == bob.get("/api/push-key")["key"]


def test_a_browser_that_has_unsubscribed_stops_its_channel(world: Notified, there: Receiver) -> None:
    _, _, bob = due(world)
    public = (
        ec.generate_private_key(ec.SECP256R1())
        .public_key()
        .public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    )
    keys = {"p256dh": base64.urlsafe_b64encode(public).decode(), "auth": encoded(b"0" * 16)}
    bob.post("/api/me/channels", 201, {"kind": "push", "address": f"{there.url}/p", "keys": keys})
    there.answers = [404]
    world.look()
    assert "gone (404)" in bob.get("/api/me/channels")[0]["stopped"]


# -- email


def parsed(text: str) -> EmailMessage:
    """Return an email from its text."""
    found = message_from_string(text, policy=default)
    assert isinstance(found, EmailMessage)
    return found


def confirmed(world: Notified, browser: Browser, mailbox: Mailbox) -> str:
    """Add an email address to a person and confirm it. Return the channel's id."""
    body = {"kind": "email", "address": "bob@example.org"}
    channel = browser.post("/api/me/channels", 201, body)
    assert channel["confirmed"] is False
    late = time.monotonic() + 60
    while not mailbox.emails:
        assert time.monotonic() < late
        time.sleep(0.01)
    (to, text), *_ = mailbox.emails
    assert to == ["bob@example.org"]
    link = next(word for word in parsed(text).get_content().split() if ORIGIN in word)
    path = link.removeprefix(ORIGIN)
    nobody = Browser(world.house)
    page = nobody.ask("GET", path)
    assert (page.status_code, "Send notices to bob@example.org?" in page.text) == (200, True)
    # The policy of the server allows the style of the page, which links back to the server.
    style = page.text.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"style-src 'self' 'sha256-{digest}';" in page.headers["content-security-policy"]
    assert '<a href="/">' in page.text
    assert browser.get("/api/me/channels")[0]["confirmed"] is False
    nobody.origin = None
    assert nobody.ask("POST", path).status_code == 200
    mailbox.emails.clear()
    return str(channel["id"])


def test_an_email_names_the_game_and_unsubscribes_with_one_click(
    mailing: Notified, mailbox: tuple[Mailbox, Smtp]
) -> None:
    game, _, bob = due(mailing)
    confirmed(mailing, bob, mailbox[0])
    mailing.look()
    ((to, text),) = mailbox[0].emails
    letter = parsed(text)
    assert (to, letter["Subject"]) == (["bob@example.org"], "1856: your turn, bid, buy or pass")
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    body = letter.get_content()
    assert f"{ORIGIN}/g/{game}" in body
    id = bob.get("/api/me/deliveries")[0]["id"]
    assert letter["Message-ID"] == f"<{id}@example.org>"
    assert deliveries(bob) == [("sent", ["250 OK, kept"])]

    # The request of a mail program: no cookie, no origin, a form body.
    unsubscribe = str(letter["List-Unsubscribe"]).strip("<>")
    assert f"List-Unsubscribe: <{unsubscribe}>" in text, "mail programs read it without decoding"
    path = unsubscribe.removeprefix(ORIGIN)
    assert unsubscribe in body
    program = Browser(mailing.house)
    program.origin = None
    page = program.ask("GET", path)
    assert "Send no more notices to bob@example.org?" in page.text
    assert bob.get("/api/me/channels")[0]["stopped"] == ""
    answer = program.ask("POST", path, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert bob.get("/api/me/channels")[0]["stopped"] == "You unsubscribed by the link in an email."


def test_a_wrong_token_changes_nothing(mailing: Notified, mailbox: tuple[Mailbox, Smtp]) -> None:
    _, _, bob = due(mailing)
    id = confirmed(mailing, bob, mailbox[0])
    other = mailing.service.keys.token("confirm", id)
    for token in (f"{id}.", f"{id}.AAAA", other, "", "x.y", f"none.{other.partition('.')[2]}"):
        for method in ("GET", "POST"):
            answer = bob.ask(method, "/api/notices/unsubscribe", params={"token": token})
            assert answer.status_code == 404
            assert "This link is not valid." in answer.text
    assert bob.get("/api/me/channels")[0]["stopped"] == ""


def test_an_address_that_is_not_confirmed_gets_no_notice_and_no_test(
    mailing: Notified, mailbox: tuple[Mailbox, Smtp]
) -> None:
    _, _, bob = due(mailing)
    body = {"kind": "email", "address": "victim@example.org"}
    id = bob.post("/api/me/channels", 201, body)["id"]
    mailing.look()
    assert bob.get("/api/me/deliveries") == []
    assert "is not confirmed yet" in bob.post(f"/api/me/channels/{id}/test", 422, None)["error"]
    # The confirmed address of the account needs no other confirmation, but that of another account does.
    with mailing.house.porter.database.writing() as link:
        own = {"email": "Bob@example.org", "email_confirmed": True}
        link.execute(update(people).where(people.c.id == bob.id).values(own))
    found = [
        bob.post("/api/me/channels", 201, {"kind": "email", "address": address})["confirmed"]
        for address in ("bob@example.org", "ann@example.org")
    ]
    assert found == [True, False]


def test_a_mail_server_that_is_full_gets_the_email_later(
    mailing: Notified, mailbox: tuple[Mailbox, Smtp]
) -> None:
    _, _, bob = due(mailing)
    confirmed(mailing, bob, mailbox[0])
    mailbox[0].answers = ["452 Try later", "554 Not wanted"]
    mailing.look()
    assert deliveries(bob) == [("waiting", ["452 Try later"])]
    mailing.at(time.time() + 60)
    mailing.look()
    assert deliveries(bob) == [("failed", ["452 Try later", "554 Not wanted"])]


# -- tests by hand


def test_a_test_notice_returns_the_answer(world: Notified, there: Receiver) -> None:
    _, _, bob, _ = world.three()
    id = webhook(bob, there)
    assert bob.post(f"/api/me/channels/{id}/test", 200, None) == {"ok": True, "answer": "200 OK"}
    there.answers, there.body = [403], b"no\x00 such hook"
    assert bob.post(f"/api/me/channels/{id}/test", 200, None) == {
        "ok": False,
        "answer": "403 Forbidden: no such hook",
    }
    assert sorted(state for state, _ in deliveries(bob)) == ["failed", "sent"]
    assert {each["title"] for each in bob.get("/api/me/deliveries")} == {"Trunkline: test notice"}
