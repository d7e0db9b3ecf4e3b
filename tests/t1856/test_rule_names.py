"""Every rule that the code names is one of the rule list."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import trunkline

SOURCE = Path(trunkline.__file__).parent


def named_in(tree: ast.Module) -> Iterator[str]:
    """Rule names given to ``refuse`` and ``note``, and those that steps carry as ``rule`` or ``instead``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            place = {"refuse": 0, "note": 1}.get(node.func.attr)
            if place is not None and len(node.args) > place:
                yield from texts(node.args[place])
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) in ("rule", "instead"):
            yield from texts(node.value)


def texts(node: ast.expr | None) -> Iterator[str]:
    """The plain text of an expression, or the texts it chooses between."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    if isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)


def test_every_rule_named_in_the_code_is_in_the_list() -> None:
    title = trunkline.new("1856", ["P1", "P2", "P3"]).title
    files = [*(SOURCE / "kernel").rglob("*.py"), *(SOURCE / "titles" / "t1856").glob("*.py")]
    found = {name for file in files for name in named_in(ast.parse(file.read_text()))}
    assert len(found) > 100
    unknown = {name for name in found if title.rule_id(name) not in title.rules}
    assert not unknown
    assert not {rule for rule in title.kind_rules.values() if title.rule_id(rule) not in title.rules}
