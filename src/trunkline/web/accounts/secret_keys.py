"""Random secrets of sessions, tokens and links, stored as hashes."""

from __future__ import annotations

import hashlib
import secrets
import string

BYTES = 32
"""The size of a secret. It has 256 bits and cannot be guessed, so a fast hash is enough."""
LETTERS = string.ascii_letters + string.digits
ID = 12


def drawn() -> tuple[str, bytes]:
    """Return a new secret and its hash to store."""
    secret = secrets.token_urlsafe(BYTES)
    return secret, hashed(secret)


def hashed(secret: str) -> bytes:
    """Return the hash of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()


def new_id() -> str:
    """Return a random id for a row."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID))
