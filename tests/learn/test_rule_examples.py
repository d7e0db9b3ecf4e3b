"""Tests of the examples of rules."""

from __future__ import annotations

import subprocess
import sys

import pytest

from learn.make_rule_examples import UNSHOWN
from refusable import refusable
from trunkline.game import Game
from trunkline.learn.rule_examples import FILE, examples
from trunkline.learn.rule_notes import NOTES
from trunkline.titles import catalogue
from trunkline.util.errors import UsageError
from trunkline.web.presenters.rule_examples import example, picture, refusal_at
from trunkline.web.presenters.titles import listed_rules
from trunkline.web.presenters.turn_ahead import turn_ahead

MOST = 45_000
"""Maximum size of the file in bytes."""

EVENT = "It explains an event, and no action is refused by it."
WITHOUT = {
    "1851.buy.presidency-gained": EVENT,
    "1851.float.home-marker": "No home of the title has a choice of slots.",
    "1851.privates.close-in-phase-5": "The title has neither purchases nor powers of privates.",
    "1851.sell.presidency-lost": EVENT,
    "1851.sell.price-drop": "A price can fall by any number of rows.",
    "1851.sell.proceeds": "A turn may have several sales of a corporation.",
    "1856.cgr.president-most-shares": EVENT,
    "1856.cgr.president-single": EVENT,
    "1856.cgr.president-tie": EVENT,
    "1856.interest.rate": EVENT,
    "1856.presidency.larger-holding": EVENT,
    "1856.private.port.removed-phase-five": EVENT,
    "1856.run.value": "Players of the title declare no revenue.",
    "18gl.bankruptcy.presidencies": EVENT,
    "18gl.conrail.exchange.open-market": EVENT,
    "18gl.conrail.exchange.treasury": EVENT,
    "18gl.conrail.exchange.two-for-one": EVENT,
    "18gl.conrail.president.after-exchange": EVENT,
    "18gl.conrail.when.first-chance": EVENT,
    "18gl.conrail.when.second-chance": EVENT,
    "18gl.emergency.loan-effect": EVENT,
    "18gl.ferry.active-only": "A closed ferry is no track, so 18gl.route.definition refuses the run.",
    "18gl.interest.from-earnings": EVENT,
    "18gl.presidency.exchange": EVENT,
    "18gl.run.alco-before": "The order of steps refuses the action before.",
    "18gl.run.value": "Players of the title declare no revenue.",
}
"""Rules without an example, each with the reason."""
SIMPLE = {
    "1851.route.blocked-city",
    "1856.cgr.borrow-withhold-and-pay",
    "1856.cgr.dividend-needs-permanent",
    "1856.cgr.half-over-limit",
    "1856.cgr.must-own",
    "1856.run.no-repeat-track",
    "1856.run.no-reversal",
    "1856.upgrade.printed-cities",
    "18gl.ferry.fee-needed",
    "18gl.route.blocked-city",
    "18gl.route.stop-once",
}
"""Rules whose example comes from a scene that leaves out what it does not need, such as home tokens
of other corporations."""


def test_each_example_is_an_action_that_its_rule_refuses() -> None:
    found, reasons = {}, {}
    for rule, each in examples().rules.items():
        refusal = refusal_at(examples().game(rule), each)
        assert refusal
        found[rule], reasons[rule] = refusal.rule, refusal.why
    assert found == {rule: rule for rule in examples().rules}
    # Such a reason shows nothing of the rule.
    assert [rule for rule, why in reasons.items() if any(part in why for part in UNSHOWN)] == []


def test_the_positions_of_examples_are_those_of_whole_games() -> None:
    used = {each.position for each in examples().rules.values()}
    assert used == set(range(len(examples().positions)))
    simple = set()
    for rule in examples().rules:
        game = examples().game(rule)
        try:
            assert Game.from_line(game.to_line()).digest() == game.digest()
        except UsageError:
            simple.add(rule)
    assert simple == SIMPLE


def test_every_rule_that_a_refusal_can_name_has_an_example() -> None:
    named = {rule for id in catalogue(teaching=False) for rule in refusable(id)}
    assert not WITHOUT.keys() & NOTES.keys()
    assert named - examples().rules.keys() == WITHOUT.keys() | NOTES.keys()
    assert examples().rules.keys() <= named
    assert FILE.stat().st_size < MOST


def test_a_rule_that_no_choice_breaks_has_a_sentence_instead() -> None:
    found = {each.id: each for id in catalogue(teaching=False) for each in listed_rules(id)}
    assert {id for id, each in found.items() if each.note} == NOTES.keys()
    assert not any(found[id].example for id in NOTES)


def test_an_example_after_the_end_says_why_the_game_ended() -> None:
    facts = {each.label: each.text for each in example("1856.end.two-ways").facts}
    assert facts["End of the game"] == "the bank was broken"


def test_the_examples_are_read_only_when_they_are_needed() -> None:
    code = (
        "import trunkline.web.presenters.titles\n"
        "from trunkline.learn.rule_examples import examples\n"
        "print(examples.cache_info().currsize)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "0"


@pytest.mark.parametrize("id", sorted(catalogue(teaching=False)))
def test_each_example_has_words_and_a_picture_that_fits(id: str) -> None:
    for rule in examples().rules:
        if rule.startswith(f"{id.lower()}."):
            shown = example(rule)
            assert shown.text
            assert shown.why
            if shown.picture:
                assert picture(rule).startswith("<svg")


def test_each_reason_that_the_page_lists_leads_to_an_example() -> None:
    """All refusals of a moment, and those of a turn of each corporation: "why not more"."""
    found = set()
    for rule in [*examples().rules][::6]:
        game = examples().game(rule)
        found |= {refusal.rule for _, refusal in game.forbidden()}
        for corp in game.state.corporations:
            ahead = turn_ahead(game, corp)
            found |= {each.rule for step in ahead.steps for each in step.refused}
            found |= {ahead.obstacle.rule} if ahead.obstacle else set()
    assert len(found) > 100
    assert found <= examples().rules.keys() | NOTES.keys()
