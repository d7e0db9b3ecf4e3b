"""Database tables of notices: channels, preferences, the outbox and the deliveries.

They are in the same metadata as accounts. Times are whole seconds since 1970.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, Table, Text, true

from trunkline.web.database.people_tables import metadata


def _person(*, key: bool = False) -> Column[str]:
    """Return the column for the recipient. Deleting the person deletes the row."""
    here = ForeignKey("people.id", ondelete="CASCADE")
    return Column("person", Text, here, primary_key=key, nullable=False)


channels = Table(
    "channels",
    metadata,
    Column("id", Text, primary_key=True),
    _person(),
    # The type of channel, and for a webhook the format of its messages.
    Column("kind", Text, nullable=False),
    Column("format", Text, nullable=False, server_default=""),
    # An email address, or the URL that receives the requests.
    Column("address", Text, nullable=False),
    # The keys of a browser for web push, or an access token of ntfy.
    Column("secret", Text, nullable=False, server_default=""),
    Column("label", Text, nullable=False),
    # The events for which the channel is used, as a JSON list.
    Column("events", Text, nullable=False),
    # False for an email address until its owner has confirmed it.
    Column("confirmed", Boolean, nullable=False, server_default=true()),
    # The reason why nothing more is sent to the channel. Empty while it is in use.
    Column("stopped", Text, nullable=False, server_default=""),
    Column("created", BigInteger, nullable=False),
    Index("channels_person", "person"),
)

notice_preferences = Table(
    "notice_preferences",
    metadata,
    _person(key=True),
    # The preferences as JSON.
    Column("data", Text, nullable=False),
)

game_notices = Table(
    "game_notices",
    metadata,
    Column("game_id", Text, primary_key=True),
    _person(key=True),
    # The only events of this game for which the person gets notices, as a JSON list.
    Column("events", Text, nullable=False),
    Index("game_notices_person", "person"),
)

notices = Table(
    "notices",
    metadata,
    # The outbox. The key of a notice is the moment and the event, so it is written once.
    Column("game_id", Text, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("seat", Text, primary_key=True),
    Column("event", Text, primary_key=True),
    # The number of a reminder, 0 for other notices.
    Column("number", Integer, primary_key=True),
    _person(),
    Column("at", BigInteger, nullable=False),
    # The time from which deliveries may be made of it.
    Column("due", BigInteger, nullable=False),
    # One of NEW, PLANNED and DROPPED.
    Column("state", Text, nullable=False),
    # A sentence for the message, if the event has one.
    Column("text", Text, nullable=False, server_default=""),
    Index("notices_state", "state", "due"),
    Index("notices_person", "person"),
)
NEW, PLANNED, DROPPED = "new", "planned", "dropped"
"""The states of a notice: waiting, with deliveries, or without because it is no longer needed."""

deliveries = Table(
    "deliveries",
    metadata,
    # A hash of the notice and the channel. It is the idempotency key of every attempt.
    Column("id", Text, primary_key=True),
    _person(),
    Column("game_id", Text, nullable=False),
    Column("event", Text, nullable=False),
    Column("channel_id", Text, nullable=False),
    # The type and the label of the channel, which may be deleted before the delivery.
    Column("channel", Text, nullable=False),
    Column("message", Text, nullable=False),
    # One of WAITING, SENT, FAILED and CANCELLED.
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    # The time of the next attempt. A process that attempts it moves this time to the end of its lease.
    Column("next", BigInteger, nullable=False),
    # The process that has the lease.
    Column("worker", Text, nullable=False, server_default=""),
    Column("created", BigInteger, nullable=False),
    Index("deliveries_state", "state", "next"),
    Index("deliveries_person", "person", "created"),
)
WAITING, SENT, FAILED, CANCELLED = "waiting", "sent", "failed", "cancelled"
"""The states of a delivery. ``CANCELLED`` deliveries were no longer needed."""

attempts = Table(
    "attempts",
    metadata,
    Column("delivery_id", Text, ForeignKey("deliveries.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    # The answer of the receiver, or the reason why it is missing. Empty while the attempt is in progress.
    Column("answer", Text, nullable=False),
)

server_keys = Table(
    "server_keys",
    metadata,
    # Secret keys that the server makes once: for web push, and for links in messages.
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
