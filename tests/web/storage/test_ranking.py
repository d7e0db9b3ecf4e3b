"""Tests of scores for old games, which were stored before results were. They count without being opened."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import pytest
from sqlalchemy import text

from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.repository import GameRepository
from trunkline.web.http import maintenance
from trunkline.web.schemas.lists import Asking, Wanted
from trunkline.web.storage.urls import Place, opened
from web.http.recorded import short
from web.storage.test_migrations import engine_of, played, written_in

GAME = short()
IDS = "finished-1", "finished-2", "finished-3"


@pytest.fixture(name="old")
def _old(kept_in: Place) -> Place:
    """An old database with three finished games, one of them damaged, and a game in progress."""
    written_in(kept_in, "007", **dict.fromkeys(IDS, GAME), running=played())
    engine = engine_of(kept_in)
    with engine.begin() as link:
        link.execute(text("DELETE FROM entries WHERE game_id = 'finished-2' AND number = 7"))
    engine.dispose()
    return kept_in


def counted(store: GameRepository) -> int:
    """Return the number of games that count for a player of all of them."""
    return store.scores(Asking(), GAME.players[0]).games


def test_how_each_game_of_old_ended_is_found_out(old: Place) -> None:
    with contextlib.closing(opened(old)) as store:
        tables = GameCache(store)
        assert counted(store) == 0
        found, after = [], maintenance.rank_next(tables, "")
        while after is not None:
            found.append(after)
            after = maintenance.rank_next(tables, after)
        assert found == list(IDS)
        assert tables.loaded_count == 0
        assert counted(store) == 2
        listed = {each.game.id: each.game.ending for each in store.page(Asking(), Wanted("finished")).entries}
        assert GAME.result is not None
        reason = GAME.result.reason
        assert listed == {"finished-1": reason, "finished-2": None, "finished-3": reason}
        # Known results are not computed again.
        assert maintenance.rank_next(tables, "") == "finished-2"


def test_the_process_on_duty_sees_to_it_and_no_other(old: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maintenance, "FIRST", 0.01)
    with contextlib.closing(opened(old)) as store:
        tables = GameCache(store)
        rank, asked = tables.rank, []

        def ranked(id: str) -> None:
            asked.append(id)
            rank(id)

        monkeypatch.setattr(tables, "rank", ranked)
        duty = _Duty(monkeypatch, store)

        async def work() -> None:
            working = asyncio.create_task(maintenance.rank(tables))
            await duty.looked_at(3)
            assert asked == []
            duty.mine = True
            await asyncio.wait_for(working, 30)

        asyncio.run(work())
        assert asked == list(IDS)
        assert counted(store) == 2


class _Duty:
    """A switch that makes a process the one that runs background work, or not."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, store: Any) -> None:
        self.mine = False
        self._looks = 0
        monkeypatch.setattr(type(store), "is_elected", property(self._look), raising=False)

    def _look(self, store: Any) -> bool:
        self._looks += 1
        return self.mine

    async def looked_at(self, times: int) -> None:
        """Wait until the process has checked the switch ``times`` times."""
        while self._looks < times:
            await asyncio.sleep(0.01)
