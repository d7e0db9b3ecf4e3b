"""Entry points for input from outside, with the check of each result.

An entry point takes an input and either accepts it or refuses it with one sentence; otherwise it raises
``Broken``. It uses accepted input a little, as its reader would.
"""

from __future__ import annotations

import contextlib
import io
import random
import re
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from system.fuzz import good_inputs
from system.fuzz.damage import json_damaged, text_damaged, words_damaged, yaml_damaged
from trunkline import routes
from trunkline.cli import command_line, exit_codes
from trunkline.cli.commands import play
from trunkline.cli.terminal.session import PlaySession, Quit
from trunkline.engine.board import BoardError, load_board
from trunkline.engine.kernel.refusal import Refusal
from trunkline.game import Game
from trunkline.game.routes import EXAMPLES
from trunkline.interop import eighteenxx, rails
from trunkline.lab import perft
from trunkline.players.random_player import RandomPlayer
from trunkline.util.errors import UsageError

ROOT: Final = Path(__file__).resolve().parents[3]
POSITIONS: Final = EXAMPLES
SAVES: Final = ROOT / "tests" / "lab" / "soak" / "perft"
TITLES: Final = ROOT / "src" / "trunkline" / "titles"
LONGEST: Final = 500
ACCEPTED, REFUSED = "accepted", "refused"

VOCABULARY: Final = (
    *("play", "replay", "state", "routes", "perft", "titles", "rules", "--json", "--at", "0", "1", "5", "-1"),
    *(
        "9" * 5_000,
        "--depth",
        "2",
        "--divide",
        "--game",
        "--company",
        "GT",
        "LPS",
        "--trace",
        "out.jsonl",
        "1856",
    ),
    *(
        "1830",
        "--players",
        "Ann",
        "Bob",
        "Cy",
        "3",
        "99",
        "--seed",
        "--variant",
        "type8",
        "--rules",
        "printed",
    ),
    *(
        "18xx.games",
        "--seating",
        "random",
        "--bots",
        "all",
        "none",
        "--load",
        "--save",
        "out.json",
        "good.json",
    ),
    *(
        "bad.json",
        "bad.yaml",
        "missing.json",
        ".",
        "",
        " ",
        "--",
        "-",
        "x" * 5_000,
        "\udcff",
        "a\nb",
        "\x1b[31m",
    ),
    *(
        "\x00",
        "nan",
        "1e400",
        "--delay",
        "--at=1",
        "--help",
        "--version",
        "bank",
        "1856.bank",
        "²",
        "٣",
        "{}",
        "%s",
    ),
    *(
        "help",
        "actions",
        "find",
        "why",
        "rule",
        "log",
        "map",
        "holdings",
        "undo",
        "redo",
        "save",
        "load",
        "b",
        "r",
    ),
    *(
        "D17",
        "D17.0",
        "D17.-",
        "C14",
        "2:",
        "3:",
        ";",
        ":",
        "2: C14 D17",
        "3: D17 C14; 2: D17",
        "$50",
        "1",
        "2",
        "3",
    ),
    *(
        "7",
        "12",
        "16",
        "20",
        "45",
        "100",
        "find 57",
        "why 1",
        "rule 1856.bank.total",
        "log 3",
        "map D17",
        "routes CA",
    ),
)


class Broken(AssertionError):
    """An error for an entry point that neither accepts its input nor refuses it with one sentence."""


def sentence(error: Exception | str) -> str:
    """Check that a refusal is one readable sentence."""
    text = str(error)
    if not text.strip() or len(text) >= LONGEST:
        raise Broken(f"a sentence of {len(text)} characters: {text[:LONGEST]!r}")
    if not text.isprintable():
        raise Broken(f"a sentence that is not one line of text: {text!r}")
    return REFUSED


# -- the entry points


def at_saves(rng: random.Random, folder: Path) -> Callable[[], str]:
    """Read a damaged save, trusted or not."""
    data = json_damaged(rng, rng.choice(good_inputs.saves()))
    verify = rng.random() < 0.6

    def enter() -> str:
        try:
            game = Game.from_bytes(data, "game.json", verify=verify)
        except UsageError as error:
            return sentence(error)
        game.to_bytes()
        _expect(lambda: game.log, game.undo, game.standings, game.legal)
        return ACCEPTED

    return enter


def at_texts(rng: random.Random, folder: Path) -> Callable[[], str]:
    """Read a damaged game text."""
    data = text_damaged(rng, rng.choice(good_inputs.texts()))

    def enter() -> str:
        try:
            game = Game.from_bytes(data, "game.18xx")
        except UsageError as error:
            return sentence(error)
        assert Game.from_bytes(game.to_text().encode()) == game
        return ACCEPTED

    return enter


def at_public(rng: random.Random, folder: Path) -> Callable[[], str]:
    """Read a damaged file of 18xx.games and replay it as far as possible."""
    data = json_damaged(rng, rng.choice(good_inputs.public_games()))
    return lambda: _replayed(lambda: eighteenxx.Replay(eighteenxx.read(data, "game.json")))


def at_rails(rng: random.Random, folder: Path) -> Callable[[], str]:
    """Read a damaged file of Rails and replay it as far as possible."""
    data = json_damaged(rng, rng.choice(good_inputs.rails_games()))
    return lambda: _replayed(lambda: rails.RailsReplay(rails.read(data, "game.json")))


def _replayed(begin: Callable[[], eighteenxx.Replay | rails.RailsReplay]) -> str:
    """Replay a part of a foreign game. Return the outcome."""
    try:
        replay = begin()
        while replay.count < min(replay.total, 300):
            replay.step()
    except UsageError as error:
        return sentence(error)
    return ACCEPTED


def at_positions(rng: random.Random, folder: Path) -> Callable[[], str]:
    """Read a damaged list of positions. Search the best runs of some of those accepted."""
    path = folder / "bad.yaml"
    path.write_bytes(yaml_damaged(rng, good_inputs.positions(), POSITIONS.read_bytes()))

    def enter() -> str:
        try:
            found = routes.read(path)
        except UsageError as error:
            return sentence(error)
        for position in found[:3]:
            position.best(budget=2_000)
        return ACCEPTED

    return enter


def at_boards(rng: random.Random, folder: Path) -> Callable[[], str]:
    """Read a damaged board."""
    text = rng.choice(good_inputs.boards())
    path = folder / f"board{rng.randrange(10**9)}.yaml"
    path.write_bytes(yaml_damaged(rng, text, text.encode()))

    def enter() -> str:
        try:
            board = load_board(path)
        except BoardError as error:
            return sentence(error)
        finally:
            path.unlink()
        assert board.hash
        return ACCEPTED

    return enter


COMMANDS: Final = (
    *(
        "play",
        "play 1856 --players 4 --seed 3",
        "play --load good.json --save out.json",
        "titles",
        "rules 1856 loan",
    ),
    *(
        "replay good.json --json",
        "replay bad.json --trace out.jsonl",
        "replay good.json --at 3",
        "state bad.json",
    ),
    *(
        "state good.json --json",
        "routes bad.yaml",
        "routes --game good.json --at 9",
        "routes bad.yaml --json",
    ),
    *(
        "perft good.json --depth 1",
        "perft bad.json --divide",
        "rules",
        "play --load bad.json",
        "routes --game bad.json",
    ),
)


def at_commands(rng: random.Random, folder: Path) -> Callable[[], str]:
    """Run a command line with an error, with files that may be damaged."""
    good = rng.choice(good_inputs.saves())
    (folder / "good.json").write_text(good)
    (folder / "bad.json").write_bytes(
        json_damaged(rng, rng.choice((good, *good_inputs.public_games(), *good_inputs.rails_games())))
    )
    (folder / "bad.yaml").write_bytes(yaml_damaged(rng, good_inputs.positions(), POSITIONS.read_bytes()))
    words = words_damaged(rng, rng.choice(COMMANDS).split(), VOCABULARY)

    def enter() -> str:
        out, errors = io.StringIO(), io.StringIO()
        with contextlib.chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            try:
                code = command_line.main([_inside(word) for word in words])
            except SystemExit as left:  # argparse exits like this
                code = int(left.code or 0)
        said = [line for line in errors.getvalue().split("\n") if line]
        if code == exit_codes.OK:
            return ACCEPTED
        usage = [line for line in said[:-1] if line.startswith(("usage:", " "))]
        if (
            code != exit_codes.BAD_INPUT
            or len(said) - len(usage) != 1
            or "output cannot be written" in said[-1]
        ):
            raise Broken(f"{words}: exit code {code}, and {errors.getvalue()[:2_000]!r}")
        return sentence(said[-1])

    return enter


class _Typing(PlaySession):
    """A session that checks the sentence of every refusal."""

    def _choose(self, number: int, player: str) -> None:
        with _judged():
            super()._choose(number, player)

    def _command(self, line: str, player: str) -> None:
        with _judged():
            super()._command(line, player)


@contextlib.contextmanager
def _judged() -> Iterator[None]:
    try:
        yield
    except (UsageError, Refusal) as error:
        sentence(error)
        raise


@cache
def _game(name: str) -> bytes:
    return (SAVES / f"{name}.json").read_bytes()


def at_the_table(rng: random.Random, folder: Path) -> Callable[[], str]:
    """Type lines in a game in play."""
    (folder / "bad.json").write_bytes(json_damaged(rng, rng.choice(good_inputs.saves())))
    lines = [" ".join(words_damaged(rng, [rng.choice(VOCABULARY)], VOCABULARY)) for _ in range(8)]
    if rng.random() < 0.5:
        runs = words_damaged(rng, ["4:", "N17", "M16", "L15;", "5:", "L15", "O18.0", "P17.-"], VOCABULARY)
        lines[:0] = ["find run trains", "1", " ".join(runs)]
    lines = [_inside(line) if re.match(r"\s*save", line, re.IGNORECASE) else line for line in lines]
    name = rng.choice(("opening", "phase-3", "bankruptcy", "phase-5"))

    def enter() -> str:
        game = Game.from_bytes(_game(name), verify=False)
        typed = iter(lines)

        def read(prompt: str) -> str:
            try:
                return next(typed)
            except StopIteration:
                raise EOFError from None

        session = _Typing(game, set(game.players), RandomPlayer(1), read, lambda text: None)
        with contextlib.chdir(folder), contextlib.suppress(Quit, EOFError):
            session.run()
        return ACCEPTED

    return enter


ENTRY_POINTS: Final[dict[str, Callable[[random.Random, Path], Callable[[], str]]]] = {
    "saves": at_saves,
    "texts": at_texts,
    "public games": at_public,
    "games of Rails": at_rails,
    "positions": at_positions,
    "boards": at_boards,
    "commands": at_commands,
    "typed": at_the_table,
}
WEIGHTS: Final = (4, 3, 5, 4, 5, 4, 2, 2)


def prepare(seed: int, number: int, folder: Path) -> tuple[str, Callable[[], str]]:
    """Return the entry point of input ``number`` of a seed, and the function that enters the input."""
    rng = random.Random(f"{seed}:{number}")
    (name,) = rng.choices(list(ENTRY_POINTS), WEIGHTS)
    return name, ENTRY_POINTS[name](rng, folder)


def shorten_games() -> None:
    """Make ``play`` and ``perft`` stop early, so that a long run on request does not count as a hang."""
    play.MAX_ACTIONS = 20
    perft.DEEPEST = 2


@contextlib.contextmanager
def workroom() -> Iterator[Path]:
    """Yield a folder for the files of the entry points."""
    with tempfile.TemporaryDirectory(prefix="trunkline-fuzz-") as folder:
        yield Path(folder)


def _inside(word: str) -> str:
    """Return a word that names no file outside the folder and no delay of a minute."""
    return re.sub(r"^~|/|\\", "", word).replace("delay", "dely")


def _expect(*uses: Callable[[], Any]) -> None:
    for use in uses:
        try:
            use()
        except (UsageError, Refusal) as error:
            sentence(error)
