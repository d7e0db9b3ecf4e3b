"""Nobody can be called what another is called, or what looks like it."""

from __future__ import annotations

import contextlib

import pytest

from people.world import PASSWORD, World
from trunkline.people.errors import Missing, Taken, Wrong
from trunkline.people.names import forms
from trunkline.people.passwords import check_password


@pytest.mark.parametrize("name", ["Ann", "Сай", "José", "李雷", "Ann-Marie O'Neil", "J.R", "Bob 2", "नेहा"])
def test_a_name_of_any_script_is_a_name(name: str) -> None:
    assert forms(f" {name} ").name == name


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
    with pytest.raises(Wrong):
        forms(name)


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
    with pytest.raises(Taken, match="looks like it"):
        world.person(second)


@pytest.mark.parametrize(
    ("first", "second"), [("Ann", "Anna"), ("Ali", "All"), ("Jose", "José"), ("Ian", "Lan")]
)
def test_names_that_do_not_look_alike_are_two(world: World, first: str, second: str) -> None:
    world.person(first)
    world.person(second)


@pytest.mark.parametrize("password", ["short", "x" * 201, "aaaaaaaaaaaa", "abababababab", "annikaannika"])
def test_a_password_that_is_guessed_soon_is_none(password: str) -> None:
    with pytest.raises(Wrong):
        check_password(password, "Annika")
    check_password(PASSWORD, "Annika")


def test_a_text_that_no_database_keeps_is_refused_alike(world: World) -> None:
    with pytest.raises((Missing, Wrong)):
        world.accounts.named("Ann\x00")
    place = None
    with contextlib.suppress(Wrong):
        place = world.seating.place("g\x00", "")
    assert place is None
