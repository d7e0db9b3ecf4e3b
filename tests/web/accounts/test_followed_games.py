"""Tests of the games that people follow, on both databases."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from trunkline.web.accounts import followed_games
from trunkline.web.accounts.followed_games import FollowedGames
from trunkline.web.accounts.table_status import OVER
from trunkline.web.database.people_tables import owned
from trunkline.web.errors import Invalid
from web.accounts.world import World


def test_a_person_follows_games_without_a_seat(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(followed_games, "MOST", 2)
    ann, bob = world.person("Ann"), world.person("Bob")
    followed = FollowedGames(world.database, lambda: 5.0)
    for game in "ghi":
        world.seating.found(game, ann, ["East"], private=False)
    with pytest.raises(Invalid, match="You play in this game"):
        followed.follow("g", ann)
    for game in "ghg":
        followed.follow(game, bob)
    assert [followed.follows(game, bob) for game in "ghi"] == [True, True, False]
    with pytest.raises(Invalid, match="You follow 2 games: stop following one of them first"):
        followed.follow("i", bob)
    # A game that Bob may not view at present does not count.
    world.seating.settle("h", private=True)
    followed.follow("i", bob)
    followed.stop("i", bob)
    # Nor does one that is over.
    world.seating.settle("h", private=False)
    with pytest.raises(Invalid, match="You follow 2 games"):
        followed.follow("i", bob)
    with world.database.writing() as link:
        link.execute(update(owned).where(owned.c.game_id == "h").values(stage=OVER))
    followed.follow("i", bob)
    followed.stop("i", bob)
    followed.stop("h", bob)
    followed.stop("h", bob)
    followed.follow("i", bob)
    assert [followed.follows(game, bob) for game in "ghi"] == [True, False, True]
    # A seat ends it, and leaving the seat does not bring it back.
    world.seating.join("g", bob, "West")
    world.seating.leave("g", bob)
    assert not followed.follows("g", bob)
    world.accounts.delete(bob)
    assert not followed.follows("i", bob)
