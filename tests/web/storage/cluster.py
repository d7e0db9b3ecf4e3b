"""A PostgreSQL server for tests, in a temporary folder and on a Unix socket. It stops with the tests."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

REQUIRED = "TRUNKLINE_POSTGRESQL"
"""If this environment variable is ``required``, the tests fail instead of being skipped."""
DEBIAN = Path("/usr/lib/postgresql")
"""The folder of Debian's PostgreSQL programs, which are not in the PATH."""
USERS = ("postgres", "nobody")
"""Users that may run the server if the tests run as root, which PostgreSQL refuses."""
WAIT = 120.0
"""Seconds to wait for the server to answer."""


class Cluster:
    """One PostgreSQL server. If ``safe``, it syncs acknowledged data to the disk, as in production."""

    def __init__(self, programs: Path, *, safe: bool = False) -> None:
        self._programs = programs
        self._safe = safe
        self._names = itertools.count()
        self._spare: list[str] = []
        # The folder name is short, for a socket path has 107 characters at most. The server's user owns the
        # folder.
        self.folder = Path(tempfile.mkdtemp(prefix="trunkline-pg-", dir="/tmp"))
        self._user = _server_user()
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        self._log = (self.folder / "log").open("wb")
        self._server: subprocess.Popen[bytes] | None = None
        how = ("--username=trunkline", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync")
        self._run("initdb", *how, "--pgdata", str(self.folder / "data"))

    def start(self) -> None:
        """Start the server at the same address as before."""
        command = [str(self._programs / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder)]
        settings = ["listen_addresses=", f"fsync={'on' if self._safe else 'off'}", "max_connections=60"]
        until = time.monotonic() + WAIT
        while True:
            self._server = subprocess.Popen(
                [*command, *(word for each in settings for word in ("-c", each))],
                user=self._user,
                stdout=self._log,
                stderr=self._log,
                cwd=self.folder,
            )
            # The child processes of a killed server must end before a new server can start.
            while self._server.poll() is None:
                if self._answers():
                    return
                time.sleep(0.05)
                assert time.monotonic() < until, self.said()
            assert time.monotonic() < until, self.said()
            time.sleep(0.1)

    def kill(self) -> None:
        """Kill the server, as a power cut would."""
        assert self._server is not None
        self._server.kill()
        self._server.wait()

    def close(self) -> None:
        """Stop the server and delete its folder."""
        if self._server is not None and self._server.poll() is None:
            self._server.send_signal(3)  # immediate shutdown: no data is needed again
            self._server.wait(timeout=WAIT)
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def database(self) -> str:
        """Create an empty database and return its address."""
        name = f"games{next(self._names)}"
        self._run("createdb", "--username=trunkline", "--host", str(self.folder), name)
        return self.address(name)

    @contextlib.contextmanager
    def lent(self) -> Iterator[str]:
        """Yield the address of an empty database.

        Most of them have been used before. It is much faster to empty a database than to create one and to
        delete its thousand files.
        """
        address = self._spare.pop() if self._spare else self.database()
        yield address
        import psycopg

        others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        with psycopg.connect(address, autocommit=True) as link:
            link.execute(f"SELECT pg_terminate_backend(pid) {others}".encode())
            link.execute("DROP SCHEMA public CASCADE")
            link.execute("CREATE SCHEMA public")
        self._spare.append(address)

    def address(self, name: str) -> str:
        """Return the address of a database."""
        return f"postgresql://trunkline@/{name}?host={self.folder}"

    def said(self) -> str:
        """Return the end of the server's log."""
        return (self.folder / "log").read_text(errors="replace")[-2000:]

    def _answers(self) -> bool:
        asked = [str(self._programs / "pg_isready"), "--quiet", "--host", str(self.folder)]
        return subprocess.run(asked, check=False).returncode == 0

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [self._programs / program, *words],
            user=self._user,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


def _server_user() -> str | None:
    import pwd

    if os.geteuid() != 0:
        return None
    known = {each.pw_name for each in pwd.getpwall()}
    return next(name for name in USERS if name in known)


def programs() -> Path | None:
    """Return the folder of the newest PostgreSQL programs, or None if they are not installed."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    versions = [each for each in DEBIAN.glob("*/bin") if (each / "initdb").exists()]
    return max(versions, key=lambda each: int(each.parent.name), default=None)


@contextlib.contextmanager
def cluster(*, safe: bool = False) -> Iterator[Cluster]:
    """Yield a running server. Skip the test if PostgreSQL is not installed."""
    why = "the driver is not there: pip install 'trunkline[postgresql]'" if not _driver() else ""
    found = programs()
    if found is None:
        why = "PostgreSQL is not there: on Debian sudo apt install postgresql"
    if why:
        if os.environ.get(REQUIRED) == "required":
            pytest.fail(f"{REQUIRED}=required, but {why}")
        pytest.skip(why)
    assert found is not None
    made = Cluster(found, safe=safe)
    try:
        made.start()
        yield made
    finally:
        made.close()


def _driver() -> bool:
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return False
    return True
