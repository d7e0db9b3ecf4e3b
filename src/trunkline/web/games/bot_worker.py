"""The main loop of a worker process for bots: reads questions and writes answers until its input ends.

Both are plain data with a length prefix. The process starts as ``python -m
trunkline.web.games.bot_worker``, so the main module of the parent is not run again.
"""

from __future__ import annotations

import os
import signal
import sys
from functools import lru_cache
from typing import IO

import msgspec

from trunkline.engine.kernel.options import Options
from trunkline.game.actions import validated
from trunkline.players import Chooser, game_from_text
from trunkline.players.external_engine import PREFIX
from trunkline.players.registry import cached_player, load_player
from trunkline.util.garbage import collect_rarely
from trunkline.util.subprocesses import answers
from trunkline.web.games.jobs import lower_priority

ENGINES = 4
"""The number of engines kept running for their next question."""
LENGTH = 4
"""The size of the length prefix in bytes."""


class Question(msgspec.Struct, frozen=True):
    """A question to a bot: the action to take at a position."""

    program: str
    """The name of the bot. ``players.registry`` loads the bot by this name."""
    seed: int
    player: str
    options: Options
    state: bytes
    """The encoded position."""


class Answer(msgspec.Struct, frozen=True):
    """The answer: an action as JSON, or the reason why there is none."""

    action: bytes = b""
    why: str = ""


def answer(question: Question) -> Answer:
    """Return the answer of a bot to a question."""
    try:
        chooser = _chooser(question.program, question.seed)
        game = game_from_text(question.options, question.state)
        return Answer(msgspec.json.encode(validated(chooser.choose(game, question.player))))
    except Exception as error:  # A bot may raise any error.
        return Answer(why=f"{type(error).__name__}: {error}")


def _chooser(program: str, seed: int) -> Chooser:
    # An engine is a separate process. Start it once, not for every decision.
    return _engine(program, seed) if program.startswith(PREFIX) else cached_player(program, seed)


@lru_cache(maxsize=ENGINES)
def _engine(program: str, seed: int) -> Chooser:
    return load_player(program)(seed)


def send(out: IO[bytes], message: msgspec.Struct) -> None:
    """Write a message. Raises ``OSError`` if the reader is gone."""
    data = msgspec.msgpack.encode(message)
    out.write(len(data).to_bytes(LENGTH, "big") + data)
    out.flush()


def receive(source: IO[bytes]) -> bytes:
    """Read the next message. Raises ``EOFError`` at the end of the input."""
    size = int.from_bytes(source.read(LENGTH), "big")
    data = source.read(size)
    if not size or len(data) < size:
        raise EOFError
    return data


def main() -> None:
    """Answer questions until the input ends."""
    # Ctrl-C is for the parent process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lower_priority()
    collect_rarely()
    with answers() as out:
        try:
            while True:
                send(out, answer(_questions.decode(receive(sys.stdin.buffer))))
        except (EOFError, BrokenPipeError):
            os._exit(0)


_questions = msgspec.msgpack.Decoder(Question)

if __name__ == "__main__":
    main()
