"""Worker processes for bots. Each makes one decision at a time.

If a process ends or exceeds the time limit, the next question starts a new one.
"""

from __future__ import annotations

import os
import sys
from typing import IO

import msgspec

from trunkline.game.actions import AnyAction
from trunkline.util.subprocesses import ChildProcess, ProcessLost
from trunkline.web.games.bot_worker import Answer, Question, receive, send


class BotFailure(Exception):
    """A bot without a decision. The message is a short reason."""


class BotProcess:
    """A process for bots, started on demand. One thread may ask, and any thread may close it."""

    def __init__(self, patience: float) -> None:
        """Set up the process.

        ``patience`` is the limit of CPU seconds per decision, far above any normal use.
        """
        # The new process needs the same module search path.
        paths = os.pathsep.join(path for path in sys.path if path)
        command = [sys.executable, "-m", "trunkline.web.games.bot_worker"]
        self._warming = False
        """True if the process still owes the answer of a warm-up."""
        environment = {**os.environ, "PYTHONPATH": paths}
        self._process = ChildProcess(command, patience, environment, parent=True, working=True)

    def ask(self, question: Question) -> AnyAction:
        """Return the decision of a bot. Raises ``Failed``."""

        def exchange(to: IO[bytes], source: IO[bytes]) -> Answer:
            send(to, question)
            if self._warming:
                receive(source)
                self._warming = False
            return _answers.decode(receive(source))

        try:
            answer = self._process.ask(exchange)
        except ProcessLost as error:
            self._warming = False
            raise BotFailure(str(error)) from error
        if answer.why:
            raise BotFailure(answer.why)
        try:
            action: AnyAction = _actions.decode(answer.action)
        except msgspec.MsgspecError as error:
            raise BotFailure("what it answered is no action") from error
        if action.player != question.player:
            raise BotFailure(f"it acted for {action.player}")
        return action

    def begin(self, question: Question) -> None:
        """Start the process and warm it up with a question, without waiting for the answer.

        The data needed for the first decision of a game is then loaded.
        """
        self._warming = self._process.begin(lambda to: send(to, question)) or self._warming

    def close(self) -> None:
        """End the process immediately."""
        self._process.close()
        self._warming = False


_answers = msgspec.msgpack.Decoder(Answer)
_actions = msgspec.json.Decoder(AnyAction)
