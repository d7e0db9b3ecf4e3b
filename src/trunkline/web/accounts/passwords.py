"""Password rules and password hashes (argon2id)."""

from __future__ import annotations

from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from argon2.profiles import RFC_9106_LOW_MEMORY

from trunkline.util.messages import gettext
from trunkline.web.errors import Invalid

SHORTEST, LONGEST = 10, 200
FEW = 5
"""The minimum number of different characters in a password."""
SOLID = PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)


def check_password(password: str, name: str) -> None:
    """Check that a new password is long enough and contains more than the name. Raises ``Invalid``."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Invalid(
            gettext("A password has {shortest} to {longest} characters.", shortest=SHORTEST, longest=LONGEST)
        )
    if len(set(password)) < FEW:
        raise Invalid(gettext("A password has at least {few} different characters.", few=FEW))
    rest = password.casefold().replace(name.casefold(), "")
    if len(rest) < SHORTEST // 2:
        raise Invalid(gettext("A password is more than the name."))


class Passwords:
    """Password hashing and verification. Both are slow on purpose, and equally slow for unknown people."""

    def __init__(self, hasher: PasswordHasher = SOLID) -> None:
        self._hasher = hasher

    @cached_property
    def _nobodys(self) -> str:
        return self._hasher.hash("the password of no account")

    def hashed(self, password: str) -> str:
        """Return the hash of a password to store."""
        return self._hasher.hash(password)

    def fits(self, kept: str | None, password: str) -> bool:
        """Return whether a password matches the stored hash.

        Without a hash, the result is False after the same time.
        """
        try:
            self._hasher.verify(self._nobodys if kept is None else kept, password)
        except (Argon2Error, InvalidHashError):
            return False
        return kept is not None

    def dated(self, kept: str) -> bool:
        """Return whether the stored hash uses outdated parameters."""
        return self._hasher.check_needs_rehash(kept)
