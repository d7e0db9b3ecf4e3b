"""Leagues as the API shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Connection

from trunkline.web.clocks.settings import describe_clock
from trunkline.web.leagues.repository import (
    League,
    Member,
    MemberCount,
    league,
    member_counts,
    members,
    organises,
    several,
)
from trunkline.web.leagues.results import TableResult, season_tables
from trunkline.web.leagues.settings import title_of_round
from trunkline.web.leagues.standings import DIGITS, game_points, season_standings
from trunkline.web.schemas.leagues import (
    LeagueFacts,
    LeagueRank,
    LeagueRound,
    LeagueSeat,
    LeagueSummary,
    LeagueTable,
)
from trunkline.web.schemas.lists import Asking


def summaries(link: Connection, ids: Sequence[str], asking: Asking) -> list[LeagueSummary]:
    """Return the list entries of leagues. The number of queries does not depend on the number of leagues."""
    counts = member_counts(link, ids, asking.person)
    found = several(link, ids)
    return [LeagueSummary(**_summary(each, counts.get(each.id, MemberCount()), asking)) for each in found]


def league_facts(link: Connection, id: str, asking: Asking, season: int = 0) -> LeagueFacts:
    """Return a league with the standings and the tables of a season; of the current one without a number."""
    found = league(link, id)
    everyone = members(link, id)
    shown = season if 0 < season <= found.season else found.season
    tables = season_tables(link, id, shown)
    clock = found.settings.clock
    return LeagueFacts(
        **_summary(found, member_counts(link, [id], asking.person).get(id, MemberCount()), asking),
        settings=found.settings,
        deadline=found.deadline,
        problem=found.problem,
        shown_season=shown,
        standings=_standings(found, shown, everyone, tables, asking),
        played=_rounds(found, everyone, tables),
        clock="" if clock is None else describe_clock(clock),
    )


def _summary(found: League, count: MemberCount, asking: Asking) -> dict[str, Any]:
    return {
        "id": found.id,
        "name": found.name,
        "titles": tuple(wish.title for wish in found.settings.titles),
        "players": found.settings.players,
        "open": found.open,
        "organiser": found.organiser_name,
        "season": found.season,
        "stage": found.stage,
        "round": found.round,
        "rounds": found.settings.rounds,
        "members": count.members,
        "member": count.member,
        "organises": organises(found, asking),
    }


def _standings(
    found: League, season: int, everyone: Sequence[Member], tables: Sequence[TableResult], asking: Asking
) -> tuple[LeagueRank, ...]:
    """Return the standings: everyone with a table, and in the current season the members without one."""
    sat = {member for table in tables for member in table.members}
    if season == found.season:
        sat |= {each.number for each in everyone if each.plays}
    by_number = {each.number: each for each in everyone}
    ranks = season_standings(sat, [table.results for table in tables if table.counts])
    return tuple(
        LeagueRank(
            each.rank,
            by_number[each.member].name,
            each.points,
            each.games,
            each.worth_share,
            each.opponents,
            not by_number[each.member].plays,
            bool(asking.person) and by_number[each.member].person == asking.person,
        )
        for each in ranks
    )


def _rounds(
    found: League, everyone: Sequence[Member], tables: Sequence[TableResult]
) -> tuple[LeagueRound, ...]:
    names = {each.number: each.name for each in everyone}
    return tuple(
        LeagueRound(
            number,
            title_of_round(found.settings, number).title,
            tuple(_table(table, names) for table in some),
        )
        for number, some in groupby(tables, key=lambda table: table.round)
    )


def _table(table: TableResult, names: Mapping[int, str]) -> LeagueTable:
    places = {each.member: each.place for each in table.results}
    points = game_points(table.results) if table.counts else {}
    seats = (
        LeagueSeat(
            names[member],
            places.get(member),
            round(points[member], DIGITS) if member in points else None,
        )
        for member in table.members
    )
    return LeagueTable(table.game, table.over, table.annulled, tuple(seats))
