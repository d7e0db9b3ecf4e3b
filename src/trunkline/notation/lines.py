"""An action as one line, and the action of a line: neither needs the game it is played in."""

from __future__ import annotations

import re
from typing import Any

from trunkline.actions import Action, AnyAction, as_saved
from trunkline.errors import UsageError
from trunkline.kernel.action import shortened
from trunkline.notation import names
from trunkline.notation.forms import ANY_NAME, FIELDS, FORMS, Form, form_of, name

_ACTOR = re.compile(rf"(?P<player>{ANY_NAME})\s*:\s*")
_REQUIRED = {kind: {field.name for field in fields if field.required} for kind, fields in FIELDS.items()}


def notation(action: Action, *, actor: bool = True) -> str:
    """The action as one line, such as ``Ann: LPS lays 57/2 on D17``.

    ``parse`` reads it back to an equal action. Without ``actor`` the line does not say who acts.
    Raises ``UsageError`` where it is no action, or a field of it has the wrong type.
    """
    saved = as_saved(action)
    line = form_of(saved).write(saved)
    return f"{name(saved.player)}: {line}" if actor else line


def read(line: str, player: str | None = None) -> AnyAction:
    """The action in a whole line; ``player`` acts where it does not say who does. Raises ``UsageError``."""
    actor, rest = actor_of(line)
    player = player if actor is None else actor
    if player is None:
        raise UsageError(
            f"{line.strip()!r} does not say who acts: begin it with the player's name and a colon."
        )
    for form in FORMS:
        fields = form.read(rest)
        if fields is not None:
            return _made(form, {**fields, "player": player}, rest)
    raise UsageError(f"{rest!r} is no action in the notation.")


def actor_of(line: str) -> tuple[str | None, str]:
    """Return who acts by a line, or None if it does not say so, and the rest. Raises ``UsageError``."""
    if not isinstance(line, str):
        raise UsageError(f"A line of notation is a text, not {shortened(line)}.")
    line = line.strip()
    found = _ACTOR.match(line)
    return (names.unquoted(found["player"]), line[found.end() :]) if found else (None, line)


def _made(form: Form, fields: dict[str, Any], line: str) -> AnyAction:
    missing = sorted(_REQUIRED[form.kind] - fields.keys())
    if missing:
        raise UsageError(f"{line!r} leaves out what it needs: {' and '.join(missing)}.")
    return as_saved(form.kind(**fields))
