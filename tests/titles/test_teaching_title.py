"""Tests of 18Dale, the teaching title in one file."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import trunkline
from trunkline.lab.arena.match import Match, play_game
from trunkline.lab.dataset.plan import REFERENCE
from trunkline.players.registry import BUILT_IN
from trunkline.titles import add_file, registry, title_path
from trunkline.titles.declared.tile_catalogue import catalogue as standard_tiles

ID = "18Dale"
FILE = title_path(registry.TEACHING)
MOST_LINES = 400


def test_it_is_listed_after_the_published_games_and_is_none_of_them() -> None:
    published = [*registry.OWN]
    assert [*trunkline.catalogue()][: len(published) + 1] == [*published, ID]
    assert trunkline.catalogue().keys() - trunkline.catalogue(teaching=False).keys() == {ID}
    assert not any(about.teaching for about in trunkline.catalogue(teaching=False).values())
    assert list(REFERENCE.titles) == published


def test_its_file_can_be_named_instead_of_its_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.VARIABLE, "")
    assert add_file(FILE) == add_file(registry.TEACHING) == ID
    assert list(trunkline.catalogue()).count(ID) == 1


def test_it_is_one_short_file_with_standard_tiles_by_number() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert len(text.splitlines()) < MOST_LINES
    tiles = yaml.safe_load(text)["tiles"]
    assert all(isinstance(count, int) for count in tiles.values())
    assert tiles.keys() <= standard_tiles().keys()


@pytest.mark.parametrize("level", sorted(BUILT_IN))
def test_every_bot_plays_it_to_its_end(level: str) -> None:
    bot = "tycoon:20" if level == "tycoon" else level
    game, result = play_game(Match(ID, (bot, "director", "director")), 0)
    assert (result.ending, result.forfeits) == ("bank", ())
    if level == "director":
        assert all(corp.operated for corp in game.state.corporations.values())


def test_the_page_names_the_file_and_the_players() -> None:
    page = (Path(__file__).parents[2] / "docs" / "18dale.md").read_text(encoding="utf-8")
    board = trunkline.new(ID, ["Ann", "Bob"]).board
    assert FILE.relative_to(Path(__file__).parents[2]).as_posix() in page
    for private in board.privates:
        if not private.powers:
            continue
        assert private.name.removeprefix("The ").removesuffix(" Company") in page
    assert f"The bank has ${board.bank:,}." in page
    assert f"{len(board.hexes)} hexes" in page
