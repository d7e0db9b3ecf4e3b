"""Rules that a refusal can name, found in the code.

The code names a rule by a string: in a call of ``refuse``, as the rule of a step or of a policy, or as the
result of a function. So each string of the rules' code that is a rule's name counts, except one that is only
given to a function of ``NOTED``, which records an event. The set may hold too much, never too little.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import trunkline

SOURCE = Path(trunkline.__file__).parent
NAMES = "rule_names.py"
"""The module that lists all shared names."""
NOTED = {"note": 1, "with_first_train": 0}
"""Functions that record a rule in an event, with the position of their argument for it."""
TABLE = "RULE_IDS"
"""The constant of a title that maps shared names to its rules."""


@cache
def refusable(id: str) -> frozenset[str]:
    """Return the rules of a title that the code of the engine or of the title can name in a refusal."""
    fewest = trunkline.catalogue()[id].players[0]
    title = trunkline.new(id, [f"P{seat}" for seat in range(fewest)]).title
    shared, own = _read_in("engine"), _read_in(f"titles/t{id.lower()}")
    texts, forms = shared[0] | own[0], shared[1] | own[1]
    names = texts | {f"{before}{text}{after}" for before, after in forms for text in texts}
    return frozenset(title.rule_id(name) for name in names) & title.rules.keys()


@cache
def _read_in(folder: str) -> tuple[frozenset[str], frozenset[tuple[str, str]]]:
    """Return the strings of a folder's modules, and the texts around the gaps of formatted strings."""
    texts, forms = set[str](), set[tuple[str, str]]()
    for file in sorted((SOURCE / folder).rglob("*.py")):
        if file.name != NAMES:
            _collect(ast.parse(file.read_text()), texts, forms)
    return frozenset(texts), frozenset(forms)


def _collect(node: ast.AST, texts: set[str], forms: set[tuple[str, str]]) -> None:
    """Add the strings of a tree, and the texts around the one gap of formatted strings."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value:
        texts.add(node.value)
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else "\0" for part in node.values]
        before, gap, after = "".join(map(str, parts)).partition("\0")
        if gap and "\0" not in after and "." in before:
            forms.add((before, after))
    for child in _read(node):
        _collect(child, texts, forms)


def _read(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node that can name the rule of a refusal."""
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if isinstance(target, ast.Name) and target.id == TABLE:
            return
    called = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
    noted = node.args[NOTED[called] :][:1] if isinstance(node, ast.Call) and called in NOTED else []
    yield from (child for child in ast.iter_child_nodes(node) if child not in noted)
