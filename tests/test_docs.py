"""What the README shows works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import trunkline

ROOT = Path(__file__).resolve().parent.parent


def test_the_first_game_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (block, *_) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(compile(block, "README.md", "exec"), names)
    game = names["game"]
    assert isinstance(game, trunkline.Game)
    assert trunkline.load("game.json").digest() == game.digest()


def test_every_link_of_the_docs_leads_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            if not target.startswith("http"):
                assert (page.parent / target).exists(), f"{page.name}: {target}"
