"""Tests of accounts over HTTP: cookies, tokens, requests from other sites and password resets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import anyio
import pytest
from litestar.types import Message, Receive, Scope, Send

from trunkline import actions as A
from trunkline.web.accounts import accounts
from trunkline.web.accounts.accounts import Person
from trunkline.web.accounts.mail import Smtp
from trunkline.web.accounts.permissions import Visitor
from trunkline.web.accounts.rate_counters import InMemory
from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.http import auth
from web.http.house import HERE, MANY, PASSWORD, SEATS, Browser, House

ANN = {"name": "Ann", "password": PASSWORD}
OTHER = "another long password"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server without accounts."""
    with House(tmp_path / "table.sqlite") as found:
        yield found


def test_people_sign_up_in_and_out(house: House) -> None:
    ann = Browser(house)
    assert ann.get("/api/me") == {
        "accounts": True,
        "name": None,
        "operator": False,
        "email": None,
        "mail": False,
        "step": None,
        "second_factor": False,
        "confirmed": False,
        "sign_up": "open",
        "passkeys": False,
        "language": None,
    }
    made = ann.post("/api/people", 201, {**ANN, "email": "ann@example.org"})
    assert (made["name"], made["email"]) == ("Ann", "ann@example.org")
    assert ann.get("/api/me")["name"] == "Ann"
    here, there = ann.cookies.copy(), Browser(house)
    assert there.post("/api/sessions", 200, {**ANN, "name": "ANN"})["name"] == "Ann"
    assert [each["here"] for each in there.get("/api/sessions")].count(True) == 1
    ann.ask("DELETE", "/api/sessions", 204)
    ann.cookies = here
    assert ann.get("/api/me")["name"] is None, "the session is over, and not only its cookie"
    assert there.get("/api/me")["name"] == "Ann"


def test_failed_attempts_use_up_no_accounts_of_an_address(tmp_path: Path) -> None:
    rates = {**MANY, Rate.SIGN_UP: "2/hour", Rate.SIGN_UP_TRY: "6/hour"}
    with House(tmp_path / "table.sqlite", rates=rates) as house:

        def tries(name: str, password: str = PASSWORD, email: str = "") -> int:
            body = {"name": name, "password": password, "email": email}
            return int(Browser(house).ask("POST", "/api/people", body=body).status_code)

        assert tries("Ann") == 201
        failed = tries("ann"), tries("Bob", "short"), tries("Bob", email="no address")
        assert failed == (409, 422, 422)
        assert tries("Bob") == 201
        assert tries("Cy") == 429
        # The limit also covers sign-ups with names that are taken.
        assert "Too many attempts" in Browser(house).post("/api/people", 429, ANN)["error"]


def test_a_session_is_ended_from_elsewhere(house: House) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    there = Browser(house)
    there.post("/api/sessions", 200, ANN)
    other = next(each["id"] for each in ann.get("/api/sessions") if not each["here"])
    bob.ask("DELETE", f"/api/sessions/{other}", 404)
    ann.ask("DELETE", f"/api/sessions/{other}", 204)
    assert there.get("/api/me")["name"] is None


def test_a_cookie_is_for_this_server_alone(tmp_path: Path) -> None:
    for origin, name, more in (("", "trunkline", ""), ("https://g.example", "__Host-trunkline", "secure")):
        with House(tmp_path / f"{name}.sqlite", origin=origin) as house:
            ann = Browser(house)
            ann.origin = origin or HERE
            answer = ann.ask("POST", "/api/people", body=ANN)
            cookie = answer.headers["set-cookie"]
            said = {part.strip().lower() for part in cookie.split(";")[1:]}
            assert cookie.startswith(f"{name}=")
            assert {"httponly", "samesite=lax", "path=/"} <= said
            assert ("secure" in said) == bool(more)
            assert not any(part.startswith("domain") for part in said)
            assert answer.headers["cache-control"] == "no-store"
            assert house.porter.credentials.by_session(cookie.split(";")[0].partition("=")[2])


def test_nobody_between_keeps_what_one_person_was_told(house: House) -> None:
    ann = house.person("Ann")
    game = ann.table()
    drawn = ann.get(f"/api/games/{game}/board")["hash"]
    for path in ("me", f"games/{game}", f"games/{game}/sheet.csv", f"games/{game}/symbols.svg?h={drawn}"):
        kept = ann.ask("GET", f"/api/{path}").headers["cache-control"]
        assert kept.startswith("private, ")
        assert "public" not in kept
    assert "private" in Browser(house).ask("GET", f"/api/games/{game}").headers["cache-control"]
    assert (
        "no-store"
        in Browser(house).ask("POST", "/api/sessions", body=ANN | {"name": "Ann"}).headers["cache-control"]
    )
    assert Browser(house).ask("GET", "/").headers["cache-control"] == "no-cache"


def test_another_page_cannot_use_a_browser_that_is_signed_in(house: House) -> None:
    ann = house.person("Ann")
    game = ann.table()
    for origin in ("http://evil.example", "null", f"{HERE}.evil.example", None, "https://testserver.local:1"):
        ann.origin = origin
        assert ann.ask("POST", f"/api/games/{game}/links").status_code == 403, origin
        assert ann.ask("DELETE", "/api/sessions").status_code == 403
    ann.origin = HERE
    _, secret = house.porter.credentials.new_token(ann.id, "bot")
    program = Browser(house, secret)
    assert (
        program.ask("POST", f"/api/games/{game}/links", headers={"origin": "http://evil.example"}).status_code
        == 201
    )
    # Browsers add this header automatically, so it does not identify a program.
    ann.origin = "http://evil.example"
    basic = {"authorization": "Basic YTpi"}
    assert ann.ask("POST", f"/api/games/{game}/links", headers=basic).status_code == 401


def test_behind_a_proxy_only_the_public_address_acts_for_a_browser(tmp_path: Path) -> None:
    with House(tmp_path / "table.sqlite", origin="https://g.example") as house:
        ann = house.person("Ann")
        for origin, status in (
            ("https://g.example", 201),
            ("http://g.example", 403),
            (HERE, 403),
            ("https://g.example.evil.example", 403),
        ):
            ann.origin = origin
            body = {"title": "1856", "seats": [{"name": name} for name in SEATS]}
            assert ann.ask("POST", "/api/games", body=body).status_code == status, origin


def test_what_is_wrong_at_the_door_is_not_said(house: House) -> None:
    house.person("Ann")
    wrong, unknown = Browser(house), Browser(house)
    first = wrong.ask("POST", "/api/sessions", body={"name": "Ann", "password": OTHER})
    second = unknown.ask("POST", "/api/sessions", body={"name": "Bob", "password": OTHER})
    assert (first.status_code, first.json()) == (second.status_code, second.json())
    assert first.status_code == 422
    assert "set-cookie" not in first.headers


def test_a_token_plays_and_does_not_touch_the_account(house: House) -> None:
    ann = house.person("Ann")
    made = ann.post("/api/tokens", 201, {"name": "bot"})
    program = Browser(house, made["secret"])
    assert program.get("/api/me")["name"] == "Ann"
    assert program.get("/api/me")["email"] is None
    game = program.table()
    program.get(f"/api/games/{game}")
    for method, path in (("GET", "/api/tokens"), ("GET", "/api/sessions"), ("POST", "/api/me/delete")):
        assert program.ask(method, path, 403)["error"] == "A token cannot do that: sign in with a browser."
    (listed,) = ann.get("/api/tokens")
    assert listed["secret"] is None
    ann.ask("DELETE", f"/api/tokens/{made['id']}", 204)
    assert program.get("/api/me", 401)["error"] == "That token is not known here."


def test_too_many_guesses_are_turned_away(tmp_path: Path) -> None:
    rates = {**MANY, Rate.SIGN_IN_NAME: "3/hour"}
    with House(tmp_path / "table.sqlite", rates=rates) as house:
        house.person("Ann")
        for name in ("Ann", "Nobody"):
            for word in ("aNN" if name == "Ann" else name, name, name):
                body = {"name": word, "password": OTHER}
                assert Browser(house).ask("POST", "/api/sessions", body=body).status_code == 422
            # The server now refuses the right password too, so an attacker does not learn that it was right.
            right = Browser(house).ask("POST", "/api/sessions", body={"name": name, "password": PASSWORD})
            assert right.status_code == 429
            assert 0 < int(right.headers["retry-after"]) <= 3601
            assert "under this name" in right.json()["error"]


def test_questions_and_changes_are_counted_by_person(tmp_path: Path) -> None:
    rates = {**MANY, Rate.POST: "3/hour", Rate.CREATE: "1/hour"}
    with House(tmp_path / "table.sqlite", rates=rates) as house:
        ann, bob = house.person("Ann"), house.person("Bob")
        game = ann.table(private=False)
        assert ann.ask("POST", "/api/games", body={}).status_code == 429
        for _ in range(3):
            ann.post(f"/api/games/{game}/links", 201, None)
        assert "Too many changes" in ann.post(f"/api/games/{game}/links", 429, None)["error"]
        bob.join(game, SEATS[1])


def test_what_goes_through_a_whole_game_is_counted_though_all_may_look(tmp_path: Path) -> None:
    with House(tmp_path / "table.sqlite", rates={**MANY, Rate.ASK: "2/hour"}) as house:
        game = house.person("Ann").table(private=False)
        nobody = Browser(house)
        nobody.get(f"/api/games/{game}/log")
        nobody.get(f"/api/games/{game}/moments")
        for path in ("log", "moments", "sheet"):
            assert "Too many questions" in nobody.get(f"/api/games/{game}/{path}", 429)["error"]
        nobody.get(f"/api/games/{game}")


def test_a_person_goes_and_games_stay(house: House) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    game = ann.table(private=False)
    bob.join(game, SEATS[1])
    assert ann.post("/api/me/delete", 422, {"password": OTHER})["error"] == "That is not your password."
    ann.post("/api/me/delete", 204, {"password": PASSWORD})
    assert ann.get("/api/me")["name"] is None
    around = bob.get(f"/api/games/{game}/people")
    assert (around["owner"], around["owned"]) == ("Bob", True)
    assert around["seats"][0] == {
        "seat": SEATS[0],
        "person": "a former player",
        "free": True,
        "mine": False,
        "held": None,
        "open": False,
    }
    bob.get(f"/api/games/{game}/log")


def test_changing_the_password_ends_other_sessions(house: House) -> None:
    ann, there = house.person("Ann"), Browser(house)
    there.post("/api/sessions", 200, ANN)
    ann.post("/api/me/password", 422, {"old": OTHER, "new": OTHER})
    ann.post("/api/me/password", 204, {"old": PASSWORD, "new": OTHER})
    assert ann.get("/api/me")["name"] == "Ann"
    assert there.get("/api/me")["name"] is None
    Browser(house).post("/api/sessions", 200, {"name": "Ann", "password": OTHER})


def test_nobody_sees_the_address_of_another(house: House) -> None:
    ann, bob = house.person("Ann"), house.person("Bob", operator=True)
    ann.post("/api/me/email", 204, {"password": PASSWORD, "email": "secret@example.org"})
    game = ann.table(private=False)
    for path in (f"/api/games/{game}/people", "/api/games", f"/api/games/{game}", "/api/me"):
        assert "secret@example.org" not in bob.ask("GET", path).text
    assert ann.get("/api/me")["email"] == "secret@example.org"


def test_without_accounts_everybody_may_do_everything_and_nobody_signs_in(tmp_path: Path) -> None:
    from web.http.api import Api, table_at

    with table_at(tmp_path / "table.sqlite") as client:
        api = Api(client)
        assert api.get("/api/me")["accounts"] is False
        table = api.new()
        table.act(A.Pass("Ann"))
        table.undo()
        for path in ("/api/people", "/api/sessions", "/api/tokens", "/api/invitations"):
            assert client.post(path, json={}).status_code in (404, 405)
        assert client.get(f"{table.path}/people").status_code == 404


class Box:
    """A mailer that keeps emails instead of sending them."""

    def __init__(self) -> None:
        self.letters: list[tuple[str, str]] = []

    def send(self, to: str, subject: str, text: str) -> None:
        """Keep an email."""
        self.letters.append((to, text))

    def close(self) -> None:
        """Do nothing, because no email is waiting."""


def sign_up_confirmed(house: House, name: str, email: str | None) -> None:
    """Create an account with a confirmed address."""
    person = house.porter.accounts.sign_up(name, PASSWORD, email)
    begun = house.porter.email_confirmation.begin(person.id)
    if begun is not None:
        house.porter.email_confirmation.confirm(begun[2])


def test_a_forgotten_password_is_set_anew_by_a_letter(tmp_path: Path) -> None:
    origin = "https://games.example.org"
    with House(tmp_path / "table.sqlite", origin=origin) as house:
        box = house.porter.mailer = Box()
        for name, email in (("Ann", "ann@example.org"), ("Bob", None)):
            sign_up_confirmed(house, name, email)
        browser = Browser(house)
        browser.origin = origin
        # The answer is the same for all names, with or without an account and an email address.
        said = [
            browser.ask("POST", "/api/resets", 202, {"name": name}, headers={"host": "evil.example"})
            for name in ("Ann", "Bob", "Cyr")
        ]
        assert said[0] == said[1] == said[2]
        ((to, text),) = box.letters
        assert to == "ann@example.org"
        (link,) = (word for word in text.split() if word.startswith("http"))
        # The secret is in the URL fragment, which browsers do not send. The host is not that of the request.
        assert link.startswith(f"{origin}/reset#")
        secret = link.partition("#")[2]
        assert browser.post("/api/resets/use", 422, {"secret": secret, "password": "short"})
        browser.post("/api/resets/use", 200, {"secret": secret, "password": OTHER})
        assert browser.get("/api/me")["name"] == "Ann"
        again = Browser(house)
        again.origin = origin
        again.post("/api/resets/use", 404, {"secret": secret, "password": OTHER})
        again.post("/api/sessions", 422, ANN)


def test_whoever_has_accounts_has_no_more_tries_at_the_door(tmp_path: Path) -> None:
    rates = {**MANY, Rate.SIGN_IN: "3/hour", Rate.FORGET: "2/hour"}
    with House(tmp_path / "table.sqlite", rates=rates) as house:
        browsers = [Browser(house), house.person("Ann"), house.person("Bob"), house.person("Cyr")]
        tries = [
            browser.ask("POST", "/api/sessions", body={"name": f"No {number}", "password": OTHER})
            for number, browser in enumerate(browsers)
        ]
        assert [each.status_code for each in tries] == [422, 422, 422, 429]
        asked = [
            browser.ask("POST", "/api/resets", body={"name": f"No {number}"})
            for number, browser in enumerate(browsers)
        ]
        assert [each.status_code for each in asked] == [202, 202, 429, 429]


def test_an_address_gets_few_letters_however_many_have_given_it(tmp_path: Path) -> None:
    rates = {**MANY, Rate.LETTER: "2/hour"}
    with House(tmp_path / "table.sqlite", origin="https://games.example.org", rates=rates) as house:
        box = house.porter.mailer = Box()
        names = "Ann", "Bob", "Cyr"
        for name in names:
            sign_up_confirmed(house, name, f"{'victim' if name > 'B' else 'Victim'}@example.org")
        said = [Browser(house).ask("POST", "/api/resets", body={"name": name}) for name in names]
        assert [each.status_code for each in said] == [202, 202, 202]
        assert len(box.letters) == 2


def test_who_has_an_address_that_none_can_be_sent_to_is_answered_as_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(accounts, "checked_email", lambda email: email)
    smtp = Smtp("127.0.0.1", 9, "table@example.org")
    with House(tmp_path / "table.sqlite", origin="https://games.example.org", smtp=smtp) as house:
        sign_up_confirmed(house, "Ann", "a..secret@example.org")
        said = [Browser(house).post("/api/resets", 202, {"name": name}) for name in ("Ann", "Bob")]
        assert said[0] == said[1]
    assert "an email was not sent" in caplog.text.lower()
    assert "secret" not in caplog.text


def test_how_long_it_takes_to_ask_for_a_letter_does_not_tell_who_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with House(tmp_path / "table.sqlite", origin="https://games.example.org") as house:
        house.porter.mailer = Box()
        order: list[str] = []
        looked_up = house.porter.accounts.begin_reset

        def begin_reset(name: str) -> tuple[Person, str] | None:
            order.append("looked up")
            return looked_up(name)

        monkeypatch.setattr(house.porter.accounts, "begin_reset", begin_reset)
        inner = house.app.asgi_handler

        async def watched(scope: Scope, receive: Receive, send: Send) -> None:
            async def seen(message: Message) -> None:
                if message["type"] == "http.response.body" and not message.get("more_body"):
                    order.append("answered")
                await send(message)

            await inner(scope, receive, seen)

        house.app.asgi_handler = watched
        Browser(house).post("/api/resets", 202, {"name": "Ann"})
        assert order == ["answered", "looked up"]


def test_without_mail_it_is_said_whom_to_ask(house: House) -> None:
    house.person("Ann")
    said = Browser(house).post("/api/resets", 202, {"name": "Ann"})
    assert "Ask its operator" in said["text"]


def test_who_may_look_no_longer_is_told_no_more(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auth, "RECHECK_SECONDS", -1.0)
    ann, bob = house.person("Ann"), house.person("Bob")
    game = ann.table(private=False)
    (session,) = house.porter.credentials.sessions(bob.id)
    caller = auth.RequestUser(bob.id, False, Visitor(bob.id), None, None, session.id)

    async def told() -> AsyncIterator[bytes]:
        while True:
            yield b": still here"

    async def watched(change: Callable[[], object]) -> int:
        count = 0
        async for _ in await house.porter.limit_stream(caller, game, told()):
            count += 1
            if count == 3:
                change()
            assert count < 10
        return count

    def private() -> None:
        house.porter.membership.settle(game, private=True)

    assert anyio.run(watched, private) == 3
    house.porter.membership.settle(game, private=False)
    assert anyio.run(watched, lambda: house.porter.credentials.end(bob.id, session.id)) == 3
    house.porter.credentials.new_token(bob.id, "at home")
    (token,) = house.porter.credentials.tokens(bob.id)
    caller = auth.RequestUser(bob.id, False, Visitor(bob.id), None, None, token=token.id)
    assert anyio.run(watched, lambda: house.porter.credentials.end_token(bob.id, token.id)) == 3
    # The link of a study ends, too.
    game = ann.post(f"/api/games/{game}/studies", 201, {"name": "A study", "at": 0})["id"]
    secret = ann.ask("PUT", f"/api/games/{game}/study/link", 200)["secret"]
    caller = auth.RequestUser("a reader", False, link=secret)
    assert anyio.run(watched, lambda: ann.ask("DELETE", f"/api/games/{game}/study/link", 204)) == 3
    # The closed streams no longer count.
    counts = house.porter.rates._counts
    assert isinstance(counts, InMemory)
    assert not counts._streams
