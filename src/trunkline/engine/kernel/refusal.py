"""Refusals of actions, each with its reason and rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from trunkline.util.messages import Message

_Args = ParamSpec("_Args")


class Refusal(Exception):
    """An action that the rules forbid.

    ``rule`` is the id of a rule in the title's ``rules.yaml``. ``what`` names the attempt. ``why`` gives the
    reason, with the numbers involved. Both are texts in the language of the reader: a refusal keeps their
    messages. The game has not changed.
    """

    name = ""
    """The name by which the steps of all titles know the rule (``rule_names``); empty if it has only its own
    id."""

    lasting = False
    """True if the reason lasts to the end of the game. General lists of reasons leave such refusals out."""

    def __init__(self, rule: str, what: Message | str, why: Message | str) -> None:
        super().__init__(rule, what, why)
        self.rule = rule
        self._what = what
        self._why = why

    @property
    def what(self) -> str:
        """The attempt, in the language of the reader."""
        return str(self._what)

    @property
    def why(self) -> str:
        """The reason, in the language of the reader."""
        return str(self._why)

    def because(self, why: Message | str) -> None:
        """Replace the reason and keep the rule."""
        self._why = why
        self.args = (self.rule, self._what, why)

    def __str__(self) -> str:
        return f"{self.what}: {self.why} [{self.rule}]"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and self.args == other.args

    def __hash__(self) -> int:
        return hash(self.args)


def refusal_by(check: Callable[_Args, None], *args: _Args.args, **kwargs: _Args.kwargs) -> Refusal | None:
    """Return the refusal that a check raises, or None if the check passes."""
    try:
        check(*args, **kwargs)
    except Refusal as refusal:
        # Drop the traceback: a stored refusal must not keep all its frames alive.
        return refusal.with_traceback(None)
    return None


def passes(check: Callable[_Args, None], *args: _Args.args, **kwargs: _Args.kwargs) -> bool:
    """Return whether a check raises no refusal."""
    try:
        check(*args, **kwargs)
    except Refusal as refusal:
        # Without its traceback the refusal is freed at once: its frames refer to it.
        refusal.with_traceback(None)
        return False
    return True
