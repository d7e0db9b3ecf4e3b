"""The command ``trunkline serve``: one process, or several worker processes that share one address.

The main process opens the listening socket and passes it to the workers. It restarts a worker that exits.
Each worker reads from a pipe. When the main process ends for any reason, the pipe closes and the worker
exits.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import FrameType

import msgspec

from trunkline.util.errors import UsageError
from trunkline.web.accounts.mail import smtp_of
from trunkline.web.accounts.rate_limits import rates_by
from trunkline.web.accounts.server_invitations import SignUpPolicy
from trunkline.web.games.limits import USUAL
from trunkline.web.http import metrics, serving
from trunkline.web.http.app import create
from trunkline.web.http.auth import PeopleSettings
from trunkline.web.http.logs import TEXT, configure_logging
from trunkline.web.http.reach import listening
from trunkline.web.http.serving import SWITCH, Server
from trunkline.web.http.settings import MOST_WORKERS, TableSettings
from trunkline.web.notices.settings import NoticeSettings
from trunkline.web.storage.urls import opened, parse_url

log = logging.getLogger("trunkline.web.http.processes")
LOOK = 0.1
"""Seconds between two checks of the workers."""
AGAIN, LONGEST = 0.5, 15.0
"""The delay in seconds before a worker restarts. It doubles, up to the limit, if the worker exits early."""
YOUNG = 10.0
GRACE = 10.0
"""The seconds that workers have to exit."""


class WorkerConfig(msgspec.Struct, frozen=True):
    """The settings of a worker.

    They are sent through the pipe, because the database URL may contain a password.
    """

    listener: int
    database: str
    hosts: tuple[str, ...] | None
    origin: str
    delay: float
    access: str
    release_tag: str
    proxies: tuple[str, ...]
    review: int
    sandboxes: int
    unfinished: int
    unstarted: int
    players: dict[str, str]
    accounts: bool = False
    mail: str = ""
    sender: str = ""
    log: str = TEXT
    rates: dict[str, str] = {}
    notices: NoticeSettings = NoticeSettings()
    auto_pause: float = 0.0
    sign_up: str = "open"
    lessons: str = ""


def serve(settings: TableSettings, say: Callable[[str], None] = print) -> None:
    """Run the server until it is interrupted. Raises ``UsageError`` if it cannot start."""
    if not 1 <= settings.workers <= MOST_WORKERS:
        raise UsageError(f"There may be 1 to {MOST_WORKERS} workers, not {settings.workers}.")
    if settings.workers == 1:
        serving.serve(settings, say)
        return
    if isinstance(settings.store, Path):
        raise UsageError(
            "A file of SQLite takes one process: give --database postgresql://… for several, or --workers 1."
        )
    origin = serving.public_origin(settings)
    serving.people_settings(settings)
    with (
        serving.open_listener(settings.host, settings.port) as listener,
        configure_logging(None, settings.log),
        metrics.shared_folder() as metrics_folder,
        metrics.serve_metrics(settings.metrics, metrics_folder),
    ):
        # Migrate the database before any worker starts, and report errors only once.
        opened(settings.store).close()
        config = WorkerConfig(
            listener.fileno(),
            settings.store.render_as_string(hide_password=False),
            serving.accepted_hosts(settings),
            origin,
            settings.delay,
            "",
            secrets.token_hex(3),
            settings.proxies if origin else (),
            settings.review,
            settings.sandboxes,
            settings.unfinished,
            settings.unstarted,
            dict(settings.players),
            settings.accounts,
            settings.mail,
            settings.sender,
            settings.log,
            dict(settings.rates),
            settings.notices,
            settings.auto_pause,
            settings.sign_up,
            str(settings.lessons.absolute()) if settings.lessons else "",
        )
        access = [worker_log(settings.access, number) for number in range(1, settings.workers + 1)]
        workers = [
            WorkerProcess(msgspec.structs.replace(config, access=each), metrics_folder) for each in access
        ]
        with stop_at_exit(workers), stop_on_signal() as stop:
            for worker in workers:
                worker.begin()
            serving.print_address(settings, listener, "", say)
            say(f"{settings.workers} workers answer.")
            while not stop.wait(LOOK):
                for worker in workers:
                    worker.restart_if_exited()


class WorkerProcess:
    """A worker process that is restarted whenever it exits."""

    def __init__(self, config: WorkerConfig, metrics_folder: Path) -> None:
        """Set up a worker. ``metrics_folder`` is the shared folder for metrics."""
        self._config = config
        self._metrics_folder = metrics_folder
        self._process: subprocess.Popen[bytes] | None = None
        self._begun = 0.0
        self._pause = AGAIN
        self._until = 0.0

    def begin(self) -> None:
        """Start the process."""
        self._begun = time.monotonic()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "trunkline.web.http.processes"],
            stdin=subprocess.PIPE,
            pass_fds=[self._config.listener],
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
                metrics.FOLDER: str(self._metrics_folder),
            },
        )
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.write(msgspec.json.encode(self._config) + b"\n")
            self._process.stdin.flush()

    def restart_if_exited(self) -> None:
        """Restart the process after a delay, if it has exited."""
        now = time.monotonic()
        if self._process is not None:
            if self._process.poll() is None:
                return
            young = now - self._begun < YOUNG
            self._pause = min(2 * self._pause, LONGEST) if young else AGAIN
            log.warning("A worker has ended with %s and is begun again.", self._process.returncode)
            self._close()
            self._until = now + self._pause
        if now >= self._until:
            self.begin()

    def request_exit(self) -> None:
        """Close the pipe, so that the worker finishes its requests and exits."""
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    def wait_for_exit(self, until: float) -> None:
        """Wait until the process exits, and kill it at the deadline."""
        if self._process is None:
            return
        try:
            self._process.wait(timeout=max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._close()

    def _close(self) -> None:
        self.request_exit()
        if self._process is not None:
            metrics.mark_dead(self._metrics_folder, self._process.pid)
        self._process = None


@contextlib.contextmanager
def stop_at_exit(workers: list[WorkerProcess]) -> Iterator[None]:
    """End all workers when the context ends."""
    try:
        yield
    finally:
        for worker in workers:
            worker.request_exit()
        until = time.monotonic() + GRACE
        for worker in workers:
            worker.wait_for_exit(until)


@contextlib.contextmanager
def stop_on_signal() -> Iterator[threading.Event]:
    """Yield an event that is set by an interrupt or termination signal."""
    stop = threading.Event()

    def on_signal(number: int, frame: FrameType | None) -> None:
        stop.set()

    before = {number: signal.signal(number, on_signal) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def worker_log(access: Path | None, number: int) -> str:
    """Return the request log file of one worker.

    Each has a separate file, because several cannot rotate one file.
    """
    if access is None or str(access) == "-":
        return "" if access is None else "-"
    return str(access.with_stem(f"{access.stem}-{number}"))


def _people(config: WorkerConfig) -> PeopleSettings | None:
    if not config.accounts:
        return None
    smtp = smtp_of(config.mail, config.sender) if config.mail else None
    sign_up = SignUpPolicy(config.sign_up)
    return PeopleSettings(
        config.origin, smtp, rates_by(config.rates), notices=config.notices, sign_up=sign_up
    )


def main() -> None:
    """Run one worker until the pipe closes."""
    config = msgspec.json.decode(sys.stdin.buffer.readline(), type=WorkerConfig)
    sys.setswitchinterval(SWITCH)
    access = Path(config.access) if config.access else None
    with socket.socket(fileno=config.listener) as listener, configure_logging(access, config.log):
        try:
            app = create(
                parse_url(config.database),
                hosts=config.hosts,
                origin=config.origin,
                delay=config.delay,
                auto_pause=config.auto_pause,
                programs=config.players,
                limits=replace(
                    USUAL,
                    review=config.review,
                    sandboxes=config.sandboxes,
                    unfinished=config.unfinished,
                    unstarted=config.unstarted,
                ),
                release_tag=config.release_tag,
                accounts=_people(config),
                lessons=Path(config.lessons) if config.lessons else None,
            )
        except UsageError as error:
            log.error("%s", error)
            sys.exit(1)
        app.state.backend.reach = listening(listener, config.hosts, config.origin)
        with contextlib.closing(app.state.backend.store):
            server = Server(app, proxies=config.proxies)

            def exit_with_the_pipe() -> None:
                sys.stdin.buffer.read()
                server.should_exit = True

            threading.Thread(target=exit_with_the_pipe, name="pipe", daemon=True).start()
            with contextlib.suppress(KeyboardInterrupt):
                asyncio.run(server.serve(sockets=[listener]))
        sys.exit(0 if server.started else 1)


if __name__ == "__main__":
    main()
