"""A rules engine for 18XX railway board games, played by their printed rules.

>>> import trunkline
>>> game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=7)
>>> sorted(game.to_act)
['Ann']
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from trunkline import interop
from trunkline.engine.kernel.choice import (
    Amounts,
    Candidate,
    Choice,
    LegalList,
    LegalTuple,
    Open,
    Unavailable,
)
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import State
from trunkline.game import Game, actions, notation, routes
from trunkline.game.position import Position
from trunkline.game.saves import PROGRAM_VERSION
from trunkline.game.standings import Result, Standing
from trunkline.titles import About, begun, build, catalogue
from trunkline.util.errors import UsageError

__version__ = PROGRAM_VERSION

__all__ = [
    "About",
    "Amounts",
    "Candidate",
    "Choice",
    "Game",
    "LegalList",
    "LegalTuple",
    "Open",
    "Position",
    "Refusal",
    "Result",
    "Standing",
    "State",
    "Unavailable",
    "UsageError",
    "__version__",
    "actions",
    "catalogue",
    "interop",
    "load",
    "new",
    "notation",
    "routes",
]


def new(
    title: str,
    players: Iterable[str],
    *,
    seed: int = 0,
    variants: Iterable[str] = (),
    rules: str = "printed",
    runs: str = "best",
    seating: str = "given",
    deal: Iterable[str] = (),
    board: str = "",
) -> Game:
    """Return a new game. Seats and the deal are as given, or drawn with the seed. Raises ``UsageError``.

    ``rules`` names a reading of the rules; ``catalogue()`` lists titles, variants and readings. ``deal`` is
    the initial deal of a title, in seat order: the privates in 1851. ``board`` is the text of a board file
    that replaces the title's own, if the title allows it.
    """
    names, chosen, dealt = (
        _several(players, "players"),
        _several(variants, "variants"),
        _several(deal, "deal"),
    )
    options = begun(Options(title, names, seed, chosen, rules, runs, seating, dealt, board))
    return Game(build(options), options)


def _several(names: Iterable[str], what: str) -> tuple[str, ...]:
    """Return the names as a tuple. Refuse a single text, because it would be split into letters."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise UsageError(f"The {what} must be a list of names, not {names!r}.")
    return tuple(names)


def load(path: str | Path, *, verify: bool = True) -> Game:
    """Return the game saved in a file, as JSON or as text, after replaying it through every rule.

    ``verify=False`` trusts the stored state and skips the replay, unless another version of the program
    stored it. Use it only for your own files. A text stores no state and is always replayed. Raises
    ``UsageError`` with one sentence if the file cannot be read or its content does not match its header.
    """
    return Game.load(path, verify=verify)
