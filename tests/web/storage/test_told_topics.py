"""Tests of the stored topics of a guided game, in both databases."""

from __future__ import annotations

import contextlib

import trunkline
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.repository import ExpiryTimes, LessonStart
from trunkline.web.schemas.log import Seat
from trunkline.web.storage.urls import Place, opened


def test_a_topic_is_told_once_and_is_deleted_with_its_game(kept_in: Place) -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=3)
    seats = [Seat(name) for name in game.players]
    with contextlib.closing(opened(kept_in)) as store:
        games = GameCache(store)
        guided = games.create(game.options, seats, start=LessonStart("first-game", 0, "Ann")).id
        other = games.create(game.options, seats).id
        assert store.told_topics(guided) == {}
        store.tell_topic(guided, "stock", 4)
        store.tell_topic(guided, "stock", 9)
        store.tell_topic(guided, "loan", 9)
        assert store.told_topics(guided) == {"stock": 4, "loan": 9}
        assert store.told_topics(other) == {}
        assert [row.id for row in store.games()] == [other]
    with contextlib.closing(opened(kept_in)) as store:
        assert store.told_topics(guided) == {"stock": 4, "loan": 9}
        assert GameCache(store).expire(ExpiryTimes(lessons="2999-01-01T00:00:00Z")) == 1
        assert store.told_topics(guided) == {}
