"""Tests that simultaneous requests of one person do not exceed a limit, on either database."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from types import ModuleType

import pytest
from msgspec.structs import replace

from trunkline.web.accounts import blocklist, credentials, followed_games, membership
from trunkline.web.accounts.blocklist import Blocklist
from trunkline.web.accounts.followed_games import FollowedGames
from trunkline.web.clocks import absences
from trunkline.web.clocks.absences import Absences
from trunkline.web.errors import Invalid
from trunkline.web.leagues import repository
from trunkline.web.leagues.repository import Leagues
from trunkline.web.notices import channels
from trunkline.web.notices.channels import Channels
from trunkline.web.notices.http_sender import HttpSender
from trunkline.web.schemas.clocks import NewAbsence
from trunkline.web.schemas.leagues import LeagueTitle, NewLeague
from trunkline.web.schemas.notices import NewChannel
from web.accounts.world import World

AT_ONCE = 6
MOST = 3
Add = Callable[[int], object]
"""Adds one thing, with a different name for each number."""


def tokens(world: World, ann: str) -> Add:
    """Add tokens."""
    return lambda number: world.keys.new_token(ann, f"Token {number}")


def announced(world: World, ann: str) -> Add:
    """Announce absences."""
    kept = Absences(world.database, lambda: world.now)
    return lambda number: kept.announce(ann, NewAbsence(date(2027, 3, 1 + number), date(2027, 3, 1 + number)))


def blocked(world: World, ann: str) -> Add:
    """Block other people."""
    others = [world.accounts.sign_up(f"Bob {number}", "correct horse battery") for number in range(AT_ONCE)]
    kept = Blocklist(world.database)
    return lambda number: kept.put(ann, others[number], mute=False, block=True)


def followed(world: World, ann: str) -> Add:
    """Follow games of another person."""
    bob = world.person("Bob")
    for number in range(AT_ONCE):
        world.seating.found(f"g{number}", bob, ["East"], private=False)
    kept = FollowedGames(world.database, lambda: world.now)
    return lambda number: kept.follow(f"g{number}", ann)


def links(world: World, ann: str) -> Add:
    """Invite people to a game."""
    world.seating.found("g", ann, ["East"], private=False)
    return lambda number: world.seating.invite("g")


def leagues(world: World, ann: str) -> Add:
    """Create leagues."""
    kept = Leagues(world.database, lambda: world.now)
    wish = NewLeague([LeagueTitle("1856")], players=3, rounds=1)
    return lambda number: kept.create(ann, replace(wish, name=f"League {number}"))


def addresses(world: World, ann: str) -> Add:
    """Add addresses for notices."""
    kept = Channels(world.database, HttpSender(), email=True)
    return lambda number: kept.add(ann, NewChannel("email", f"ann{number}@example.org"))


CASES: dict[Callable[[World, str], Add], tuple[ModuleType, str]] = {
    tokens: (credentials, "MOST_TOKENS"),
    announced: (absences, "MOST"),
    blocked: (blocklist, "MOST"),
    followed: (followed_games, "MOST"),
    links: (membership, "MOST_LINKS"),
    leagues: (repository, "MOST_ORGANISED"),
    addresses: (channels, "MOST_CHANNELS"),
}


@pytest.mark.parametrize("prepare", CASES, ids=lambda each: each.__name__)
def test_simultaneous_requests_do_not_exceed_a_limit(
    prepare: Callable[[World, str], Add], world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, name = CASES[prepare]
    monkeypatch.setattr(module, name, MOST)
    add, start = prepare(world, world.person("Ann")), threading.Barrier(AT_ONCE)

    def accepted(number: int) -> bool:
        start.wait()
        try:
            add(number)
        except Invalid:
            return False
        return True

    with ThreadPoolExecutor(AT_ONCE) as pool:
        assert sum(pool.map(accepted, range(AT_ONCE))) == MOST
