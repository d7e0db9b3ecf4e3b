"""The titles that can be played, and their rule lists."""

from __future__ import annotations

from trunkline.engine.kernel.rulebook import Rule
from trunkline.learn.rule_notes import note
from trunkline.titles import catalogue, rules_of
from trunkline.util.messages import gettext, translated
from trunkline.web.errors import GameNotFound
from trunkline.web.presenters.rule_examples import has_example
from trunkline.web.schemas.answers import RuleFacts, TitleFacts

PAPER = "table"
"""The scope of rules that concern people and paper, not the game on a server."""


def no_such_title() -> str:
    """Return the sentence for an unknown title."""
    return gettext("There is no such title; there are {titles}.", titles=", ".join(catalogue()))


def check_title(title: str) -> None:
    """Raise ``GameNotFound`` if there is no such title."""
    if title not in catalogue():
        raise GameNotFound(no_such_title())


def title_facts() -> list[TitleFacts]:
    """Return every title that can be played."""
    return [
        TitleFacts(
            id,
            about.name,
            about.name.removeprefix(f"{id}: "),
            about.players,
            about.variants,
            about.rules,
            about.designers,
            about.board_note and translated(about.board_note),
            about.other_boards,
            {name: translated(note) for name, note in about.variant_notes.items()},
            {name: translated(note) for name, note in about.reading_notes.items()},
        )
        for id, about in catalogue().items()
    ]


def listed_rules(title: str) -> list[RuleFacts]:
    """Return the rules of a title in the order of its rulebook. Raises ``GameNotFound``."""
    check_title(title)
    rules = rules_of(title).values()
    return [rule_facts(rule) for rule in rules if rule.scope != PAPER]


def rule_facts(rule: Rule) -> RuleFacts:
    """Return a rule as the API describes it."""
    text = " ".join(rule.rule.split())
    return RuleFacts(rule.id, rule.section, text, has_example(rule.id), note(rule.id))
