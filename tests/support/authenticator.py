"""A software authenticator with keys for P-256 (ES256) and without attestation."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, KEY_INCLUDED = 0x01, 0x04, 0x40
"""Flags of the authenticator's data."""
Json = dict[str, Any]


class Authenticator:
    """A device with one key. It answers the options of the server as a browser does.

    Attributes:
        origin: The origin that the browser writes into its answers.
        counter: The number of signatures so far. With None, the device does not count.
        verifies: Whether the device verifies the user.
    """

    def __init__(self, origin: str, *, counter: int | None = 0) -> None:
        self.origin = origin
        self.counter = counter
        self.verifies = True
        self.id = secrets.token_bytes(16)
        self.user = ""
        self._key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: Json) -> Json:
        """Answer ``navigator.credentials.create`` as JSON."""
        self.user = options["user"]["id"]
        point = self._key.public_key().public_numbers()
        x, y = (each.to_bytes(32, "big") for each in (point.x, point.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        key = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(options["rp"]["id"], KEY_INCLUDED) + key
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options)
        return self._answer({"clientDataJSON": text(client), "attestationObject": text(attestation)})

    def get(self, options: Json) -> Json:
        """Answer ``navigator.credentials.get`` as JSON."""
        if self.counter is not None:
            self.counter += 1
        data = self._data(options["rpId"])
        client = self._client("webauthn.get", options)
        signed = data + hashlib.sha256(client).digest()
        signature = self._key.sign(signed, ec.ECDSA(hashes.SHA256()))
        parts = {"authenticatorData": data, "clientDataJSON": client, "signature": signature}
        return self._answer({**{name: text(part) for name, part in parts.items()}, "userHandle": self.user})

    def _data(self, name: str, flags: int = 0) -> bytes:
        flags |= PRESENT | (VERIFIED if self.verifies else 0)
        counter = (self.counter or 0).to_bytes(4, "big")
        return hashlib.sha256(name.encode()).digest() + bytes([flags]) + counter

    def _client(self, kind: str, options: Json) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def _answer(self, response: Json) -> Json:
        id = text(self.id)
        return {"id": id, "rawId": id, "type": "public-key", "response": response}


def text(data: bytes) -> str:
    """Return data in base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text: str) -> bytes:
    """Return the data of a text in base64url without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
