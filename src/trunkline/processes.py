"""Other processes: long work shared out to several, and one at one's side that is asked and answers."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import IO, TypeVar

Given = TypeVar("Given")
Answer = TypeVar("Answer")


def in_order(work: Callable[[Given], Answer], items: Iterable[Given], jobs: int) -> Iterator[Answer]:
    """The answer for each item, worked out by so many processes; by this one alone where ``jobs`` is 1."""
    with crew(work, jobs) as answered:
        yield from answered(items)


@contextlib.contextmanager
def crew(
    work: Callable[[Given], Answer], jobs: int
) -> Iterator[Callable[[Iterable[Given]], Iterator[Answer]]]:
    """Processes that work for as long as the context lasts: what gives the answers to items, in order."""
    if jobs == 1:
        yield lambda items: map(work, items)
        return
    # Fresh processes behave alike on every system; Ctrl-C is for the one that started them.
    workers = ProcessPoolExecutor(jobs, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN))
    with workers as pool:
        try:
            yield lambda items: pool.map(work, items)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@contextlib.contextmanager
def answers() -> Iterator[IO[bytes]]:
    """Where a process that is asked writes its answers: whatever else it prints goes where errors go."""
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)
        yield out


STILL = 10
"""How many times as long as it may work an answer may take by the clock."""


class Lost(Exception):
    """A process has not answered; the message says why, in a few words."""


class Companion:
    """A process that is asked and answers, begun when it is needed. One thread asks; any may close it."""

    def __init__(
        self,
        command: Sequence[str],
        patience: float,
        environment: Mapping[str, str] | None = None,
        *,
        parent: bool = False,
        working: bool = False,
    ) -> None:
        """``patience`` are the seconds that an answer may take; then it is given up. While it is ``working``
        they are seconds of the processor, where the system counts them: a busy machine changes no answer.
        With a ``parent`` go the processes that it has begun."""
        self._parent = parent
        self._working = working
        self._command = command
        self._patience = patience
        self._environment = environment
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, exchange: Callable[[IO[bytes], IO[bytes]], Answer]) -> Answer:
        """What ``exchange`` makes of writing to the process and reading from it. Raises ``Lost``."""
        done, late = threading.Event(), threading.Event()

        def guard() -> None:
            if not self._in_time(done):
                late.set()
                self.close()

        threading.Thread(target=guard, daemon=True).start()
        try:
            process = self._open()
            assert process.stdin is not None
            assert process.stdout is not None
            return exchange(process.stdin, process.stdout)
        except (OSError, EOFError, ValueError) as error:
            self.close()
            raise Lost(self._reason(error, late=late.is_set())) from error
        finally:
            done.set()

    def begin(self, greet: Callable[[IO[bytes]], None]) -> bool:
        """Have the process ready for a question; one that is begun is greeted. Whether it has been."""
        with contextlib.suppress(OSError):
            if self._process is None:
                to = self._open().stdin
                assert to is not None
                greet(to)
                return True
        return False

    def processor_time(self) -> float:
        """Seconds that processors have worked for the process so far, as far as the system says."""
        process = self._process
        if process is None:
            return 0.0
        try:
            # What stands behind its name, which may hold anything, in ticks of the clock (proc(5)).
            fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except OSError:
            return 0.0

    def close(self) -> None:
        """End the process, whatever it is doing."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            # Who waits for its answer hears that it is gone.
            if self._parent and hasattr(os, "killpg"):
                # Its group has its number, which is nobody else's before it has been waited for.
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            with contextlib.suppress(OSError), process:
                pass

    def _in_time(self, done: threading.Event) -> bool:
        """Wait for an answer; False where there is none when there should be."""
        before = last = self.processor_time()
        for _ in range(STILL):
            if done.wait(self._patience):
                return True
            now = self.processor_time()
            if not self._working or now == last or now - before >= self._patience:
                return False
            last = now
        return False

    def _reason(self, error: Exception, *, late: bool) -> str:
        if late:
            return f"it took longer than {self._patience:g} seconds"
        if isinstance(error, (FileNotFoundError, PermissionError)):
            return f"{self._command[0]} cannot be run: {error.strerror}"
        return "its process has ended"

    def _open(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._process is None:
                self._process = subprocess.Popen(
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env=self._environment,
                    start_new_session=self._parent,
                )
            return self._process
