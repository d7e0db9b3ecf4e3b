"""Validation of player names, and seeds of seats."""

from __future__ import annotations

import random
from collections.abc import Iterable

from trunkline.interop.file_source import LONGEST_NAME
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext
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
            raise UsageError(
                gettext(
                    "The name {name} has a character that does not show. Type it again.", name=spelled(name)
                )
            )
        if unstacked(name) != name:
            raise UsageError(
                gettext(
                    "A letter of a name has at most {stack} marks. Choose a shorter name than {name}.",
                    stack=STACK,
                    name=name,
                )
            )
        if looks(name) in theirs:
            raise UsageError(
                gettext("{name} is the name of a corporation, and cannot be that of a player.", name=name)
            )
        other = first.setdefault(looks(name), name)
        if other != name:
            raise UsageError(
                gettext(
                    "The names {other} and {name} look alike. Change one of them.", other=other, name=name
                )
            )


def check_names(names: Iterable[str]) -> None:
    """Refuse names that are invisible, too long, or change the text direction. Raises ``UsageError``.

    This also applies to names in files of other programs.
    """
    for name in names:
        if not shows(name):
            raise UsageError(gettext("Every player needs a name that can be seen."))
        if TURNING & set(name):
            raise UsageError(gettext("The name {name!a} would turn the text around it round.", name=name))
        if len(name) > LONGEST_NAME:
            raise UsageError(
                gettext(
                    "A player's name may have {longest_name} characters, not {length}.",
                    longest_name=LONGEST_NAME,
                    length=str(len(name)),
                )
            )


def draw_seed() -> int:
    """Return a random seed for a seat or a game."""
    return random.SystemRandom().randrange(1_000_000)
