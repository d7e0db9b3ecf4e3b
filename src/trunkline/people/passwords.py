"""Passwords: what they must be, and how they are kept (argon2id)."""

from __future__ import annotations

from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from argon2.profiles import RFC_9106_LOW_MEMORY

from trunkline.people.errors import Wrong

SHORTEST, LONGEST = 10, 200
FEW = 5
"""Different characters that a password has at the least."""
SOLID = PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)


def check_password(password: str, name: str) -> None:
    """Long ones that are not the name are good ones. Raises ``Wrong``."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Wrong(f"A password has {SHORTEST} to {LONGEST} characters.")
    if len(set(password)) < FEW:
        raise Wrong(f"A password has at least {FEW} different characters.")
    rest = password.casefold().replace(name.casefold(), "")
    if len(rest) < SHORTEST // 2:
        raise Wrong("A password is more than the name.")


class Passwords:
    """Hashes passwords and tries them. Both take long on purpose, and as long for whoever does not exist."""

    def __init__(self, hasher: PasswordHasher = SOLID) -> None:
        self._hasher = hasher

    @cached_property
    def _nobodys(self) -> str:
        return self._hasher.hash("the password of nobody")

    def hashed(self, password: str) -> str:
        """What is kept of a password."""
        return self._hasher.hash(password)

    def fits(self, kept: str | None, password: str) -> bool:
        """Whether it is the password; with nothing kept it is not, and that takes as long to say."""
        try:
            self._hasher.verify(self._nobodys if kept is None else kept, password)
        except (Argon2Error, InvalidHashError):
            return False
        return kept is not None

    def dated(self, kept: str) -> bool:
        """Whether it is kept in a way that is no longer thought to be enough."""
        return self._hasher.check_needs_rehash(kept)
