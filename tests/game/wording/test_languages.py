"""Tests that all sentences about games are messages, and that names stay in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec
import pytest

import trunkline
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.events import Event
from trunkline.engine.routing.run import Earnings
from trunkline.game import Game
from trunkline.game.wording.choices import heading, words
from trunkline.game.wording.endings import REASONS, why_ended
from trunkline.game.wording.events import SENTENCES, TextSpan, in_words, sentence, sentence_parts
from trunkline.game.wording.hexes import hex_lines
from trunkline.game.wording.refusal_labels import LOCKS
from trunkline.game.wording.rounds import moment, stored_round
from trunkline.players.random_player import RandomPlayer
from trunkline.titles import boards, build
from trunkline.titles import catalogue as titles
from trunkline.titles.t18gl import words as t18gl_words
from trunkline.titles.t1851 import words as t1851_words
from trunkline.titles.t1856 import words as t1856_words
from trunkline.util.catalogues import PSEUDO, catalogue
from trunkline.util.messages import speak

PLAIN = re.compile("[aeiou]", re.IGNORECASE)
"""Letters that have accents in the pseudo-language."""
NO_POWER = "none"
PEOPLE = ("Ann", "Bob", "Cy")
WORDS: dict[str, tuple[Any, ...]] = {
    "right": ("bridge", "tunnel"),
    "token": ("port", "terminal", "mine"),
    "why": ("", "interest", "bond interest", "the loans"),
    "place": ("", "pool", "treasury"),
    "source": ("bank", "pool", "offering", "treasury", "Ann"),
    "kind": ("stock", "opening"),
    "toll": ("ferry",),
    "zone": ("closed", "yellow"),
    "train": ("", "3-0", "8-1"),
    "type": ("3",),
    "phase": ("3",),
    "tile": ("57",),
    "values": ({},),
}
"""The values of fields that choose or complete a sentence."""


def new_game(title: str) -> Game:
    """Return a new game of a title."""
    return trunkline.new(title, PEOPLE, seed=4)


def samples(title: Title, kind: type[Event]) -> Iterator[Event]:
    """Yield records of a kind, so that each value of a field and each number occurs."""
    board = title.board
    known: dict[str, tuple[Any, ...]] = {
        **WORDS,
        "corp": (board.corporations[0].id,),
        "hex": (next(hex for hex, spot in board.hexes.items() if spot.name),),
        "private": tuple(board.private)[:1],
        "players": (PEOPLE[:2],),
        "ferry": ("Milwaukee - Muskegon",),
        "earnings": (Earnings((("A1.0", "X", 30),), (("A1.0", "port", 20),), 10, (("ferry", 50),)),),
    }
    hints = get_type_hints(kind)
    fields = [field.name for field in msgspec.structs.fields(kind) if field.name != "rule"]
    choices = [
        known.get(name)
        or ((1, 2, 0) if hints[name] is int else (True, False) if hints[name] is bool else ("Ann",))
        for name in fields
    ]
    for turn in range(max(map(len, choices), default=1) * 2):
        values = [
            found[(turn + (turn // len(found) if place % 2 else 0)) % len(found)]
            for place, found in enumerate(choices)
        ]
        yield kind(**dict(zip(fields, values, strict=True)))


def names(parts: list[TextSpan]) -> set[tuple[str, str, str, str]]:
    """Return the parts that name a player, a corporation or a hex."""
    return {tuple(part) for part in parts if part.player or part.corp or part.hex}  # type: ignore[misc]


@pytest.mark.parametrize("id", titles())
def test_each_event_is_told_by_messages_that_keep_all_names(id: str) -> None:
    title = build(new_game(id).options)
    for kind in (*SENTENCES, *title.sentences):
        seen = set()
        for event in samples(title, kind):
            english = sentence_parts(title, event)
            with speak(catalogue(PSEUDO)):
                accented = sentence_parts(title, event)
            assert names(accented) == names(english), event
            data = {
                *map(str, msgspec.structs.astuple(event)),
                title.board.private_name(getattr(event, "private", "")),
            }
            said = "".join(part.text for part in accented if part.text not in data and not any(part[1:]))
            for value in ("X", "Milwaukee - Muskegon"):
                said = said.replace(value, "")
            assert not PLAIN.search(said), (event, said)
            seen.add(sentence(title, event))
        assert seen, kind


def accented(text: str, data: set[str]) -> bool:
    """Return whether a text is written in the pseudo-language, except for words of the game's data."""
    for value in sorted(data, key=len, reverse=True):
        text = text.replace(value, "")
    return not PLAIN.search(text)


def printed(game: Game) -> set[str]:
    """Return the names on a board, and those of the players."""
    board = game.board
    found = {
        *PEOPLE,
        *board.corporation,
        *board.tiles,
        *board.hexes,
        *(spot.name for spot in board.hexes.values()),
        *(spot.label for spot in board.hexes.values()),
    }
    for private in board.private.values():
        found |= {private.name, private.short}
    return {name for name in found if name}


@pytest.mark.parametrize("id", titles())
def test_choices_moments_and_hexes_are_messages(id: str) -> None:
    game, chance = new_game(id), RandomPlayer(1)
    data = printed(game)
    with speak(catalogue(PSEUDO)):
        for _ in range(150):
            assert accented(moment(game).split(": ")[0], data)
            for choice in game.legal():
                assert accented(words(game, choice), data), words(game, choice)
            game.play(chance.choose(game, min(game.to_act)))
        for hex in game.board.hexes:
            for line in hex_lines(game, hex):
                assert accented(line, data), line


@pytest.mark.parametrize("id", titles())
def test_kinds_of_choices_are_messages(id: str) -> None:
    title = build(new_game(id).options)
    with speak(catalogue(PSEUDO)):
        for kind in title.kinds:
            assert accented(heading(title, kind), set()), kind
        for kind, own in title.choices.items():
            fields = {
                field.name: WORDS.get(field.name, ("Ann",))[-1]
                for field in msgspec.structs.fields(kind)
                if field.required
            }
            assert accented(in_words(title, own.text, kind(**fields)), {"Ann"}), kind


def test_powers_of_privates_are_messages() -> None:
    marked = {*t1851_words.POWERS, *t1856_words.POWERS, *t18gl_words.POWERS, NO_POWER}
    for id in titles(teaching=False):
        assert {private.power for private in boards()[id]().private.values()} <= marked


def test_rounds_endings_and_labels_are_messages() -> None:
    stored = ("Stock round 3", "Operating round 2.1", "Opening")
    assert [stored_round(name) for name in stored] == list(stored)
    english = [why_ended(reason) for reason in REASONS]
    with speak(catalogue(PSEUDO)):
        for name in stored:
            assert accented(stored_round(name), set())
        assert stored_round("Operating round 2.1").endswith(" 2.1")
        assert not set(english).intersection(why_ended(reason) for reason in REASONS)
        assert stored_round("Merger round 1") != "Merger round 1"
    assert all(LOCKS.values())
