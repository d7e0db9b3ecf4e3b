"""The language of code and documents: docstrings, phrases that readers stumble over, and long sentences."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from prose import ROOT, files, headless, headless_comments, phrases, sentences
from quoted_names import PACKAGE, exists, missing, missing_files

CEILINGS: dict[str, int] = yaml.safe_load(
    (Path(__file__).parents[1] / "support/prose_ceilings.yaml").read_text()
)
"""The most findings of an area. The numbers only fall."""
AREAS = {
    "src": (("src",), (".py", ".yaml", ".md")),
    "docs": (("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs"), (".md",)),
    "web": (("web/src",), (".svelte", ".ts", ".css")),
}
DOCSTRINGS = {"headless": ("src",), "tests_headless": ("tests", "bench")}
"""Folders by the ceiling for docstrings that begin with a clause."""
MEAN, LONGEST = 18.0, 40
"""Words of a sentence: the most on average on a page, and the most in any one."""
PAGES = [
    path.relative_to(ROOT).as_posix()
    for path in files(*AREAS["docs"][0], kinds=(".md",))
    if path.name != "ladder.md"
]
"""Pages that people write: programs write docs/ladder.md."""


def held(name: str, findings: list[str]) -> None:
    """Fail above the ceiling, and below it ask to lower it."""
    shown = "\n".join(findings[:40])
    assert len(findings) <= CEILINGS[name], f"{name}: {len(findings)}, at most {CEILINGS[name]}\n{shown}"
    assert len(findings) == CEILINGS[name], f"lower {name} in prose_ceilings.yaml to {len(findings)}"


@pytest.mark.parametrize("area", DOCSTRINGS)
def test_docstrings_name_the_thing_or_say_what_it_does(area: str) -> None:
    places = DOCSTRINGS[area]
    held(area, [str(found) for path in files(*places, kinds=(".py",)) for found in headless(path)])


def test_comments_of_the_web_client_name_the_thing_or_say_what_it_does() -> None:
    places, kinds = AREAS["web"]
    paths = files(*places, kinds=kinds)
    held("web_headless", [str(found) for path in paths for found in headless_comments(path)])


@pytest.mark.parametrize("area", AREAS)
def test_few_phrases_that_readers_stumble_over(area: str) -> None:
    places, kinds = AREAS[area]
    held(area, [str(found) for path in files(*places, kinds=kinds) for found in phrases(path)])


@pytest.mark.parametrize("page", PAGES)
def test_sentences_are_short(page: str) -> None:
    found = sentences(ROOT / page, LONGEST)
    assert not found.long, "\n".join(found.long)
    assert found.mean <= MEAN, f"{found.mean:.1f} words a sentence on average"


def test_names_in_backticks_exist() -> None:
    modules = sorted(PACKAGE.rglob("*.py"))
    pages = [ROOT / page for page in PAGES] + sorted(PACKAGE.rglob("*.md"))
    found = [each for path in modules for each in missing(path)]
    found += [each for page in pages for each in missing_files(page)]
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize(
    ("quoted", "there"),
    [
        ("Game.legal()", True),
        ("game.game", True),
        ("trunkline.engine.kernel", True),
        ("engine/kernel/referee.py", True),
        ("a + b", True),
        ("Game.outcome_of_everything", False),
        ("no_such_name", False),
        ("no.such.module", False),
        ("engine/kernel/no_such_file.py", False),
    ],
)
def test_a_name_that_is_not_there_is_found(quoted: str, there: bool) -> None:
    assert exists(quoted, PACKAGE) == there


def test_findings_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that each check finds its fault, so that none passes by examining nothing."""
    monkeypatch.setattr("prose.ROOT", tmp_path)
    code = tmp_path / "code.py"
    code.write_text(
        '"""Plain."""\n\nLIMIT = 3\n"""How many there are."""\n\n\n'
        '# Whoever reads this.\ndef f() -> str:\n    return "go on"\n'
    )
    assert [str(found) for found in headless(code)] == ["code.py:4: How many there are."]
    assert [str(found) for found in phrases(code)] == [
        "code.py:7: whoever: Whoever",
        "code.py:9: go-on: go on",
    ]
    page = tmp_path / "page.md"
    page.write_text(
        "# A heading of "
        + "many " * 50
        + "words\n\nShort. "
        + "Word "
        + "word " * 40
        + "end.\n\n| table "
        + "x " * 50
        + "|\n"
    )
    assert [len(each.split()) for each in sentences(page, LONGEST).long] == [42]
    assert sentences(page, LONGEST).mean == 21.5


def test_headless_comments_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prose.ROOT", tmp_path)
    code = tmp_path / "Card.svelte"
    code.write_text(
        "<script>\n  /** Whether it is big. */\n  const big = false;\n"
        "  /**\n   * What is drawn,\n   * and where.\n   */\n"
        "  // Who reads this\n  // What follows is one comment.\n"
        '  // True if it shows "What".\n  const small = true;\n'
        "  // How many there are.\n</script>\n<!-- Where it is. -->\n"
        "<p>What a player reads</p>\n"
        "<style>\n  /* Who wants no motion. */\n  p {\n    color: red; /* Where it matters. */\n  }\n"
        "  /* A note on what follows. */\n  /* */\n</style>\n"
    )
    assert [str(found) for found in headless_comments(code)] == [
        "Card.svelte:2: Whether it is big.",
        "Card.svelte:4: What is drawn,",
        "Card.svelte:8: Who reads this",
        "Card.svelte:12: How many there are.",
        "Card.svelte:14: Where it is.",
        "Card.svelte:17: Who wants no motion.",
        "Card.svelte:19: Where it matters.",
    ]
    styles = tmp_path / "looks.css"
    styles.write_text("/* Plain. */\n/* How somebody wishes the page to look,\n   and why. */\np {\n}\n")
    assert [str(found) for found in headless_comments(styles)] == [
        "looks.css:2: How somebody wishes the page to look,"
    ]
    assert [str(found) for found in phrases(styles)] == ["looks.css:2: somebody: somebody"]
