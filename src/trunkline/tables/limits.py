"""How much the table takes on: of one game, of one client, and at once."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Bounds; the tests know smaller ones."""

    longest: int = 30_000
    """Entries of a game, undo and redo included; none of thousands that random players made comes near."""
    games: int = 16
    """Games held in memory, the ones used last; others are read again when they are asked for."""
    held: int = 150_000
    """Entries held in memory with these games."""
    far: int = 800
    """Moments that are replayed where they are asked for; more of them are for a process of its own."""
    export: int = 200
    """Entries of a game that is written as a file where it is asked for, which takes longer; likewise."""
    small: int = 32 * 1024
    """Bytes of a file that is read where it comes in; a larger one is for a process of its own."""
    looking: int = 4
    """Threads that look at games; one client has at most half of them."""
    acting: int = 8
    """Threads that write entries; likewise."""
    processes: int = min(4, os.cpu_count() or 1)
    """Processes for what is long; one client has at most one of them."""
    thinking: int = min(4, os.cpu_count() or 1)
    """Processes in which the programs in seats think; each makes one decision at a time."""
    review: int = 60_000
    """Positions that are played for the review of a game."""
    sandboxes: int = 0
    """Days without an entry after which a sandbox is taken away; 0: never."""
    unfinished: int = 0
    """Days without an entry after which another game that is not over is taken away; 0: never."""
    guard: float = 60.0
    """Seconds of a processor after which a program is thought to have lost its way, and a clerk decides."""
    waiting: int = 60
    """Short requests of a client that may wait, and those of all together are four times as many."""
    waiting_long: int = 3
    """Long requests of a client that may wait; those of all together are ten times as many."""
    patience: int = 120
    """Seconds that a long request may take once it has begun."""


USUAL = Limits()
