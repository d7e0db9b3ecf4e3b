"""Forbidden actions with their rules."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from trunkline.engine.kernel.choice import Unavailable
from trunkline.engine.kernel.referee import kind_of
from trunkline.engine.kernel.rulebook import Rule
from trunkline.game import Game
from trunkline.game.wording.choices import heading, words
from trunkline.game.wording.matching import contains
from trunkline.util.errors import UsageError

EXAMPLES = 2


@dataclass
class Reason:
    """The actions that are forbidden for one reason."""

    kinds: list[str]
    """One kind of action, or several kinds that are not available now."""
    rule: str
    why: str
    actions: list[str] = field(default_factory=list)
    """The actions as text. Empty if the kinds are not available now."""


def reasons(game: Game, player: str | None, text: str = "") -> list[Reason]:
    """Return the actions that are forbidden now, grouped by reason.

    ``text`` selects those that contain all its words. Without it, actions that stay impossible to the end of
    the game are left out.
    """
    found: dict[tuple[str, str, str], Reason] = {}
    for choice, refusal in game.forbidden(player):
        if refusal.lasting and not text:
            continue
        kind = heading(game.title, kind_of(choice))
        action = "" if isinstance(choice, Unavailable) else words(game, choice)
        if not contains(f"{kind} {action} {choice} {refusal}", text):
            continue
        key = (kind if action else "", refusal.rule, refusal.why)
        reason = found.setdefault(key, Reason([], refusal.rule, refusal.why))
        if kind not in reason.kinds:
            reason.kinds.append(kind)
        if action:
            reason.actions.append(action)
    return list(found.values())


def lines(found: Iterable[Reason]) -> Iterator[str]:
    """Yield the list as text, numbered from 1."""
    for number, reason in enumerate(found, 1):
        what = "; ".join(reason.kinds)
        if reason.actions:
            what += ": " + "; ".join(reason.actions[:EXAMPLES])
            more = len(reason.actions) - EXAMPLES
            what += f" and {more} more" if more > 0 else ""
        yield f"{number:>4}  {what}"
        yield f"      {reason.why} [{reason.rule}]"


def rule_lines(game: Game, id: str, width: int) -> list[str]:
    """Return the wording of a rule. Raises ``UsageError`` if no rule has this id."""
    rules = game.title.rules
    rule = rules.get(id) or rules.get(f"{game.title.id}.{id}")
    if rule is None:
        raise UsageError(f"There is no rule {id!r}: type a whole id, such as {next(iter(rules))}.")
    return wording(rule, width)


def wording(rule: Rule, width: int) -> list[str]:
    """Return a rule with its id and its heading in the rulebook."""
    text = " ".join(rule.rule.split())
    return [
        f"{rule.id}  ({rule.section})",
        *textwrap.wrap(text, max(width, 40), initial_indent="  ", subsequent_indent="  "),
    ]
