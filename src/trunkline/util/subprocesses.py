"""Worker processes: a pool for long work, and a companion process that answers questions."""

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

from trunkline.util.garbage import collect_rarely

Given = TypeVar("Given")
Answer = TypeVar("Answer")


def map_ordered(work: Callable[[Given], Answer], items: Iterable[Given], jobs: int) -> Iterator[Answer]:
    """Yield the answer for each item in order, from ``jobs`` processes, or from this one if ``jobs`` is 1."""
    with worker_pool(work, jobs) as answered:
        yield from answered(items)


@contextlib.contextmanager
def worker_pool(
    work: Callable[[Given], Answer], jobs: int
) -> Iterator[Callable[[Iterable[Given]], Iterator[Answer]]]:
    """Start worker processes for the duration of the context.

    Yield a function that answers items in order.
    """
    if jobs == 1:
        yield lambda items: map(work, items)
        return
    # New processes behave the same on every system.
    workers = ProcessPoolExecutor(jobs, get_context("spawn"), _begin)
    with workers as pool:
        try:
            yield lambda items: pool.map(work, items)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _begin() -> None:
    """Prepare a worker process. Only the parent handles Ctrl+C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_rarely()


@contextlib.contextmanager
def answers() -> Iterator[IO[bytes]]:
    """Yield the stream for answers. Send anything else the process prints to standard error."""
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)
        yield out


STILL = 10
"""Factor between the limit of processor time for an answer and the limit of elapsed time."""


class ProcessLost(Exception):
    """A failure of a process to answer. The message gives a short reason."""


class ChildProcess:
    """A process that answers questions and starts on demand. One thread asks; any thread may close it."""

    def __init__(
        self,
        command: Sequence[str],
        patience: float,
        environment: Mapping[str, str] | None = None,
        *,
        parent: bool = False,
        working: bool = False,
    ) -> None:
        """``patience`` is the time limit for an answer in seconds. A late process is stopped.

        If ``working``, the limit counts processor time where the system reports it, so that a busy machine
        changes no answer. If ``parent``, stopping the process also stops those that it has started.
        """
        self._parent = parent
        self._working = working
        self._command = command
        self._patience = patience
        self._environment = environment
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, exchange: Callable[[IO[bytes], IO[bytes]], Answer]) -> Answer:
        """Return the result of ``exchange`` with the streams to and from the process. Raises
        ``ProcessLost``."""
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
            raise ProcessLost(self._reason(error, late=late.is_set())) from error
        finally:
            done.set()

    def begin(self, greet: Callable[[IO[bytes]], None]) -> bool:
        """Start the process if necessary and greet it. Return whether it was started."""
        with contextlib.suppress(OSError):
            if self._process is None:
                to = self._open().stdin
                assert to is not None
                greet(to)
                return True
        return False

    def processor_time(self) -> float:
        """Return the processor time of the process so far in seconds, if the system reports it; else 0."""
        process = self._process
        if process is None:
            return 0.0
        try:
            # Skip the process name, which may contain any character. The fields are in clock ticks (proc(5)).
            fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except OSError:
            return 0.0

    def close(self) -> None:
        """Stop the process, even if it is busy."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            # A thread that waits for an answer gets an error.
            if self._parent and hasattr(os, "killpg"):
                # The process group has the same id, which the system does not reuse before the process is
                # waited for.
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            with contextlib.suppress(OSError), process:
                pass

    def _in_time(self, done: threading.Event) -> bool:
        """Wait for an answer. Return False if it is late."""
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
