"""Tests of the deletion of games that are idle for too long, if the operator wants it."""

from __future__ import annotations

import contextlib

import pytest
from sqlalchemy import insert, text, update

import trunkline
from trunkline import actions as A
from trunkline.web.database.game_tables import games
from trunkline.web.database.people_tables import owned
from trunkline.web.errors import GameNotFound
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.repository import ExpiryTimes
from trunkline.web.schemas.log import Seat
from trunkline.web.storage.urls import Place, opened
from web.storage.test_migrations import engine_of

OLD, NOW, SINCE = "2024-01-01T10:00:00.000Z", "2026-01-01T10:00:00.000Z", "2025-01-01T10:00:00.000Z"


def test_what_was_touched_lately_or_is_over_stays(kept_in: Place) -> None:
    with contextlib.closing(opened(kept_in)) as store:
        tables = GameCache(store)
        other = GameCache(store)
        game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=3)
        seats = [Seat(name) for name in game.players]
        ids = [tables.create(game.options, seats).id for _ in range(4)]
        old, lately, over, fresh = ids
        for id in ids[:3]:
            tables[id].act(0, A.Pass(min(game.to_act)))
        sandbox = tables.branch(tables[lately].view_at()).id
        engine = engine_of(kept_in)
        with engine.begin() as link:
            link.execute(update(games).values(created=OLD, moved=OLD))
            link.execute(update(games).where(games.c.id == lately).values(moved=NOW))
            link.execute(update(games).where(games.c.id == over).values(over=True))
            link.execute(update(games).where(games.c.id == fresh).values(created=NOW, moved=NOW))
            link.execute(insert(owned).values(game_id=old, person=None, created=1))
        assert other[old].version == 1
        assert tables.expire(ExpiryTimes()) == 0
        assert tables.expire(ExpiryTimes(SINCE)) == 1
        assert {row.id for row in store.games()} == set(ids)
        with pytest.raises(GameNotFound):
            tables[sandbox]
        assert tables.expire(ExpiryTimes(SINCE, SINCE)) == 1
        assert tables.expire(ExpiryTimes(SINCE, SINCE)) == 0
        assert {row.id for row in store.games()} == {lately, over, fresh}
        with pytest.raises(GameNotFound):
            tables[old]
        if not store.is_only_process:
            # Another process with the game in memory does not find it either.
            with pytest.raises(GameNotFound):
                other[old]
        with engine.connect() as link:
            for table in ("entries", "states", "owned"):
                assert not link.execute(
                    text(f"SELECT count(*) FROM {table} WHERE game_id IN (:old, :sandbox)"),
                    {"old": old, "sandbox": sandbox},
                ).scalar()
        engine.dispose()


def test_a_table_that_nobody_completed_is_deleted_and_one_that_began_is_not(kept_in: Place) -> None:
    with contextlib.closing(opened(kept_in)) as store:
        tables = GameCache(store)
        game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=3)
        unstarted, begun, fresh = (
            tables.create(game.options, [Seat(name) for name in game.players]).id for _ in range(3)
        )
        tables[begun].act(0, A.Pass(min(game.to_act)))
        engine = engine_of(kept_in)
        with engine.begin() as link:
            for id, stage in ((unstarted, "open"), (begun, "on"), (fresh, "open")):
                link.execute(insert(owned).values(game_id=id, person=None, created=1, stage=stage))
            link.execute(update(games).where(games.c.id != fresh).values(moved=OLD))
        engine.dispose()
        assert tables.expire(ExpiryTimes(unstarted=SINCE)) == 1
        assert {row.id for row in store.games()} == {begun, fresh}
