"""Tests of the language of answers: that of the cookie, else one that the reader accepts, else English."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from hypothesis import given, settings
from hypothesis import strategies as st

from trunkline import actions as A
from trunkline.util.catalogues import PSEUDO, catalogue, languages, pseudo
from trunkline.util.messages import SOURCE, speak
from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.games.limits import Limits
from trunkline.web.http.languages import accepted
from web.http.api import Api, table_at
from web.http.house import MANY, Browser, House

NO_GAME = "There is no such game."
BUY = A.BuyOffered("Ann", "flos")


def asked(api: Api, path: str = "/api/games/none", **headers: str) -> Response:
    return api.client.get(path, headers={name.replace("_", "-"): text for name, text in headers.items()})


def text_of(answer: Response) -> str:
    return str(answer.json()["error"])


@pytest.mark.parametrize(
    ("cookie", "wanted", "spoken"),
    [
        ("", "", "en"),
        ("", PSEUDO, PSEUDO),
        ("", "de-AT,de;q=0.9", "de"),
        ("", "fr, tlh;q=0.9, de;q=0.1", "de"),
        ("", "fr", "en"),
        # The weights decide, not the order. The weight 0 refuses a language.
        ("", "en;q=0.5, de;q=0.8", "de"),
        ("", "en ; q=0.5 , de ; q=0.4", "en"),
        ("", "de;q=0, en;q=0.1", "en"),
        ("", "de;q=0, *", "en"),
        ("language=de", PSEUDO, "de"),
        (f"language={PSEUDO}", "de", PSEUDO),
        ("language=en", "de", "en"),
        ('other={"a": 1}; language=de; more', "", "de"),
        # A language without a catalogue does not count.
        ("language=tlh", "de", "de"),
        ("languages=de", "", "en"),
    ],
)
def test_the_cookie_is_preferred_to_the_header_and_that_to_english(
    api: Api, cookie: str, wanted: str, spoken: str
) -> None:
    answer = asked(api, cookie=cookie, accept_language=wanted)
    assert answer.status_code == 404
    assert answer.headers["content-language"] == spoken
    assert (
        text_of(answer)
        == {"en": NO_GAME, "de": "Diese Partie gibt es nicht.", PSEUDO: pseudo(NO_GAME)}[spoken]
    )


def test_answers_vary_with_the_languages_that_the_reader_accepts(api: Api) -> None:
    table = api.new()
    for path in (table.path, "/api/games/none", "/api/titles"):
        varies = ",".join(asked(api, path).headers.get_list("vary")).lower()
        assert {"accept-language", "accept-encoding"} <= {each.strip() for each in varies.split(",")}
    # The page has all languages in it.
    assert "content-language" not in asked(api, "/", accept="text/html").headers


@given(
    st.lists(
        st.one_of(
            st.sampled_from(["de", PSEUDO, "de;q=0.5", "en;q=nan", "*;q=1e9", "de;q=", ";;", "q=1", "-"]),
            st.text(st.characters(codec="latin-1", exclude_characters="\r\n\0"), max_size=20),
        ),
        max_size=30,
    ).map(",".join)
)
def test_any_header_has_a_list_of_tags(header: str) -> None:
    found = accepted(header)
    assert all(tag and tag in header for tag in found)
    assert len(found) <= header.count(",") + 1


NONSENSE = st.binary(max_size=40).map(lambda data: bytes(each for each in data if 32 <= each != 127))


def test_no_header_is_an_error_of_the_server(api: Api) -> None:
    @settings(max_examples=60, deadline=None)
    @given(cookie=NONSENSE, wanted=NONSENSE, chosen=st.booleans())
    def ask(cookie: bytes, wanted: bytes, *, chosen: bool) -> None:
        headers = [(b"cookie", b"language=" * chosen + cookie), (b"accept-language", wanted)]
        answer = api.client.get("/api/games/none", headers=headers)
        assert answer.status_code == 404
        assert answer.headers["content-language"] in (*languages(), PSEUDO)

    ask()


def test_readers_of_one_game_get_their_own_languages_at_the_same_time(api: Api) -> None:
    table = api.new()
    found: dict[str, list[dict[str, Any]]] = {SOURCE: [], PSEUDO: []}

    def read(language: str) -> None:
        for _ in range(5):
            found[language].append(asked(api, table.path, accept_language=language).json())

    threads = [threading.Thread(target=read, args=(language,)) for language in (*found, *found)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for language, views in found.items():
        assert all(view == views[0] for view in views)
        label = views[0]["limits"][0]["label"]
        assert label == ("Certificates" if language == SOURCE else pseudo("Certificates"))


def test_a_stored_answer_is_not_taken_for_one_in_another_language(api: Api) -> None:
    table = api.new()
    first = asked(api, table.path)
    tag = first.headers["etag"]
    assert asked(api, table.path, if_none_match=tag).status_code == 304
    other = asked(api, table.path, if_none_match=tag, accept_language=PSEUDO)
    assert other.status_code == 200
    again = asked(api, table.path, if_none_match=other.headers["etag"], accept_language=PSEUDO)
    assert again.status_code == 304
    assert again.headers["content-language"] == PSEUDO


def test_a_refusal_is_in_the_language_of_the_player(api: Api) -> None:
    table = api.new()

    def refused(headers: Mapping[str, str]) -> str:
        answer = api.client.post(f"{table.path}/undo", json={"version": 0}, headers=dict(headers))
        assert answer.status_code == 422
        return text_of(answer)

    assert refused({}) == "There is nothing to undo."
    assert refused({"accept-language": PSEUDO}) == pseudo("There is nothing to undo.")


SEATS = [{"name": name} for name in ("Ann", "Bob", "Cy")]


@pytest.mark.parametrize(
    ("wish", "template", "values"),
    [
        (
            {"title": "1856", "seats": SEATS[:2]},
            "{id} is for {fewest} to {most} players, not {count}.",
            {"id": "1856", "fewest": "3", "most": "6", "count": "2"},
        ),
        ({"title": "1856", "seats": [*SEATS, SEATS[0]]}, "Players must have different names.", {}),
        (
            {"title": "1856", "seats": SEATS, "board": "bank: 3"},
            "{title} is played on its own board only.",
            {"title": "1856"},
        ),
        (
            {"title": "18GL", "seats": SEATS, "board": "bank: 3"},
            "{name}, line {line}: {error}.",
            {
                "name": pseudo("The board file"),
                "line": 1,
                "error": pseudo("missing key {key} in {place}").format(
                    key="`title`", place=pseudo("the board")
                ),
            },
        ),
    ],
)
def test_faults_of_a_new_game_are_in_the_language_of_the_reader(
    api: Api, wish: dict[str, Any], template: str, values: dict[str, Any]
) -> None:
    answer = api.client.post("/api/games", json=wish, headers={"accept-language": PSEUDO})
    assert answer.status_code in (400, 422)
    assert text_of(answer) == pseudo(template).format(**values)


def test_limits_and_permissions_are_in_the_language_of_the_person(store: Path) -> None:
    with House(store, rates={**MANY, Rate.SIGN_IN_NAME: "1/hour"}) as house:
        ann, bob = house.person("Ann"), house.person("Bob")
        game = ann.table(private=False)
        bob.cookies["language"] = PSEUDO
        denied = bob.post(f"/api/games/{game}/links", 403, {})
        assert denied["error"] == pseudo("Only the owner of the table may do that.")
        guest = Browser(house)
        guest.cookies["language"] = PSEUDO
        wrong = {"name": "Ann", "password": "a wrong password"}
        guest.post("/api/sessions", 422, wrong)
        limited = guest.post("/api/sessions", 429, wrong)
        what = pseudo("attempts to sign in under this name")
        assert limited["error"].startswith(pseudo(f"Too many {what}: try again in 60"))


def test_a_worker_process_answers_in_the_language_of_the_reader(store: Path) -> None:
    api = Api(table_at(store, limits=Limits(max_entries=2, small_file=0, processes=1)).__enter__())
    try:
        table = api.new()
        table.act(BUY)
        table.act(A.Pass("Bob"))
        data = api.client.get(f"{table.path}/export").content
        api.restart(store, limits=Limits(max_entries=1, small_file=0, processes=1))
        text = "The file has {length} actions, and no game takes more than {longest}."
        for language, template in ((SOURCE, text), (PSEUDO, pseudo(text))):
            answer = api.client.post("/api/import", content=data, headers={"accept-language": language})
            assert answer.status_code == 400
            assert text_of(answer) == template.format(length=2, longest=1)
    finally:
        api.close()


def test_the_log_is_the_same_whoever_wrote_it(api: Api) -> None:
    tables = [api.new(), api.new()]
    for table, language in zip(tables, (SOURCE, PSEUDO), strict=True):
        headers = {"accept-language": language}
        bodies: list[tuple[str, dict[str, Any]]] = [
            ("actions", {"action": A.encode(BUY)}),
            ("undo", {}),
            ("redo", {}),
        ]
        bodies += [("seats", {"seat": "Cy", "kind": "clerk"})]
        for version, (what, body) in enumerate(bodies):
            answer = api.client.post(
                f"{table.path}/{what}", json={"version": version, **body}, headers=headers
            )
            assert answer.status_code == 200, answer.text
    rows = [api.client.app.state.backend.games[table.id].log for table in tables]
    with speak(catalogue(PSEUDO)):
        texts = [[[line.text for line in entry.outcome.lines] for entry in log] for log in rows]
    assert texts[0] == texts[1]
    assert texts[0][1][0].startswith("Undone: ")


ROW = '[Trunkline "1"]\n[Title "1856"]\n[Players "Ann" "Bob" "Cy"]\n\n1. '


@pytest.mark.parametrize(
    ("data", "english"),
    [
        (b"\x1f\x8b", "cannot be read as a game: it is compressed with gzip. Unpack it first."),
        (b"{", "cannot be read as a game: it is cut off."),
        (b"{}", "is not a game"),
        (b'{"title": "1856"}', "it is not a game of 18xx.games, or cut off: the field"),
        (f"{ROW}Ann: waits".encode(), "line 5: 'waits' is no action in the notation."),
        (f"{ROW}passes".encode(), "line 5: 'passes' does not say who acts"),
        (
            f"{ROW}Ann: passes".replace("Players", "People").encode(),
            "has no tag [Players ...] that says who plays.",
        ),
    ],
)
def test_the_fault_of_an_imported_file_is_in_the_language_of_the_reader(
    api: Api, data: bytes, english: str
) -> None:
    said = {}
    for language in (SOURCE, PSEUDO):
        answer = api.client.post("/api/import", content=data, headers={"accept-language": language})
        assert answer.status_code == 400, answer.text
        said[language] = text_of(answer)
    assert english in said[SOURCE]
    plain = set(re.findall(r"\b[a-z]+[aeiou][a-z]*\b", said[PSEUDO])) - {
        "waits",
        "passes",
        "players",
        "title",
    }
    assert not plain, said[PSEUDO]
