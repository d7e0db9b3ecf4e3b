"""Accounts, credentials and tables over one database. Tests set the clock."""

from __future__ import annotations

from argon2 import PasswordHasher

from trunkline.web.accounts.accounts import Accounts
from trunkline.web.accounts.credentials import Credentials
from trunkline.web.accounts.membership import Membership
from trunkline.web.accounts.passwords import Passwords
from trunkline.web.database.pool import Database

PASSWORD = "correct horse battery"


class World:
    """The account services of a test and their database."""

    def __init__(self, url: str, hasher: PasswordHasher) -> None:
        self.now = 1_800_000_000.0
        self.database = Database(url)
        self.passwords = Passwords(hasher)
        self.accounts = Accounts(self.database, self.passwords, self._clock)
        self.keys = Credentials(self.database, self._clock)
        self.seating = Membership(self.database, self._clock)

    def person(self, name: str, email: str | None = None) -> str:
        """Create an account and return its id."""
        return self.accounts.sign_up(name, PASSWORD, email).id

    def rows(self) -> str:
        """Return all stored personal data as text."""
        names = "people", "sessions", "tokens", "resets", "owned", "seated", "held", "guests", "invitations"
        with self.database.reading() as link:
            return "\n".join(
                f"{name}: {row}" for name in names for row in link.exec_driver_sql(f"SELECT * FROM {name}")
            )

    def _clock(self) -> float:
        return self.now
