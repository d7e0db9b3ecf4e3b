"""Tests of the rules of declared titles in other languages than English."""

from __future__ import annotations

import re

import pytest

from titles.declared.conftest import Add
from trunkline.titles import boards, power_text, rules_of
from trunkline.titles.declared.rule_texts import Sentences, sentences, translated_sentences
from trunkline.util.catalogues import catalogue, languages
from trunkline.util.messages import SOURCE, speak

OTHERS = [each for each in languages() if each != SOURCE]


def blanks(text: str) -> list[str]:
    """Return the names in braces of a sentence, in alphabetical order."""
    return sorted(re.findall(r"{(\w+)}", text))


@pytest.mark.parametrize("language", OTHERS)
def test_each_sentence_has_a_translation_with_the_same_blanks(language: str) -> None:
    english = {name: text for section in sentences().values() for name, text in section.items()}
    found: Sentences = translated_sentences(language)
    assert found.sections.keys() == sentences().keys()
    assert found.rules.keys() == english.keys()
    for name, text in english.items():
        assert blanks(found.rules[name]) == blanks(text), name


@pytest.mark.parametrize("language", OTHERS)
def test_no_rule_of_the_example_stays_english(add: Add, language: str) -> None:
    rules = rules_of(add())
    english = {id: rule.rule for id, rule in rules.items()}
    with speak(catalogue(language)):
        found = {id: (rule.section, rule.rule) for id, rule in rules.items()}
    assert found.keys() == english.keys()
    assert [id for id, text in english.items() if found[id][1] == text] == []
    assert not {section for section, _ in found.values()} & {rule.section for rule in rules.values()}


def test_rules_of_the_example_in_german(add: Add) -> None:
    rules = rules_of(add())
    with speak(catalogue("de")):
        found = {id: rule.rule for id, rule in rules.items()}
    assert found["18isle.start.par"].startswith("Die Ausgabekurse sind ")
    assert found["18isle.phase.2.span"].startswith("Phase 2 beginnt mit der ersten 2-Lok. Plättchen: gelb.")
    english = rules["18isle.phase.2.span"].rule
    assert english.startswith("Phase 2 begins with the first 2-train. Tiles: yellow.")


def test_the_power_of_a_private_is_in_the_language_of_the_reader_unless_the_file_words_it(add: Add) -> None:
    add(
        ("cost: 50, revenue: 10", "cost: 50, revenue: 10, hexes: [A5], powers: [{kind: blocks}]"),
        ("cost: 20, revenue: 5", "cost: 20, revenue: 5, power: Ours, powers: [{kind: blocks, hexes: [A5]}]"),
    )
    lighthouse, quay = boards()["18Isle"]().privates
    with speak(catalogue("de")):
        assert power_text(quay).startswith("Solange The Quay and Harbour Company einem Spieler")
        assert power_text(lighthouse) == "Ours"
    assert power_text(quay) == quay.power
    assert quay.power.startswith("While a player owns ")
