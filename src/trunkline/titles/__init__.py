"""The titles that can be played, and the boards on hand: the only place that lists them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import msgspec

from trunkline.board import Board, own_board
from trunkline.board.loading import MOST_LETTERS
from trunkline.errors import UsageError
from trunkline.files import unmarked
from trunkline.kernel import recorded
from trunkline.kernel.action import Action, SharedAction
from trunkline.kernel.options import Options
from trunkline.kernel.package import About
from trunkline.kernel.readings import EXCEPT
from trunkline.kernel.rng import Rng
from trunkline.kernel.state import OFFERING, POOL, TREASURY
from trunkline.kernel.table import Title
from trunkline.titles import t18gl, t1851, t1856
from trunkline.titles.t1856 import actions as actions_1856
from trunkline.titles.t1856.actions import Action1856, BorrowTrain, BuyRight, SettleDebt

__all__ = [
    "KINDS", "PATTERNS", "RESERVED", "About", "AnyAction", "BorrowTrain", "BuyRight",
    "SettleDebt", "begun", "board_for", "boards", "build", "build_except", "catalogue", "checked", "choices",
    "dealt", "kept_rulings", "read_board", "runs_for",
]  # fmt: skip

AnyAction = SharedAction | Action1856
"""Every action that a saved game can hold."""
PATTERNS = actions_1856.PATTERNS
"""How the actions are written that only one title has."""
KINDS: tuple[type[Action], ...] = AnyAction.__args__


_TITLES = {each.about.id: each for each in (t1856.PACKAGE, t1851.PACKAGE, t18gl.PACKAGE)}

RECORDED = recorded.VARIANT
RUNS = ("best", "announced", "free")
SEATINGS = ("given", "random")
RESERVED = (OFFERING, POOL, TREASURY)
"""Places where shares lie, told apart from players by name."""
UNWRITABLE = ("Cc", "Cs", "Zl", "Zp")
"""Kinds of characters that no name may hold: controls, halves of characters, ends of lines."""


def catalogue() -> dict[str, About]:
    """The playable titles by id."""
    return {id: entry.about for id, entry in _TITLES.items()}


def boards() -> Mapping[str, Callable[[], Board]]:
    """What loads each board on hand, by title."""
    return {id: entry.board for id, entry in _TITLES.items()}


def board_for(options: Options, name: str = "The board file") -> Board:
    """The board of a game: the title's, or that of the players' own, in a file of this name. Raises
    ``UsageError`` where their board cannot be played on."""
    entry = _TITLES[options.title]
    if not options.board:
        return entry.board()
    if not entry.about.other_boards:
        raise UsageError(f"{options.title} is played on its own board only.")
    return own_board(entry.board(), options.board, name)


def check_files() -> None:
    """Read the files of all titles. Raises ``DamagedError`` if one is missing or faulty."""
    for id, about in catalogue().items():
        players = tuple(map(str, range(about.players[0])))
        build(checked(Options(id, players)))


def read_board(title: str, path: Path) -> str:
    """The text of a board file for a title, checked. Raises ``UsageError`` with one sentence that names the
    file, and the line where something is wrong in it."""
    try:
        with path.open("rb") as file:
            text = unmarked(file.read(4 * MOST_LETTERS)).decode()
    except OSError as error:
        raise UsageError(f"{path.name} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path.name} is no text.") from error
    board_for(Options(_id(title), (), board=text), path.name)
    return text


def begun(options: Options) -> Options:
    """The options of a new game, with what chance decides: seats, where they are drawn, and the deal.

    A deal that is given stands. Raises ``UsageError`` where something is wrong.
    """
    given = checked(options)
    rng = Rng(given.seed)
    players = tuple(rng.shuffled(list(given.players))) if given.seating == "random" else given.players
    deal = given.deal or tuple(rng.shuffled(list(_TITLES[given.title].hands(len(players)))))
    return dealt(msgspec.structs.replace(given, players=players, deal=deal))


def dealt(options: Options) -> Options:
    """The options of a game that has begun: checked, and with all that chance decides.

    Raises ``UsageError`` where something is wrong or missing.
    """
    found = checked(options)
    hands = _TITLES[found.title].hands(len(found.players))
    given = [str(hand) for hand in found.deal]
    if sorted(given) != sorted(hands):
        wanted = f"{', '.join(hands)} in some order" if hands else "nothing"
        raise UsageError(f"In {found.title} {wanted} is dealt, not {', '.join(given) or 'nothing'}.")
    return found


def checked(options: Options) -> Options:
    """The options with the title's id as printed; the deal may be missing. Raises ``UsageError``."""
    about = _TITLES[_id(options.title)].about
    fewest, most = about.players
    if not fewest <= len(options.players) <= most:
        raise UsageError(f"{about.id} is for {fewest} to {most} players, not {len(options.players)}.")
    for name in options.players:
        _check_name(name)
    if len(set(options.players)) < len(options.players):
        raise UsageError("Players must have different names.")
    for variant in options.variants:
        if variant not in (*about.variants, RECORDED):
            known = ", ".join(about.variants) or "none"
            raise UsageError(f"{about.id} has no variant {variant!r}; there are {known}.")
    if type(options.seed) is not int:
        raise UsageError(f"A seed is a whole number, not {options.seed!r}.")
    _one_of(options.rules, about.rules, "reading of the rules")
    _one_of(options.runs, RUNS, "setting of runs")
    _one_of(options.seating, SEATINGS, "seating")
    board_for(msgspec.structs.replace(options, title=about.id))
    return Options(
        about.id,
        tuple(options.players),
        options.seed,
        tuple(sorted(set(options.variants))),
        options.rules,
        options.runs,
        options.seating,
        tuple(options.deal),
        options.board,
        _rulings(options),
    )


def kept_rulings(title: str) -> range:
    """The versions of a title's rulings that games go on under, today's last. Raises ``UsageError``."""
    about = _TITLES[_id(title)].about
    return range(about.rulings_kept, about.rulings + 1)


def runs_for(title: str, rules: str, people: int) -> str:
    """The setting of runs where nobody wishes another.

    Two people or more announce higher earnings, where they play by the printed rules. For one among programs
    the best runs bind: a lone player would be asked about nearly all of theirs.
    """
    printed = title in _TITLES and rules == _TITLES[title].about.rules[0]
    return "announced" if printed and people > 1 else "best"


def build(options: Options) -> Title:
    """The title put together for these options, by the rulings under which the game began."""
    return _build(
        options.title, board_for(options), options.variants, options.rules, options.runs, _rulings(options)
    )


def choices(title: str) -> Mapping[str, str]:
    """The choices that tell a title's readings apart, each with the row of its rulings."""
    return _TITLES[title].rows


def build_except(options: Options, choice: str) -> Title:
    """The title for these options, but with one choice of its reading as the printed rules have it."""
    reading = f"{options.rules}{EXCEPT}{choice}"
    return build(msgspec.structs.replace(options, rules=reading))


@lru_cache(maxsize=32)
def _build(title: str, board: Board, variants: tuple[str, ...], rules: str, runs: str, rulings: int) -> Title:
    return replace(_TITLES[title].build(board, variants, rules, runs, rulings), rulings=rulings)


def _rulings(options: Options) -> int:
    """The version of the rulings that a game goes on under: its own where it is kept, else today's."""
    kept = kept_rulings(options.title)
    return options.rulings if options.rulings in kept else kept[-1]


def _id(title: str) -> str:
    """A title's id as printed. Raises ``UsageError`` where there is none."""
    found = {id.lower(): id for id in _TITLES}.get(str(title).lower())
    if found is None:
        raise UsageError(f"There is no title {title!r}; there are {', '.join(_TITLES)}.")
    return found


def _check_name(name: object) -> None:
    if not isinstance(name, str):
        raise UsageError(f"A player's name is a text, not {name!r}.")
    if not name.strip():
        raise UsageError("Every player needs a name.")
    if any(unicodedata.category(letter) in UNWRITABLE for letter in name):
        raise UsageError(f"A player's name must fit on one line as text, which {name!a} does not.")
    if name in RESERVED:
        raise UsageError(f"No player can be called {name!r}: that is where shares lie that nobody holds.")


def _one_of(given: str, known: tuple[str, ...], what: str) -> None:
    if given not in known:
        raise UsageError(f"There is no {what} {given!r}; there are {', '.join(known)}.")
