"""Tests of the examples of rules."""

from __future__ import annotations

from trunkline.game import Game
from trunkline.learn.rule_examples import FILE, examples
from trunkline.titles import catalogue, rules_of

MOST = 200_000
"""Maximum size of the file in bytes."""


def test_each_example_is_an_action_that_its_rule_refuses() -> None:
    games = [Game.from_line(line) for line in examples().positions]
    found = {}
    for rule, example in examples().rules.items():
        refusal = games[example.position].check(example.action)
        found[rule] = refusal and refusal.rule
    assert found == {rule: rule for rule in examples().rules}
    assert found.keys() <= {rule for title in catalogue() for rule in rules_of(title)}
    assert {example.position for example in examples().rules.values()} == set(range(len(games)))
    assert len(found) >= 220
    assert FILE.stat().st_size < MOST
