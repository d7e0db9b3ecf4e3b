"""``trunkline people``: what an operator does on the machine itself, while the table may go on."""

from __future__ import annotations

import json
from collections.abc import Callable

from trunkline.errors import UsageError
from trunkline.people.accounts import Accounts
from trunkline.people.database import Database, Unavailable
from trunkline.people.errors import Missing
from trunkline.people.kept import kept
from trunkline.people.passwords import Passwords

DEEDS = "list", "reset", "operator", "not-operator", "data", "delete"
"""What can be done: list everybody; print a link by which a person sets a new password; make a person an
operator, or no longer; print all that is kept of a person; delete a person, and all of that but games."""


def do(url: str, deed: str, name: str, public: str = "", say: Callable[[str], None] = print) -> None:
    """Do it with the people of a database. Raises ``UsageError``."""
    if deed not in DEEDS:
        raise UsageError(f"There is no {deed} among {', '.join(DEEDS)}.")
    if (deed == "list") == bool(name):
        raise UsageError("Name nobody to list everybody." if name else f"{deed} needs the name of a person.")
    database = Database(url)
    try:
        accounts = Accounts(database, Passwords())
        if deed == "data":
            found = kept(database, accounts.named(name).id)
            say(json.dumps(found, ensure_ascii=False, indent=2))
        else:
            _run(accounts, deed, name, public, say)
    except Missing as error:
        raise UsageError(str(error)) from error
    except Unavailable as error:
        raise UsageError(f"The database of people cannot be used now: {error.cause}.") from error
    finally:
        database.close()


def _run(accounts: Accounts, deed: str, name: str, public: str, say: Callable[[str], None]) -> None:
    if deed == "list":
        for each in accounts.everybody():
            say(f"{each.name}{', operator' if each.operator else ''}{'' if each.email else ', no e-mail'}")
        return
    person = accounts.named(name)
    if deed == "reset":
        begun = accounts.begin_reset(person.name)
        if begun is None:
            raise Missing(f"Nobody is called {name}.")
        say(f"Give {person.name} this link, which works once, for an hour: {public}/reset#{begun[1]}")
    elif deed == "delete":
        accounts.delete(person.id)
        say(f"{person.name} is forgotten; the games stay.")
    else:
        accounts.set_operator(person.id, deed == "operator")
        say(f"{person.name} is {'an operator' if deed == 'operator' else 'no operator any more'}.")
