"""Makes the positions at which rules refuse an action, from the stored positions of the browser tests.

``PYTHONPATH=tests:tests/support .venv/bin/python -m learn.make_rule_examples`` writes
``src/trunkline/learn/rule_examples.json``. It takes a minute. Run it after a change of a board, and to add
examples of new rules.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from browser.positions import Position, played_to, positions
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.choice import Amounts
from trunkline.game import Game
from trunkline.lab.soak.mutations import ActionMutator
from trunkline.learn.rule_examples import FILE, Example, Examples

PROBES = 150
"""Number of made-up actions tried at each position."""
UNKNOWN = ("Zoe", "XX", "Z99", "999", "=-")
"""Made-up names and negative numbers. An action with one of them is not an example for a person."""
TOO_EARLY = "it is not the moment"
"""The reason for any action in the wrong step. It explains no rule."""


class Found(NamedTuple):
    """A refused action at a position. The smallest class is the best for a person."""

    kind: int
    """0: an action that the page lists as not allowed; 1: a made-up action. Other readings add 2."""
    position: int
    action: Action


def main() -> None:
    """Write the file."""
    found: dict[str, list[Found]] = defaultdict(list)
    lines: list[str] = []
    game: Game | None = None
    before: Position | None = None
    for position in sorted(positions(), key=lambda one: (one.source, one.at)):
        game = played_to(position, game if before and before.source == position.source else None)
        before = position
        # A reading of another program may refuse for another reason than the printed rules.
        other = 0 if "printed" in position.source else 2
        for kind, rule, action in refused(game, position.name):
            found[rule].append(Found(kind + other, len(lines), action))
        lines.append(game.to_line())
    chosen = cover({rule: best(each) for rule, each in found.items()})
    used = sorted({each.position for each in chosen.values()})
    examples = Examples(
        [lines[number] for number in used],
        {
            rule: Example(used.index(each.position), each.action)  # type: ignore[arg-type]
            for rule, each in sorted(chosen.items())
        },
    )
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(examples), indent=1) + b"\n")
    print(f"{len(chosen)} rules at {len(used)} positions, {FILE.stat().st_size} bytes")


def refused(game: Game, seed: str) -> Iterator[tuple[int, str, Action]]:
    """Yield refused actions: the class, the rule and the action."""
    for candidate, _ in game.forbidden():
        if isinstance(candidate, Amounts):
            listed = [candidate.action, candidate.at(candidate.high)]
        else:
            listed = [candidate] if isinstance(candidate, Action) else []
        for action in listed:
            if rule := explained(game, action):
                yield 0, rule, action
    rng = random.Random(f"examples {seed}")
    mutator = ActionMutator(game, rng)
    offered = game.legal()
    for _ in range(PROBES):
        action = mutator.probe(game, offered)
        if (rule := explained(game, action)) and not any(name in repr(action) for name in UNKNOWN):
            yield 1, rule, action


def explained(game: Game, action: Action) -> str:
    """Return the rule that refuses an action and is explained by this, or an empty text."""
    refusal = game.check(action)
    return refusal.rule if refusal and not refusal.why.startswith(TOO_EARLY) else ""


def best(each: list[Found]) -> list[Found]:
    """Return the examples of the best class."""
    least = min(one.kind for one in each)
    return [one for one in each if one.kind == least]


def cover(found: dict[str, list[Found]]) -> dict[str, Found]:
    """Return an example of each rule, with few positions in all."""
    chosen: dict[str, Found] = {}
    while open_rules := found.keys() - chosen.keys():
        at: dict[int, dict[str, Found]] = defaultdict(dict)
        for rule in sorted(open_rules):
            for one in found[rule]:
                at[one.position].setdefault(rule, one)
        chosen |= max(at.items(), key=lambda item: (len(item[1]), -item[0]))[1]
    return chosen


if __name__ == "__main__":
    main()
