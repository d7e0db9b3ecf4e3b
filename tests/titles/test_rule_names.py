"""Rules named in the code: each is in the rule list."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import trunkline
from trunkline.engine.kernel.rule_names import SHARED_RULES

SOURCE = Path(trunkline.__file__).parent
SHARED_PACKAGES = ("capital", "corrections", "kernel", "loans", "mechanisms", "steps", "powers")
"""Packages that check the rules shared by titles."""


def named_in(tree: ast.Module) -> Iterator[str]:
    """Yield rule names given to ``refuse`` and ``note``, and the ``rule`` and ``instead`` of steps."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            place = {"refuse": 0, "note": 1}.get(node.func.attr)
            if place is not None and len(node.args) > place:
                yield from texts(node.args[place])
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) in ("rule", "instead"):
            yield from texts(node.value)


def texts(node: ast.expr | None) -> Iterator[str]:
    """Yield the plain text of an expression, or the texts it chooses between."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    if isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)


NOBODY_LEAVES = {"bankruptcy.privates", "presidency.by-bankruptcy"}
"""Rules of a bankruptcy after which the game continues."""
NO_BONDS = {"bond.holding", "bond.issue", "bond.trade"}

NO_SCHEMES = {"capital.escrow", "capital.full", "capital.released"}
"""Rules of capital that depends on the train on sale."""

NO_COMPANY_LOANS = {
    *(f"interest.{name}" for name in ("rate", "then-president", "treasury-first")),
    *(f"loan.{name}" for name in ("before-interest", "limit", "per-turn", "phases")),
    *(f"redeem.{name}" for name in ("any-number", "excess-compulsory", "last-action", "president-adds")),
}
"""Rules of loans that corporations take by choice."""

NO_OTHER_END = {"end.train", "end.sets"}
"""Ends of the game that only titles in one file have."""

NO_POWERS = {"power.leave", "track.ferry-lines"}
"""Rules for powers of players' privates and for ferries, unused by titles without them."""

UNUSED = {
    # Rules of steps and trades that the title does not have.
    "1856": {
        "loan.forced",
        *NOBODY_LEAVES,
        *NO_BONDS,
        *NO_OTHER_END,
        "end.price",
        "opening.all-passed",
        *NO_POWERS,
        "float.capital",
        *(f"issue.{name}" for name in ("not-first-turn", "or-redeem-not-both", "pool-limit", "proceeds")),
        "opening.compelled",
        "redeem.cost",
        "redeem.not-first-turn",
        "redeem.treasury-limit",
        "sell.last-share",
        "sell.not-operated",
        "start.opening-price",
        "start.par-phase",
        "train.help-from-bank",
        "train.raised-for-bank",
    },
    "1851": {
        "loan.forced",
        *NO_COMPANY_LOANS,
        *NO_SCHEMES,
        *NOBODY_LEAVES,
        *NO_BONDS,
        *NO_OTHER_END,
        *NO_POWERS,
        "corporation.closed",
        "emergency.keeps-presidency",
        "end.price",
        *(
            f"opening.{name}"
            for name in (
                "all-passed",
                "auction",
                "bid-money",
                "bid-steps",
                "cheaper",
                "choices",
                "compelled",
                "no-selling",
                "order",
            )
        ),
        "private.blocks-hex",
        "private.corporation-buys",
        "private.corporation-price",
        "redeem.not-first-turn",
        "sell.last-share",
        "sell.not-just-bought",
        "start.par-phase",
        "token.price",
        "track.change-phase",
        "track.one-per-turn",
        "track.route",
        "track.tokens-keep-place",
        "train.help-from-bank",
        "train.raised-for-bank",
    },
    "18GL": {
        *NO_COMPANY_LOANS,
        *NO_SCHEMES,
        *NO_OTHER_END,
        "opening.cheaper",
        "opening.no-selling",
        "private.corporation-price",
        "redeem.treasury-limit",
        "sell.not-just-bought",
        "sell.price-drop",
        "track.change-phase",
        "track.first-exits",
    },
}


def found_in(*rooms: Path) -> set[str]:
    """Return every rule named in the code of these packages."""
    files = [file for room in rooms for file in room.rglob("*.py")]
    return {name for file in files for name in named_in(ast.parse(file.read_text()))}


def test_shared_code_names_only_shared_rules() -> None:
    found = found_in(*(SOURCE / "engine" / package for package in SHARED_PACKAGES))
    assert len(found) > 70
    assert {name for name in found if not name.startswith("run.")} <= set(SHARED_RULES)


def test_every_shared_rule_is_cited_somewhere() -> None:
    files = [file for package in SHARED_PACKAGES for file in (SOURCE / "engine" / package).rglob("*.py")]
    text = "".join(file.read_text() for file in files if file.name != "rule_names.py")
    assert not {name for name in SHARED_RULES if f'"{name}"' not in text and not name.startswith("end.")}


@pytest.mark.parametrize("id", sorted(trunkline.catalogue(teaching=False)))
def test_every_rule_named_in_the_code_is_in_the_list(id: str) -> None:
    fewest = trunkline.catalogue()[id].players[0]
    title = trunkline.new(id, [f"P{seat}" for seat in range(fewest)]).title
    assert {name for name in SHARED_RULES if title.rule_id(name) not in title.rules} == UNUSED.get(id, set())
    assert (SOURCE / "titles" / f"t{id.lower()}").is_dir()
    own = found_in(SOURCE / "titles" / f"t{id.lower()}")
    named = (*own, *title.rule_ids, *title.kind_rules.values(), *title.decision_rules.values())
    assert not {name for name in named if title.rule_id(name) not in title.rules}
