"""Tests of the guided first game over the API, for a visitor without an account."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from trunkline.engine.kernel.events import DividendReceived
from trunkline.game.game import Game
from trunkline.learn.guided.guide import SHORT_GAME, first_game, guided_game
from trunkline.learn.guided.speaking import MOST_AT_ONCE, stop_due
from trunkline.util.catalogues import PSEUDO
from trunkline.web.games.files import take_in
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.repository import LessonStart
from web.http.house import Browser, House

GUIDE = first_game()
"""A guided game in which a director played the learner's seat."""

PLAIN_WORD = re.compile(r"\b(?=[a-z]*[aeiou])[a-z]+\b")
FIGURE = re.compile(r"\$[\d,]+")


@cache
def whole() -> Game:
    """Return a whole recorded guided game."""
    return Game.load(Path(__file__).parents[2] / "learn" / "guided" / "director-2.txt")


def begun_at(house: House, game: Game) -> str:
    """Return the id of a guided game that has come to a position, as if people played its bots."""
    games: GameCache = house.app.state.backend.games
    return games.import_game(take_in(game), LessonStart(GUIDE.id, 0, GUIDE.learner)).id


def coach(visitor: Browser, game: str) -> Any:
    """Return what the coach says."""
    return visitor.get(f"/api/games/{game}/coach")


def read(visitor: Browser, game: str, topic: str) -> Any:
    """Report that the learner has read a topic, and return what the coach says then."""
    return visitor.ask("PUT", f"/api/games/{game}/coach/{topic}", 200)


def test_the_coach_of_a_new_game_speaks_once_about_each_new_thing(house: House) -> None:
    visitor = Browser(house)
    about = visitor.get("/api/guided")
    assert GUIDE.stop is not None
    assert (about["sets"], about["topics"], about["learner"]) == (GUIDE.stop.after, len(GUIDE.topics), "Ann")
    made = visitor.post("/api/guided/games", 201, None)
    game = made["id"]
    view = visitor.get(f"/api/games/{game}")
    assert [each["seat_kind"] for each in view["players"]] == [seat.plays for seat in GUIDE.seats]
    assert view["hints"]
    said = coach(visitor, game)
    assert [each["id"] for each in said["topics"]] == ["opening"]
    linked = {"id": "opening", "name": "The opening auction", "number": 2, "language": "en"}
    assert said["topics"][0]["lesson"] == linked
    assert said["topics"][0]["words"][0]["word"] == "private"
    assert (said["told"], said["stop"]) == (0, None)
    # Until the learner has read a topic, a new page shows it again. After that, none does.
    assert coach(visitor, game) == said
    assert (read(visitor, game, "opening")["topics"], coach(visitor, game)["topics"]) == ([], [])
    assert coach(visitor, game)["told"] == 1
    ended = visitor.post(f"/api/games/{game}/coach/end", 422, {"version": 0})
    assert "after 5 sets" in ended["error"]
    assert "once it is over" in visitor.ask("GET", f"/api/games/{game}/coach/review", 422)["error"]
    hint = visitor.get(f"/api/games/{game}/hint", level="director")
    assert hint["player"] == "Ann"
    # It is in no list, and other games have no coach.
    stan = house.person("Stan")
    assert stan.get("/api/games") == []
    lesson = visitor.post("/api/lessons/track/games", 201, {"step": 0})["id"]
    for id in (lesson, stan.table(private=False)):
        assert stan.ask("GET", f"/api/games/{id}/coach", 404)["error"].endswith(".")
    assert read_error(visitor, game, "nonsense") == "The coach has no topic nonsense."


def read_error(visitor: Browser, game: str, topic: str) -> str:
    """Return the error of a report about a topic that does not exist."""
    return str(visitor.ask("PUT", f"/api/games/{game}/coach/{topic}", 404)["error"])


def test_a_learner_plays_on_and_hears_of_what_is_new(house: House) -> None:
    visitor = Browser(house)
    game = begun_at(house, whole().at(0))
    hosted = house.app.state.backend.games[game]
    heard: list[str] = []
    for action in whole().actions[:140]:
        if GUIDE.learner in hosted.view_at().game.to_act:
            topics = coach(visitor, game)["topics"]
            assert len(topics) <= MOST_AT_ONCE
            for topic in topics:
                heard.append(topic["id"])
                left = read(visitor, game, topic["id"])
                assert topic["id"] not in [each["id"] for each in left["topics"]]
            visitor.act(game, hosted.version, action, 200)
        else:
            assert coach(visitor, game)["topics"] == []
            hosted.act(hosted.version, action)
    assert heard[0] == "opening"
    assert {"stock", "start", "operating"} <= set(heard)
    assert len(set(heard)) == len(heard)
    assert coach(visitor, game)["told"] == len(heard)
    # An undo does not make the coach repeat itself.
    hosted.undo(hosted.version, 0)
    assert coach(visitor, game)["topics"] == []


def test_the_short_game_is_a_whole_game_of_the_teaching_title(house: House) -> None:
    visitor, guide = Browser(house), guided_game(SHORT_GAME)
    about = visitor.get("/api/guided", guide=SHORT_GAME)
    assert (about["title"], about["sets"], about["topics"]) == ("18Dale", 0, len(guide.topics))
    game = visitor.post(f"/api/guided/games?guide={SHORT_GAME}", 201, None)["id"]
    assert visitor.get(f"/api/games/{game}")["title"] == "18Dale"
    said = coach(visitor, game)
    assert [each["heading"] for each in said["topics"]] == ["Four privates are for sale"]
    assert (said["of"], said["stop"]) == (len(guide.topics), None)
    ended = visitor.post(f"/api/games/{game}/coach/end", 422, {"version": 0})
    assert ended["error"] == "This guided game is short. Play it to its end."
    assert visitor.ask("GET", "/api/guided?guide=long-game", 400)


def test_the_first_game_ends_after_its_sets_and_is_reviewed_in_ten_sentences(house: House) -> None:
    visitor = Browser(house)
    moments = (whole().at(number) for number in range(300, len(whole().actions)))
    stop = next(now for now in moments if stop_due(GUIDE, now))
    game = begun_at(house, stop)
    offer = coach(visitor, game)["stop"]
    assert "no rule of 1856" in offer["text"]
    assert f"You are worth ${stop.worth('Ann'):,}" in offer["text"]
    version = visitor.get(f"/api/games/{game}")["version"]
    visitor.post(f"/api/games/{game}/coach/end", 409, {"version": version - 1})
    ended = visitor.post(f"/api/games/{game}/coach/end", 200, {"version": version})
    assert ended == {"version": version + 1}
    assert visitor.get(f"/api/games/{game}")["over"]
    assert coach(visitor, game)["stop"] is None
    reviewed(visitor, game, stop)


def test_a_whole_game_is_reviewed_with_the_figures_of_its_rules(house: House) -> None:
    visitor = Browser(house)
    game = begun_at(house, whole())
    about = reviewed(visitor, game, whole())
    first, second, *_ = whole().standings()
    assert second.player == "Ann"
    behind = f"${first.worth - second.worth:,} behind {first.player}"
    assert about["result"]["text"] == f"You finished second with ${second.worth:,}, {behind}."
    dividends = sum(
        event.amount for event in whole().log if isinstance(event, DividendReceived) and event.owner == "Ann"
    )
    assert f"You received ${dividends:,} in dividends" in about["income"]["text"]
    best = about["best"]["number"]
    gain = whole().at(best).worth("Ann") - whole().at(best - 1).worth("Ann")
    assert f"by ${gain:,}" in about["best"]["text"]
    assert whole().actions[best - 1].player == "Ann"
    assert about["next"]["lesson"]["number"] > 0
    # All sentences are messages with the same figures: the pseudo-language leaves no vowel without an accent.
    visitor.cookies["language"] = PSEUDO
    sentences = visitor.get(f"/api/games/{game}/coach/review")["sentences"]
    for each in sentences:
        assert PLAIN_WORD.findall(each["text"]) == [], each["about"]
        assert FIGURE.findall(each["text"]) == FIGURE.findall(about[each["about"]]["text"])


def reviewed(visitor: Browser, id: str, game: Game) -> dict[str, Any]:
    """Return the sentences of a review by their subject. All of them have figures of the position."""
    review = visitor.get(f"/api/games/{id}/coach/review")
    about = {each["about"]: each for each in review["sentences"]}
    assert len(about) == len(review["sentences"]) == 10
    assert not review["whole"]
    assert all(each["text"].endswith(".") for each in about.values())
    assert f"${game.worth('Ann'):,}" in about["worth"]["text"]
    cash = game.shared_state.players["Ann"].cash
    assert f"${cash:,} is cash" in about["worth"]["text"]
    return about
