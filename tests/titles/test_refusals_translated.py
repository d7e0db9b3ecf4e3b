"""Refusals in the language of their reader: no part of them stays English."""

from __future__ import annotations

import pickle

import pytest
from babel.messages.extract import extract_from_dir

import trunkline
from messages import KEYWORDS, PACKAGE
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.refusal import Refusal
from trunkline.game import Game
from trunkline.players.random_player import RandomPlayer
from trunkline.util.catalogues import PSEUDO, catalogue
from trunkline.util.messages import Message, speak

NAMES = ("Ann", "Bob", "Cy")
MOMENTS = 350
"""Actions of each game."""
EVERY = 5
"""Actions between two looks at all refusals."""


@pytest.fixture(scope="module")
def templates() -> set[str]:
    """The templates that ``make messages`` finds in the rules."""
    found: set[str] = set()
    for folder in ("engine", "titles"):
        extracted = extract_from_dir(PACKAGE / folder, [("**.py", "python")], keywords=KEYWORDS)
        for _, _, message, _, _ in extracted:
            found.update(message if isinstance(message, tuple) else (message,))
    return found


def written(value: object) -> list[str]:
    """Return the templates of a message and of the messages in it."""
    if not isinstance(value, Message):
        return []
    inner = [text for each in value.values.values() for text in written(each)]
    return [value.template, *filter(None, (value.others,)), *inner]


def texts_in(value: object) -> set[str]:
    """Return the texts among the values of a message, which no translation changes."""
    if isinstance(value, Message):
        inside = [each for name, each in value.values.items() if f"{{{name}}}" in value.template]
        return {text for each in inside for text in texts_in(each)}
    return set(value.split(", ")) if isinstance(value, str) else set()


def names(game: Game) -> set[str]:
    """Return the names of players, companies, places, trains and phases of a game."""
    board, state = game.title.board, game.state
    places = {text for hex in board.hexes for text in (hex, board.place_name(hex))}
    trains = {text for train in state.trains for text in (train, depot.train_name(train))}
    privates = {text for id in board.private for text in (id, repr(id), board.private_name(id))}
    named = {*NAMES, *board.corporation, *places, *trains, *privates, *board.tiles, *board.phase}
    return named | {each.name for each in board.ferries} | {repr(way) for way in board.dividends.choices}


def refused(game: Game) -> set[Refusal]:
    """Return the refusals of all actions that are not legal now."""
    return {refusal for _, refusal in game.forbidden()}


@pytest.mark.parametrize("title", [*trunkline.catalogue()])
def test_no_part_of_a_refusal_stays_english(title: str, templates: set[str]) -> None:
    game, player = trunkline.new(title, NAMES, seed=7), RandomPlayer(7)
    seen: set[Refusal] = set()
    while not game.over and len(game.actions) < MOMENTS:
        if len(game.actions) % EVERY == 0:
            seen |= refused(game)
        game.play(player.choose(game, min(game.to_act)))
    assert len({refusal.rule for refusal in seen}) > 15
    known = names(game)
    assert pickle.loads(pickle.dumps(seen)) == seen  # as processes send them
    for refusal in seen:
        _, what, why = refusal.args
        with speak(catalogue(PSEUDO)):
            told = refusal.what, refusal.why
        for message, text in ((what, told[0]), (why, told[1])):
            assert isinstance(message, Message), refusal
            # Translators see what the fixture has: another template stays English.
            assert {*written(message)} <= templates, refusal
            assert text != str(message), refusal
            assert texts_in(message) <= known, refusal
