"""Tests of passkeys over HTTP, with a software authenticator."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyotp
import pytest

from authenticator import Authenticator, Json, data, text
from trunkline.web.accounts.rate_limits import Rate
from web.http.house import MANY, PASSWORD, Browser, House

HERE = "https://games.example.org"
MINE, SIGN_IN = "/api/me/passkeys", "/api/sessions/passkey"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server with HTTPS."""
    with House(tmp_path / "table.sqlite", origin=HERE) as found:
        yield found


def browser(house: House) -> Browser:
    """Return a browser without a session."""
    found = Browser(house)
    found.origin = HERE
    return found


def person(house: House, name: str) -> Browser:
    """Create an account and return its browser."""
    found = house.person(name)
    found.origin = HERE
    return found


def begin(ann: Browser, **more: object) -> Json:
    """Return the options for a new passkey."""
    options: Json = ann.post(f"{MINE}/begin", 200, {"password": PASSWORD, **more})["options"]
    return options


def added(ann: Browser, device: Authenticator, status: int = 201) -> Any:
    """Add a passkey to an account."""
    return ann.post(MINE, status, {"name": "Laptop", "credential": device.create(begin(ann))})


def sign_in(there: Browser, answer: Callable[[Json], object], status: int = 200) -> Any:
    """Sign in with a passkey."""
    options = there.post(f"{SIGN_IN}/begin", 200, None)["options"]
    return there.post(SIGN_IN, status, {"credential": answer(options)})


def test_a_passkey_is_added_used_renamed_and_removed(house: House) -> None:
    ann, there = person(house, "Ann"), browser(house)
    assert ann.get("/api/me")["passkeys"]
    device = Authenticator(HERE)
    assert "password" in ann.post(f"{MINE}/begin", 422, {"password": "not my password"})["error"]
    options = begin(ann)
    assert (options["rp"]["id"], options["user"]["name"]) == ("games.example.org", "Ann")
    chosen = options["authenticatorSelection"]
    assert (chosen["residentKey"], chosen["userVerification"]) == ("required", "required")
    made = ann.post(MINE, 201, {"name": " Laptop ", "credential": device.create(options)})
    assert (made["name"], made["seen"]) == ("Laptop", None)
    assert [each["id"] for each in begin(ann)["excludeCredentials"]] == [text(device.id)]
    assert sign_in(there, device.get)["name"] == "Ann"
    assert there.get("/api/me")["name"] == "Ann"
    assert ann.get("/api/me")["name"] == "Ann", "other sessions stay"
    (listed,) = there.get(MINE)
    assert listed["seen"] is not None
    bob = person(house, "Bob")
    for who, status in ((bob, 404), (ann, 204)):
        who.ask("PUT", f"{MINE}/{made['id']}", status, {"name": "Old laptop"})
    assert [each["name"] for each in ann.get(MINE)] == ["Old laptop"]
    for who, status in ((bob, 404), (ann, 204), (ann, 404)):
        who.ask("DELETE", f"{MINE}/{made['id']}", status)
    assert "does not know" in sign_in(browser(house), device.get, 404)["error"]


def test_a_passkey_replaces_the_second_factor_and_needs_it_once(house: House) -> None:
    ann = person(house, "Ann")
    key = ann.post("/api/me/second-factor", 201, {"password": PASSWORD})["key"]
    code = pyotp.TOTP(key).at(int(time.time()))
    codes = ann.post("/api/me/second-factor/enable", 200, {"code": code})["codes"]
    for wrong, why in ((None, "a code of your second factor"), ("000000", "That code is wrong")):
        body = {"password": PASSWORD, "code": wrong}
        assert why in ann.post(f"{MINE}/begin", 422, body)["error"]
    device = Authenticator(HERE)
    options = begin(ann, code=codes[0])
    ann.post(MINE, 201, {"name": "Phone", "credential": device.create(options)})
    done = sign_in(browser(house), device.get)
    assert (done["name"], done["second_factor"], done["step"]) == ("Ann", True, None)


def changed(answer: Json, **parts: object) -> Json:
    """Return an answer with other parts of its response."""
    return {**answer, "response": {**answer["response"], **parts}}


def forged(device: Authenticator, options: Json) -> Json:
    """Return the answer of another key under the id of this one."""
    other = Authenticator(HERE, counter=99)
    other.id, other.user = device.id, device.user
    return other.get(options)


def elsewhere(device: Authenticator, options: Json) -> Json:
    """Return the answer that a page with a similar address got."""
    device.origin = "https://games.example.com"
    return device.get(options)


def another_party(device: Authenticator, options: Json) -> Json:
    """Return an answer for another host name."""
    return device.get({**options, "rpId": "example.org"})


def unverified(device: Authenticator, options: Json) -> Json:
    """Return the answer of a device that only noticed a touch."""
    device.verifies = False
    return device.get(options)


def copied(device: Authenticator, options: Json) -> Json:
    """Return the answer of a copy with an older counter."""
    device.counter = 0
    return device.get(options)


def of_bob(device: Authenticator, options: Json) -> Json:
    """Return an answer that claims another person."""
    device.user = text(b"another person")
    return device.get(options)


def unknown(device: Authenticator, options: Json) -> Json:
    """Return the answer of a key that the server does not know."""
    other = Authenticator(HERE)
    other.user = device.user
    return other.get(options)


def invented(device: Authenticator, options: Json) -> Json:
    """Return an answer to a challenge that the server did not send."""
    return device.get({**options, "challenge": text(bytes(32))})


MALFORMED = "not valid. Update your browser"
WRONG: list[tuple[Callable[[Authenticator, Json], object], int, str]] = [
    (elsewhere, 422, "on another address"),
    (another_party, 422, MALFORMED),
    (unverified, 422, "did not verify you"),
    (copied, 422, "may have been copied"),
    (forged, 422, MALFORMED),
    (of_bob, 404, "does not know that passkey"),
    (unknown, 404, "does not know that passkey"),
    (invented, 404, "took longer than 5 minutes"),
    (lambda device, options: {}, 422, MALFORMED),
    (lambda device, options: {"response": 3}, 422, MALFORMED),
    (lambda device, options: changed(device.get(options), clientDataJSON="e30"), 422, MALFORMED),
    (lambda device, options: changed(device.get(options), signature="AAAA"), 422, MALFORMED),
    (lambda device, options: changed(device.get(options), userHandle=7), 422, MALFORMED),
    (lambda device, options: {**device.get(options), "id": "é"}, 422, MALFORMED),
    (
        lambda device, options: device.create({**options, "rp": {"id": "x"}, "user": {"id": ""}}),
        404,
        "passkey",
    ),
    (lambda device, options: [], 400, "object"),
]


def test_wrong_sign_ins_are_refused_in_one_sentence(house: House) -> None:
    ann, device = person(house, "Ann"), Authenticator(HERE)
    added(ann, device)
    sign_in(browser(house), device.get)
    for wrong, status, why in WRONG:
        there = browser(house)
        kept = vars(device).copy()
        refused = sign_in(there, lambda options, wrong=wrong: wrong(device, options), status)  # type: ignore[misc]
        vars(device).update(kept)
        assert why in refused["error"], wrong
        assert there.get("/api/me")["name"] is None
    device.counter = 10
    assert sign_in(browser(house), device.get)["name"] == "Ann"


def test_a_challenge_works_once_soon_and_in_one_browser(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, device = person(house, "Ann"), Authenticator(HERE)
    added(ann, device)
    there = browser(house)
    options = there.post(f"{SIGN_IN}/begin", 200, None)["options"]
    answer = {"credential": device.get(options)}
    kept = there.cookies.copy()
    assert "took longer" in browser(house).post(SIGN_IN, 404, answer)["error"], "another browser"
    there.post(SIGN_IN, 200, answer)
    there.cookies = kept
    there.post(SIGN_IN, 404, answer)
    # An answer that was refused uses up the challenge too.
    options = there.post(f"{SIGN_IN}/begin", 200, None)["options"]
    there.post(SIGN_IN, 422, {"credential": changed(device.get(options), signature="AAAA")})
    there.post(SIGN_IN, 404, {"credential": device.get(options)})
    # A challenge of a session is not one of another person, and not one of a sign-in.
    new, bob = begin(ann), person(house, "Bob")
    other = Authenticator(HERE)
    bob.post(MINE, 404, {"name": "Laptop", "credential": other.create(new)})
    options = there.post(f"{SIGN_IN}/begin", 200, None)["options"]
    ann.post(MINE, 404, {"name": "Laptop", "credential": other.create({**new, **options})})
    now = time.time()
    late = there.post(f"{SIGN_IN}/begin", 200, None)["options"]
    monkeypatch.setattr(house.porter.passkeys, "_clock", lambda: now + 302)
    there.post(SIGN_IN, 404, {"credential": device.get(late)})
    ann.post(MINE, 404, {"name": "Laptop", "credential": other.create(new)})


def test_wrong_new_passkeys_are_refused(house: House) -> None:
    ann, bob, device = person(house, "Ann"), person(house, "Bob"), Authenticator(HERE)
    added(ann, device)
    assert "registered already" in added(bob, device, 409)["error"]
    unverified, far = Authenticator(HERE), Authenticator("https://evil.example")
    unverified.verifies = False
    assert "did not verify you" in added(bob, unverified, 422)["error"]
    assert "on another address" in added(bob, far, 422)["error"]
    answer = Authenticator(HERE).create(begin(bob))
    client = data(answer["response"]["clientDataJSON"]).replace(b".create", b".get")
    broken = changed(answer, clientDataJSON=text(client))
    assert MALFORMED in bob.post(MINE, 422, {"name": "X", "credential": broken})["error"]
    for name in ("", " ", "x" * 41, "a\nb"):
        assert "1 to 40 characters" in bob.post(MINE, 422, {"name": name, "credential": {}})["error"]
    bob.post(MINE, 400, {"name": "X", "credential": "not an object"})
    assert bob.get(MINE) == []
    for _ in range(9):
        added(ann, Authenticator(HERE))
    refused = ann.post(f"{MINE}/begin", 422, {"password": PASSWORD})
    assert refused["error"] == "You already have 10 passkeys, the most allowed. Remove one first."


def test_banned_and_deleted_people_cannot_sign_in(house: House) -> None:
    ann, bob, device = person(house, "Ann"), person(house, "Bob"), Authenticator(HERE, counter=None)
    olga = house.person("Olga", operator=True)
    olga.origin = HERE
    added(ann, device)
    added(bob, other := Authenticator(HERE, counter=None))
    for _ in range(2):
        assert sign_in(browser(house), device.get)["name"] == "Ann", "a device that does not count"
    where = f"/api/operator/people/{ann.id}"
    olga.post(where, 200, {"action": "ban", "reason": "Two accounts", "days": 2})
    assert "Two accounts" in sign_in(browser(house), device.get, 403)["error"]
    for reason, status in ((" ", 422), ("Her laptop was stolen", 200), ("Again", 422)):
        olga.post(where, status, {"action": "remove-passkeys", "reason": reason})
    latest = olga.get("/api/operator/log")[0]
    assert (latest["action"], latest["subject"]) == ("remove passkeys", "Ann")
    bob.post("/api/me/delete", 204, {"password": PASSWORD})
    for each in (device, other):
        sign_in(browser(house), each.get, 404)


@pytest.mark.parametrize(
    ("origin", "host", "offered"),
    [
        ("", "localhost:8018", "http://localhost:8018"),
        ("http://localhost:9000", "localhost:9000", "http://localhost:9000"),
        ("https://[2001:db8::1]", "x", ""),
        ("https://192.0.2.7:8443", "x", ""),
        ("http://games.example.org", "localhost", ""),
        ("", "127.0.0.1:8018", ""),
        ("", "games.example.org", ""),
        ("", "localhost:port", ""),
    ],
)
def test_the_address_decides_about_passkeys(tmp_path: Path, origin: str, host: str, offered: str) -> None:
    with House(tmp_path / "table.sqlite", origin=origin) as house:
        ann, there = house.person("Ann"), Browser(house)
        ann.origin = there.origin = origin or f"http://{host}"

        def send(who: Browser, path: str, body: object = None) -> Any:
            return who.ask("POST" if body else "GET", path, None, body, headers={"host": host})

        assert send(ann, "/api/me").json()["passkeys"] is bool(offered)
        answer = send(ann, f"{MINE}/begin", {"password": PASSWORD})
        if not offered:
            assert (answer.status_code, "need HTTPS" in answer.json()["error"]) == (422, True)
            return
        device = Authenticator(offered)
        body = {"name": "Laptop", "credential": device.create(answer.json()["options"])}
        assert send(ann, MINE, body).status_code == 201
        options = there.ask("POST", f"{SIGN_IN}/begin", None, headers={"host": host}).json()["options"]
        assert send(there, SIGN_IN, {"credential": device.get(options)}).json()["name"] == "Ann"


def test_attempts_are_limited_as_those_with_a_password(tmp_path: Path) -> None:
    with House(tmp_path / "table.sqlite", origin=HERE, rates={**MANY, Rate.SIGN_IN: "4/hour"}) as house:
        device = Authenticator(HERE)
        for status in (404, 404):
            sign_in(browser(house), device.get, status)
        browser(house).post(f"{SIGN_IN}/begin", 429, None)
        browser(house).post(SIGN_IN, 429, {"credential": {}})
