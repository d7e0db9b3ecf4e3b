"""Where the programs in seats think: processes of their own, asked for one decision at a time.

A process that ends or takes too long is given up, and the next question begins another one.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading

import msgspec

from trunkline.actions import Action, AnyAction
from trunkline.tables.thinking import Answer, Question, received, send


class Failed(Exception):
    """A program has not decided; the message says why, in a few words."""


class Thinker:
    """One process that thinks, begun when it is needed. One thread asks; any may close it."""

    def __init__(self, patience: float) -> None:
        """``patience`` are the seconds that a decision may take: a guard, far above what any player needs."""
        self._patience = patience
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, question: Question) -> Action:
        """What a program decides. Raises ``Failed``."""
        late = threading.Event()

        def give_up() -> None:
            late.set()
            self.close()

        guard = threading.Timer(self._patience, give_up)
        guard.daemon = True
        guard.start()
        try:
            process = self._open()
            assert process.stdin is not None
            assert process.stdout is not None
            send(process.stdin, question)
            answer = _answers.decode(received(process.stdout))
        except (OSError, EOFError, ValueError) as error:
            self.close()
            took_long = f"it took longer than {self._patience:g} seconds"
            raise Failed(took_long if late.is_set() else "its process has ended") from error
        finally:
            guard.cancel()
        if answer.why:
            raise Failed(answer.why)
        try:
            action: Action = _actions.decode(answer.action)
        except msgspec.MsgspecError as error:
            raise Failed("what it answered is no action") from error
        if action.player != question.player:
            raise Failed(f"it acted for {action.player}")
        return action

    def close(self) -> None:
        """End the process, whatever it is doing."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            # Who waits for its answer hears that it is gone.
            process.kill()
            with contextlib.suppress(OSError), process:
                pass

    def _open(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "trunkline.tables.thinking"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    # It finds the modules that this process finds.
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
                )
            return self._process


_answers = msgspec.msgpack.Decoder(Answer)
_actions = msgspec.json.Decoder(AnyAction)
