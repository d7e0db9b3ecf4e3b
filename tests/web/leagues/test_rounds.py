"""Tests of the start of rounds: several processes at once, and a process that ends in between."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import func, select

from trunkline.web.database.game_tables import games
from trunkline.web.database.league_tables import league_games, leagues
from trunkline.web.database.notice_tables import notices
from trunkline.web.database.people_tables import chairs, seated
from trunkline.web.errors import Invalid
from trunkline.web.games.game_cache import GameCache
from trunkline.web.leagues.rounds import Rounds
from trunkline.web.schemas.leagues import LeagueTitle, NewLeague
from trunkline.web.storage.urls import Place, opened
from web.http.house import House
from web.ratings.finishing import finish

WISH = NewLeague([LeagueTitle("1856")], players=3, rounds=2, round_days=7, at_deadline="annul", name="Spring")
NAMES = "Ann", "Bob", "Cy", "Dee", "Eve", "Fay"


class Season:
    """A league with six members, and two processes that may start its rounds."""

    def __init__(self, house: House, other: Rounds) -> None:
        self.house = house
        self.people = {name: house.person(name).id for name in NAMES}
        self.leagues = house.porter.leagues
        self.id = self.leagues.create(self.people["Ann"], WISH)
        for person in self.people.values():
            self.leagues.join(self.id, person)
        mine: Rounds = house.app.state.backend.league_rounds
        self.processes = mine, other

    def count(self) -> tuple[int, int]:
        """Return the numbers of games of the server and of planned tables."""
        with self.house.porter.database.reading() as link:
            made = link.execute(select(func.count()).select_from(games)).scalar_one()
            planned = link.execute(select(func.count()).select_from(league_games)).scalar_one()
        return made, planned

    def at_once(self, do: Callable[[Rounds], None]) -> list[BaseException | None]:
        """Run a function in both processes at the same instant, and return their errors."""
        start = threading.Barrier(2)

        def run(process: Rounds) -> BaseException | None:
            start.wait()
            try:
                do(process)
            except Invalid as error:
                return error
            return None

        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(run, self.processes))

    def games(self, round_number: int) -> list[str]:
        """Return the games of a round."""
        wanted = select(league_games.c.game_id).where(league_games.c.round == round_number)
        with self.house.porter.database.reading() as link:
            return list(link.execute(wanted.order_by(league_games.c.number)).scalars())

    def stage(self) -> tuple[str, int]:
        """Return the stage of the season and the round."""
        with self.house.porter.database.reading() as link:
            row = link.execute(select(leagues.c.stage, leagues.c.round)).one()
        return row.stage, row.round


@pytest.fixture(name="season")
def _season(kept_in: Place) -> Iterator[Season]:
    with House(kept_in) as house:
        if isinstance(kept_in, Path):
            # Only one process can use the file, so the other one is a second object in this process.
            yield Season(house, Rounds(house.porter.database, house.app.state.backend.games))
            return
        with closing(opened(kept_in)) as store:
            yield Season(house, Rounds(house.porter.database, GameCache(store)))


def test_two_processes_make_one_set_of_tables(season: Season) -> None:
    errors = season.at_once(lambda process: process.start(season.id))
    assert sorted(map(str, errors)) == ["None", "The season has started already."]
    # The slower process may still have made a table that the faster one had planned.
    season.processes[0].make_tables(season.id)
    assert season.count() == (2, 2)
    assert season.stage() == ("playing", 1)
    for game in season.games(1):
        _end(season, game)
    assert season.at_once(lambda process: process.advance(season.id)) == [None, None]
    season.processes[0].make_tables(season.id)
    assert season.count() == (4, 4)
    assert season.stage() == ("playing", 2)


def test_tables_that_a_process_has_planned_are_made_later(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Rounds, "make_tables", lambda self, id: None)
        season.processes[0].start(season.id)
    assert season.count() == (0, 2)
    assert season.at_once(lambda process: process.make_tables(season.id)) == [None, None]
    assert season.count() == (2, 2)
    with season.house.porter.database.reading() as link:
        sitting = link.execute(select(seated.c.person)).scalars().all()
        wanted = select(notices.c.event, notices.c.person, notices.c.text)
        sent = {row.person: (row.event, row.text) for row in link.execute(wanted)}
        due = link.execute(
            select(seated.c.person)
            .join(chairs, (chairs.c.game_id == seated.c.game_id) & (chairs.c.seat == seated.c.seat))
            .where(chairs.c.since.is_not(None))
        )
        first = set(due.scalars())
    assert sorted(sitting) == sorted(season.people.values())
    # The first player of each table has a notice of the turn, the others one of the table.
    ready = ("table", "Your table of round 1 in the league Spring is ready.")
    assert sent == {person: ("turn", "") if person in first else ready for person in sitting}


def test_games_that_are_late_are_annulled_if_the_league_does_not_wait(season: Season) -> None:
    rounds = season.processes[0]
    rounds.start(season.id)
    first, second = season.games(1)
    _end(season, first)
    rounds.advance_all()
    assert season.stage() == ("playing", 1)
    began = rounds._clock()
    rounds._clock = lambda: began + 8 * 24 * 3600
    rounds.advance_all()
    assert season.stage() == ("playing", 2)
    with season.house.porter.database.reading() as link:
        annulled = link.execute(select(league_games.c.game_id).where(league_games.c.annulled)).scalars().all()
    assert annulled == [second]


def _end(season: Season, game: str) -> None:
    with season.house.porter.database.reading() as link:
        seats = link.execute(
            select(chairs.c.seat).where(chairs.c.game_id == game).order_by(chairs.c.number)
        ).scalars()
        places = {seat: place for place, seat in enumerate(seats, 1)}
    finish(season.house.porter.database, game, places)
