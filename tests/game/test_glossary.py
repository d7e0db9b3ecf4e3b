"""Tests of the glossary and the questions of new players in other languages than English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from trunkline.game.wording import glossary as module
from trunkline.game.wording.glossary import Entry, explained, glossary, translations
from trunkline.game.wording.questions import questions, translated_questions
from trunkline.util.catalogues import catalogue, languages
from trunkline.util.errors import DamagedError
from trunkline.util.messages import SOURCE, speak

OTHERS = [each for each in languages() if each != SOURCE]


def entries() -> list[Entry]:
    return [entry for section in glossary() for entry in section.entries]


@pytest.mark.parametrize("language", OTHERS)
def test_each_entry_and_question_has_a_translation_and_no_other_exists(language: str) -> None:
    found = translations(language)
    assert found.sections.keys() == {each.section for each in glossary()}
    assert found.entries.keys() == {each.words[0] for each in entries()}
    assert translated_questions(language).keys() == {each.question for each in questions()}


@pytest.mark.parametrize("language", OTHERS)
def test_a_translated_glossary_has_each_word_and_form_once(language: str) -> None:
    english, asked = entries(), questions()
    with speak(catalogue(language)):
        translated, answered = entries(), questions()
    for named in (
        Counter(word for each in translated for word in each.words),
        Counter(form.lower() for each in translated for form in each.found_as),
    ):
        assert [word for word, times in named.items() if times > 1] == []
    for entry, other in zip(english, translated, strict=True):
        assert other.words
        assert other.meaning
        assert not other.meaning.endswith(".")
        assert bool(other.found_as) == bool(entry.found_as), entry.words
    for question, answer in zip(asked, answered, strict=True):
        assert answer.question.endswith("?")
        assert answer.answer.endswith(".")
        assert answer.rules == question.rules
        # The page shows a question about one title, such as "1856: What is a loan?", only with this title.
        about = question.question.rpartition(":")[0]
        assert answer.question.rpartition(":")[0] == about


def test_the_reader_gets_the_words_of_their_language() -> None:
    assert explained("redeem") == ("redeem", explained("issue").meaning)
    with speak(catalogue("de")):
        assert explained("share") == ("Aktie", "ein gleicher Anteil an einer Gesellschaft, meist 10\xa0%")
        assert explained("redeem").word == "zurückkaufen"
        assert explained("initial offering").word == explained("IPO").word == "IPO"
        assert questions()[0].question == "Wie gewinne ich?"
    assert questions()[0].question == "How do I win?"


@pytest.fixture
def own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Copy the English glossary to a folder, and read glossaries there."""
    file = tmp_path / "glossary.yaml"
    file.write_text(module.FILE.read_text())
    monkeypatch.setattr(module, "FILE", file)
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    module.translations.cache_clear()
    module._glossary.cache_clear()


def test_what_has_no_translation_stays_english(own_files: Path) -> None:
    share = {"words": ["Aktie"], "meaning": "ein Anteil", "forms": ["Aktien"]}
    (own_files / "glossary.de.yaml").write_bytes(msgspec.yaml.encode({"entries": {"share": share}}))
    english = entries()
    with speak(catalogue("de")):
        found = entries()
    (new,) = set(found) - set(english)
    assert (new.words, new.meaning, new.found_as) == (("Aktie",), "ein Anteil", ("Aktien",))
    assert len(found) == len(english)


@pytest.mark.parametrize("more", [{"of": "X"}, {"forms": None}])
def test_a_translation_with_a_wrong_or_missing_key_is_refused(
    own_files: Path, more: dict[str, object]
) -> None:
    share = {"words": ["Aktie"], "meaning": "ein Anteil", "forms": ["Aktien"]} | more
    (own_files / "glossary.de.yaml").write_bytes(msgspec.yaml.encode({"entries": {"share": share}}))
    with speak(catalogue("de")), pytest.raises(DamagedError):
        glossary()
