"""Lookup of computer players by name."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import lru_cache, partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from trunkline.game.saves import PROGRAM_VERSION
from trunkline.players import FAILURES, Chooser, error_line
from trunkline.players.advice import Adviser
from trunkline.players.clerk import Clerk
from trunkline.players.director import Director
from trunkline.players.external_engine import PREFIX, engine
from trunkline.players.random_player import RandomPlayer
from trunkline.players.scholar import Scholar
from trunkline.players.scholar.value import check_title, read_model
from trunkline.players.tycoon import Tycoon
from trunkline.util.errors import UsageError

GROUP = "trunkline.players"
"""Entry point group under which other packages offer players."""
RANDOM, CLERK = "random", "clerk"
TYCOON = "tycoon"
SCHOLAR = "scholar"
"""The player that has learned. It is no level of the table, because it is not stronger than a tycoon."""
MOST_STEPS = 1_000_000
"""Largest number of positions that a tycoon or a scholar may play for a decision."""
MODULE = re.compile(r"[\w.]+:[\w.]+")
"""Pattern of the name of a class in a module: ``module:Class``."""
SECONDS = re.compile(r"[0-9]{1,4}(\.[0-9]{1,3})?")
"""Pattern of a time in seconds."""
TABLE_SECONDS = 2.0
"""Processor seconds that a tycoon may take for a decision at a table, where people wait."""
MOST_CACHED = 4
"""Number of built-in players that a process caches, most recently used."""
BUILT_IN: dict[str, Callable[[int], Chooser]] = {
    RANDOM: RandomPlayer,
    CLERK: Clerk,
    "director": Director,
    TYCOON: Tycoon,
}
"""The players that come with the package and are levels of the table."""


def advises(name: str) -> bool:
    """Return whether this is the name of a level of the table that gives reasons for its actions."""
    return name in BUILT_IN and isinstance(BUILT_IN[name](0), Adviser)


def load_player(name: str, title: str = "") -> Callable[[int], Chooser]:
    """Return a factory that makes a player from a seed.

    The name is that of a built-in player or of one that a package offers, ``module:Class`` or
    ``engine:COMMAND``. ``tycoon:2000`` is a tycoon that plays 2,000 positions for a decision,
    ``tycoon:2000:1.5`` stops after 1.5 seconds, and ``scholar:2000:FILE`` is a scholar with the weights in a
    file. Modules are also looked up in the current folder.

    Raises ``UsageError`` if there is no such player, or if it cannot play ``title``, the id of a title.
    """
    if name in BUILT_IN:
        return BUILT_IN[name]
    if name.startswith(f"{TYCOON}:"):
        return _tycoon(name)
    if name.partition(":")[0] == SCHOLAR:
        return _scholar(name, title)
    if name.startswith(PREFIX):
        return engine(name)
    for offered in entry_points(group=GROUP, name=name):
        return _loaded(name, offered)
    if name.partition(":")[0] in BUILT_IN:
        raise UsageError(
            f"Only a {TYCOON} and a {SCHOLAR} have a budget, such as {TYCOON}:2000; {name!r} is no player."
        )
    if not MODULE.fullmatch(name):
        offers = sorted({*BUILT_IN, SCHOLAR, *(found.name for found in entry_points(group=GROUP))})
        raise UsageError(
            f"There is no player {name!r}; there are {', '.join(offers)}, "
            f"or write module:Class or {PREFIX}COMMAND."
        )
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    return _loaded(name, EntryPoint(name, name, GROUP))


def version_of(name: str) -> str:
    """Return the version of a player's package; empty for modules and engines, whose version is unknown."""
    if name.partition(":")[0] in (*BUILT_IN, SCHOLAR):
        return PROGRAM_VERSION
    found = next(iter(entry_points(group=GROUP, name=name)), None)
    return found.dist.version if found is not None and found.dist is not None else ""


def cached_player(name: str, seed: int) -> Chooser:
    """Return a player for a table by name. Raises ``UsageError`` if there is no such player.

    A tycoon at a table has ``TABLE_SECONDS`` for a decision unless its name has a time. Built-in advisers are
    cached: what they remember makes them faster but never changes a decision. Other players are created again
    for each call.
    """
    ours = advises(name) or name.startswith(f"{TYCOON}:")
    return _cached(name, seed) if ours else load_player(name)(seed)


@lru_cache(maxsize=MOST_CACHED)
def _cached(name: str, seed: int) -> Chooser:
    player = load_player(name)(seed)
    if isinstance(player, Tycoon) and player.seconds is None:
        player.seconds = TABLE_SECONDS
    return player


def _tycoon(name: str) -> Callable[[int], Chooser]:
    """Return a factory of tycoons, from a name such as ``tycoon:2000`` or ``tycoon:2000:1.5``."""
    _, budget, *seconds = name.split(":")
    return partial(
        Tycoon, steps=_steps(TYCOON, budget), seconds=_seconds(":".join(seconds)) if seconds else None
    )


def _seconds(text: str) -> float:
    """Return a number of seconds."""
    if not SECONDS.fullmatch(text) or not float(text):
        raise UsageError(f"A {TYCOON} has a time in seconds, such as {TYCOON}:2000:1.5, and not {text}.")
    return float(text)


def _scholar(name: str, title: str) -> Callable[[int], Chooser]:
    """Return a factory of scholars for a title, from a name such as ``scholar:200:weights.json``."""
    _, _, budget_and_file = name.partition(":")
    budget, _, path = budget_and_file.partition(":")
    model = read_model(Path(path)) if path else None
    if title:
        check_title(model, title)
    if budget_and_file:
        return partial(Scholar, steps=_steps(SCHOLAR, budget), model=model)
    return Scholar


def _steps(player: str, budget: str) -> int:
    if not budget.isascii() or not budget.isdecimal() or not 0 < int(budget[:9]) <= MOST_STEPS:
        raise UsageError(
            f"A {player} plays 1 to {MOST_STEPS:,} positions for a decision, such as {player}:2000, "
            f"and not {budget or 'none'}."
        )
    return int(budget)


def _loaded(name: str, offered: EntryPoint) -> Callable[[int], Chooser]:
    """Return the loaded factory. Send what its module prints to standard error, away from our own output."""
    try:
        with redirect_stdout(sys.stderr):
            made: object = offered.load()
    except FAILURES as error:
        raise UsageError(f"The player {name!r} cannot be loaded: {error_line(error)}.") from error
    if not callable(made):
        raise UsageError(f"The player {name!r} is nothing that can be called with a seed.")
    return made
