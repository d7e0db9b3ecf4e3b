"""What the documents show works."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

import trunkline
from cli.terminal import Terminal, call
from trunkline.cli import _parser
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer
from trunkline.server import STORE
from trunkline.server.store import Store

ROOT = Path(__file__).resolve().parent.parent
OF_TITLES = sorted((ROOT / "src" / "trunkline" / "titles").glob("*/README.md"))
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), *OF_TITLES]


def blocks(page: Path, language: str) -> list[str]:
    """The code blocks of a page in one language."""
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(), re.DOTALL)


def commands() -> Iterator[str]:
    """Every line of a shell block that calls ``trunkline``, without its comment."""
    for page in PAGES:
        for block in blocks(page, "sh"):
            lines = (line.partition(" #")[0].strip() for line in block.splitlines())
            yield from (line for line in lines if line.startswith(".venv/bin/trunkline "))


def test_the_first_games_of_the_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, *_ = blocks(ROOT / "README.md", "python")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(compile(first, "README.md", "exec"), names)
    game = names["game"]
    assert isinstance(game, trunkline.Game)
    assert trunkline.load("game.json").digest() == game.digest()
    exec(compile(second, "README.md", "exec"), names)
    other = names["game"]
    assert isinstance(other, trunkline.Game)
    assert str(other.options.deal) in second
    assert other.to_act == {"Ann"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place with the files that the documents' commands name."""
    folder = tmp_path_factory.mktemp("docs")
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], rules="18xx.games", seed=1)
    play_out(game, RandomPlayer(1), 200)
    game.save(folder / "game.json")
    (folder / "docs").symlink_to(ROOT / "docs")
    Store(folder / STORE).close()
    return folder


@pytest.mark.parametrize("command", sorted(set(commands())))
def test_every_command_of_the_documents_is_understood(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = shlex.split(command)[1:]
    _parser().parse_args(arguments)
    if arguments[0] not in ("play", "table"):
        monkeypatch.chdir(folder)
        done = call(*arguments)
        assert (done.returncode, done.stderr) == (0, "")


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
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            if not target.startswith("http"):
                assert (page.parent / target).exists(), f"{page.name}: {target}"
