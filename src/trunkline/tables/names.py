"""The names of players, and the seeds of seats."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable

from trunkline.errors import UsageError

TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the text after them round, which is that of others."""
LONGEST_NAME = 40


def check_names(names: Iterable[str], taken: Collection[str] = ()) -> None:
    """Names must be seen, fit and be nobody else's, such as those of corporations. Raises ``UsageError``."""
    for name in names:
        if not any(each.isprintable() and not each.isspace() for each in name):
            raise UsageError("Every player needs a name that can be seen.")
        if TURNING & set(name):
            raise UsageError(f"The name {name!a} would turn the text around it round.")
        if len(name) > LONGEST_NAME:
            raise UsageError(f"A player's name may have {LONGEST_NAME} characters, not {len(name)}.")
        if name.casefold() in {each.casefold() for each in taken}:
            raise UsageError(f"{name} is the name of a corporation, and cannot be that of a player.")


def drawn_seed() -> int:
    """A seed for a seat or a game."""
    return random.SystemRandom().randrange(1_000_000)
