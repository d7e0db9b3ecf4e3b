"""The operations of ``trunkline people``."""

from __future__ import annotations

from trunkline.util.errors import UsageError

OF_ALL = "list", "suspicious", "invite", "log", "ratings"
"""The operations on all people: list them, list names that look like others, make an invitation link to the
server, print the audit log, and compute the ratings again from the results of games."""
REMOVALS = "remove-second-factor", "remove-passkeys"
OPERATIONS = *OF_ALL, "reset", *REMOVALS, "operator", "not-operator", "data", "delete"
"""All operations.

The operations on one person are: print a password reset link, remove a lost second factor or all passkeys,
give or take an operator's rights, print the person's data, and delete the account and its data, but no games.
"""


def check_operation(operation: str, name: str) -> None:
    """Raise ``UsageError`` unless there is such an operation, with a name if it is about one person."""
    if operation not in OPERATIONS:
        raise UsageError(f"There is no operation {operation}. Use one of {', '.join(OPERATIONS)}.")
    if operation in OF_ALL and name:
        raise UsageError(f"{operation} is about all people and takes no name.")
    if operation not in OF_ALL and not name:
        raise UsageError(f"{operation} needs a person's name.")
