"""Tests of the rule lists in other languages than English."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from trunkline.engine.kernel import rulebook
from trunkline.engine.kernel.rulebook import LEVEL, load_rules, translated_rules
from trunkline.titles import catalogue as titles
from trunkline.titles import rules_of
from trunkline.util.catalogues import catalogue, languages
from trunkline.util.errors import DamagedError
from trunkline.util.messages import SOURCE, speak

OTHERS = [each for each in languages() if each != SOURCE]
NUMBER = re.compile(r"\d+(?:[.,]\d{3})*(?!\d)")
BEFORE = re.compile(rf"\$({NUMBER.pattern})")
AFTER = re.compile(rf"({NUMBER.pattern})[ \u00a0]\$")


def numbers(text: str) -> list[int]:
    """Return the numbers in a text in ascending order. Separators do not matter."""
    return sorted(_number(each) for each in NUMBER.findall(text))


def amounts(text: str) -> list[int]:
    """Return the amounts of money in a text in ascending order, with the sign before or after them."""
    return sorted(_number(each) for each in BEFORE.findall(text) or AFTER.findall(text))


def _number(digits: str) -> int:
    return int(re.sub(r"\D", "", digits))


def rules_file(title: str) -> Path:
    found = rules_of(title)
    assert isinstance(found, rulebook.Rulebook)
    return found.file


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("title", titles(teaching=False))
def test_each_rule_and_heading_has_a_translation_and_no_other_exists(title: str, language: str) -> None:
    english = rules_of(title)
    found = translated_rules(rules_file(title), language)
    assert found.rules.keys() == english.keys()
    assert found.sections.keys() == {each for rule in english.values() for each in rule.section.split(LEVEL)}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("title", titles())
def test_a_translation_has_the_numbers_and_amounts_of_the_rule(title: str, language: str) -> None:
    english = list(rules_of(title).values())
    with speak(catalogue(language)):
        translated = list(rules_of(title).values())
    for rule, other in zip(english, translated, strict=True):
        assert numbers(other.section) == numbers(rule.section)
        assert numbers(other.rule) == numbers(rule.rule), rule.id
        assert amounts(other.rule) == amounts(rule.rule), rule.id
        assert other.rule.endswith(".")


@pytest.fixture
def own_file(tmp_path: Path) -> Iterator[Path]:
    """Write a list with two rules, one of them with a German text."""
    rule = {"section": "STOCK / Buy", "kind": "value", "test": ""}
    english = [{"id": "x.a", "rule": "Buy one.", **rule}, {"id": "x.b", "rule": "Buy two.", **rule}]
    file = tmp_path / "rules.yaml"
    file.write_bytes(msgspec.yaml.encode(english))
    write_german(file, {"sections": {"Buy": "Kaufen"}, "rules": {"x.b": "Kaufe zwei."}})
    yield file
    translated_rules.cache_clear()
    rulebook._rules.cache_clear()


def write_german(file: Path, texts: object) -> None:
    file.with_name("rules.de.yaml").write_bytes(msgspec.yaml.encode(texts))


def test_the_reader_gets_the_rules_of_their_language_and_else_english(own_file: Path) -> None:
    found = load_rules(own_file)
    with speak(catalogue("de")):
        assert [rule.rule for rule in pickle.loads(pickle.dumps(found)).values()] == [
            "Buy one.",
            "Kaufe zwei.",
        ]
        assert found["x.b"].section == "STOCK / Kaufen"
    assert found["x.b"].rule == "Buy two."
    assert found["x.b"].section == "STOCK / Buy"


def test_a_translation_with_a_wrong_key_is_refused(own_file: Path) -> None:
    write_german(own_file, {"texts": {}})
    with speak(catalogue("de")), pytest.raises(DamagedError):
        load_rules(own_file)["x.a"]
