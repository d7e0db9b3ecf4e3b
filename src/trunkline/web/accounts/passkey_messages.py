"""Options for browsers, and checks of the answers of authenticators (WebAuthn).

Import this module only when it is used: the library takes 0.1 seconds to load.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec
import webauthn
from webauthn.helpers import base64url_to_bytes
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.accounts.relying_party import RelyingParty
from trunkline.web.errors import Invalid

Answer = Mapping[str, Any]
"""The JSON of a ``PublicKeyCredential`` of the browser."""
Options = dict[str, Any]
T = TypeVar("T")
NAME = "Trunkline"
MALFORMED = gettext_noop(
    "The answer of your authenticator is not valid. Update your browser, or use another passkey."
)
ELSEWHERE = gettext_noop(
    "That passkey was used on another address. Open this server under its public address."
)
NOT_VERIFIED = gettext_noop(
    "Your authenticator did not verify you. Set a PIN, a fingerprint or face unlock for it first."
)


class ClientData(msgspec.Struct, frozen=True):
    """The part of an answer that the browser wrote."""

    challenge: str
    origin: str


_client_data = msgspec.json.Decoder(ClientData)


class NewKey(NamedTuple):
    """A key that an authenticator made."""

    credential: bytes
    public_key: bytes
    counter: int


class Assertion(NamedTuple):
    """The parts of a sign-in that name the key."""

    credential: bytes
    person: str
    """The id of the person for whom the key was made. Empty if the authenticator does not give it."""


def creation_options(
    party: RelyingParty, challenge: bytes, person: str, name: str, known: Iterable[bytes], seconds: int
) -> Options:
    """Return the options to make a key for a person. Authenticators with a known key refuse."""
    options = webauthn.generate_registration_options(
        rp_id=party.id,
        rp_name=NAME,
        user_id=person.encode(),
        user_name=name,
        challenge=challenge,
        timeout=seconds * 1000,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=each) for each in known],
    )
    return _as_json(options)


def request_options(party: RelyingParty, challenge: bytes, seconds: int) -> Options:
    """Return the options to sign in with any key of this server."""
    options = webauthn.generate_authentication_options(
        rp_id=party.id,
        challenge=challenge,
        timeout=seconds * 1000,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return _as_json(options)


def _as_json(options: Any) -> Options:
    found: Options = json.loads(webauthn.options_to_json(options))
    return found


def challenge_of(answer: Answer, party: RelyingParty) -> bytes:
    """Return the challenge that an answer claims to sign. Raises ``Invalid``."""
    data = _checked(lambda: _client_data.decode(base64url_to_bytes(answer["response"]["clientDataJSON"])))
    if data.origin != party.origin:
        raise Invalid(gettext(ELSEWHERE))
    return _checked(lambda: base64url_to_bytes(data.challenge))


def new_key(answer: Answer, party: RelyingParty, challenge: bytes) -> NewKey:
    """Check the answer to ``creation_options`` and return the key. Raises ``Invalid``."""
    found = _checked(
        lambda: webauthn.verify_registration_response(
            credential=dict(answer),
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
        )
    )
    if not found.user_verified:
        raise Invalid(gettext(NOT_VERIFIED))
    return NewKey(found.credential_id, found.credential_public_key, found.sign_count)


def assertion(answer: Answer) -> Assertion:
    """Return the key that an answer to ``request_options`` names. Raises ``Invalid``."""

    def read() -> Assertion:
        handle = answer["response"].get("userHandle") or ""
        return Assertion(base64url_to_bytes(answer["id"]), base64url_to_bytes(handle).decode())

    return _checked(read)


def new_counter(answer: Answer, party: RelyingParty, challenge: bytes, public_key: bytes) -> int:
    """Check the signature of a sign-in and return the authenticator's counter. Raises ``Invalid``.

    The caller compares the counter with the last one.
    """
    found = _checked(
        lambda: webauthn.verify_authentication_response(
            credential=dict(answer),
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=public_key,
            credential_current_sign_count=0,
        )
    )
    if not found.user_verified:
        raise Invalid(gettext(NOT_VERIFIED))
    return found.new_sign_count


def _checked(read: Callable[[], T]) -> T:
    try:
        return read()
    except Exception as error:
        # The library and its decoders raise errors of many kinds for a malformed answer.
        raise Invalid(gettext(MALFORMED)) from error
