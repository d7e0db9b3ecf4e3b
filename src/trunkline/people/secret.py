"""Secrets that stand for a person: drawn by the machine, kept as a hash."""

from __future__ import annotations

import hashlib
import secrets
import string

BYTES = 32
"""Of a secret: 256 bits, which nobody guesses; therefore a fast hash is enough."""
LETTERS = string.ascii_letters + string.digits
ID = 12


def drawn() -> tuple[str, bytes]:
    """A new secret, and what is kept of it."""
    secret = secrets.token_urlsafe(BYTES)
    return secret, hashed(secret)


def hashed(secret: str) -> bytes:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()


def new_id() -> str:
    """A name for a row that says nothing of it."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID))
