"""Encoded chat messages for event streams, without the messages that a reader has muted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import msgspec

from trunkline.web.chat.messages import Message as StoredMessage
from trunkline.web.schemas.talk import Message, SaidNotice

MutedBy = Callable[[Collection[str]], dict[str, frozenset[str]]]
"""A function that returns the muted names among some authors, by the id of the person who muted them."""


@dataclass(frozen=True)
class MessagePart:
    """Encoded messages, and the number of the last of them."""

    last: int
    data: bytes
    """The encoded messages for most readers. Empty without messages."""
    filtered: dict[str, bytes]
    """The encoded messages for readers who have muted an author, by the id of the reader."""

    def data_for(self, person: str) -> bytes:
        """Return the encoded messages for a person. Empty without messages."""
        return self.filtered.get(person, self.data)


def encode_part(messages: Sequence[StoredMessage], muted_by: MutedBy, last: int) -> MessagePart:
    """Encode messages for all readers of a table. ``last`` is the last number if there are no messages."""
    if not messages:
        return MessagePart(last, b"", {})
    muted = muted_by({each.name for each in messages})
    filtered = {
        person: _encoded([each for each in messages if each.name not in names])
        for person, names in muted.items()
    }
    # New messages may be missing from ``last`` yet. Use the number of the last message that is sent.
    return MessagePart(messages[-1].number, _encoded(messages), filtered)


def _encoded(messages: Sequence[StoredMessage]) -> bytes:
    return msgspec.json.encode(SaidNotice(tuple(Message(*each) for each in messages))) if messages else b""
