"""Tests that readers of one game get its log in their languages, and that the store stays English."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import httpx

from trunkline import actions as A
from trunkline.client import Table as Client
from trunkline.util.catalogues import PSEUDO, catalogue
from trunkline.util.messages import speak
from trunkline.web.games.stored_texts import TEXTS, stored_text
from trunkline.web.schemas.log import EntryOutcome, Line
from trunkline.web.schemas.requests import NewGame, SeatWish
from web.http.api import Api, Table
from web.http.house import SEATS
from web.http.open_house import open_house
from web.http.test_moments import recorded

ACCENTS = re.compile("[áéíóúÁÉÍÓÚ]")


def said(table: Table, path: str, language: str) -> Any:
    """Return an answer about a game in a language."""
    answer = table.api.client.get(f"{table.path}{path}", headers={"accept-language": language})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-language"] == language
    return answer.json()


def texts(log: list[dict[str, Any]]) -> list[str]:
    """Return the lines of a log."""
    return [line["text"] for entry in log for line in entry["lines"]]


def names(log: list[dict[str, Any]]) -> list[Any]:
    """Return the names that each line marks, in any order, and the actor of each line."""
    named = ("corp", "player", "hex")
    return [
        (line["actor"], sorted(str(part) for part in line["parts"] if any(map(part.get, named))))
        for entry in log
        for line in entry["lines"]
    ]


def test_a_reader_of_another_language_acts_and_reads_and_others_get_english(api: Api) -> None:
    api.client.headers["accept-language"] = PSEUDO
    table = api.new()
    for action in (A.BuyOffered("Ann", "flos"), A.Bid("Bob", "canada", 55), A.Pass("Cy")):
        table.act(action)
    table.undo()
    table.redo()
    seat = {"version": table.version, "seat": "Bob", "kind": "clerk"}
    api.post(f"{table.path}/seats", 200, seat)
    accented, english = (said(table, "/log", language) for language in (PSEUDO, "en"))
    assert texts(english)[:1] == ["Ann buys Flos Tramway for $20"]
    assert texts(english)[-3:] == ["Undone: pass", "Redone: pass", "A clerk plays for Bob"]
    assert not ACCENTS.search(json.dumps(english, ensure_ascii=False))
    assert all(map(ACCENTS.search, texts(accented)))
    assert texts(accented)[-3] == "ÚÚndóónéé: Cy páásséés"
    assert names(accented) == names(english)
    assert ACCENTS.search(accented[0]["round"])
    for each in accented:
        assert ACCENTS.search(each["headline"])
    # The same answers again: nothing that was written for one reader is kept for another.
    for path in ("/moments", "/since?after=0", "", "/log"):
        for language in (PSEUDO, "en", PSEUDO):
            found = json.dumps(said(table, path, language), ensure_ascii=False)
            assert bool(ACCENTS.search(found)) == (language == PSEUDO), path
    listed = {
        language: api.client.get("/api/games", headers={"accept-language": language}).json()[0]
        for language in (PSEUDO, "en")
    }
    assert (listed["en"]["round"], bool(ACCENTS.search(listed[PSEUDO]["round"]))) == ("Opening", True)


def test_a_whole_game_is_told_again_from_its_events(api: Api) -> None:
    table = api.taken_in(recorded("1856-18xx.games-best-4p-5"))
    english, accented = (said(table, "/log", language) for language in ("en", PSEUDO))
    assert len(texts(accented)) == len(texts(english)) > 1000
    assert all(map(ACCENTS.search, texts(accented)))
    assert not any(map(ACCENTS.search, texts(english)))
    assert names(accented) == names(english)
    figures = {language: said(table, "/figures", language) for language in (PSEUDO, "en")}
    for language, found in figures.items():
        lines = [each["line"]["text"] for each in found if each["line"]]
        assert [bool(ACCENTS.search(text)) for text in lines] == [language == PSEUDO] * len(lines)
        assert lines
    keys = {language: said(table, "/moments", language)["keys"] for language in (PSEUDO, "en")}
    assert all(ACCENTS.search(key["text"]) for key in keys[PSEUDO])
    assert not any(ACCENTS.search(key["text"]) for key in keys["en"])


def test_lines_without_events_keep_their_names_and_unknown_ones_their_text(api: Api) -> None:
    hosted = api.client.app.state.backend.games[api.new().id]
    stored = [re.sub(r"\{\w+\}", "Ann", template) for template in TEXTS]
    assert [stored_text(text) for text in stored] == stored
    with speak(catalogue(PSEUDO)):
        for text in stored:
            assert text == "Ann (Ann)" or ACCENTS.search(stored_text(text))
            assert stored_text(text).count("Ann") == text.count("Ann")
        agreed = stored_text("A clerk plays for Ann (Asked for by Bob; Bob and Cy agreed to it)")
        assert agreed.startswith("ÁÁ ")
        assert " agreed " not in agreed
        assert stored_text("A line of another version") == "A line of another version"
        # Entries of older versions have lines without events, and events that this version may not know.
        old = EntryOutcome((Line("Ann did it", "", 0),), ({"event": "unheard_of"},), "Stock round 1")
        line = hosted.texts.line(old.lines[0], old.events[0])
        assert line == old.lines[0]
        assert hosted.texts.line(Line("Ann did it"), None) == Line("Ann did it")


def test_event_streams_have_the_language_of_their_readers(tmp_path: Path) -> None:
    with open_house(tmp_path / "table.sqlite") as house:
        token = house.token("Ann")
        with Client(house.url, token) as table:
            game = table.create(NewGame("1856", [SeatWish(seat) for seat in SEATS], private=False)).id
        told = []
        with httpx.Client(
            base_url=house.url, headers={"authorization": f"Bearer {token}"}, timeout=60
        ) as client:
            seat = {"version": 0, "seat": SEATS[0], "kind": "clerk"}
            assert client.post(f"/api/games/{game}/seats", json=seat).status_code == 200
            for language in (PSEUDO, "en", PSEUDO):
                headers = {"accept-language": language}
                with client.stream("GET", f"/api/games/{game}/events", headers=headers) as stream:
                    data = next(line for line in stream.iter_lines() if line.startswith("data: "))
                told.append(json.loads(data.removeprefix("data: "))["lines"][0]["text"])
    assert told[1] == f"A clerk plays for {SEATS[0]}"
    assert ACCENTS.search(told[0])
    assert told[0] == told[2]
    assert told[0].endswith(f" {SEATS[0]}")
