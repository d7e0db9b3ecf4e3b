"""The documents: their code, commands, links and names work."""

from __future__ import annotations

import ast
import json
import os
import pkgutil
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib
import pytest
import yaml
from matplotlib import pyplot

import trunkline
from cli.terminal import Terminal, call
from trunkline.cli.command_line import parser
from trunkline.game.wording.glossary import as_markdown, glossary
from trunkline.learn.lesson_pages import pages as lesson_pages
from trunkline.players.registry import GROUP
from trunkline.web.http import STORE
from web.http.process import running

ROOT = Path(__file__).resolve().parents[2]
OF_TITLES = sorted((ROOT / "src" / "trunkline" / "titles").glob("*/README.md"))
README = ROOT / "README.md"
DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md")), *OF_TITLES]
SITE = [page for page in sorted(DOCS.rglob("*.md")) if "```python" in page.read_text()]
"""Pages of the documentation with Python code."""
NOTEBOOKS = sorted(DOCS.rglob("*.ipynb"))


def blocks(page: Path, language: str) -> list[str]:
    """Return the code blocks of a page in one language."""
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(), re.DOTALL)


def code(page: Path) -> list[tuple[str, str]]:
    """Return the blocks of a page that a reader would paste: languages and texts, in order."""
    return re.findall(r"```(sh|python)\n(.*?)```", page.read_text(), re.DOTALL)


def commands() -> Iterator[str]:
    """Yield every line of a shell block that calls ``trunkline``, without its comment."""
    for page in PAGES:
        for block in blocks(page, "sh"):
            lines = (line.partition(" #")[0].strip() for line in block.splitlines())
            yield from (line.partition(" < ")[0] for line in lines if line.startswith(".venv/bin/trunkline "))


@pytest.mark.slow
@pytest.mark.parametrize("page", [README, *SITE], ids=lambda page: page.stem)
def test_a_page_works_block_by_block_as_a_reader_pastes_it(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "trunkline").symlink_to(Path(sys.executable).parent / "trunkline")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for language, block in code(page):
        if language == "python":
            if named := re.match(r"# (\w+\.py)\n", block):
                Path(named[1]).write_text(block)
            run_python(block, names)
        else:
            for line in block.splitlines():
                paste(line.partition(" #")[0].strip())
    assert isinstance(names["game"], trunkline.Game)
    assert page != README or json.loads(Path("out.json").read_text())["actions"]


@pytest.mark.slow
@pytest.mark.parametrize("page", NOTEBOOKS, ids=lambda page: page.stem)
def test_a_notebook_runs_cell_by_cell_and_draws(page: Path) -> None:
    matplotlib.use("Agg")
    cells = [cell for cell in json.loads(page.read_text())["cells"] if cell["cell_type"] == "code"]
    # The notebook is stored without output: running it makes the plots.
    assert all(cell["outputs"] == [] for cell in cells)
    names: dict[str, object] = {}
    for cell in cells:
        exec(compile("".join(cell["source"]), page.name, "exec"), names)
    drawn = [pyplot.figure(number) for number in pyplot.get_fignums()]
    assert len(drawn) == sum("plt.subplots" in "".join(cell["source"]) for cell in cells) > 0
    assert all(axes.has_data() for figure in drawn for axes in figure.axes)
    pyplot.close("all")


@pytest.mark.parametrize("shown", ["4", "[1]", "(1, 2)", "{'a': 1}", "'x'", "True"])
def test_a_value_shown_behind_a_statement_must_come_out(shown: str) -> None:
    run_python(f"{shown}  # {shown}: and more words", {})
    with pytest.raises(AssertionError):
        run_python(f"None  # {shown}", {})


def run_python(block: str, names: dict[str, object]) -> None:
    """Run a block statement by statement. Each value must equal the one in the comment after it."""
    values = r"\{.*?\}|\[.*?\]|\(.*?\)|'[^']*'|True|False|\d+\b"
    lines = block.splitlines()
    for statement in ast.parse(block).body:
        if not isinstance(statement, ast.Expr):
            exec(compile(ast.Module([statement], []), "a page", "exec"), names)
            continue
        value = eval(compile(ast.Expression(statement.value), "a page", "eval"), names)
        shown = re.search(rf" # ({values})", lines[statement.lineno - 1])
        if shown:
            assert value == ast.literal_eval(shown[1]), lines[statement.lineno - 1]


def paste(line: str) -> None:
    """Run a line of shell as a reader would. Leave the game if it asks for an action."""
    line, _, source = line.partition(" < ")
    words = shlex.split(line)
    if words[0] == "make":
        make(words[1:])
    elif words[1] == "table":
        with running(Path(STORE), *words[2:]) as table:
            assert table.ask("GET", "/api/games")[0] == 200
            assert table.stop() == 0
    elif words[1] == "play" and "all" not in words:
        with Terminal(*words[1:]) as terminal:
            terminal.read_until("> ")
            terminal.press(b"quit\n")
            assert terminal.end()[0] == 0
    elif words[1] in ("play", "serve") or source:
        with Path(source or os.devnull).open() as given:
            done = subprocess.run(words, stdin=given, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    else:
        done = call(*words[1:])
        assert done.returncode == 0, done.stderr


def make(words: list[str]) -> None:
    """Check a call of make. Run ``make play`` without a terminal. ``make test`` is this very run."""
    game = next((word.partition("=")[2] for word in words if word.startswith("GAME=")), "")
    if words[0] == "play" and not any(word.startswith("ARGS=") for word in words):
        done = call("table", "--self-test", *(("--open", game) if game else ()))
        assert (done.returncode, "1  " in done.stdout) == (0, True)
    recipe = subprocess.run(["make", "-n", "-C", ROOT, *words], capture_output=True, text=True, check=False)
    assert recipe.returncode == 0, recipe.stderr


@pytest.mark.parametrize("command", sorted(set(commands())))
def test_every_command_of_the_documents_is_understood(command: str) -> None:
    parser().parse_args(shlex.split(command)[1:])


def test_every_make_target_of_the_documents_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page in PAGES:
        code = "\n".join(blocks(page, "sh"))
        named = re.findall(r"`make ([a-z-]+)", page.read_text()) + re.findall(r"(?m)^make ([a-z-]+)", code)
        assert set(named) <= targets, page.name


@pytest.mark.parametrize("page", OF_TITLES, ids=lambda page: page.parent.name)
def test_the_first_turns_of_a_title_go_as_its_page_shows(page: Path) -> None:
    (shown,) = blocks(page, "text")
    command, _, expected = shown.partition("\n")
    said: list[str] = []
    typed = re.findall(r"^(\w+)> (.*)$", expected, re.MULTILINE)
    with Terminal(*shlex.split(command)[2:]) as terminal:
        said.append(terminal.read_until(f"{typed[0][0]}> "))
        for number, (_, line) in enumerate(typed, 1):
            following = typed[number][0] if number < len(typed) else ""
            said.append(terminal.ask(line, f"{following}> "))
    assert expected.strip() in "".join(said).replace("\r\n", "\n")


def test_every_link_of_the_docs_leads_somewhere() -> None:
    made = {path for path, _ in lesson_pages()}
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            if not target.startswith("http") and target not in made:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_test_that_the_security_page_names_exists() -> None:
    named = re.findall(r"`([\w/-]+/test_\w+\.py)`", (ROOT / "docs" / "security.md").read_text())
    assert len(named) > 20
    assert [path for path in named if not (ROOT / "tests" / path).is_file()] == []


def test_every_name_of_the_package_in_the_docs_exists() -> None:
    for page in PAGES:
        text = page.read_text()
        named = re.findall(r"(?m)^::: ([\w.]+)$", text) + re.findall(r"`(trunkline(?:\.\w+)+)", text)
        for name in named:
            assert found(name), f"{page.name}: {name}"


def found(name: str) -> bool:
    """Return whether a dotted name is a module or a name in one."""
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


def test_every_page_of_the_site_is_in_its_contents() -> None:
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text())
    pages = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}
    decisions = {page for page in pages if page.startswith("decisions/")} - {"decisions/README.md"}
    # The build writes the pages of the lessons.
    assert sorted(leaves(config["nav"])) == sorted({"lessons/index.md", *pages} - decisions)
    listed = re.findall(r"\]\((\S+\.md)\)", (DOCS / "decisions" / "README.md").read_text())
    assert sorted(f"decisions/{page}" for page in listed) == sorted(decisions)


def leaves(contents: list[Any] | dict[str, Any] | str) -> Iterator[str]:
    """Yield the pages in a table of contents."""
    if isinstance(contents, str):
        yield contents
    else:
        for each in contents.values() if isinstance(contents, dict) else contents:
            yield from leaves(each)


def test_the_parts_that_pages_take_from_elsewhere_are_there() -> None:
    for page in DOCS.rglob("*.md"):
        for path, section in re.findall(r'(?m)^--8<-- "([\w./]+)(?::(\w+))?"$', page.read_text()):
            text = (ROOT / path).read_text()
            assert not section or f"--8<-- [start:{section}]" in text, page.name


def test_what_packages_are_shown_to_offer_can_be_read() -> None:
    for page in PAGES:
        for block in blocks(page, "toml"):
            offered = tomllib.loads(block)["project"]["entry-points"][GROUP]
            files = "\n".join(blocks(page, "python"))
            for place in offered.values():
                module, _, member = place.partition(":")
                assert f"# {module}.py\n" in files
                assert f"class {member}:" in files


def test_the_tests_that_make_names_are_there() -> None:
    recipes = (ROOT / "Makefile").read_text().replace("\\\n", " ")
    for words in re.findall(r"(?m)^(?:CHECKED|VERSIONED) := (.*)$", recipes):
        for path in words.split():
            assert (ROOT / path).exists(), path


def test_the_glossary_says_each_word_once_and_is_up_to_date() -> None:
    entries = [entry for section in glossary() for entry in section.entries]
    words = [word for entry in entries for word in entry.words]
    assert len(words) == len(set(words)) > 90
    assert all(entry.meaning and not entry.meaning.endswith(".") for entry in entries)
    assert (DOCS / "glossary.md").read_text() == as_markdown(), "make glossary"
