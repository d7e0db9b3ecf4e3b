"""Database tables of the community of a server, in the same metadata as accounts.

Times are whole seconds since 1970.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, LargeBinary, Table, Text

from trunkline.web.database.people_tables import metadata

server_invitations = Table(
    "server_invitations",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    # The operator who made the link. Null for the command line, and after the operator's account was deleted.
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL"), nullable=True),
    # The number of accounts that can still be created with the link.
    Column("uses", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

# Rows are only added. Ids without foreign keys keep a row after an account was deleted.
audit_log = Table(
    "audit_log",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    # The id of the operator. Empty for the command line.
    Column("operator", Text, nullable=False),
    Column("action", Text, nullable=False),
    # The id of the person that the action is about, and of the game or other thing. Empty without one.
    Column("subject", Text, nullable=False),
    Column("thing", Text, nullable=False),
    Column("detail", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Index("audit_log_subject", "subject"),
)

blocklist = Table(
    "blocklist",
    metadata,
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    # The person who is muted, blocked or both.
    Column("other", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("mute", Boolean, nullable=False),
    Column("block", Boolean, nullable=False),
    Index("blocklist_other", "other"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Text, primary_key=True),
    # The person who reported. Null after their account was deleted.
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL"), nullable=True),
    Column("kind", Text, nullable=False),
    # The reported person, or the author of the message. Null for a game.
    Column("subject", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=True),
    # The game, or an empty text, and the number of the message, or 0.
    Column("game_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
    # The text of the message at the time of the report.
    Column("copy", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    # Empty while the report is open.
    Column("decision", Text, nullable=False),
    Column("decided", BigInteger, nullable=True),
    Index("reports_person", "person"),
    Index("reports_subject", "subject"),
    Index("reports_decision", "decision", "at"),
)

confirmations = Table(
    "confirmations",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    # The address that the link confirms.
    Column("email", Text, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("confirmations_person", "person"),
)

second_factors = Table(
    "second_factors",
    metadata,
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    # The key is shared with the person's app, so a hash would not do.
    Column("key", Text, nullable=False),
    # False until the person has entered a code.
    Column("enabled", Boolean, nullable=False),
    # The period of the last code that was used. Older codes are refused.
    Column("last_step", BigInteger, nullable=False),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Index("recovery_codes_person", "person"),
)

sign_in_steps = Table(
    "sign_in_steps",
    metadata,
    # A sign-in with the right password that waits for the second factor.
    Column("hash", LargeBinary, primary_key=True),
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("sign_in_steps_person", "person"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    # The id that the authenticator gave the key, and its public key in the encoding of COSE.
    Column("credential", LargeBinary, nullable=False, unique=True),
    Column("public_key", LargeBinary, nullable=False),
    # The number of signatures at the last use. It stays 0 if the authenticator does not count.
    Column("counter", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    # Null before the first sign-in.
    Column("seen", BigInteger, nullable=True),
    Index("passkeys_person", "person"),
)

passkey_challenges = Table(
    "passkey_challenges",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    # The hash of the session that adds a key, or of the cookie of a browser that signs in.
    Column("holder", LargeBinary, nullable=False),
    # Null at sign-in, because the person is not known yet.
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=True),
    Column("expires", BigInteger, nullable=False),
    Index("passkey_challenges_person", "person"),
)
SECRETS_OF_PEOPLE = confirmations, second_factors, recovery_codes, sign_in_steps, passkeys, passkey_challenges
"""The tables with secrets of people. Deleting an account deletes its rows."""
