"""Line protocol for players in any language: one JSON question and one JSON answer per line.

``docs/how-to/engine.md`` describes the protocol. ``serve`` runs one of our players as an engine. ``Engine``
is a player that asks an engine.
"""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Callable, Iterable, Iterator
from typing import IO, TypeVar

import msgspec

from trunkline.engine.kernel import state as states
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.options import Options
from trunkline.game import Game
from trunkline.game.actions import Action, AnyAction, validated
from trunkline.players import FAILURES, Chooser, error_line, game_from_text
from trunkline.titles import checked
from trunkline.util.errors import UsageError
from trunkline.util.subprocesses import ChildProcess, ProcessLost

PROTOCOL = 1
PREFIX = "engine:"
"""Prefix of the name of an engine; its command line follows."""
PATIENCE = 60.0
"""Maximum time for an answer in seconds. A safeguard, not a thinking budget."""
LONGEST = 10_000_000
"""Maximum length of a line in bytes."""
T = TypeVar("T")


class Hello(msgspec.Struct, frozen=True, tag_field="ask", tag="hello"):
    """The first question, which asks for the engine's name."""

    protocol: int = PROTOCOL


class Amount(msgspec.Struct, frozen=True):
    """The range of an action's amount, from ``low`` to ``high`` by ``step``; ``field`` names it in the
    action."""

    field: str
    low: int
    high: int
    step: int


class Offered(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal choice."""

    action: AnyAction
    """The action; with an amount, that of the lowest; if open, the best one known."""
    amount: Amount | None = None
    open: bool = False
    """True if other actions of this kind are legal too, more than can be listed."""


class Choose(msgspec.Struct, frozen=True, tag_field="ask", tag="choose"):
    """A question that asks for a player's action."""

    player: str
    seed: int
    """The seed for the engine's random draws: the same question gets the same answer."""
    options: Options
    state: msgspec.Raw
    """The whole state, in the format of a saved game."""
    choices: tuple[Offered, ...] = ()


class Named(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to ``hello``."""

    name: str
    error: str = ""


class Chosen(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to ``choose``: an action, or an error."""

    action: AnyAction | None = None
    error: str = ""


_ask = msgspec.json.Decoder(Hello | Choose)
_named = msgspec.json.Decoder(Named)
_chosen = msgspec.json.Decoder(Chosen)


def question_for(game: Game, player: str, seed: int) -> Choose:
    """Return the question for a player's next action."""
    choices = tuple(map(_offered, game.legal(player)))
    return Choose(player, seed, game.options, msgspec.Raw(states.encode(game.state)), choices)


def serve(name: str, make: Callable[[int], Chooser], questions: Iterable[bytes], out: IO[bytes]) -> None:
    """Answer questions for a player until the input ends. Answer an invalid question with an error."""
    for line in questions:
        if line.strip():
            out.write(msgspec.json.encode(_answer(name, make, line)) + b"\n")
            out.flush()


class Engine:
    """A player that asks an external program. Its methods raise ``UsageError`` if the program fails."""

    def __init__(self, command: str, seed: int = 0, patience: float = PATIENCE) -> None:
        """``command`` is the program's command line. The program starts at the first question."""
        self._seed = seed
        self._process = ChildProcess(_words(command), patience)
        self._greeted = False

    def choose(self, game: Game, player: str) -> Action:
        """Return the program's action. Raises ``UsageError``."""
        if not self._greeted:
            self._asked(Hello(), _named)
            self._greeted = True
        answer = self._asked(question_for(game, player, self._seed), _chosen)
        if answer.action is None:
            raise UsageError(f"The engine gave no action: {answer.error or 'and no reason'}.")
        return answer.action

    def processor_time(self) -> float:
        """Return the processor time of the program since it started, in seconds."""
        return self._process.processor_time()

    def close(self) -> None:
        """Stop the program."""
        self._process.close()
        self._greeted = False

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            self.close()

    def _asked(self, question: Hello | Choose, decoder: msgspec.json.Decoder[T]) -> T:
        try:
            line = self._process.ask(lambda to, source: _exchanged(question, to, source))
            return decoder.decode(line)
        except ProcessLost as error:
            self._greeted = False
            raise UsageError(f"The engine is lost: {error}.") from error
        except msgspec.MsgspecError as error:
            raise UsageError(f"The engine's answer cannot be read: {error}.") from error


def engine(name: str) -> Callable[[int], Chooser]:
    """Return a factory that makes an engine from a seed. Raises ``UsageError`` if the name has no command."""
    command = name.removeprefix(PREFIX)
    _words(command)
    return lambda seed: Engine(command, seed)


def lines(source: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a stream, each of a bounded length."""
    while line := source.readline(LONGEST):
        yield line


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"The engine's command {command!r} cannot be read: {error}.") from error
    if not words:
        raise UsageError(f"An engine needs its command: {PREFIX}COMMAND.")
    return words


def _exchanged(question: Hello | Choose, to: IO[bytes], source: IO[bytes]) -> bytes:
    to.write(msgspec.json.encode(question) + b"\n")
    to.flush()
    line = source.readline(LONGEST)
    if not line.endswith(b"\n"):
        raise EOFError
    return line


def _answer(name: str, make: Callable[[int], Chooser], line: bytes) -> Named | Chosen:
    try:
        question = _ask.decode(line)
        if isinstance(question, Hello):
            spoken = question.protocol == PROTOCOL
            return Named(
                name, "" if spoken else f"Protocol {PROTOCOL} is spoken here, not {question.protocol}."
            )
        game, player = game_from_text(checked(question.options), bytes(question.state)), question.player
        if player not in game.to_act:
            deciders = ", ".join(sorted(game.to_act)) or "nobody"
            raise UsageError(f"{player} has nothing to decide here; {deciders} has.")
        return Chosen(validated(make(question.seed).choose(game, player)))
    except FAILURES as error:  # one bad question must not stop the engine
        return Chosen(error=error_line(error))


def _offered(choice: Choice) -> Offered:
    if isinstance(choice, Amounts):
        amount = Amount(choice.field, choice.low, choice.high, choice.step)
        return Offered(validated(choice.action), amount)
    if isinstance(choice, Open):
        return Offered(validated(choice.best()), open=True)
    return Offered(validated(choice))
