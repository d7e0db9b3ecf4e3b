"""Actions as lines of text, and lines read as actions. Neither direction needs a game."""

from __future__ import annotations

import re
from typing import Any

from trunkline.engine.kernel.action import shortened
from trunkline.game.actions import Action, AnyAction, validated
from trunkline.game.notation import names
from trunkline.game.notation.patterns import ANY_NAME, FIELDS, FORMS, LinePattern, form_of, name
from trunkline.util.enumeration import all_of
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext

_ACTOR = re.compile(rf"(?P<player>{ANY_NAME})\s*:\s*")
_REQUIRED = {kind: {field.name for field in fields if field.required} for kind, fields in FIELDS.items()}


def notation(action: Action, *, actor: bool = True) -> str:
    """Return the action as one line, such as ``Ann: LPS lays 57/2 on D17``.

    ``parse`` reads it back as an equal action. Without ``actor`` the line does not name the player. Raises
    ``UsageError`` if it is not an action, or a field has the wrong type.
    """
    saved = validated(action)
    line = form_of(saved).write(saved)
    return f"{name(saved.player)}: {line}" if actor else line


def read(line: str, player: str | None = None) -> AnyAction:
    """Return the action in a complete line. ``player`` acts if the line names no player. Raises
    ``UsageError``."""
    actor, rest = actor_of(line)
    player = player if actor is None else actor
    if player is None:
        raise UsageError(
            gettext(
                "{line} does not say who acts: begin it with the player's name and a colon.",
                line=repr(line.strip()),
            )
        )
    for form in FORMS:
        fields = form.read(rest)
        if fields is not None:
            return _made(form, {**fields, "player": player}, rest)
    raise UsageError(gettext("{rest} is no action in the notation.", rest=repr(rest)))


def actor_of(line: str) -> tuple[str | None, str]:
    """Return the player of a line, or None if it names none, and the rest. Raises ``UsageError``."""
    if not isinstance(line, str):
        raise UsageError(gettext("A line of notation is a text, not {line}.", line=shortened(line)))
    line = line.strip()
    found = _ACTOR.match(line)
    return (names.unquoted(found["player"]), line[found.end() :]) if found else (None, line)


def _made(form: LinePattern, fields: dict[str, Any], line: str) -> AnyAction:
    missing = sorted(_REQUIRED[form.kind] - fields.keys())
    if missing:
        raise UsageError(
            gettext("{line} leaves out what it needs: {names}.", line=repr(line), names=all_of(missing))
        )
    return validated(form.kind(**fields))
