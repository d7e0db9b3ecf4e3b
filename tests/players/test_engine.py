"""Tests of external programs as players, asked line by line, and of Trunkline's bots as such programs."""

from __future__ import annotations

import io
import json
import shlex
import sys
from pathlib import Path

import msgspec
import pytest

import trunkline
from trunkline import actions
from trunkline.lab.arena.match import Match, play
from trunkline.players import play_out
from trunkline.players.clerk import Clerk
from trunkline.players.external_engine import Engine, lines, question_for, serve
from trunkline.players.registry import load_player
from trunkline.titles import catalogue
from trunkline.util.errors import UsageError

GREEDY = shlex.join([sys.executable, str(Path(__file__).with_name("greedy_engine.py"))])
OURS = shlex.join([sys.executable, "-m", "trunkline", "engine", "clerk"])


@pytest.mark.parametrize("title", catalogue())
def test_a_program_that_knows_no_rules_plays(title: str) -> None:
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=5)
    player = Engine(GREEDY)
    try:
        assert play_out(game, player, max_actions=30) == 30
    finally:
        player.close()


def test_ours_asked_from_outside_plays_as_it_does_inside() -> None:
    outside = trunkline.new("1851", ["Ann", "Bob", "Cy"], seed=5)
    inside = outside.copy()
    player = Engine(OURS, seed=7)
    try:
        play_out(outside, player, max_actions=60)
    finally:
        player.close()
    play_out(inside, Clerk(7), max_actions=60)
    assert outside.actions == inside.actions


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("dies", "its process has ended"),
        ("babbles", "cannot be read"),
        ("gives up", "no idea"),
    ],
)
def test_what_an_engine_does_wrong_is_one_sentence(fault: str, said: str) -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=5)
    player = Engine(f"{GREEDY} {shlex.quote(fault)}")
    try:
        for _ in range(2):
            with pytest.raises(UsageError, match=said):
                player.choose(game, "Ann")
    finally:
        player.close()


def test_an_engine_that_does_not_answer_is_given_up() -> None:
    player = Engine(f"{GREEDY} sleeps", patience=3.0)
    with pytest.raises(UsageError, match="longer than 3 seconds"):
        player.choose(trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=5), "Ann")


def test_an_engine_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(UsageError, match="no/such/engine cannot be run"):
        Engine("no/such/engine").choose(trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=5), "Ann")
    for name in ("engine:", "engine:'open"):
        with pytest.raises(UsageError):
            load_player(name)


def test_an_engine_that_cheats_gives_its_seat_to_a_clerk() -> None:
    match = Match("1851", (f"engine:{GREEDY} cheats", "clerk", "clerk"))
    played = play((match, 0))
    assert played.ending == "bank"
    (forfeit,) = played.forfeits
    assert (forfeit.seat, forfeit.action) == (0, 1)
    assert "Nobody" in forfeit.why


def test_a_question_says_all_that_is_legal_and_an_answer_can_be_any_of_it() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=5)
    question = msgspec.json.decode(msgspec.json.encode(question_for(game, "Ann", 3)))
    assert question["ask"] == "choose"
    assert (question["player"], question["seed"], question["options"]["title"]) == ("Ann", 3, "1856")
    assert question["state"]["players"]["Ann"]["cash"] == game.state.players["Ann"].cash
    offered = [choice["action"] for choice in question["choices"]]
    assert actions.decode(offered[0]) in game.legal("Ann")
    bid = next(choice for choice in question["choices"] if "amount" in choice)
    game.play(actions.decode({**bid["action"], bid["amount"]["field"]: bid["amount"]["high"]}))


NONSENSE = [b"what?", b"{}", b'{"ask": "dance"}', b'{"ask": "choose", "player": "Ann"}', b"[" * 5000, b"\xff"]


@pytest.mark.parametrize("line", NONSENSE)
def test_what_is_asked_wrongly_is_answered_so_and_the_next_question_as_well(line: bytes) -> None:
    out = io.BytesIO()
    source = io.BytesIO(line + b'\n\n{"ask": "hello", "protocol": 1}\n')
    serve("clerk", Clerk, lines(source), out)
    wrong, named = map(json.loads, out.getvalue().splitlines())
    assert wrong["error"]
    assert named == {"name": "clerk"}


def test_ours_decides_for_nobody_whose_turn_it_is_not_and_speaks_one_protocol() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=5)
    question = msgspec.json.decode(msgspec.json.encode(question_for(game, "Ann", 3)))
    questions = [
        {**question, "player": "Bob"},
        {**question, "player": "Zed"},
        {**question, "options": {**question["options"], "title": "1899"}},
        {"ask": "hello", "protocol": 2},
    ]
    out = io.BytesIO()
    serve("clerk", Clerk, map(msgspec.json.encode, questions), out)
    bob, zed, title, hello = map(json.loads, out.getvalue().splitlines())
    assert bob == {"error": "Bob has nothing to decide here; Ann has."}
    assert zed == {"error": "Zed has nothing to decide here; Ann has."}
    assert title["error"].startswith("There is no title '1899'")
    assert hello == {"name": "clerk", "error": "Protocol 1 is spoken here, not 2."}
