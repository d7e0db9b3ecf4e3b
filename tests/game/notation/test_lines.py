"""Tests of actions as lines: every action is one line that can be read back without the game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from trunkline import UsageError
from trunkline import actions as A
from trunkline.engine.routing.run import Run
from trunkline.game.actions import KINDS, Action, tag
from trunkline.game.notation import lines, notation, parse
from trunkline.game.notation.patterns import FORMS, WORDS

PAGE = Path(__file__).resolve().parents[3] / "docs" / "notation.md"
ROW = re.compile(r"^\| `(\w+)` \| (.+) \| `(.+)` \|$", re.MULTILINE)

NAMES = st.one_of(
    st.sampled_from(
        ["Ann", "L&N", "GM&O", "2-0", "4+4-1", "D17", "57", "offering", "Zoë", "", " ", "Ann Lee"]
    ),
    st.sampled_from(sorted(WORDS)),
    st.sampled_from(
        ["bıds", "paſſes", "İs", 'a"b', "a\\", "C14.0", "x:y", "(", "}", "\u2028", "a\nb", "$5", "½"]
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
)
NUMBERS = st.one_of(st.integers(-3, 200), st.integers(-(2**70), 2**70))
RUNS = st.lists(st.builds(Run, NAMES, st.lists(NAMES, max_size=4).map(tuple)), max_size=3).map(tuple)
PAYOUTS = st.one_of(st.sampled_from(["pay", "half", "withhold"]), NAMES)


def values(field: msgspec.structs.FieldInfo) -> st.SearchStrategy[Any]:
    """Return a strategy for the values of a field."""
    if field.name == "payout":
        return PAYOUTS
    return {"str": NAMES, "int": NUMBERS, "bool": st.booleans()}.get(
        getattr(field.type, "__name__", ""), RUNS
    )


def records(kind: type[Action]) -> st.SearchStrategy[Action]:
    """Return a strategy for actions of a kind with any values."""
    return st.builds(kind, **{field.name: values(field) for field in msgspec.structs.fields(kind)})


@pytest.mark.parametrize("kind", KINDS, ids=tag)
def test_every_action_is_one_line_that_is_read_back(kind: type[Action]) -> None:
    @given(action=records(kind))
    @settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    def reads_back(action: Action) -> None:
        line = notation(action)
        assert line.isprintable()
        assert parse(line) == action
        assert notation(parse(line)) == line
        rest = notation(action, actor=False)
        assert [form.kind for form in FORMS if form.read(rest) is not None] == [kind]

    reads_back()


def test_the_page_has_a_row_with_an_example_for_every_kind() -> None:
    rows = {kind: (line, example) for kind, line, example in ROW.findall(PAGE.read_text())}
    assert list(rows) == [tag(kind) for kind in KINDS]
    for kind, (line, example) in rows.items():
        assert tag(type(parse(example))) == kind
        assert notation(parse(example)) == example
        words = {
            word for form in FORMS if tag(form.kind) == kind for word in WORDS & set(form.pattern.split())
        }
        assert words - {"by"} <= set(re.findall(r"[a-z]+", line)), kind


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (A.LayTile("Ann", "LPS", "D17", "57", 2), "Ann: LPS lays 57/2 on D17"),
        (A.LayTile("Ann", "LPS", "H11", "57", 0, "canada"), "Ann: LPS lays 57/0 on H11 by canada"),
        (A.RunTrains("Ann", "LPS"), "Ann: LPS runs nothing"),
        (
            A.RunTrains("Ann", "LPS", (Run("2-0", ("C14.0", "C16", "D17.1")),)),
            "Ann: LPS runs 2-0: C14.0 C16 D17.1",
        ),
        (A.Pass("Ann Lee"), '"Ann Lee": passes'),
        (A.Pass("passes"), '"passes": passes'),
        (A.BuyShare("O'Hara", "L&N", "offering"), "O'Hara: buys L&N from offering"),
        (A.BuyPrivate("Ann", "ws", 40), "Ann: buys ws for $40"),
        (A.Pass("a\nb"), '"a\\nb": passes'),
    ],
)
def test_lines_are_what_people_say(action: Action, line: str) -> None:
    assert notation(action) == line
    assert parse(line) == action


def test_spaces_and_the_sign_of_dollars_do_not_matter() -> None:
    assert parse("  Ann :  starts   LPS at 65 ") == A.StartCorporation("Ann", "LPS", 65)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "does not say who acts"),
        ("passes", "does not say who acts"),
        ("Ann: dances", "'dances' is no action in the notation"),
        ("Ann: passes now", "'passes now' is no action"),
        ("Ann: bids $5", "is no action"),
        ("Ann: LPS places token on D17", "leaves out what it needs: stop"),
        ("Ann: LPS runs 2-0 C14.0", "is no action"),
        ("Ann: LPS runs 2-0: C14.0; C16", "'C16' is no run"),
        ('"Ann\\x": passes', "is not quoted as JSON quotes a text"),
        ('"\\ud800": passes', "no action that can be played"),
        (f"Ann: sells {'9' * 5_000} LPS", "is no action"),
        ("Ann: sells ２ LPS", "is no action"),
        ("Ann: Bob: passes", "is no action"),
    ],
)
def test_a_line_that_is_none_is_refused_in_a_sentence(line: str, said: str) -> None:
    with pytest.raises(UsageError, match=re.escape(said)):
        parse(line)


def test_what_is_no_action_has_no_line() -> None:
    for thing in (None, A.Pass(5), A.LayTile("Ann", "LPS", "D17", 57, 2)):  # type: ignore[arg-type]
        with pytest.raises(UsageError):
            notation(thing)  # type: ignore[arg-type]


def test_long_lines_are_read_in_no_time_to_speak_of() -> None:
    for line in (
        "Ann:" + " " * 300_000 + "x",
        "a" * 300_000,
        '"' * 300_001,
        "Ann: LPS runs 2: " + "C14 " * 90_000 + ";;",
    ):
        with pytest.raises(UsageError):
            parse(line)
    assert lines.actor_of("Ann:" + " " * 300_000 + "passes") == ("Ann", "passes")
