"""Tests that no two accounts have equal or similar-looking names."""

from __future__ import annotations

import contextlib
import sys

import pytest
import regex

from trunkline.util.errors import UsageError
from trunkline.util.visible_text import BLANKS, bare, shows
from trunkline.web.accounts.passwords import check_password
from trunkline.web.accounts.usernames import normalise
from trunkline.web.chat import text
from trunkline.web.errors import AlreadyTaken, Invalid, NotFound
from trunkline.web.games.names import check_new_names
from web.accounts.world import PASSWORD, World


@pytest.mark.parametrize("name", ["Ann", "Сай", "José", "李雷", "Ann-Marie O'Neil", "J.R", "Bob 2", "नेहा"])
def test_a_name_of_any_script_is_a_name(name: str) -> None:
    assert normalise(f" {name} ").name == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "A",
        "x" * 25,
        "Ann\u202eboB",
        "Ann\u200bLee",
        "Ann\nLee",
        "Ann\x00",
        "<b>Ann</b>",
        "a  b",
        "-Ann",
        "Ann.",
        "😀😀",
        "An\u0301\u0302\u0303\u0304n",
        "=1+1",
        "Operator",
        "0perator",
        "a former player",
        "ADMIN",
        "аdmin",
    ],
)
def test_what_cannot_be_read_or_passes_for_something_else_is_none(name: str) -> None:
    with pytest.raises(Invalid):
        normalise(name)


def ignorable() -> list[str]:
    """Every 40th character that Unicode ignores by default, and the characters of the program's list."""
    every = [chr(number) for number in range(sys.maxunicode + 1) if not 0xD800 <= number < 0xE000]
    found = regex.findall(r"\p{Default_Ignorable_Code_Point}", "".join(every))
    assert len(found) > 4000
    return [*found[::40], *"\ufe0f\u034f\u180b\U000e0100\u17b4\u3164\u115f", *BLANKS]


@pytest.mark.parametrize("each", ignorable(), ids=ascii)
def test_character_that_does_not_show_is_in_no_name(each: str) -> None:
    for name in (f"Anna{each}", f"An{each}na", f"operator{each}", each * 3):
        with pytest.raises(Invalid):
            normalise(name)
        assert bare(name) == name.replace(each, "")
        with pytest.raises(UsageError):
            check_new_names([name], [])
    assert not shows(each * 3)
    with pytest.raises(Invalid):
        text.message(f" {each}\n{each} ")
    assert text.note(each) == ""


@pytest.mark.parametrize("mark", ["\u1039", "\u17d2", "\u0947", "\u05b8"])
def test_mark_of_another_script_is_in_no_name(mark: str) -> None:
    with pytest.raises(Invalid):
        normalise(f"Anna{mark}")


@pytest.mark.parametrize("name", ["မန္တလေး", "សុខា", "ที่รัก", "יוֹסֵף", "مُحَمَّد", "プーチン", "Nguyễn", "தமிழ்"])
def test_joiners_and_marks_of_a_script_are_in_its_names(name: str) -> None:
    assert normalise(name).name == name
    check_new_names([name], [])


def test_names_at_one_table_are_told_apart() -> None:
    check_new_names(["Ann", "Zoë ❤️", "👩🏽‍🚀"], ["CA", "GT"])
    for pair in (["Paul", "Раul"], ["Ann", "ANN"]):
        with pytest.raises(UsageError, match="look alike"):
            check_new_names(pair, [])
    with pytest.raises(UsageError, match="name of a corporation"):
        check_new_names(["СА"], ["CA"])
    with pytest.raises(UsageError, match="at most 6 marks"):
        check_new_names(["Z" + "\u0335" * 7], [])


def test_stacks_of_marks_in_messages_end() -> None:
    tall = "Z" + "\u0335" * 50 + "o"
    assert text.message(tall) == text.note(tall) == "Z" + "\u0335" * 6 + "o"
    assert text.message("❤️ 👩‍👩‍👧") == "❤️ 👩‍👩‍👧"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Paul", "PAUL"),
        ("Paul", "Раul"),  # Cyrillic
        ("PAUL", "ΡΑUL"),  # Greek capitals
        ("Bill", "BiII"),  # capital i for small L
        ("Bill", "Bi11"),
        ("Otto", "0tto"),
        ("Adam", "Adarn"),
        ("José", "Jose\u0301"),
        ("Anna", "\uff21nna"),  # full width
        ("strasse", "Straße"),
    ],
)
def test_two_names_that_look_alike_are_one(world: World, first: str, second: str) -> None:
    world.person(first)
    with pytest.raises(AlreadyTaken, match="looks like it"):
        world.person(second)


@pytest.mark.parametrize(
    ("first", "second"), [("Ann", "Anna"), ("Ali", "All"), ("Jose", "José"), ("Ian", "Lan")]
)
def test_names_that_do_not_look_alike_are_two(world: World, first: str, second: str) -> None:
    world.person(first)
    world.person(second)


@pytest.mark.parametrize("password", ["short", "x" * 201, "aaaaaaaaaaaa", "abababababab", "annikaannika"])
def test_a_password_that_is_guessed_soon_is_none(password: str) -> None:
    with pytest.raises(Invalid):
        check_password(password, "Annika")
    check_password(PASSWORD, "Annika")


def test_a_text_that_no_database_keeps_is_refused_alike(world: World) -> None:
    with pytest.raises((NotFound, Invalid)):
        world.accounts.named("Ann\x00")
    place = None
    with contextlib.suppress(Invalid):
        place = world.seating.place("g\x00", "")
    assert place is None
