"""A title's list of testable rules, and its translations.

``rules.yaml`` is the English list. A file such as ``rules.de.yaml`` has its texts in another language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from trunkline.util.messages import SOURCE, language
from trunkline.util.strict_yaml import read_own, read_translation

LEVEL: Final = " / "
"""Separates a heading of a rulebook from the smaller heading below it."""


class Rule(msgspec.Struct, frozen=True):
    """One testable rule of a rulebook."""

    id: str
    section: str
    rule: str
    kind: str
    test: str
    scope: str = ""
    conflict: str = ""
    unclear: str = ""


class TranslatedRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a title in another language.

    The keys of ``sections`` are the English headings, each level by itself. Those of ``rules`` are rule ids.
    """

    sections: dict[str, str] = {}
    rules: dict[str, str] = {}


_known = msgspec.json.Decoder(Rule), msgspec.json.Decoder(TranslatedRules)
"""Created before threads start: see ``board``."""


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook(Mapping[str, Rule]):
    """The rules of a title by id, in the language of the reader. A text without a translation is English."""

    file: Path
    """The English list."""

    def __getitem__(self, id: str) -> Rule:
        return _rules(self.file, language())[id]

    def __iter__(self) -> Iterator[str]:
        return iter(_rules(self.file, SOURCE))

    def __len__(self) -> int:
        return len(_rules(self.file, SOURCE))


def load_rules(path: Path) -> Rulebook:
    """Return the rules in a title's ``rules.yaml``. Raises ``DamagedError``."""
    _rules(path, SOURCE)
    return Rulebook(path)


@lru_cache
def translated_rules(path: Path, into: str) -> TranslatedRules:
    """Return the texts of a title's rules in another language, without those that have no translation."""
    return read_translation(path, into, TranslatedRules)


@lru_cache
def _rules(path: Path, into: str) -> dict[str, Rule]:
    if into == SOURCE:
        return {rule.id: rule for rule in read_own(path, list[Rule])}
    texts = translated_rules(path, into)
    return {id: _translated(rule, texts) for id, rule in _rules(path, SOURCE).items()}


def _translated(rule: Rule, texts: TranslatedRules) -> Rule:
    return msgspec.structs.replace(
        rule,
        section=LEVEL.join(texts.sections.get(each, each) for each in rule.section.split(LEVEL)),
        rule=texts.rules.get(rule.id, rule.rule),
    )
