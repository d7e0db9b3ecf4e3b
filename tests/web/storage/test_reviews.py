"""Tests of stored reviews: one process works on each, and any process can read it."""

from __future__ import annotations

import contextlib

import trunkline
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.repository import DONE, FAILED, UNDER_WAY
from trunkline.web.schemas.log import Seat
from trunkline.web.storage.urls import Place, opened

NOW, STALE = 1_000, 970


def test_one_process_works_on_a_review_until_it_is_done_or_gone(kept_in: Place) -> None:
    with contextlib.closing(opened(kept_in)) as store:
        game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=3)
        id = GameCache(store).create(game.options, [Seat(name) for name in game.players]).id

        def take(worker: str, bound: str = "rules 1", stale: int = STALE) -> bool:
            return store.claim_review(id, 7, bound, worker, NOW, stale)

        assert store.review(id, 7, "rules 1") is None
        assert take("one")
        assert not take("other")
        assert store.reviews_under_way(STALE) == 1
        assert store.store_review(id, 7, "one", NOW + 5, UNDER_WAY, b"half")
        assert not store.store_review(id, 7, "other", NOW + 5, UNDER_WAY, b"nothing")
        assert store.store_review(id, 7, "one", NOW + 9, UNDER_WAY, None)
        assert store.review(id, 7, "rules 1") == (UNDER_WAY, NOW + 9, b"half")
        # The first process has not reported for too long, so another one starts the review again.
        assert take("other", stale=NOW + 10)
        assert not store.store_review(id, 7, "one", NOW + 20, DONE, b"too late")
        assert store.store_review(id, 7, "other", NOW + 20, FAILED, b"why")
        assert store.reviews_under_way(STALE) == 0
        assert take("one")
        assert store.store_review(id, 7, "one", NOW, DONE, b"whole")
        # A finished review is not started again, however old it is. Other rules need a new one.
        assert not take("other", stale=NOW + 999)
        assert store.review(id, 7, "rules 2") is None
        assert take("other", "rules 2")
        assert store.review(id, 8, "rules 2") is None
