"""Tests of migrations from every schema version, with games in progress."""

from __future__ import annotations

import contextlib
import json
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, inspect, text

import trunkline
from older_rulings import begun_under
from trunkline.game import Game, saves_v1
from trunkline.game.actions import validated
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer
from trunkline.util.errors import UsageError
from trunkline.web.database import migrate
from trunkline.web.database.game_tables import metadata
from trunkline.web.games.game_cache import GameCache
from trunkline.web.schemas.lists import Asking, Wanted
from trunkline.web.schemas.log import Ending
from trunkline.web.storage.urls import Place, opened, parse_url
from web.http.recorded import short

FORMS = tuple(f"{number:03}" for number in range(1, 34))
ON_BOTH = {*FORMS[::4], FORMS[-1]}
"""Forms that start on PostgreSQL too. The first one takes all steps; each other one takes some of them."""
OLD_KINDS = {new: old for old, new in saves_v1.KINDS.items()}
OLD_SOURCES = {new: old for old, new in saves_v1.SOURCES.items()}
BEGUN = "2024-05-01T10:00:00.000Z"
LENGTH = 400
"""Actions of the game in progress. They place tokens and buy shares from the pool."""


def engine_of(place: Place) -> Engine:
    """Return an engine without settings of the program."""
    return create_engine(f"sqlite:///{place}" if isinstance(place, Path) else place)


def played() -> Game:
    """Return a game with actions and sources that format 1 named differently."""
    game = begun_under(trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=3), 1)
    play_out(game, RandomPlayer(3), LENGTH)
    kinds = {each["kind"] for each in actions_of(game)}
    sources = {each.get("source") for each in actions_of(game)}
    assert kinds & set(OLD_KINDS)
    assert sources & set(OLD_SOURCES)
    return game


def actions_of(game: Game) -> list[dict[str, Any]]:
    """Return the actions in their saved form."""
    return [msgspec.to_builtins(validated(action)) for action in game.actions]


def old(action: dict[str, Any], form: str) -> bytes:
    """Return an action as a database with this schema version stores it."""
    said = dict(action)
    if form < "003":
        said["kind"] = OLD_KINDS.get(said["kind"], said["kind"])
        if said.get("source") in OLD_SOURCES:
            said["source"] = OLD_SOURCES[said["source"]]
    return json.dumps(said, separators=(",", ":"), ensure_ascii=False).encode()


def written_in(place: Place, form: str, **running: Game) -> None:
    """Create a database of an older schema version with games in progress. Entries have empty outcomes."""
    engine = engine_of(place)
    config = migrate.steps()
    with engine.connect() as link:
        config.attributes["connection"] = link
        command.upgrade(config, form)
        link.commit()
        for id, game in running.items():
            _write(link, form, id, game)
        link.commit()
    engine.dispose()


def _write(link: Connection, form: str, id: str, game: Game) -> None:
    options = msgspec.to_builtins(game.options)
    seats = json.dumps([{"name": name, "kind": "person", "seed": 1} for name in game.players])
    actions = actions_of(game)
    row = {
        "id": id,
        "title": game.options.title,
        "rules_version": options.pop("rulings"),
        "options": json.dumps(options),
        "seats": seats,
        "created": BEGUN,
        "program": "0.1",
        "version": len(actions),
        "round": "OR 1.1",
        "to_act": json.dumps(sorted(game.to_act)),
        "over": game.over,
    }
    link.execute(
        text(f"INSERT INTO games ({', '.join(row)}) VALUES ({', '.join(f':{each}' for each in row)})"), row
    )
    entry = {"id": id, "at": BEGUN, "told": b"{}"}
    link.execute(
        text(
            "INSERT INTO entries (game_id, number, kind, data, seat, at, told) "
            "VALUES (:id, :number, 'action', :data, :seat, :at, :told)"
        ),
        [
            {**entry, "number": number, "data": old(action, form), "seat": action["player"]}
            for number, action in enumerate(actions, 1)
        ],
    )


@pytest.fixture(scope="module", name="game")
def running() -> Game:
    """A game in progress during the upgrade of the program."""
    return played()


@pytest.mark.parametrize(
    ("kept_in", "form"),
    [
        (database, form)
        for database in ("sqlite", "postgresql")
        for form in FORMS
        if database == "sqlite" or form in ON_BOTH
    ],
    indirect=["kept_in"],
)
def test_a_running_game_goes_on_after_every_upgrade(kept_in: Place, form: str, game: Game) -> None:
    written_in(kept_in, form, running123=game)
    with contextlib.closing(opened(kept_in)) as store:
        (listed,) = store.games()
        assert (listed.id, listed.version, listed.put_away) == ("running123", LENGTH, False)
        table = GameCache(store)["running123"]
        here = table.view_at().game
        assert here.digest() == game.digest()
        action = validated(RandomPlayer(9).choose(here, min(here.to_act)))
        assert table.act(LENGTH, action) == LENGTH + 1


def test_how_a_game_of_old_ended_is_listed_once_it_is_looked_at(kept_in: Place) -> None:
    game = short()
    written_in(kept_in, "007", finished12=game)
    finished = Wanted("finished")
    with contextlib.closing(opened(kept_in)) as store:
        (listed,) = store.page(Asking(), finished).entries
        assert (listed.game.over, listed.game.ending, listed.standings) == (True, None, ())
        table = GameCache(store)["finished12"]
        table.view_at(1)
        assert store.page(Asking(), finished).entries == (listed,)
        table.view_at()
        (listed,) = store.page(Asking(), finished).entries
        result = game.result
        assert result is not None
        assert listed.game.ending == result.reason
        ranks = [(each.seat, each.worth, each.place) for each in listed.standings]
        assert ranks == [tuple(each) for each in result.standings]
        # A later result is not overwritten.
        store.rank("finished12", table.version, Ending("another", ()))
        assert store.page(Asking(), finished).entries == (listed,)


def test_the_migrations_make_the_tables_that_the_program_uses(kept_in: Place) -> None:
    written_in(kept_in, FORMS[0])
    opened(kept_in).close()
    engine = engine_of(kept_in)
    with engine.connect() as link:
        assert compare_metadata(MigrationContext.configure(link), metadata) == []
    engine.dispose()


def test_a_new_database_is_like_a_migrated_one(kept_in: Place) -> None:
    opened(kept_in).close()
    new = described(kept_in)
    empty(kept_in)
    written_in(kept_in, FORMS[0])
    opened(kept_in).close()
    assert described(kept_in) == new


def described(place: Place) -> dict[str, object]:
    """Return the revision of a database and its tables, with columns, keys and indexes sorted by name."""
    engine = engine_of(place)
    found: dict[str, object] = {}
    with engine.connect() as link:
        found[""] = MigrationContext.configure(link).get_current_revision()
        tables = inspect(link)
        for table in tables.get_table_names():
            columns = sorted(
                [str(each[key]) for key in ("name", "type", "nullable", "default")]
                for each in tables.get_columns(table)
            )
            found[table] = (
                columns,
                tables.get_pk_constraint(table),
                *(
                    sorted(map(repr, each(table)))
                    for each in (tables.get_foreign_keys, tables.get_unique_constraints, tables.get_indexes)
                ),
            )
    engine.dispose()
    return found


def empty(place: Place) -> None:
    """Remove all tables."""
    if isinstance(place, Path):
        place.unlink()
        return
    engine = engine_of(place)
    with engine.begin() as link:
        link.execute(text("DROP SCHEMA public CASCADE"))
        link.execute(text("CREATE SCHEMA public"))
    engine.dispose()


def test_addresses_from_before_confirmation_count_as_confirmed(kept_in: Place) -> None:
    written_in(kept_in, "018")
    engine = engine_of(kept_in)
    names = "id, name, folded, looks, looks_small, password, email, created"
    with engine.begin() as link:
        for name, email in (("ann", "'ann@example.org'"), ("bob", "NULL")):
            values = f"'{name}', '{name}', '{name}', '{name}', '{name}', 'x', {email}, 1"
            link.execute(text(f"INSERT INTO people ({names}) VALUES ({values})"))
    opened(kept_in).close()
    with engine.connect() as link:
        found = link.execute(text("SELECT name, email_confirmed FROM people ORDER BY name")).all()
    engine.dispose()
    assert [(row.name, bool(row.email_confirmed)) for row in found] == [("ann", True), ("bob", False)]


def test_imports_from_before_ratings_are_marked(kept_in: Place, game: Game) -> None:
    written_in(kept_in, "020", played=game, imported=game)
    engine = engine_of(kept_in)
    # The entries of an import are older than its game.
    with engine.begin() as link:
        link.execute(text("UPDATE games SET created = '2024-05-01T10:00:00.001Z' WHERE id = 'imported'"))
    opened(kept_in).close()
    with engine.connect() as link:
        found = link.execute(text("SELECT id, imported FROM games ORDER BY id")).all()
    engine.dispose()
    assert [(row.id, bool(row.imported)) for row in found] == [("imported", True), ("played", False)]


def test_a_newer_form_is_refused_in_one_sentence(kept_in: Place) -> None:
    opened(kept_in).close()
    engine = engine_of(kept_in)
    with engine.begin() as link:
        link.execute(text("UPDATE alembic_version SET version_num = '999'"))
    engine.dispose()
    with pytest.raises(UsageError, match="was written by a newer version of this program, in form 999; "):
        opened(kept_in)


def test_every_form_there_was_is_tried() -> None:
    scripts = ScriptDirectory.from_config(migrate.steps())
    assert sorted(script.revision for script in scripts.walk_revisions()) == list(FORMS)


def test_several_that_begin_at_once_find_it_done_by_one(database: str) -> None:
    both, made = threading.Barrier(4), []

    def begin() -> None:
        both.wait()
        made.append(opened(parse_url(database)))

    threads = [threading.Thread(target=begin) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [store.games() for store in made] == [[]] * 4
    for store in made:
        store.close()
