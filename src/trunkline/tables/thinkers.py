"""Where the programs in seats think: processes of their own, asked for one decision at a time.

A process that ends or takes too long is given up, and the next question begins another one.
"""

from __future__ import annotations

import os
import sys
from typing import IO

import msgspec

from trunkline.actions import Action, AnyAction
from trunkline.processes import Companion, Lost
from trunkline.tables.thinking import Answer, Question, received, send


class Failed(Exception):
    """A program has not decided; the message says why, in a few words."""


class Thinker:
    """One process that thinks, begun when it is needed. One thread asks; any may close it."""

    def __init__(self, patience: float) -> None:
        """``patience`` are the seconds of a processor that a decision may take: a guard, far above what any
        player needs."""
        # It finds the modules that this process finds.
        paths = os.pathsep.join(path for path in sys.path if path)
        command = [sys.executable, "-m", "trunkline.tables.thinking"]
        self._warming = False
        """Whether it owes an answer that nobody waits for."""
        environment = {**os.environ, "PYTHONPATH": paths}
        self._process = Companion(command, patience, environment, parent=True, working=True)

    def ask(self, question: Question) -> Action:
        """What a program decides. Raises ``Failed``."""

        def exchange(to: IO[bytes], source: IO[bytes]) -> Answer:
            send(to, question)
            if self._warming:
                received(source)
                self._warming = False
            return _answers.decode(received(source))

        try:
            answer = self._process.ask(exchange)
        except Lost as error:
            self._warming = False
            raise Failed(str(error)) from error
        if answer.why:
            raise Failed(answer.why)
        try:
            action: Action = _actions.decode(answer.action)
        except msgspec.MsgspecError as error:
            raise Failed("what it answered is no action") from error
        if action.player != question.player:
            raise Failed(f"it acted for {action.player}")
        return action

    def begin(self, question: Question) -> None:
        """Make ready for questions such as this one: a new process answers it, and nobody waits for that.

        What it needs for the first decision of a game, it has then.
        """
        self._warming = self._process.begin(lambda to: send(to, question)) or self._warming

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._process.close()
        self._warming = False


_answers = msgspec.msgpack.Decoder(Answer)
_actions = msgspec.json.Decoder(AnyAction)
