"""The course of a season: rounds start, their tables become games, and the season ends.

A round is planned in one transaction that locks the league, so of several processes only one plans it. Each
planned table then becomes a game in one transaction that claims the table. After a crash, the next call of
``make_tables`` makes the tables that are missing.
"""

from __future__ import annotations

import logging
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

import msgspec
from sqlalchemy import Connection, insert, select, update

from trunkline.titles import begun, checked, runs_for
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext
from trunkline.web.accounts.blocklist import apart
from trunkline.web.accounts.membership import AWAY
from trunkline.web.accounts.table_status import place
from trunkline.web.database import outbox
from trunkline.web.database.league_tables import (
    ENDED,
    JOINING,
    PLAYING,
    league_games,
    league_seats,
    leagues,
)
from trunkline.web.database.people_tables import owned, people, seated
from trunkline.web.database.pool import Database
from trunkline.web.errors import Invalid, NotFound
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.names import check_new_names, draw_seed
from trunkline.web.games.naming import provisional_name
from trunkline.web.games.notice_texts import TABLE_READY
from trunkline.web.leagues.pairing import Pair, pair, table_sizes
from trunkline.web.leagues.repository import League, Member, league, members
from trunkline.web.leagues.results import TableResult, season_tables, unfinished_games
from trunkline.web.leagues.settings import options_for, table_limits, title_of_round
from trunkline.web.leagues.standings import season_standings
from trunkline.web.presenters import maps
from trunkline.web.ratings.lists import strengths
from trunkline.web.schemas.leagues import LeagueTitle
from trunkline.web.schemas.log import Seat

log = logging.getLogger(__name__)
DAY = 24 * 3600
APART = 1000
"""The cost of a table with two people of whom one has blocked the other, in repeated meetings."""


class TableMade(Exception):
    """Another process has made the game of a planned table."""


class Rounds:
    """The part of the server that runs seasons.

    Args:
        database: The database.
        games: The games of the server.
        clock: Returns the time in seconds since 1970.
    """

    def __init__(self, database: Database, games: GameCache, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._games = games
        self._clock = clock

    # -- actions of the organiser

    def start(self, id: str) -> None:
        """Start the first round of a season. Raises ``Invalid``."""
        with self._database.writing() as link:
            found = league(link, id, lock=True)
            if found.stage != JOINING:
                raise Invalid(gettext("The season has started already."))
            self._plan(link, found)
        self.make_tables(id)

    def end(self, id: str) -> None:
        """End the season. Games that are not over count for no member. Raises ``Invalid``."""
        with self._database.writing() as link:
            found = league(link, id, lock=True)
            if found.stage != PLAYING:
                raise Invalid(gettext("No season is in progress."))
            _annul(link, unfinished_games(link, id, found.season))
            _end(link, id)

    def next_season(self, id: str) -> None:
        """Open the next season for new members. The members stay. Raises ``Invalid``."""
        with self._database.writing() as link:
            found = league(link, id, lock=True)
            if found.stage != ENDED:
                raise Invalid(gettext("The season has not ended: end it before the next one."))
            after = {"season": found.season + 1, "stage": JOINING, "round": 0}
            link.execute(update(leagues).where(leagues.c.id == id).values(**after))

    def annul(self, id: str, game: str) -> None:
        """Let a game of the current season that is not over count for no member. Raises ``Invalid``."""
        with self._database.writing() as link:
            found = league(link, id, lock=True)
            if found.stage != PLAYING or game not in unfinished_games(link, id, found.season):
                raise Invalid(
                    gettext("That is no game in progress of this season: only such a game can be annulled.")
                )
            _annul(link, [game])
        self.advance(id)

    # -- background work

    def advance_all(self) -> None:
        """Make missing tables, and start the rounds that can start. An error in one league is logged."""
        with self._database.reading() as link:
            ids = link.execute(select(leagues.c.id).where(leagues.c.stage == PLAYING)).scalars().all()
        for id in ids:
            try:
                self.make_tables(id)
                self.advance(id)
            except (NotFound, UsageError) as error:
                log.error("League %s cannot continue: %s", id, error)

    def advance(self, id: str) -> None:
        """Start the next round of a league, or end its season, if the current round has ended."""
        with self._database.reading() as link:
            found = league(link, id)
            if not self._must_advance(found, season_tables(link, id, found.season)):
                return
        with self._database.writing() as link:
            found = league(link, id, lock=True)
            if self._is_late(found):
                _annul(link, unfinished_games(link, id, found.season))
            # Another process may have been faster.
            tables = season_tables(link, id, found.season)
            if not self._must_advance(found, tables):
                return
            if found.round >= found.settings.rounds:
                _end(link, id)
                return
            try:
                self._plan(link, found, tables)
            except Invalid as error:
                link.execute(update(leagues).where(leagues.c.id == id).values(problem=str(error)))
                return
        self.make_tables(id)

    def _must_advance(self, found: League, tables: Sequence[TableResult]) -> bool:
        """Return whether the current round has ended, or its unfinished games are to be annulled now."""
        current = [table for table in tables if table.round == found.round]
        ended = all(table.settled for table in current)
        return found.stage == PLAYING and (ended or self._is_late(found))

    def _is_late(self, found: League) -> bool:
        """Return whether the time of the round is over, and the league does not wait for its games."""
        late = found.deadline is not None and found.deadline <= self._clock()
        return found.stage == PLAYING and late and found.settings.at_deadline == "annul"

    def make_tables(self, id: str) -> None:
        """Make the games of the planned tables of a league that have none."""
        missing = select(league_games).where(league_games.c.league == id, league_games.c.game_id.is_(None))
        with self._database.reading() as link:
            found = league(link, id)
            rows = link.execute(missing.order_by(league_games.c.round, league_games.c.number)).all()
            everyone = {each.number: each for each in members(link, id)}
            seats = [_seats(link, id, row.season, row.round, row.number) for row in rows]
        for row, numbers in zip(rows, seats, strict=True):
            sitting = [everyone[number] for number in numbers]
            try:
                self._make(found, row.season, row.round, row.number, sitting)
            except TableMade:
                log.info("Another process has made a table of league %s.", id)

    # -- parts

    def _plan(self, link: Connection, found: League, tables: Sequence[TableResult] = ()) -> None:
        """Write the tables of the next round. The league is locked. Raises ``Invalid``."""
        number = found.round + 1
        playing = [each for each in members(link, found.id) if each.plays]
        sizes = table_sizes(len(playing), table_limits(found.settings))
        title = title_of_round(found.settings, number).title
        persons = {each.person: each.number for each in playing if each.person is not None}
        rating = {persons[id]: mu for id, mu in strengths(link, title, list(persons)).items()}
        results = [table.results for table in tables if table.counts]
        points = {each.member: each.points for each in season_standings(rating, results)}
        ranked = sorted(rating, key=lambda member: (-points[member], -rating[member], member))
        for place_, table in enumerate(pair(ranked, sizes, _met(link, tables, persons)), 1):
            key = {"league": found.id, "season": found.season, "round": number}
            link.execute(insert(league_games).values(**key, number=place_))
            # The seats of a table are drawn.
            random.SystemRandom().shuffle(table)
            rows = [{**key, "table": place_, "seat": seat, "member": each} for seat, each in enumerate(table)]
            link.execute(insert(league_seats), rows)
        days = found.settings.round_days
        deadline = int(self._clock()) + days * DAY if days else None
        values = {"stage": PLAYING, "round": number, "deadline": deadline, "problem": ""}
        link.execute(update(leagues).where(leagues.c.id == found.id).values(**values))

    def _make(
        self, found: League, season: int, round_number: int, number: int, sitting: Sequence[Member]
    ) -> None:
        """Make the game of a planned table. Raises ``TableMade`` if it exists."""
        wish = title_of_round(found.settings, round_number)
        names = _seat_names(wish, [each.name for each in sitting])
        runs = runs_for(wish.title, wish.rules, len(names))
        options = begun(options_for(wish, names, draw_seed(), runs))
        clock = found.settings.clock
        now = int(self._clock())
        text = TABLE_READY.format(number=round_number, league=found.name)

        def claim(link: Connection, game: str) -> None:
            here = (
                league_games.c.league == found.id,
                league_games.c.season == season,
                league_games.c.round == round_number,
                league_games.c.number == number,
                league_games.c.game_id.is_(None),
            )
            if not link.execute(update(league_games).where(*here).values(game_id=game)).rowcount:
                raise TableMade
            link.execute(
                insert(owned).values(
                    game_id=game,
                    person=found.organiser,
                    private=not found.open,
                    created=now,
                    away=AWAY,
                    clock=None if clock is None else msgspec.json.encode(clock).decode(),
                )
            )
            alive = _alive(link, sitting)
            rows = [
                {"game_id": game, "seat": name, "person": each.person, "since": now}
                for name, each in zip(options.players, sitting, strict=True)
                if each.person in alive
            ]
            if rows:
                link.execute(insert(seated), rows)
            place(link, game)
            outbox.add_started(link, game, "", now)
            outbox.add_table(link, game, text, now)

        self._games.create(options, [Seat(name, seed=draw_seed()) for name in options.players], also=claim)


def _seats(link: Connection, id: str, season: int, round_number: int, table: int) -> list[int]:
    """Return the members at a planned table, in seat order."""
    wanted = select(league_seats.c.member).where(
        league_seats.c.league == id,
        league_seats.c.season == season,
        league_seats.c.round == round_number,
        league_seats.c.table == table,
    )
    return list(link.execute(wanted.order_by(league_seats.c.seat)).scalars())


def _alive(link: Connection, sitting: Sequence[Member]) -> set[str]:
    """Return the ids of members whose accounts exist. The seats of others are free."""
    ids = [each.person for each in sitting if each.person is not None]
    return set(link.execute(select(people.c.id).where(people.c.id.in_(ids))).scalars())


def _met(link: Connection, tables: Sequence[TableResult], persons: dict[str, int]) -> dict[Pair, int]:
    """Return the cost of each pair of members: their earlier tables, and blocks."""
    met: Counter[Pair] = Counter()
    for table in tables:
        met.update(frozenset(two) for two in combinations(table.members, 2))
    for person, number in persons.items():
        for other in apart(link, person):
            if other in persons:
                met[frozenset((number, persons[other]))] += APART
    return met


def _annul(link: Connection, games: Sequence[str]) -> None:
    if games:
        link.execute(update(league_games).where(league_games.c.game_id.in_(games)).values(annulled=True))


def _end(link: Connection, id: str) -> None:
    values = {"stage": ENDED, "deadline": None, "problem": ""}
    link.execute(update(leagues).where(leagues.c.id == id).values(**values))


def _seat_names(wish: LeagueTitle, accounts: Sequence[str]) -> list[str]:
    """Return the names of seats: those of the accounts, or a number if the title does not allow the name."""
    corporations = [corp.id for corp in maps.board_of(wish.title).corporations]
    names: list[str] = []
    for number in range(1, len(accounts) + 1):
        names.append(provisional_name(number, [*accounts, *names]))
    for index, account in enumerate(accounts):
        trial = [account if other == index else name for other, name in enumerate(names)]
        try:
            check_new_names(trial, corporations)
            checked(options_for(wish, trial))
        except UsageError:
            continue
        names = trial
    return names
