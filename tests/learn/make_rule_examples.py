"""Makes the positions at which rules refuse an action, from whole games and from the scenes of tests.

``PYTHONPATH=tests:tests/support .venv/bin/python -m learn.make_rule_examples`` writes
``src/trunkline/learn/rule_examples.json.gz``. It takes four minutes of processor time. Run it
after a change of a board, and to add examples of new rules.
"""

from __future__ import annotations

import gzip
import os
import random
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from browser.positions import positions, stored_game
from learn.wrong_actions import WrongActions
from refusable import refusable
from refusal_recorder import VARIABLE, Refused
from trunkline.engine.kernel import state as states
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.choice import Amounts, Candidate
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.options import Options
from trunkline.engine.steps.turn_ahead import obstacle
from trunkline.game import Game
from trunkline.game.actions import AnyAction, validated
from trunkline.learn.rule_examples import FILE, Example, Examples, StoredPosition
from trunkline.titles import build, catalogue
from trunkline.util.errors import UsageError

EVERY, MADE_EVERY = 2, 10
"""Moments of a game from one search for refusals to the next, and to the next with made-up actions."""
UNKNOWN = ("Zoe", "XX", "Z99", "999", "=-", "9-1", "8-0")
"""Made-up names and negative numbers. An action with one of them is not an example for a person."""
TOO_EARLY = (" has yet to ", "there is no ", "there are ")
"""Parts of reasons that explain little."""
UNSHOWN = ("it is not the moment", " in this game; ", "only a recorded game")
"""Parts of reasons that show nothing of a rule. A rule with no other refusal has a sentence in
``rule_notes``."""
MOST_SCENES = 6
"""Maximum number of refusals of one rule that are taken from tests."""
TESTS = ("tests/titles", "tests/engine")
ROOT = Path(__file__).resolve().parents[2]

LISTED, ODD, MADE_UP, TURN, EARLY = range(5)
"""Classes of refusals, the best for a person first: an action that the page lists as not allowed or that a
test asserts, one of a test at a position that no game has, a made-up one, the turn of a corporation, and one
with a reason that explains little."""
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
TEST_PLAYERS = {f"P{number}": name for number, name in enumerate(NAMES, 1)}
"""The players of scenes, with the names that examples give them."""


class Found(NamedTuple):
    """A refusal. The smallest is the best for a person."""

    other: bool
    """True if the game has a variant or another reading than the printed rules."""
    kind: int
    size: int
    """The size of the state: a simple position is short."""
    source: str
    number: int
    """The number of the refusal in its game, for a stable order."""


class Kept(NamedTuple):
    """The best refusal by a rule so far, with its position."""

    found: Found
    options: Options
    state: bytes
    action: Action | None
    turn: str


class Collection:
    """The best example of each rule so far."""

    def __init__(self) -> None:
        self.best: dict[str, Kept] = {}
        self._number = 0

    def add(
        self, game: Game, source: str, kind: int, rule: str, action: Action | None, turn: str = ""
    ) -> None:
        """Keep a refusal if it is the best of its rule."""
        other = game.options.rules != "printed" or bool(game.options.variants)
        known = self.best.get(rule)
        if known and (other, kind) > known.found[:2]:
            return
        state = states.encode(game.shared_state)
        self._number += 1
        found = Found(other, kind, len(state), source, self._number)
        if known is None or found < known.found:
            self.best[rule] = Kept(found, game.options, state, action, turn)


def main() -> None:
    """Write the file."""
    found = Collection()
    for source in sorted({position.source for position in positions()}):
        search(found, source)
    add_scenes(found)
    write(found)


def search(found: Collection, source: str) -> None:
    """Look for refusals at all moments of a stored game."""
    save = stored_game(source)
    game = Game(build(save.options), save.options)
    wrong = WrongActions(game, random.Random(f"examples {source}"))
    for number, action in enumerate(save.actions):
        if number % EVERY == 0:
            listed_at(found, game, source)
        if number % MADE_EVERY == 0:
            for each in wrong.at(game):
                refuse(found, game, source, MADE_UP, each)
        game.play(validated(action))
    for player in game.players:
        for each in final(game, player):
            refuse(found, game, source, LISTED, each)


def listed_at(found: Collection, game: Game, source: str) -> None:
    """Add the refusals that the page lists at a moment."""
    for candidate, _ in game.forbidden():
        for each in listed(candidate):
            refuse(found, game, source, LISTED, each)
    if game.state.operating is None:
        return
    ctx = Context(game.title, game.shared_state, read_only=True)
    for corp in game.state.corporations.values():
        if refusal := obstacle(ctx, corp):
            found.add(game, source, TURN, refusal.rule, None, corp.id)


def final(game: Game, player: str) -> Iterator[Action]:
    """Yield actions of a player after the end of the game."""
    action = game.actions[-1]
    yield msgspec.structs.replace(action, player=player)


def listed(candidate: Candidate) -> list[Action]:
    """Return the actions of an entry of ``forbidden``."""
    if isinstance(candidate, Amounts):
        return [candidate.action, candidate.at(candidate.high)]
    return [candidate] if isinstance(candidate, Action) else []


def refuse(found: Collection, game: Game, source: str, kind: int, action: Action) -> None:
    """Add an action if it is refused."""
    refusal = game.check(action)
    if refusal is not None and not any(part in refusal.why for part in UNSHOWN):
        early = any(part in refusal.why for part in TOO_EARLY) or not getattr(action, "par", 1)
        found.add(game, source, EARLY if early else kind, refusal.rule, action)


def add_scenes(found: Collection) -> None:
    """Add refusals of tests, for each rule those at the smallest positions."""
    rows: dict[str, list[Refused]] = defaultdict(list)
    for row in sorted(of_tests(), key=lambda each: (len(bytes(each.state)), bytes(each.state))):
        if len(rows[row.rule]) < MOST_SCENES and not any(name in repr(row.action) for name in UNKNOWN):
            rows[row.rule].append(row)
    for row in chain.from_iterable(rows.values()):
        game, action = renamed(row)
        refuse(found, game, "tests", LISTED if can_be(game) else ODD, action)


def can_be(game: Game) -> bool:
    """Return whether a whole game can have the position. Scenes may leave out what they do not need."""
    try:
        Game.from_line(game.to_line())
    except UsageError:
        return False
    return True


def renamed(row: Refused) -> tuple[Game, Action]:
    """Return the position and the action of a test, with the names of examples."""
    options, raw, action = row.options, row.state, row.action
    hexes = build(options).board.hexes
    data = msgspec.json.encode((options, raw, action))
    used = [old for old in TEST_PLAYERS if f'"{old}"'.encode() in data]
    as_hex = [old for old in used for text in (f'"{old}":[', f'"hex":"{old}"') if text.encode() in data]
    if not hexes.keys() & as_hex:
        for old in used:
            data = data.replace(f'"{old}"'.encode(), f'"{TEST_PLAYERS[old]}"'.encode())
        options, raw, action = msgspec.json.decode(data, type=tuple[Options, msgspec.Raw, AnyAction])
    state = states.decode(bytes(raw), build(options).state)
    return Game.at_state(options, state), action


def of_tests() -> Iterator[Refused]:
    """Yield the refusals of tests, which run for this."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "refusals"
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "refusal_recorder", "-m", "not slow", *TESTS],
            cwd=ROOT,
            env={**os.environ, VARIABLE: str(file)},
            check=True,
        )
        yield from (msgspec.json.decode(line, type=Refused) for line in file.read_bytes().splitlines())


def write(found: Collection) -> None:
    """Write the best examples, and print the rules without one."""
    chosen = sorted(found.best.items(), key=lambda item: (item[1].found.source, item[1].found.size, item[0]))
    stored: list[StoredPosition] = []
    rules: dict[str, Example] = {}
    for rule, kept in chosen:
        position = StoredPosition(kept.options, msgspec.Raw(kept.state))
        if position not in stored:
            stored.append(position)
        rules[rule] = Example(stored.index(position), kept.action, kept.turn)  # type: ignore[arg-type]
    data = msgspec.json.encode(Examples(stored, dict(sorted(rules.items()))))
    FILE.write_bytes(gzip.compress(data, mtime=0))
    print(f"{len(rules)} rules at {len(stored)} positions, {FILE.stat().st_size} bytes")
    missing = set(chain.from_iterable(map(refusable, catalogue(teaching=False)))) - rules.keys()
    print("\n".join(sorted(missing)))


if __name__ == "__main__":
    main()
