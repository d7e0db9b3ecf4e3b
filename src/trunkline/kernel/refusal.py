"""Why an action was refused, and by which rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

_Args = ParamSpec("_Args")


class Refusal(Exception):
    """An action that the rules forbid.

    ``rule`` is the id of a rule in the title's ``rules.yaml``, ``what`` names what was tried and ``why``
    says, with the figures involved, what forbids it. Nothing of the game has changed.
    """

    name = ""
    """What steps of all titles call the rule (``rule_names``); empty where a rule has but its own id."""

    def __init__(self, rule: str, what: str, why: str) -> None:
        super().__init__(rule, what, why)
        self.rule = rule
        self.what = what
        self.why = why

    def because(self, why: str) -> None:
        """Give another reason, by the same rule."""
        self.why = why
        self.args = (self.rule, self.what, why)

    def __str__(self) -> str:
        return f"{self.what}: {self.why} [{self.rule}]"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and self.args == other.args

    def __hash__(self) -> int:
        return hash(self.args)


def refusal_by(check: Callable[_Args, None], *args: _Args.args, **kwargs: _Args.kwargs) -> Refusal | None:
    """What a check refuses with; None where it passes."""
    try:
        check(*args, **kwargs)
    except Refusal as refusal:
        # Whoever keeps it must not keep every frame it came through.
        return refusal.with_traceback(None)
    return None


def passes(check: Callable[_Args, None], *args: _Args.args, **kwargs: _Args.kwargs) -> bool:
    """Whether a check refuses nothing. Candidates drawn with it know no rule of their own."""
    return refusal_by(check, *args, **kwargs) is None
