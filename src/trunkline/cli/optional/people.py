"""Account management on the server's machine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from trunkline.util.errors import UsageError
from trunkline.util.visible_text import spelled
from trunkline.web.accounts import usernames
from trunkline.web.accounts.accounts import ID, Accounts, Person
from trunkline.web.accounts.audit_log import AuditEntry, entries, record
from trunkline.web.accounts.data_export import export_person
from trunkline.web.accounts.passkeys import Passkeys
from trunkline.web.accounts.passwords import Passwords
from trunkline.web.accounts.second_factor import SecondFactor
from trunkline.web.accounts.server_invitations import ServerInvitations
from trunkline.web.database.pool import Database, Unavailable
from trunkline.web.errors import Invalid, NotFound
from trunkline.web.ratings.updates import rebuild_ratings

LOG_LINES = 200


class PeopleRequest(NamedTuple):
    """An operation of the command, and its options."""

    operation: str
    name: str
    uses: int
    days: int
    reason: str


def manage(url: str, request: PeopleRequest, public: str = "", say: Callable[[str], None] = print) -> None:
    """Carry out an operation that ``check_operation`` accepts on the people of a database.

    Raises ``UsageError``.
    """
    database = Database(url)
    try:
        accounts = Accounts(database, Passwords())
        if request.operation == "data":
            found = export_person(database, accounts.named(request.name).id)
            say(json.dumps(found, ensure_ascii=False, indent=2))
        elif request.operation == "invite":
            invitations = ServerInvitations(database)
            _, secret = invitations.new("", request.uses, request.days, request.reason)
            say(f"{public}/invited#{secret}")
        elif request.operation == "log":
            with database.reading() as link:
                for entry in reversed(entries(link, LOG_LINES)):
                    say(log_line(entry))
        elif request.operation == "ratings":
            count = rebuild_ratings(database)
            say(f"The ratings are those of {count} {'game' if count == 1 else 'games'}.")
        else:
            _run(database, accounts, request, public, say)
    except (NotFound, Invalid) as error:
        raise UsageError(str(error)) from error
    except Unavailable as error:
        raise UsageError(f"The database of people cannot be used now: {error.cause}.") from error
    finally:
        database.close()


def _run(
    database: Database, accounts: Accounts, request: PeopleRequest, public: str, say: Callable[[str], None]
) -> None:
    operation, name = request.operation, request.name
    if operation == "suspicious":
        for line in suspicious(accounts.everybody()) or ["No name is suspicious."]:
            say(line)
        return
    if operation == "list":
        for each in accounts.everybody():
            say(f"{each.name}{', operator' if each.operator else ''}{'' if each.email else ', no e-mail'}")
        return
    person = accounts.named(name)
    if operation == "remove-second-factor":
        # This writes to the audit log in its own transaction.
        SecondFactor(database).remove_by_operator("", person.id, request.reason)
        say(f"{person.name} signs in with the password alone now.")
        return
    if operation == "remove-passkeys":
        Passkeys(database).remove_by_operator("", person.id, request.reason)
        say(f"{person.name} has no passkeys any more, and signs in with the password.")
        return
    if operation == "reset":
        begun = accounts.begin_reset(person.name)
        if begun is None:
            raise NotFound(f"No account is named {name}.")
        done = f"Give {person.name} this link, which works once, for an hour: {public}/reset#{begun[1]}"
    elif operation == "delete":
        accounts.delete(person.id)
        done = f"{person.name} is forgotten; the games stay."
    else:
        accounts.set_operator(person.id, operation == "operator")
        done = f"{person.name} is {'an operator' if operation == 'operator' else 'no operator any more'}."
    with database.writing() as link:
        record(link, datetime.now(UTC).timestamp(), "", operation, request.reason, subject=person.id)
    say(done)


def log_line(entry: AuditEntry) -> str:
    """Return an entry of the audit log as a line."""
    at = datetime.fromtimestamp(entry.at, UTC).strftime("%Y-%m-%d %H:%M")
    about = "".join(f" {each}" for each in (entry.subject, entry.thing) if each)
    detail = f" ({entry.detail})" if entry.detail else ""
    return f"{at}  {entry.operator}: {entry.action}{about}{detail}. Reason: {entry.reason}"


def suspicious(everybody: Iterable[Person]) -> list[str]:
    """Return a line for each name that would be refused today or looks like another, with the person's id.

    Such names are from before a check of names existed. They keep working.
    """
    alike: dict[str, list[str]] = {}
    everybody = list(everybody)
    for person in everybody:
        alike.setdefault(usernames.looks(person.name), []).append(person.name)
    found = []
    for person in everybody:
        try:
            usernames.normalise(person.name)
            why = ""
        except Invalid as error:
            why = str(error)
        others = [spelled(each) for each in alike[usernames.looks(person.name)] if each != person.name]
        if others:
            why = f"It looks like {', '.join(others)}. {why}".strip()
        if why:
            found.append(f"{spelled(person.name)} ({ID}{person.id}): {why}")
    return found
