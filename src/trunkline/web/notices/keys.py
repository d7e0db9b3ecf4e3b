"""Secret keys of the server: for web push, and for links in messages. They are made once and stored."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable

from cryptography.hazmat.primitives import serialization
from py_vapid import Vapid02
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from trunkline.web.database.notice_tables import server_keys
from trunkline.web.database.pool import Database

PUSH, LINKS = "push", "links"
SIGNED = 24
"""The number of bytes of a signature in a link. It has 192 bits and cannot be guessed."""


class ServerKeys:
    """The stored keys of a server. All processes use the same ones."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._push: Vapid02 | None = None
        self._links = b""

    def push(self) -> Vapid02:
        """Return the key that identifies this server at push services."""
        if self._push is None:
            self._push = Vapid02.from_pem(self._kept(PUSH, _new_push_key).encode())
        return self._push

    def push_public(self) -> str:
        """Return the public part of the push key, as browsers expect it."""
        raw = self.push().public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return encoded(raw)

    def token(self, purpose: str, channel: str) -> str:
        """Return a token for a link in a message to a channel. It stays valid as long as the channel."""
        return f"{channel}.{encoded(self._signature(purpose, channel))}"

    def channel_of(self, purpose: str, token: str) -> str | None:
        """Return the channel of a token, or None if the token is not valid."""
        channel, _, signature = token.partition(".")
        wanted = encoded(self._signature(purpose, channel))
        return channel if hmac.compare_digest(wanted.encode(), signature.encode()) else None

    def _signature(self, purpose: str, channel: str) -> bytes:
        if not self._links:
            self._links = self._kept(LINKS, secrets.token_hex).encode()
        return hmac.digest(self._links, f"{purpose}:{channel}".encode(), hashlib.sha256)[:SIGNED]

    def _kept(self, name: str, make: Callable[[], str]) -> str:
        known = select(server_keys.c.value).where(server_keys.c.name == name)
        with self._database.reading() as link:
            found = link.execute(known).scalar()
        if found is None:
            try:
                with self._database.writing() as link:
                    link.execute(insert(server_keys).values(name=name, value=make()))
            except IntegrityError:
                pass  # Another process has made it.
            with self._database.reading() as link:
                found = link.execute(known).scalar_one()
        return str(found)


def _new_push_key() -> str:
    made = Vapid02()
    made.generate_keys()
    pem: bytes = made.private_pem()
    return pem.decode()


def encoded(data: bytes) -> str:
    """Return bytes as text for URLs, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return the bytes of a text for URLs, with or without padding. Raises ``ValueError``."""
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
