"""The modules of `make compiled` use only code that compiles correctly.

mypyc silently compiles a cached property as a plain one. A compiled class has only compiled subclasses and no
weak references. It loses the changes that msgspec makes to a class.
"""

from __future__ import annotations

import ast
import os
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from system.test_package import ROOT, project

NOT_COMPILED = {"cached_property", "runtime_checkable", "WeakKeyDictionary", "WeakValueDictionary", "Struct"}


def compiled() -> list[Path]:
    """Return the modules that the build hook compiles."""
    hook: dict[str, Any] = project()["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]
    found = [path for pattern in hook["include"] for path in ROOT.glob(pattern)]
    left_out = [
        path for pattern in hook["exclude"] for path in (ROOT / "src").glob(f"**/{Path(pattern).name}")
    ]
    return sorted(path for path in found if path not in left_out)


def name(path: Path) -> str:
    """Return the module name of a file."""
    return ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)


def test_plain_builds_do_not_compile() -> None:
    assert not project()["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]["enable-by-default"]


@pytest.mark.parametrize("path", compiled(), ids=name)
def test_a_compiled_module_uses_nothing_that_compiles_into_something_else(path: Path) -> None:
    names = {node.id for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)}
    assert not names & NOT_COMPILED


def test_classes_that_are_compiled_have_no_heirs_that_are_not() -> None:
    modules = {name(path) for path in compiled()}
    import_module("trunkline")
    for module in modules:
        for kind in vars(import_module(module)).values():
            if isinstance(kind, type) and kind.__module__ == module:
                heirs: list[type] = kind.__subclasses__()
                assert [heir for heir in heirs if heir.__module__ not in modules] == []


@pytest.mark.skipif(
    os.environ.get("TRUNKLINE_COMPILED") != "required", reason="make compiled-test asks for it"
)
def test_the_compiled_modules_are_those_that_are_used() -> None:
    files = {name(path): Path(str(import_module(name(path)).__file__)) for path in compiled()}
    assert [module for module, file in files.items() if file.suffix not in {".so", ".pyd"}] == []
