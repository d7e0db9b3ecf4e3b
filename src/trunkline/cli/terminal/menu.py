"""Menu of legal choices: numbered and grouped by kind. Long groups are folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from trunkline.cli.terminal.runs_text import cut, run_lines, worth
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.referee import kind_of
from trunkline.game import Game, actions, routes
from trunkline.game.wording.choices import heading, phrase, words
from trunkline.game.wording.headlines import headlines
from trunkline.game.wording.places import place_name, private_name

FOLD = 8
"""Size above which a group of choices is folded by place or company."""
UNTOLD = (actions.LayTile, actions.PlaceToken, actions.RunTrains)
"""Kinds with many choices, which never create, close or bankrupt anything."""


@dataclass
class MenuItem:
    """A line of a menu: a choice, or a folded group of choices."""

    text: str
    choice: Choice | None = None
    items: list[MenuItem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Lines to show below it."""

    def count(self) -> int:
        """Return the number of choices behind this line."""
        return sum(item.count() for item in self.items) if self.items else 1


@dataclass
class MenuGroup:
    """The choices of one kind."""

    title: str
    items: list[MenuItem]


def menu(game: Game, choices: Sequence[Choice]) -> list[MenuGroup]:
    """Return the groups of a menu. Passing comes last."""
    kinds: dict[type[Action], list[Choice]] = {}
    for choice in choices:
        kinds.setdefault(kind_of(choice), []).append(choice)
    order = sorted(kinds, key=lambda kind: kind in (actions.Pass, actions.DeclareBankruptcy))
    return [MenuGroup(heading(game.title, kind), _items(game, kinds[kind])) for kind in order]


def numbered(groups: Sequence[MenuGroup]) -> list[MenuItem]:
    """Return the lines that have numbers, starting with number 1."""
    return [item for group in groups for item in group.items]


def lines(groups: Sequence[MenuGroup], width: int = 0) -> Iterator[str]:
    """Yield the menu as text. Notes are wrapped to ``width`` (0: no limit)."""
    number = 0
    for group in groups:
        yield group.title
        for item in group.items:
            number += 1
            yield f"{number:>4}  {item.text}"
            for note in item.notes:
                yield from cut(f"      {note}", width)


def _items(game: Game, choices: Sequence[Choice]) -> list[MenuItem]:
    # If several choices read the same, such as two trains of a kind, keep only one.
    leaves = list({item.text: item for item in (_item(game, choice) for choice in choices)}.values())
    if len(leaves) <= FOLD:
        return leaves
    folds: dict[str, list[MenuItem]] = {}
    for leaf in leaves:
        assert leaf.choice is not None
        folds.setdefault(_subject(game, leaf.choice), []).append(leaf)
    if len(folds) == 1:
        return leaves
    return [
        inner[0] if len(inner) == 1 else MenuItem(f"{subject} ({len(inner)} ways)", items=inner)
        for subject, inner in folds.items()
    ]


def _item(game: Game, choice: Choice) -> MenuItem:
    """Return the line of a choice, with notes below it.

    The notes name what the choice creates, closes or bankrupts, or give the best runs.
    """
    if isinstance(choice, Action) and not isinstance(choice, UNTOLD):
        led_to = game.effects(choice)
        said = headlines(led_to)
        return MenuItem(phrase(game, choice, led_to).text, choice, notes=["; ".join(said)] if said else [])
    text = words(game, choice)
    if not isinstance(choice, Open) or not issubclass(choice.kind, actions.RunTrains):
        return MenuItem(text, choice)
    plan = routes.best(game, choice.corp)
    best = f"the best: ${plan.total:,}, proved" if plan.optimal else f"the best found: {worth(plan)}"
    return MenuItem(f"{text} ({best})", choice, notes=run_lines(plan, numbered=False))


def _subject(game: Game, choice: Choice) -> str:
    action = choice.action if isinstance(choice, Amounts) else choice
    match action:
        case actions.LayTile() | actions.PlaceToken() | actions.RemoveToken() | actions.PlacePrivateToken():
            return place_name(game, action.hex)
        case actions.BuyTrain():
            return f"from {action.source}"
        case actions.Bid() | actions.BuyPrivate():
            return private_name(game, action.private)
        case Open():
            return words(game, action)
    return str(getattr(action, "corp", "")) or words(game, choice)
