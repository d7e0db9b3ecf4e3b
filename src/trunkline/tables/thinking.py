"""A process that thinks for programs in seats: it reads questions and writes answers until nobody asks.

Both are plain data, each with its length before it. It is begun as ``python -m trunkline.tables.thinking``,
so that nothing of the program that began it is run again.
"""

from __future__ import annotations

import os
import signal
import sys
from functools import lru_cache
from typing import IO

import msgspec

from trunkline.actions import as_saved
from trunkline.kernel.options import Options
from trunkline.players import Chooser, written
from trunkline.players.engine import PREFIX
from trunkline.players.entrants import entrant, remembered
from trunkline.processes import answers
from trunkline.tables.jobs import stand_back

ENGINES = 4
"""Engines that wait for their next question at a time."""
LENGTH = 4
"""Bytes that say how long a message is."""


class Question(msgspec.Struct, frozen=True):
    """What a program is asked: what to do at a position."""

    program: str
    """Its name, as ``players.entrants`` finds it."""
    seed: int
    player: str
    options: Options
    state: bytes
    """The position, in writing."""


class Answer(msgspec.Struct, frozen=True):
    """What it says: an action as JSON, or why there is none."""

    action: bytes = b""
    why: str = ""


def answer(question: Question) -> Answer:
    """What a program says to a question."""
    try:
        chooser = _chooser(question.program, question.seed)
        game = written(question.options, question.state)
        return Answer(msgspec.json.encode(as_saved(chooser.choose(game, question.player))))
    except Exception as error:  # whatever a program does wrong
        return Answer(why=f"{type(error).__name__}: {error}")


def _chooser(program: str, seed: int) -> Chooser:
    # An engine is a process of its own, which is begun once and not for every decision.
    return _engine(program, seed) if program.startswith(PREFIX) else remembered(program, seed)


@lru_cache(maxsize=ENGINES)
def _engine(program: str, seed: int) -> Chooser:
    return entrant(program)(seed)


def send(out: IO[bytes], message: msgspec.Struct) -> None:
    """Write a message. Raises ``OSError`` where nobody reads it."""
    data = msgspec.msgpack.encode(message)
    out.write(len(data).to_bytes(LENGTH, "big") + data)
    out.flush()


def received(source: IO[bytes]) -> bytes:
    """The next message. Raises ``EOFError`` where there is none."""
    size = int.from_bytes(source.read(LENGTH), "big")
    data = source.read(size)
    if not size or len(data) < size:
        raise EOFError
    return data


def main() -> None:
    """Answer until nobody asks."""
    # Ctrl-C is for the one that began this.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stand_back()
    with answers() as out:
        try:
            while True:
                send(out, answer(_questions.decode(received(sys.stdin.buffer))))
        except (EOFError, BrokenPipeError):
            os._exit(0)


_questions = msgspec.msgpack.Decoder(Question)

if __name__ == "__main__":
    main()
