"""Tests of whole games as text: header, rounds, comments and branches, and the same digest after reading."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

import trunkline
from cli.terminal import call
from system.fuzz.entry_points import sentence
from system.golden.test_golden import FILES
from system.golden.test_golden import read as read_golden
from trunkline import Game, UsageError
from trunkline import actions as A
from trunkline.game import saves
from trunkline.game.notation import text
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer
from trunkline.titles import build

PAGE = Path(__file__).resolve().parents[3] / "docs" / "notation.md"
HEAD = '[Trunkline "1"]\n[Title "1856"]\n[Players "Ann" "Bob" "Cy"]\n'


def branched(game: Game, seed: int) -> Game:
    """Return the game after several rounds of undos and other actions, and three more undos."""
    rng = random.Random(seed)
    player = RandomPlayer(seed)
    for _ in range(6):
        for _ in range(rng.randrange(1, 30)):
            game.undo()
        play_out(game, player, rng.randrange(1, 12))
    for _ in range(3):
        game.undo()
    return game


@pytest.mark.parametrize("path", FILES[::3], ids=lambda path: path.name.partition(".json")[0])
def test_a_game_of_old_reads_back_with_its_branches(path: Path, tmp_path: Path) -> None:
    save = saves.from_bytes(read_golden(path)[0], path.name)
    game = Game(build(save.options), save.options)
    for action in save.actions:
        game.play(action)
    branched(game, 3)
    assert len(game.undone) > 20
    game.save(tmp_path / "game.18xx")
    again = trunkline.load(tmp_path / "game.18xx")
    assert again == game
    assert again.digest() == game.digest()
    assert again.undone == game.undone
    assert again.to_text() == game.to_text()
    while game.actions:
        assert again.branches == game.branches
        again.undo()
        game.undo()
    while game.branches:
        assert again.redo() == game.redo()


def test_the_text_shows_rounds_numbers_and_who_acts() -> None:
    game = trunkline.new("1851", ["Ann", "Bob Lee", "Cy"], seed=1, variants=[])
    play_out(game, RandomPlayer(1), 60)
    rows = game.to_text().splitlines()
    assert rows[:3] == ['[Trunkline "1"]', '[Title "1851"]', '[Players "Ann" "Bob Lee" "Cy"]']
    assert any(row.startswith('[Deal "') for row in rows)
    assert f'[Digest "{game.digest()}"]' in rows
    assert '[Result "unfinished"]' in rows
    headings = {row: rows[number + 1] for number, row in enumerate(rows) if row.startswith("== ")}
    assert list(headings)[:3] == ["== Opening", "== SR 1", "== OR 1.1"]
    for heading, first in headings.items():
        moment = game.at(int(first.partition(".")[0]) - 1)
        assert moment.state.round.kind == {"Op": "opening", "SR": "stock", "OR": "operating"}[heading[3:5]]
        assert first.startswith("1.") or moment.at(len(moment.actions) - 1).state.round != moment.state.round
    numbered = [row for row in rows if re.match(r"\d+\.", row)]
    assert [int(row.partition(".")[0]) for row in numbered] == list(range(1, 61))
    assert any(re.match(r"\d+\. [A-Z&]+ (runs|buys|pays)", row) for row in numbered)


def test_a_finished_game_says_how_it_ended() -> None:
    save = saves.from_bytes(read_golden(FILES[1])[0], "game")
    game = Game.from_bytes(read_golden(FILES[1])[0])
    assert save.options.title == "1851"
    result = game.result
    assert result is not None
    shown = " ".join(f'"{place.player} {place.worth}"' for place in result.standings)
    assert f'[Result "{result.reason}" {shown}]' in game.to_text()


def test_the_text_of_the_page_reads_as_it_says() -> None:
    (shown,) = re.findall(r"```text\n(.*?)```", PAGE.read_text(), re.DOTALL)
    game = Game.from_bytes(shown.encode())
    bid = A.Bid("Bob", "bridge", 105)
    assert game.actions == [A.BuyOffered("Ann", "flos"), bid, A.BuyOffered("Cy", "ws")]
    assert game.undone == (
        (1, A.BuyOffered("Bob", "ws")),
        (1, A.Pass("Bob")),
        (4, A.Pass("Cy")),
    )
    game.undo()
    game.undo()
    assert game.branches == [A.BuyOffered("Bob", "ws"), A.Pass("Bob"), bid]
    assert text.read(shown.encode(), "page").comments == {2: "A dear bridge."}


def test_comments_come_back_whatever_is_in_them() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"])
    for _ in range(2):
        game.play(A.Pass(min(game.to_act)))
    game.undo()
    comments = {0: "before } all", 1: "{ \\ }\nof (two) lines\u2028", 2: "== no heading\n2. Bob: passes"}
    written = game.to_text(comments)
    assert text.read(written.encode(), "game").comments == comments
    assert Game.from_bytes(written.encode()).undone == game.undone


def test_lines_of_play_may_lie_in_each_other_very_deeply() -> None:
    one_line = tuple((number, A.Pass("Ann")) for number in range(3_000))
    in_each_other = tuple((max(0, number // 2 * 2 - 1), A.Pass("Ann")) for number in range(3_000))
    for undone in (one_line, in_each_other):
        written = text.write(text.GameText({}, (), undone))
        assert text.read(written.encode(), "game").undone == undone
        assert len(max(written.replace(")", "").splitlines(), key=len)) < 50


def test_a_text_typed_by_hand_needs_little_of_a_head() -> None:
    head = '\ufeff\n[Trunkline "1"]\r\n[Players "Ann" "Bob" "Cy"]\n[Event "Friday"]\n[Title "1856"]\n'
    typed = f"{head}1.Ann:buys flos\n"
    game = Game.from_bytes(typed.encode())
    assert game.actions == [A.BuyOffered("Ann", "flos")]
    assert game.options == trunkline.new("1856", ["Ann", "Bob", "Cy"]).options
    assert Game.from_bytes(typed.encode(), verify=False) == game


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('[Trunkline "2"]', "line 1: it is of format 2, and this program reads format 1."),
        ('[Trunkline "x"]', 'line 1: a game text begins with [Trunkline "1"].'),
        ("[Trunkline 1]", "line 1: a tag is written"),
        ('[Trunkline "1"]\n[Title "1856"]', "has no tag [Players ...]"),
        (HEAD + '[Title "1851"]', "line 4: the tag Title occurs twice."),
        (HEAD + '[Seed "x"]', "the tag Seed is a whole number, not 'x'."),
        (HEAD + '[Rules "a" "b"]', 'needs the tag [Rules "..."] with one value.'),
        (HEAD + '[Rules "\\x"]', "line 4: "),
        (HEAD + '[Rulings "x"]', "the tag Rulings is a whole number"),
        (HEAD + '[Rulings "99"]', "was played under version 99 of the rulings."),
        (HEAD + '[Board "x"]', "was played on another board of 1856."),
        (HEAD + "1. Ann: dances", "line 4: 'dances' is no action in the notation."),
        (HEAD + "1. passes", "line 4: 'passes' does not say who acts"),
        (HEAD + "\n2. Ann: passes", "line 5: action 1 is expected here, not 2."),
        (HEAD + "1. Ann: passes\n1. Bob: passes", "line 5: action 2 is expected here, not 1."),
        (HEAD + "1. Ann: passes\n(3. Bob: passes)", "line 5: action 1 is expected here, not 3."),
        (HEAD + "(0. Ann: passes)", "line 4: action 0 is expected"),
        (HEAD + "1. Ann: passes\n(1. Bob: passes", "line 5: the text ends before the bracket"),
        (HEAD + "1. Ann: passes\n()", "line 5: there is no action in these brackets."),
        (HEAD + "1. Ann: passes)", "line 4: a bracket is closed that was not opened."),
        (HEAD + "((1. Ann: passes))", "line 4: a line of play begins with an action"),
        (HEAD + "1. Ann: passes {oh", "line 4: '{oh' is no action with its number, no comment"),
        (HEAD + 'Ann: passes "', "line 4: 'Ann: passes \"' is no action with its number"),
        (HEAD + "1. Ann: buys tunnel", "line 4: action 1 is refused: "),
        (HEAD + "1. Ann: buys flos\n\n(1. Ann: buys ws)", "line 6: an action that was undone is refused: "),
        (HEAD + '1. Ann: "' + "x" * 10_000, "line 4: "),
    ],
)
def test_a_wrong_text_is_refused_in_a_sentence_with_its_line(written: str, said: str) -> None:
    with pytest.raises(UsageError) as refused:
        Game.from_bytes(written.encode(), "game.18xx")
    sentence(refused.value)
    assert str(refused.value).startswith("game.18xx")
    assert said in str(refused.value)


def test_bytes_that_are_no_text_and_texts_without_an_end_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="not written in UTF-8"):
        Game.from_bytes(HEAD.encode() + b"\xff")
    monkeypatch.setattr(text, "MAX_ACTIONS", 3)
    rows = "".join(f"{number}. Ann: passes\n" for number in range(1, 5))
    with pytest.raises(UsageError, match="line 7: more than 3 actions are not read"):
        Game.from_bytes((HEAD + rows).encode())


def test_another_state_than_the_one_that_was_written_is_noticed() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"])
    game.play(A.BuyOffered("Ann", "flos"))
    changed = game.to_text().replace("1. Ann: buys flos", "1. Ann: passes")
    with pytest.raises(UsageError, match="do not lead to the state"):
        Game.from_bytes(changed.encode())
    unbound = re.sub(r"\[Digest .*\n", "", changed)
    assert Game.from_bytes(unbound.encode()).actions == [A.Pass("Ann")]


def test_the_commands_take_a_text_like_any_recorded_game(tmp_path: Path) -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=3, rules="18xx.games")
    play_out(game, RandomPlayer(3), 80)
    game.undo()
    saved, written, back, site = (tmp_path / name for name in ("a.json", "b.18xx", "c.json", "d.json"))
    game.save(saved)
    done = call("export", saved, "--to", "text", "-o", written)
    assert (done.returncode, done.stdout) == (0, f"{written}: 79 actions.\n")
    assert written.read_text() == Game.load(saved).to_text()
    assert call("export", written, "--to", "trunkline", "-o", back).returncode == 0
    assert back.read_bytes() == saved.read_bytes()
    assert call("export", written, "-o", site).returncode == 0
    assert call("export", site, "--to", "text", "-o", tmp_path / "e.18xx").returncode == 0
    assert Game.load(tmp_path / "e.18xx").state.players == game.state.players
    for command in (("state", "--json"), ("state", "--json", "--at", "40"), ("replay", "--json")):
        first, *rest = command
        assert json.loads(call(first, written, *rest).stdout) == json.loads(call(first, saved, *rest).stdout)
    end = call("play", "--load", written, "--bots", "all", "--save", tmp_path / "end.18xx")
    assert end.returncode == 0
    assert Game.load(tmp_path / "end.18xx").actions[:79] == game.actions


def test_a_wrong_text_ends_a_command_with_its_sentence(tmp_path: Path) -> None:
    path = tmp_path / "bad.18xx"
    path.write_text(HEAD + "1. Ann: dances\n")
    for command in ("replay", "state", "play --load", "perft"):
        refused = call(*command.split(), path)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert refused.stderr == "bad.18xx, line 4: 'dances' is no action in the notation.\n"
