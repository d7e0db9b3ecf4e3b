"""``trunkline play``: a game against bots, or of bots alone."""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import trunkline
from trunkline.cli.options import add_board, add_title_files, separated
from trunkline.cli.progress import Progress
from trunkline.cli.terminal.results import ending, standings
from trunkline.cli.terminal.session import PlaySession, Quit
from trunkline.cli.terminal.typed_names import about_title
from trunkline.cli.terminal.width import terminal_width
from trunkline.game import Game
from trunkline.game.actions import Action
from trunkline.game.saves import os_error_text
from trunkline.game.wording.events import sentences
from trunkline.players import FAILURES, Chooser, error_line, play_turns
from trunkline.players.clerk import Clerk
from trunkline.players.registry import BUILT_IN, CLERK, RANDOM, load_player
from trunkline.titles import catalogue, read_board, runs_for
from trunkline.util.argument_types import RUNS, seconds
from trunkline.util.errors import UsageError

HELP = "play a game in the terminal; without a terminal, random players play it"
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
PLAYERS = 3
SEED_WITHOUT_TERMINAL = 1
"""A fixed seed, so that two runs of the command can be compared."""
MAX_ACTIONS = 50_000
"""Maximum length of a random game in actions. No game in many thousands of tests reached it."""
ALL, NONE = "all", "none"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    titles = list(catalogue())
    parser.add_argument(
        "title", nargs="?", help=f"{', '.join(titles)}, or a title file; default: {titles[0]}"
    )
    parser.add_argument(
        "--players",
        nargs="+",
        default=[],
        metavar="N|NAME",
        help="number of players, or their names in seat order",
    )
    parser.add_argument(
        "--seed", type=int, help="seed for seats and opponents; default: a random one, which is shown"
    )
    parser.add_argument(
        "--variant", nargs="+", action="extend", default=[], help="an optional rule; see trunkline titles"
    )
    parser.add_argument("--rules", default="printed", help="a reading of the rules; see trunkline titles")
    parser.add_argument("--runs", help=f"{RUNS}; default: announced for several people, else best")
    parser.add_argument("--seating", default="given", help="order of the seats: given or random")
    add_board(parser)
    parser.add_argument(
        "--bots", metavar="all|none|NAME,...", help="seats that bots play; default: all but the first"
    )
    parser.add_argument(
        "--level",
        metavar="NAME",
        help=f"bot for these seats: {', '.join(BUILT_IN)}; default: clerk against people",
    )
    parser.add_argument(
        "--delay", type=seconds, default=0.0, metavar="SECONDS", help="wait after each action of an opponent"
    )
    add_title_files(parser)
    parser.add_argument("--load", type=Path, metavar="FILE", help="continue a saved game")
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="save the game at the end; a name ending in .18xx means as text",
    )


def run(options: argparse.Namespace) -> None:
    """Run the command. Raises ``UsageError``."""
    settings = PlaySettings(
        title=options.title and about_title(options.title).id,
        players=options.players,
        seed=options.seed,
        variants=separated(options.variant),
        rules=options.rules,
        runs=options.runs,
        seating=options.seating,
        board=options.board,
        bots=options.bots,
        level=options.level,
        delay=options.delay,
        load=options.load,
        save=options.save,
    )
    play(settings, terminal_width())


@dataclass(frozen=True)
class PlaySettings:
    """The command-line options for the setup of a game."""

    title: str | None = None
    players: Sequence[str] = ()
    """Names, or one number."""
    seed: int | None = None
    variants: Sequence[str] = ()
    rules: str = "printed"
    runs: str | None = None
    """None uses the default of games between people."""
    seating: str = "given"
    board: Path | None = None
    """A file with a custom board."""
    bots: str | None = None
    """``all``, ``none`` or comma-separated names. None leaves the first seat to the person."""
    level: str | None = None
    """The bot for these seats. None means clerks against people, and random play otherwise."""
    delay: float = 0.0
    load: Path | None = None
    save: Path | None = None


def play(settings: PlaySettings, width: int) -> None:
    """Play in the terminal. Without a terminal, let bots play to the end."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    seed = settings.seed
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000) if terminal else SEED_WITHOUT_TERMINAL
    if settings.save:
        _check_writable(settings.save)
    game = _loaded(settings.load, settings.title) if settings.load else _new(settings, seed, terminal)
    bots = _bots(game.players, settings.bots, terminal)
    level = settings.level or (RANDOM if set(game.players) == bots else CLERK)
    opponent = _Relieved(load_player(level), seed, level)
    if set(game.players) == bots:
        _watch(game, seed, level, opponent, settings)
        return
    if not terminal:
        raise UsageError("To play yourself you need a terminal; without one, leave all seats to --bots all.")
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - gives input() arrow keys and a history, if the system has it
    if settings.title is None and settings.load is None:
        print(_choice_of_titles(game.title.id))
    print(f"Seed {seed}: the same seed brings the same opponents.")
    session = PlaySession(game, set(game.players) - bots, opponent, width=width, delay=settings.delay)
    session.kept = game.copy() if settings.load else None
    try:
        session.run()
    except (Quit, EOFError):
        print(f"\n{_farewell(session, settings.save)}")
    except KeyboardInterrupt:
        print(f"\n{_farewell(session, settings.save)}")
        raise


def _check_writable(path: Path) -> None:
    """Raise ``UsageError`` before the game starts, so that a whole game is not played in vain."""
    try:
        sound = path.parent.is_dir() and not path.is_dir()
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {os_error_text(error)}.") from error
    if not sound:
        raise UsageError(f"{path} cannot be written: there is no such folder, or it is one.")


def _farewell(session: PlaySession, save: Path | None) -> str:
    if save is not None:
        session.game.save(save)
        return f"Goodbye. The game is saved in {save}."
    return "Goodbye." if session.saved else "Goodbye. The game was not saved."


def _loaded(path: Path, title: str | None) -> Game:
    """Return a saved game. Raises ``UsageError`` if it is not of the given title."""
    game = Game.load(path)
    if title is not None and about_title(title).id != game.title.id:
        raise UsageError(f"{path.name} is a game of {game.title.id}, not of {title}.")
    return game


def _new(settings: PlaySettings, seed: int, terminal: bool) -> Game:
    title = settings.title or next(iter(catalogue()))
    names = _names(settings.players)
    people = len(set(names) - _bots(names, settings.bots, terminal))
    return trunkline.new(
        title,
        names,
        seed=seed,
        variants=settings.variants,
        rules=settings.rules,
        runs=settings.runs or runs_for(title, settings.rules, people),
        seating=settings.seating,
        board=read_board(title, settings.board) if settings.board else "",
    )


def _choice_of_titles(id: str) -> str:
    """Return a note for players who have not chosen a title."""
    others = [other for other in catalogue() if other != id]
    commands = [f"trunkline play {other}" for other in others]
    return f"This is {id}. For another game leave and type  {',  '.join(commands)}."


def _names(given: Sequence[str]) -> list[str]:
    names = [name.strip() for part in given for name in part.split(",") if name.strip()]
    if len(names) == 1 and names[0].isdecimal() and len(names[0]) < 4:
        count = int(names[0])
        if count > len(NAMES):
            raise UsageError(f"{count} players are too many.")
        return list(NAMES[:count])
    return names or list(NAMES[:PLAYERS])


def _bots(players: Sequence[str], given: str | None, terminal: bool) -> set[str]:
    if given is None:
        return set(players[1:] if terminal else players)
    if given in (ALL, NONE):
        return set(players if given == ALL else ())
    names = {name.strip() for name in given.split(",") if name.strip()}
    for name in sorted(names - set(players)):
        raise UsageError(f"{name} does not play; the players are {', '.join(players)}.")
    return names


class _Relieved:
    """A bot in a seat. If it fails, a clerk replaces it, so that the game can continue."""

    def __init__(self, make: Callable[[int], Chooser], seed: int, level: str) -> None:
        self._level = level
        self._program: Chooser
        try:
            self._program = make(seed)
        except FAILURES as error:
            self._relieve(error)

    def choose(self, game: Game, player: str) -> Action:
        """Return the choice of the bot, or of the clerk that replaces it."""
        if not isinstance(self._program, Clerk):
            try:
                action = self._program.choose(game.copy(), player)
                refusal = game.check(action)
                if refusal is None:
                    return action
                raise refusal
            except FAILURES as error:
                self._relieve(error)
        return self._program.choose(game, player)

    def _relieve(self, error: BaseException) -> None:
        print(f"{self._level} failed; a clerk continues in its place: {error_line(error)}", file=sys.stderr)
        self._program = Clerk()


def _watch(game: Game, seed: int, level: str, program: Chooser, settings: PlaySettings) -> None:
    """Let one bot play all seats. With a delay, print every line of the log."""
    how = "at random" if level == RANDOM else f"as {level}s do" if level in BUILT_IN else f"by {level}"
    print(f"{game.title.name}: {', '.join(game.players)} play {how}, seed {seed}.")
    progress = Progress("Playing")
    for count, happened in enumerate(islice(play_turns(game, program), MAX_ACTIONS), 1):
        if settings.delay:
            print("\n".join(f"  {text}" for text in sentences(game.title, happened)))
            time.sleep(settings.delay)
        else:
            progress.show(count, 0)
    progress.done()
    if settings.save:
        game.save(settings.save)
    print("\n".join([f"{len(game.actions)} actions. {ending(game)}", *standings(game)]))
