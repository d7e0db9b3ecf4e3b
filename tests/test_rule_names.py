"""Every rule that the code names is one of the rule list."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

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


UNUSED = {
    # Rules of steps and dealings that the title has not.
    "1856": {
        "float.capital",
        "issue.not-first-turn",
        "issue.or-redeem-not-both",
        "issue.pool-limit",
        "issue.proceeds",
        "redeem.cost",
        "redeem.treasury-limit",
        "stock.sell.not-operated",
    },
    "1851": {
        *(f"initial.{name}" for name in ("auction", "bid-money-locked", "bid-steps")),
        *(f"initial.{name}" for name in ("no-selling", "options", "strict-order")),
        "buy-private.when",
        "market.closed.removal",
        "price.down-per-10",
        "private.hex-control",
        "start.marker-costs",
        "stock.sell.not-just-bought",
        "track.small-city-change",
        "track.tokens-keep-place",
    },
}


@pytest.mark.parametrize("id", sorted(trunkline.catalogue()))
def test_every_rule_named_in_the_code_is_in_the_list(id: str) -> None:
    fewest = trunkline.catalogue()[id].players[0]
    title = trunkline.new(id, [f"P{seat}" for seat in range(fewest)]).title
    rooms = [SOURCE / "kernel", SOURCE / "steps", SOURCE / "titles" / f"t{id}"]
    files = [file for room in rooms for file in room.rglob("*.py")]
    found = {name for file in files for name in named_in(ast.parse(file.read_text()))}
    assert len(found) > 70
    assert {name for name in found if title.rule_id(name) not in title.rules} == UNUSED[id]
    named = (*title.rule_ids, *title.kind_rules.values(), *title.decision_rules.values())
    assert not {name for name in named if title.rule_id(name) not in title.rules}
