"""A PostgreSQL LISTEN/NOTIFY client that also holds the lock for running bots.

One connection on a separate thread does both. If the process with the lock ends, the database releases the
lock, and another process gets it within ``PULSE`` seconds. After a lost connection, two processes may briefly
run bots. Then the work of one is wasted, because the second entry of a number is refused.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import partial

import psycopg

from trunkline.web.errors import NotPossible
from trunkline.web.games.repository import StorageUnavailable, StoreListener

log = logging.getLogger(__name__)
Link = psycopg.Connection[tuple[object, ...]]
CHANNEL = "trunkline"
DUTY = 0x7472756E6B
"""The advisory lock of the process that runs bots."""
PULSE = 0.25
"""Seconds between two checks for other work while listening."""
AGAIN = 0.5
"""Seconds before a lost connection is retried."""


def notice(me: str, game: str, what: str) -> str:
    """Return a notification about a game: the number of an entry, or something else."""
    return f"{me} {game} {what}"


class PostgresListener:
    """A listener that runs until it is closed."""

    def __init__(self, connect: Callable[[], Link], me: str, listener: StoreListener) -> None:
        """Start to listen. ``me`` is the name of this process, whose own notifications are ignored."""
        self._connect = connect
        self._me = me
        self._listener = listener
        self._closing = threading.Event()
        self._behind = True
        """True if games in memory may have missed something."""
        self._resting = True
        """True until the process has started its bots after it got the lock."""
        self.is_elected = False
        self._thread = threading.Thread(target=self._run, name="postgres-listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._closing.set()
        self._thread.join(timeout=10)

    def _run(self) -> None:
        lost = False
        while not self._closing.is_set():
            try:
                with self._connect() as link:
                    link.execute(f"LISTEN {CHANNEL}")
                    self._behind, lost = True, False
                    while not self._closing.is_set():
                        self._listen(link)
            except psycopg.Error as error:
                if not lost:
                    log.error("Nothing is heard of other processes: %s", str(error).splitlines()[0])
                lost = True
            finally:
                self.is_elected = False
            self._closing.wait(AGAIN)

    def _listen(self, link: Link) -> None:
        if self._behind:
            self._behind = not self._call(self._listener.reconnected)
        if not self.is_elected:
            found = link.execute("SELECT pg_try_advisory_lock(%s)", (DUTY,)).fetchone()
            self.is_elected = found is not None and bool(found[0])
            self._resting = True
        if self.is_elected and self._resting:
            self._resting = not self._call(self._listener.elected)
        for said in link.notifies(timeout=PULSE):
            who, game, what = said.payload.split(" ", 2)
            if who == self._me:
                continue
            if what.isdecimal():
                self._behind |= not self._call(partial(self._listener.entry_added, game, int(what)))
            else:
                self._call(partial(self._listener.notified, who, game, what))

    def _call(self, callback: Callable[[], None]) -> bool:
        """Return False if the call must be repeated at the next check. Errors do not end the listening."""
        try:
            callback()
        except NotPossible:
            pass  # Requests for this game report the error.
        except StorageUnavailable:
            return False
        except Exception:
            log.exception("What another process has written could not be followed")
        return True
