"""Limits on game length, memory, queues and storage."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Limits of a server. Tests use smaller ones."""

    max_entries: int = 30_000
    """The maximum number of entries of a game, including undo and redo. Games of random players stay far
    below."""
    games: int = 16
    """The number of recently used games in memory. Other games are loaded on request."""
    cached_entries: int = 150_000
    """The maximum number of entries of the games in memory."""
    short_replay: int = 800
    """The maximum number of moments replayed on a thread. A longer replay runs in a worker process."""
    export: int = 200
    """The maximum number of entries of a game exported on a thread. A longer export uses a worker process."""
    small_file: int = 32 * 1024
    """The maximum size in bytes of a file imported on a thread. A larger file is read in a worker process."""
    read_threads: int = 4
    """The number of threads for reads. One client may use half of them."""
    write_threads: int = 8
    """The number of threads for writes. One client may use half of them."""
    processes: int = min(4, os.cpu_count() or 1)
    """The number of processes for long work. One client may use one of them."""
    bot_processes: int = min(4, os.cpu_count() or 1)
    """The number of processes for bots. Each makes one decision at a time."""
    review: int = 60_000
    """The number of positions played for a review."""
    sandboxes: int = 0
    """The age in days without a new entry after which a sandbox is deleted. 0 keeps it."""
    unfinished: int = 0
    """The age in days without a new entry after which another unfinished game is deleted. 0 keeps it."""
    unstarted: int = 0
    """The age in days without a change after which a table with free seats is deleted. 0 keeps it."""
    bot_cpu_seconds: float = 60.0
    """Seconds of CPU time for one decision. A ``clerk`` then decides instead of the bot."""
    waiting: int = 60
    """The number of short requests of one client that may wait. All clients together may have four times as
    many."""
    waiting_long: int = 3
    """The number of long requests of one client that may wait. All clients together may have ten times as
    many."""
    job_seconds: int = 120
    """Seconds that a long request may run."""


USUAL = Limits()
