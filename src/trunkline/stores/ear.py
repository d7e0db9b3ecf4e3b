"""Hears what other processes write to a PostgreSQL database, and asks to be the one that plays for programs.

One connection does both, on a thread of its own. The database takes the duty back by itself when the process
that has it ends, and another one has it within ``PULSE`` seconds. Where two have it in the moment of a lost
connection one thinks in vain: the second entry of a number is refused.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import partial

import psycopg

from trunkline.tables.errors import Impossible
from trunkline.tables.keeping import Ears, Full

log = logging.getLogger(__name__)
Link = psycopg.Connection[tuple[object, ...]]
CHANNEL = "trunkline"
DUTY = 0x7472756E6B
"""The advisory lock of the process that plays for programs."""
PULSE = 0.25
"""Seconds between two looks at whether there is something to do but to listen."""
AGAIN = 0.5
"""Seconds until a lost connection is tried again."""


def notice(me: str, game: str, what: str) -> str:
    """What is said about a game: the number of an entry, or something else."""
    return f"{me} {game} {what}"


class Ear:
    """Listens until it is closed."""

    def __init__(self, connect: Callable[[], Link], me: str, ears: Ears) -> None:
        """``me`` is how this process names itself: what it says it need not hear."""
        self._connect = connect
        self._me = me
        self._ears = ears
        self._closing = threading.Event()
        self._behind = True
        """Whether games in memory may have missed something."""
        self._resting = True
        """Whether the duty has not been taken up yet."""
        self.on_duty = False
        self._thread = threading.Thread(target=self._run, name="ear", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no longer."""
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
                self.on_duty = False
            self._closing.wait(AGAIN)

    def _listen(self, link: Link) -> None:
        if self._behind:
            self._behind = not self._told(self._ears.missed)
        if not self.on_duty:
            found = link.execute("SELECT pg_try_advisory_lock(%s)", (DUTY,)).fetchone()
            self.on_duty = found is not None and bool(found[0])
            self._resting = True
        if self.on_duty and self._resting:
            self._resting = not self._told(self._ears.duty)
        for said in link.notifies(timeout=PULSE):
            who, game, what = said.payload.split(" ", 2)
            if who == self._me:
                continue
            if what.isdecimal():
                self._behind |= not self._told(partial(self._ears.moved, game, int(what)))
            else:
                self._told(partial(self._ears.told, who, game, what))

    def _told(self, what: Callable[[], None]) -> bool:
        """False where it cannot be followed now, but at the next look; nothing ends the listening."""
        try:
            what()
        except Impossible:
            pass  # Whoever opens that game is told.
        except Full:
            return False
        except Exception:
            log.exception("What another process has written could not be followed")
        return True
