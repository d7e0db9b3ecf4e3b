"""The reference: every name that a page of the documentation imports has an entry in ``objects.inv``."""

from __future__ import annotations

import ast
import json
import os
import pkgutil
import re
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
INVENTORY = ROOT / "build/docs/objects.inv"
REQUIRED = os.environ.get("TRUNKLINE_DOCS") == "required"
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "docs").rglob("*.ipynb")),
]


def blocks(page: Path) -> list[str]:
    """Return the Python of a page."""
    if page.suffix == ".ipynb":
        cells = json.loads(page.read_text())["cells"]
        return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    return re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)


def imported(code: str) -> Iterator[str]:
    """Yield the dotted names of ours that a page imports, and those that it uses of imported modules."""
    modules: dict[str, str] = {}
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names = [(each.asname or each.name.partition(".")[0], each.name) for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [(each.asname or each.name, f"{node.module}.{each.name}") for each in node.names]
        else:
            continue
        for local, name in names:
            if name.partition(".")[0] != "trunkline":
                continue
            if isinstance(pkgutil.resolve_name(name), ModuleType):
                modules[local] = name
            else:
                yield name
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Attribute) and (name := _attribute(node, modules)):
            yield name


def _attribute(node: ast.Attribute, modules: dict[str, str]) -> str:
    """Return the dotted name of an attribute of a module, if it is no module itself; or an empty text."""
    if isinstance(node.value, ast.Name):
        before = modules.get(node.value.id, "")
    else:
        before = _module(node.value, modules)
    name = f"{before}.{node.attr}"
    return name if before and not isinstance(pkgutil.resolve_name(name), ModuleType) else ""


def _module(node: ast.expr, modules: dict[str, str]) -> str:
    """Return the module that an expression such as ``trunkline.game.routes`` names, or an empty text."""
    if isinstance(node, ast.Name):
        return modules.get(node.id, "")
    if isinstance(node, ast.Attribute) and (before := _module(node.value, modules)):
        name = f"{before}.{node.attr}"
        return name if isinstance(pkgutil.resolve_name(name), ModuleType) else ""
    return ""


@cache
def inventory() -> frozenset[str]:
    """Return the names in the inventory of the documentation."""
    *_, packed = INVENTORY.read_bytes().split(b"\n", 4)
    return frozenset(line.split(" ")[0] for line in zlib.decompress(packed).decode().splitlines())


def test_names_are_found_in_code() -> None:
    code = "import trunkline\nfrom trunkline import actions as A, Game\nA.Pass('x')\ntrunkline.routes.best"
    assert set(imported(code)) == {
        "trunkline.Game",
        "trunkline.actions.Pass",
        "trunkline.routes.best",
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_imported_name_is_in_the_reference(page: Path) -> None:
    if not REQUIRED:
        pytest.skip("needs the documentation: 'make docs' builds it and runs this test")
    names = set(imported("\n".join(blocks(page))))
    assert sorted(names - inventory()) == []
