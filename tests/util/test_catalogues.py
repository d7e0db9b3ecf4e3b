"""Tests of the catalogues: their forms, their languages, and each translation of program and page."""

from __future__ import annotations

import re
import runpy
from collections import Counter
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

import trunkline
from trunkline.util import catalogues
from trunkline.util.catalogues import PSEUDO, PoCatalogue, catalogue, languages, negotiated, pseudo
from trunkline.util.messages import SOURCE, gettext, speak

PROGRAM = Path(trunkline.__file__).parent / "locales"
ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "web" / "locales"
# The build writes the English catalogue of the page.
FILES = sorted(path for path in (*PROGRAM.glob("*.po"), *PAGE.glob("*.po")) if path.stem != "en")
FIELDS = {
    PROGRAM: re.compile(r"\{[^{}]*\}"),
    # The page's messages have numbered values and tags, and # is the number of a plural form.
    PAGE: re.compile(r"\{\d+\}|</?\d+/?>|#"),
}


def named(path: Path) -> str:
    return f"{'page' if path.parent == PAGE else 'program'}-{path.stem}"


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def forms(found: object) -> tuple[str, ...]:
    """Return the forms of a message or of a translation."""
    return tuple(map(str, found)) if isinstance(found, list | tuple) else (str(found or ""),)


def missing(messages: Iterable[Message]) -> Iterator[str]:
    """Yield the messages without a complete translation. A fuzzy one, or an empty form, does not count."""
    for each in messages:
        if each.id and (each.fuzzy or not all(forms(each.string))):
            yield forms(each.id)[0]


def fields_of(form: str, fields: re.Pattern[str]) -> tuple[set[str], Counter[str]]:
    """Return the fields of a form, and its tags with their numbers. A translation may repeat a field only."""
    found = fields.findall(form)
    return {each for each in found if each[0] == "{"}, Counter(each for each in found if each[0] != "{")


def wrong_fields(messages: Iterable[Message], fields: re.Pattern[str]) -> Iterator[str]:
    """Yield the translations that do not have exactly the fields of their message.

    The first form of a plural may say its number in words, so it may lack a field of the others.
    """
    for each in messages:
        wanted = [fields_of(form, fields) for form in forms(each.id)]
        for number, form in enumerate(forms(each.string)):
            if not form or not each.id:
                continue
            found = fields_of(form, fields)
            if found not in wanted[number if number < len(wanted) else -1 :] and found != wanted[-1]:
                yield f"{forms(each.id)[0]!r}: {form!r}"


def parsed(text: str) -> Catalog:
    head = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
    return read_po(BytesIO((head + text).encode()), locale="fr")


# -- the catalogues of the project


@pytest.mark.parametrize("path", FILES, ids=named)
def test_each_translation_has_the_fields_of_its_message(path: Path) -> None:
    assert not list(wrong_fields(read(path), FIELDS[path.parent]))


@pytest.mark.parametrize("path", FILES, ids=named)
def test_no_catalogue_has_fuzzy_translations(path: Path) -> None:
    assert not [each.id for each in read(path) if each.id and each.fuzzy]


@pytest.mark.parametrize("path", [path for path in FILES if path.stem == "de"], ids=named)
def test_german_is_complete(path: Path) -> None:
    found = list(missing(read(path)))
    assert not found, f"{len(found)} messages without a translation:\n" + "\n".join(found)


@pytest.mark.parametrize("path", FILES, ids=named)
def test_page_and_program_have_the_same_languages(path: Path) -> None:
    assert (PROGRAM / path.name).exists()
    assert (PAGE / path.name).exists()
    assert path.stem in languages()


@pytest.mark.parametrize("path", sorted(PROGRAM.glob("*.po")), ids=named)
def test_the_catalogue_has_the_messages_of_the_program(path: Path) -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "messages.py"))
    wanted = {(each.id, each.context) for each in tool["collected"]() if each.id}
    assert wanted == {(each.id, each.context) for each in read(path) if each.id}, "run: make messages"


# -- the checks


def test_the_checks_find_faulty_translations() -> None:
    good = 'msgid "{a} of {b}"\nmsgstr "{b}: {a}"\n\n'
    faults = {
        'msgid "{a} buys"\nmsgstr "{b} achète"\n\n': "{a} buys",
        'msgid "{a} sells"\nmsgstr "vend"\n\n': "{a} sells",
        'msgid "{n} run"\nmsgid_plural "{n} runs"\nmsgstr[0] "{n} course"\nmsgstr[1] "courses"\n': "{n} run",
    }
    found = list(wrong_fields(parsed(good + "".join(faults)), FIELDS[PROGRAM]))
    assert [each.split("'")[1] for each in found] == list(faults.values())
    tags = (
        'msgid "See <0>rules</0> {0}"\nmsgstr "{0} <0>règles<0/>"\n\nmsgid "# run"\nmsgid_plural "# runs"\n'
    )
    page = parsed(tags + 'msgstr[0] "# course"\nmsgstr[1] "courses"\n')
    assert [each.split("'")[1] for each in wrong_fields(page, FIELDS[PAGE])] == [
        "See <0>rules</0> {0}",
        "# run",
    ]


def test_empty_and_fuzzy_translations_are_missing() -> None:
    text = (
        'msgid "one"\nmsgstr "un"\n\nmsgid "two"\nmsgstr ""\n\n#, fuzzy\nmsgid "three"\nmsgstr "trois"\n\n'
        'msgid "{n} run"\nmsgid_plural "{n} runs"\nmsgstr[0] "{n} course"\nmsgstr[1] ""\n'
    )
    assert list(missing(parsed(text))) == ["two", "three", "{n} run"]


# -- the classes


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PoCatalogue:
    """A small catalogue of another language."""
    folder = tmp_path / "locales"
    folder.mkdir()
    (folder / "fr.po").write_text(
        'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n\n'
        'msgid "{player} passes"\nmsgstr "{player} passe"\n\n'
        'msgid "The game"\nmsgstr ""\n\n#, fuzzy\nmsgid "The bank"\nmsgstr "Le banc"\n\n'
        'msgid "{count} share"\nmsgid_plural "{count} shares"\n'
        'msgstr[0] "{count} part"\nmsgstr[1] "{count} parts"\n\n'
        'msgid "{count} run"\nmsgid_plural "{count} runs"\nmsgstr[0] "{count} course"\nmsgstr[1] ""\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(catalogues, "files", lambda package: tmp_path)
    return PoCatalogue("fr")


def test_a_catalogue_has_the_plural_rule_and_the_numbers_of_its_language(french: PoCatalogue) -> None:
    shares = [french.translated_plural("{count} share", "{count} shares", n) for n in (0, 1, 2)]
    assert shares == ["{count} part", "{count} part", "{count} parts"]
    assert french.number(12345) == "12\u202f345"
    with speak(french):
        assert gettext("{player} passes", player="Ann") == "Ann passe"


def test_messages_without_a_complete_translation_stay_english(french: PoCatalogue) -> None:
    for message in ("The game", "The bank", "A message of a later version"):
        assert french.translated(message) == message
    runs = [french.translated_plural("{count} run", "{count} runs", n) for n in (0, 1, 2)]
    assert runs == ["{count} runs", "{count} run", "{count} runs"]
    assert french.translated_plural("{count} tile", "{count} tiles", 2) == "{count} tiles"


def test_the_pseudo_language_changes_all_but_the_fields() -> None:
    assert pseudo("{player} passes: {count}") == "{player} páásséés: {count}"
    spoken = catalogue(PSEUDO)
    assert spoken is not None
    assert spoken.language == PSEUDO
    assert spoken.translated_plural("one", "two", 1) == "óónéé"
    assert spoken.number(1234) == "1,234"


def test_the_first_wanted_language_with_a_catalogue_is_spoken() -> None:
    assert languages()[0] == SOURCE
    assert "de" in languages()
    assert catalogue(SOURCE) is None
    assert catalogue("tlh") is None
    for wanted, spoken in {
        ("de-AT",): "de",
        ("DE",): "de",
        ("fr", "tlh", "de", "en"): "de",
        ("en-GB", "de"): "en",
        ("*",): "en",
        ("../de",): "en",
        (): "en",
        (PSEUDO, "de"): PSEUDO,
    }.items():
        assert negotiated(wanted) == spoken
