"""Tests of the API of notices: channels and preferences, and the refusal of bad input."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.notices.http_sender import HttpSender
from web.http.house import MANY, Browser, House
from web.notices.receivers import Receiver, receiver
from web.notices.world import BY_HAND, webhook

KEYS = {"p256dh": "BA" + "A" * 85, "auth": "A" * 22}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server that may send notices to this machine by its address, not by other names."""
    with House(tmp_path / "table.sqlite", notices=BY_HAND) as found:
        yield found


@pytest.fixture
def there() -> Iterator[Receiver]:
    """A receiver on this machine."""
    with receiver() as found:
        yield found


def refusal(browser: Browser, **body: Any) -> str:
    """Try to add a channel, and return the error."""
    answer = browser.post("/api/me/channels", 422, {"kind": "webhook", "address": "https://1.1.1.1/", **body})
    assert browser.get("/api/me/channels") == []
    return str(answer["error"])


@pytest.mark.parametrize(
    "address",
    [
        "https://127.0.0.2/hook",
        "https://10.0.0.1/hook",
        "https://192.168.1.1/hook",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/hook",
        "https://[::ffff:10.0.0.1]/hook",
        "https://[fd00::1]/hook",
        "https://100.64.0.1/hook",
        "https://0/hook",
        "https://0xa000001/hook",
        "https://no-such-host.invalid/hook",
    ],
)
@pytest.mark.parametrize("kind", ["webhook", "ntfy", "push"])
def test_an_address_inside_a_network_is_refused(house: House, kind: str, address: str) -> None:
    ann = house.person("Ann")
    error = refusal(ann, kind=kind, address=address, keys=KEYS)
    assert error.startswith("The server does not send notices to ")
    assert error.endswith(": it has no public address on the internet.")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"address": "hook"}, "is no address such as https://example.org/hook."),
        ({"address": "http://1.1.1.1/"}, "must begin with https://"),
        ({"address": "https://a:b@1.1.1.1/"}, "may not contain a name and a password"),
        ({"kind": "ntfy", "address": "https://1.1.1.1/"}, "looks like https://ntfy.sh/my-topic."),
        ({"kind": "ntfy", "address": "https://1.1.1.1/a/b"}, "looks like https://ntfy.sh/my-topic."),
        ({"kind": "push"}, "The push subscription of the browser is not valid."),
        ({"kind": "push", "keys": {"p256dh": "AAAA", "auth": "A" * 22}}, "is not valid. Subscribe again."),
        ({"kind": "push", "keys": {"p256dh": "!", "auth": ""}}, "is not valid. Subscribe again."),
        ({"kind": "email", "address": "a@example.org"}, "This server does not send email."),
        ({"label": "a\nb"}, "contain only printable characters"),
        ({"token": "a\r\nx: y"}, "contain only printable characters"),
    ],
)
def test_a_wrong_channel_is_refused_in_one_sentence(house: House, body: dict[str, Any], why: str) -> None:
    assert why in refusal(house.person("Ann"), **body)


def test_a_request_of_another_form_is_refused(house: House) -> None:
    ann = house.person("Ann")
    for body in ({"kind": "pigeon", "address": "x"}, {"kind": "webhook"}, {"kind": "webhook", "address": ""}):
        ann.post("/api/me/channels", 400, body)
    for times in ({"reminder_hours": -1}, {"quiet_from": "25:00", "quiet_to": "08:00"}, {"zone": 5}):
        ann.ask("PUT", "/api/me/notices", 400, times)


def test_unknown_time_zones_and_foreign_channels_change_nothing(house: House, there: Receiver) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    id = webhook(ann, there)
    before = ann.get("/api/me/notices")
    error = ann.ask(
        "PUT", "/api/me/notices", 422, {"zone": "Mars/Olympus", "channels": [{"id": id, "events": []}]}
    )["error"]
    assert error == "There is no time zone 'Mars/Olympus'. Use a name such as Europe/Berlin."
    assert ann.get("/api/me/notices") == before
    theirs = bob.get("/api/me/notices")
    bob.ask("PUT", "/api/me/notices", 404, {"reminder_hours": 5, "channels": [{"id": id, "events": []}]})
    bob.ask("DELETE", f"/api/me/channels/{id}", 404)
    bob.ask("POST", f"/api/me/channels/{id}/test", 404)
    assert (ann.get("/api/me/notices"), bob.get("/api/me/notices")) == (before, theirs)


def test_preferences_are_kept(house: House, there: Receiver) -> None:
    ann = house.person("Ann")
    id = webhook(ann, there, label="Our club")
    times = {
        "zone": "Europe/Berlin",
        "quiet_from": "22:30",
        "quiet_to": "07:00",
        "digest_at": "19:00",
        "reminder_hours": 12,
        "only_choices": True,
    }
    found = ann.ask(
        "PUT", "/api/me/notices", 200, {**times, "channels": [{"id": id, "events": ["message", "turn"]}]}
    )
    assert found == ann.get("/api/me/notices")
    assert found["times"] == times
    (channel,) = found["channels"]
    assert (channel["label"], channel["events"]) == ("Our club", ["turn", "message"])
    # A list shows the host, not the secret part of the address.
    assert "hook" not in channel["where"]
    ann.ask("DELETE", f"/api/me/channels/{id}", 204)
    assert ann.get("/api/me/channels") == []


def test_a_person_has_at_most_twenty_channels(house: House, there: Receiver) -> None:
    ann = house.person("Ann")
    for number in range(20):
        webhook(ann, there, address=f"{there.url}/{number}")
    body = {"kind": "webhook", "address": f"{there.url}/more"}
    assert "20 channels" in ann.post("/api/me/channels", 422, body)["error"]


def test_a_token_cannot_change_channels(house: House) -> None:
    ann = house.person("Ann")
    program = Browser(house, ann.post("/api/tokens", 201, {"name": "bot"})["secret"])
    assert program.ask("GET", "/api/me/channels").status_code == 403


def test_only_people_at_a_table_make_exceptions_for_it(house: House) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    game = ann.table(private=True)
    ann.ask("PUT", f"/api/games/{game}/notices", 204, {"events": ["turn"]})
    bob.ask("PUT", f"/api/games/{game}/notices", 404, {"events": []})
    assert [each["events"] for each in ann.get("/api/me/notices")["games"]] == [["turn"]]


def test_test_notices_are_limited(tmp_path: Path, there: Receiver) -> None:
    rates = {**MANY, Rate.CHANNEL: "3/hour"}
    with House(tmp_path / "table.sqlite", notices=BY_HAND, rates=rates) as house:
        ann = house.person("Ann")
        id = webhook(ann, there)
        for status in (200, 200, 429):
            ann.post(f"/api/me/channels/{id}/test", status, None)
    assert len(there.requests) == 2


def test_a_redirect_into_the_network_is_an_answer_as_text(house: House, there: Receiver) -> None:
    ann = house.person("Ann")
    with receiver() as inside:
        there.answers, there.headers = [302], {"location": inside.url}
        id = webhook(ann, there)
        answer = ann.post(f"/api/me/channels/{id}/test", 200, None)
        assert answer == {
            "ok": False,
            "answer": "302 Found: redirects are not followed. Enter the final address.",
        }
        assert inside.requests == []


def test_a_name_that_becomes_private_is_not_reached_by_a_test(
    house: House, there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = house.person("Ann")
    answers = ["1.1.1.1", "10.0.0.1"]
    sender: HttpSender = house.app.state.backend.notices.senders._sender
    monkeypatch.setattr(sender, "_resolver", lambda host, port: [answers.pop(0)])
    body = {"kind": "webhook", "address": "https://rebinding.example.org/"}
    id = ann.post("/api/me/channels", 201, body)["id"]
    answer = ann.post(f"/api/me/channels/{id}/test", 200, None)
    assert answer["ok"] is False
    assert answer["answer"].endswith("rebinding.example.org: it has no public address on the internet.")
