"""The playable titles and their boards. ``registry`` lists them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import msgspec

from trunkline.engine.board import Board, own_board
from trunkline.engine.board.loading import read_text
from trunkline.engine.corrections import CORRECTIONS
from trunkline.engine.kernel import correction, leniency
from trunkline.engine.kernel.action import Action, SharedAction
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.correction import AnyCorrection
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.readings import EXCEPT
from trunkline.engine.kernel.registration import About
from trunkline.engine.kernel.rng import Rng
from trunkline.engine.kernel.rulebook import Rule
from trunkline.engine.kernel.state import OFFERING, POOL, TREASURY
from trunkline.titles.declared import Switches, json_schema, located, power_text, read_title, title_path
from trunkline.titles.registry import VARIABLE, add_file, import_title, new_title, packages
from trunkline.titles.t1856 import actions as actions_1856
from trunkline.titles.t1856.actions import Action1856, BorrowTrain, BuyRight, SettleDebt
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext, gettext_noop

__all__ = [
    "KINDS", "PATTERNS", "RESERVED", "About", "AnyAction", "BorrowTrain", "BuyRight", "SettleDebt",
    "Switches", "add_file", "begun", "board_for", "boards", "build", "build_except", "catalogue", "checked",
    "choices", "dealt", "import_title", "json_schema", "kept_rulings", "located", "new_title", "power_text",
    "read_board", "read_title", "reading_boards", "rules_of", "runs_for", "title_path",
]  # fmt: skip

AnyAction = SharedAction | Action1856 | AnyCorrection
"""Every action that a saved game can contain."""
PATTERNS = actions_1856.PATTERNS
"""Notation patterns of actions that only one title has."""
KINDS: tuple[type[Action], ...] = AnyAction.__args__


RECORDED = leniency.VARIANT
REAL_TABLE = correction.VARIANT
RUNS = ("best", "announced", "free")
SEATINGS = ("given", "random")
READING = gettext_noop("There is no reading of the rules {given}; there are {known}.")
SETTING = gettext_noop("There is no setting of runs {given}; there are {known}.")
SEATING = gettext_noop("There is no seating {given}; there are {known}.")
"""The errors for a reading, a setting and a seating that a title does not have."""
RESERVED = (OFFERING, POOL, TREASURY)
"""Places that hold shares. No player may have one of these names."""
UNWRITABLE = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories that no name may contain: control characters, surrogates and line ends."""


def catalogue(*, teaching: bool = True) -> dict[str, About]:
    """Return the playable titles by id. With ``teaching=False``, leave out the teaching title."""
    found = {id: entry.about for id, entry in packages().items()}
    return {id: about for id, about in found.items() if teaching or not about.teaching}


def boards() -> Mapping[str, Callable[[], Board]]:
    """Return the function that loads each title's board, by title."""
    return {id: entry.board for id, entry in packages().items()}


def board_for(options: Options, name: str = "") -> Board:
    """Return the board of a game: the title's own, or the one that the players supplied.

    ``name`` is the name of their file. Raises ``UsageError`` if their board cannot be used.
    """
    entry = packages()[options.title]
    if not isinstance(options.board, str):
        raise UsageError(
            gettext("A board is the text of a board file, not {board}.", board=repr(options.board))
        )
    if not options.board:
        return entry.board()
    if not entry.about.other_boards:
        raise UsageError(gettext("{title} is played on its own board only.", title=options.title))
    return own_board(entry.board(), options.board, name)


def check_files() -> None:
    """Read the files of all titles. Raises ``DamagedError`` if one is missing or faulty."""
    for id in catalogue():
        rules_of(id)


def rules_of(title: str) -> Mapping[str, Rule]:
    """Return the rule list of a title by rule id. Raises ``UsageError`` if there is no such title."""
    return build(_plainest(title)).rules


def reading_boards(title: str) -> dict[str, Board]:
    """Return the boards on which a title is played, by reading. A reading with the board of an earlier one is
    left out, so most titles have one. Raises ``UsageError`` if there is no such title."""
    plain = _plainest(title)
    found: dict[str, Board] = {}
    for reading in packages()[plain.title].about.rules:
        board = build(msgspec.structs.replace(plain, rules=reading)).board
        if board not in found.values():
            found[reading] = board
    return found


def _plainest(title: str) -> Options:
    """Return the options of a game with the fewest players."""
    about = packages()[_id(title)].about
    return checked(Options(about.id, tuple(f"P{number}" for number in range(1, about.players[0] + 1))))


def read_board(title: str, path: Path) -> str:
    """Return the checked text of a board file for a title.

    Raises ``UsageError`` with one sentence that names the file, and the line of the fault if there is one.
    """
    text = read_text(path)
    if not text.strip():
        raise UsageError(
            gettext("{name} is empty. Leave --board out to play on the printed board.", name=path.name)
        )
    board_for(Options(_id(title), (), board=text), path.name)
    return text


def begun(options: Options) -> Options:
    """Return the options of a new game, with all random choices made: seats, if they are drawn, and the deal.

    A deal in the options is kept. Raises ``UsageError`` if an option is not valid.
    """
    given = checked(options)
    rng = Rng(given.seed)
    players = tuple(rng.shuffled(list(given.players))) if given.seating == "random" else given.players
    deal = given.deal or tuple(rng.shuffled(list(packages()[given.title].hands(len(players)))))
    return dealt(msgspec.structs.replace(given, players=players, deal=deal))


def dealt(options: Options) -> Options:
    """Return the checked options of a game that has started. All random choices must be included.

    Raises ``UsageError`` if an option is not valid or missing.
    """
    found = checked(options)
    hands = packages()[found.title].hands(len(found.players))
    given = [str(hand) for hand in found.deal]
    if sorted(given) != sorted(hands):
        named = ", ".join(given) or gettext("nothing")
        raise UsageError(
            gettext(
                "In {title} {hands} in some order is dealt, not {given}.",
                title=found.title,
                hands=", ".join(hands),
                given=named,
            )
            if hands
            else gettext("In {title} nothing is dealt, not {given}.", title=found.title, given=named)
        )
    return found


def checked(options: Options) -> Options:
    """Return checked options with the title's printed id. The deal may be missing. Raises ``UsageError``."""
    about = packages()[_id(options.title)].about
    fewest, most = about.players
    if not fewest <= len(options.players) <= most:
        raise UsageError(
            gettext(
                "{id} is for {fewest} to {most} players, not {count}.",
                id=about.id,
                fewest=str(fewest),
                most=str(most),
                count=str(len(options.players)),
            )
        )
    for name in options.players:
        _check_name(name)
    if len(set(options.players)) < len(options.players):
        raise UsageError(gettext("Players must have different names."))
    for variant in options.variants:
        if variant not in (*about.variants, RECORDED, REAL_TABLE):
            known = ", ".join(about.variants) or gettext("none")
            raise UsageError(
                gettext(
                    "{id} has no variant {variant}; there are {known}.",
                    id=about.id,
                    variant=repr(variant),
                    known=known,
                )
            )
    if type(options.seed) is not int:
        raise UsageError(gettext("A seed is a whole number, not {seed}.", seed=repr(options.seed)))
    _one_of(options.rules, about.rules, READING)
    _one_of(options.runs, RUNS, SETTING)
    _one_of(options.seating, SEATINGS, SEATING)
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
    """Return the versions of a title's rulings that saved games may use; the current one is last.

    Raises ``UsageError``.
    """
    about = packages()[_id(title)].about
    return range(about.rulings_kept, about.rulings + 1)


def runs_for(title: str, rules: str, people: int) -> str:
    """Return the default setting of runs.

    With two or more people and the printed rules, players announce higher earnings. Otherwise the best runs
    bind: a single person among bots would be asked about nearly all of their runs.
    """
    printed = title in packages() and rules == packages()[title].about.rules[0]
    return "announced" if printed and people > 1 else "best"


def build(options: Options) -> Title:
    """Return the title for these options, by the rulings under which the game started."""
    return _build(
        options.title, board_for(options), options.variants, options.rules, options.runs, _rulings(options)
    )


def choices(title: str) -> Mapping[str, str]:
    """Return the choices that distinguish a title's readings, each with its row of the rulings."""
    return packages()[title].rows


def build_except(options: Options, choice: str) -> Title:
    """Return the title for these options, with one choice of its reading set to the printed rules."""
    reading = f"{options.rules}{EXCEPT}{choice}"
    return build(msgspec.structs.replace(options, rules=reading))


@lru_cache(maxsize=32)
def _build(title: str, board: Board, variants: tuple[str, ...], rules: str, runs: str, rulings: int) -> Title:
    built = packages()[title].build(board, variants, rules, runs, rulings)
    return replace(built, rulings=rulings, corrections=CORRECTIONS if REAL_TABLE in variants else None)


def _rulings(options: Options) -> int:
    """Return the version of the rulings for a game: its own if still supported, else the current one."""
    kept = kept_rulings(options.title)
    return options.rulings if options.rulings in kept else kept[-1]


def _id(title: str) -> str:
    """Return a title's printed id. Raises ``UsageError`` for an unknown title."""
    found = {id.lower(): id for id in packages()}.get(str(title).lower())
    if found is None:
        raise UsageError(
            gettext(
                "There is no title {title}; there are {known}. If it is in a file, give the path of the file "
                "with --title, or in {variable}.",
                title=repr(title),
                known=", ".join(packages()),
                variable=VARIABLE,
            )
        )
    return found


def _check_name(name: object) -> None:
    if not isinstance(name, str):
        raise UsageError(gettext("A player's name is a text, not {name}.", name=repr(name)))
    if not name.strip():
        raise UsageError(gettext("Every player needs a name."))
    if any(unicodedata.category(letter) in UNWRITABLE for letter in name):
        raise UsageError(
            gettext("A player's name must fit on one line as text, which {name} does not.", name=ascii(name))
        )
    if name in RESERVED:
        raise UsageError(
            gettext(
                "No player can be called {name}: that is where shares lie that nobody holds.", name=repr(name)
            )
        )


def _one_of(given: str, known: tuple[str, ...], unknown: str) -> None:
    if given not in known:
        raise UsageError(gettext(unknown, given=repr(given), known=", ".join(known)))
