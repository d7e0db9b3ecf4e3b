"""Validation of player names, and seeds of seats."""

from __future__ import annotations

import random
from collections.abc import Iterable

from trunkline.interop.file_source import LONGEST_NAME
from trunkline.util.errors import UsageError
from trunkline.util.visible_text import STACK, hidden_beside_emoji, shows, spelled, unstacked
from trunkline.web.accounts.usernames import looks

TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction of the text after them."""


def check_new_names(names: Iterable[str], corporations: Iterable[str]) -> None:
    """Refuse names with hidden characters, and names that look like another name in the game.

    Raises ``UsageError``.
    """
    names = list(names)
    check_names(names)
    theirs = {looks(corporation) for corporation in corporations}
    first: dict[str, str] = {}
    for name in names:
        if hidden_beside_emoji(name):
            raise UsageError(f"The name {spelled(name)} has a character that does not show. Type it again.")
        if unstacked(name) != name:
            raise UsageError(
                f"A letter of a name has at most {STACK} marks. Choose a shorter name than {name}."
            )
        if looks(name) in theirs:
            raise UsageError(f"{name} is the name of a corporation, and cannot be that of a player.")
        other = first.setdefault(looks(name), name)
        if other != name:
            raise UsageError(f"The names {other} and {name} look alike. Change one of them.")


def check_names(names: Iterable[str]) -> None:
    """Refuse names that are invisible, too long, or change the text direction. Raises ``UsageError``.

    This also applies to names in files of other programs.
    """
    for name in names:
        if not shows(name):
            raise UsageError("Every player needs a name that can be seen.")
        if TURNING & set(name):
            raise UsageError(f"The name {name!a} would turn the text around it round.")
        if len(name) > LONGEST_NAME:
            raise UsageError(f"A player's name may have {LONGEST_NAME} characters, not {len(name)}.")


def draw_seed() -> int:
    """Return a random seed for a seat or a game."""
    return random.SystemRandom().randrange(1_000_000)
