"""Tests of the main interface: new games, play, undo, redo and saves."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import trunkline
from trunkline import actions as A
from trunkline.cli.progress import Progress
from trunkline.cli.terminal.replay_source import steps
from trunkline.game import Game, saves
from trunkline.game.wording.events import sentences
from trunkline.interop.recording import opened as opened_recording

NAMES = ["Ann", "Bob", "Cy"]


def opened() -> Game:
    """Return a game in which the privates have been sold and Ann must buy."""
    game = trunkline.new("1856", NAMES)
    for seat, private in enumerate(["flos", "ws", "canada", "lakes", "bridge", "tunnel"]):
        game.play(A.BuyOffered(NAMES[seat % 3], private))
    return game


def test_titles_are_known_in_any_case_and_by_their_settings() -> None:
    assert trunkline.new("1856", NAMES).options.title == "1856"
    about = trunkline.catalogue()["1856"]
    assert about.players == (3, 6)
    assert about.rules == ("printed", "18xx.games")
    assert "recorded" not in about.variants


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"title": "1830"}, "no title"),
        ({"players": ["Ann", "Bob"]}, "3 to 6 players"),
        ({"players": ["Ann", "Bob", "Ann"]}, "different names"),
        ({"players": ["Ann", "Bob", " "]}, "needs a name"),
        ({"variants": ["long"]}, "no variant"),
        ({"rules": "mine"}, "no reading"),
        ({"runs": "fast"}, "no setting of runs"),
        ({"seating": "round"}, "no seating"),
    ],
)
def test_wrong_settings_get_a_sentence(settings: dict[str, object], words: str) -> None:
    given: dict[str, object] = {"title": "1856", "players": NAMES, **settings}
    with pytest.raises(trunkline.UsageError, match=words):
        trunkline.new(**given)  # type: ignore[arg-type]


def test_random_seats_follow_the_seed_and_are_never_drawn_again(tmp_path: Path) -> None:
    game = trunkline.new("1856", NAMES, seed=7, seating="random")
    again = trunkline.new("1856", NAMES, seed=7, seating="random")
    assert game.players == again.players
    orders = {tuple(trunkline.new("1856", NAMES, seed=seed, seating="random").players) for seed in range(40)}
    assert len(orders) == 6
    game.save(tmp_path / "game.json")
    assert trunkline.load(tmp_path / "game.json").players == game.players


def test_a_refused_action_leaves_nothing_behind() -> None:
    game = opened()
    digest, count = game.digest(), len(game.actions)
    with pytest.raises(trunkline.Refusal) as caught:
        game.play(A.StartCorporation("Ann", "GT", 85))
    assert caught.value.rule == "1856.start.par-values"
    assert game.check(A.StartCorporation("Ann", "GT", 85)) == caught.value
    assert (game.digest(), len(game.actions)) == (digest, count)


def test_undo_redo_and_branches() -> None:
    game = opened()
    before = game.digest()
    game.play(A.StartCorporation("Ann", "GT", 90))
    after = game.digest()
    assert game.undo() == A.StartCorporation("Ann", "GT", 90)
    assert game.digest() == before
    game.redo()
    assert game.digest() == after
    game.undo()
    game.play(A.StartCorporation("Ann", "GW", 70))
    branch = game.digest()
    game.undo()
    game.redo()
    assert game.digest() == branch
    with pytest.raises(trunkline.UsageError, match="nothing to redo"):
        game.redo()
    for _ in range(7):
        game.undo()
    with pytest.raises(trunkline.UsageError, match="nothing to undo"):
        game.undo()


def test_no_branch_is_lost() -> None:
    game = opened()
    first, second = A.StartCorporation("Ann", "GT", 90), A.StartCorporation("Ann", "GW", 70)
    game.play(first)
    game.play(A.StartCorporation("Bob", "CPR", 65))
    deep = game.digest()
    game.undo()
    game.undo()
    game.play(second)
    game.undo()
    assert game.branches == [first, second]
    assert game.redo(first) == first
    game.redo()
    assert game.digest() == deep
    game.undo()
    game.undo()
    assert game.branches == [second, first]
    game.play(second)
    game.undo()
    game.play(first)
    assert game.branches == [A.StartCorporation("Bob", "CPR", 65)]
    with pytest.raises(trunkline.UsageError, match="nothing to redo"):
        game.redo(A.Pass("Bob"))


def test_at_is_a_game_of_its_own() -> None:
    game = opened()
    earlier = game.at(2)
    assert earlier.to_act == {"Cy"}
    earlier.play(A.Pass("Cy"))
    assert len(game.actions) == 6
    with pytest.raises(trunkline.UsageError, match="no position 7"):
        game.at(7)


def test_the_log_tells_what_happened() -> None:
    game = opened()
    entries = game.play(A.StartCorporation("Ann", "GT", 90))
    assert "Ann starts GT at $90" in sentences(game.title, entries)
    assert game.log[-len(entries) :] == entries


def test_forbidden_says_why_for_candidates_and_for_other_kinds() -> None:
    game = trunkline.new("1856", NAMES)
    refused = game.forbidden()
    reasons = {refusal.rule for _, refusal in refused}
    assert "1856.initial.strict-order" in reasons
    kinds = {choice.kind for choice, _ in refused if isinstance(choice, trunkline.Unavailable)}
    assert A.LayTile in kinds
    ((_, other),) = game.forbidden("Bob")
    assert "Ann" in other.why


def test_a_refusal_that_is_kept_keeps_nothing_else() -> None:
    # Its traceback would keep every frame in memory.
    game = opened()
    refused = [refusal for _, refusal in game.forbidden()]
    refusal = game.check(A.Pass("Bob"))
    assert refusal is not None
    assert {each.__traceback__ for each in (*refused, refusal)} == {None}


def test_what_is_legal_is_never_a_kind_without_candidates() -> None:
    assert trunkline.Unavailable not in get_args(trunkline.Choice)
    assert trunkline.Unavailable in get_args(trunkline.Candidate)


@pytest.mark.parametrize(
    "data", [None, 5, {}, {"kind": "jump"}, {"kind": "pass"}, {"kind": "pass", "player": 3}]
)
def test_data_that_is_no_action_gets_a_sentence(data: object) -> None:
    with pytest.raises(trunkline.UsageError, match="no action"):
        A.decode(data)
    assert A.decode(A.encode(A.Pass("Ann"))) == A.Pass("Ann")


def test_the_package_of_titles_is_no_function_and_the_version_is_known() -> None:
    assert trunkline.titles.catalogue is trunkline.catalogue
    assert callable(trunkline.interop.export)
    assert re.fullmatch(r"\d+\.\d+\.\d+", trunkline.__version__)
    done = subprocess.run(
        [sys.executable, "-m", "trunkline", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"trunkline {trunkline.__version__}\n"


def test_a_process_that_works_for_a_table_can_read_the_module_that_began_it() -> None:
    assert trunkline.__file__ is not None
    runpy.run_path(str(Path(trunkline.__file__).with_name("__main__.py")), run_name="__mp_main__")


def test_only_players_can_be_asked_about() -> None:
    game = opened()
    assert game.legal("Bob") == []
    for player in ("Zed", "", ["x"]):
        with pytest.raises(trunkline.UsageError, match="does not play"):
            game.legal(player)  # type: ignore[arg-type]
        with pytest.raises(trunkline.UsageError, match="does not play"):
            game.forbidden(player)  # type: ignore[arg-type]


def test_a_save_is_a_head_and_actions(tmp_path: Path) -> None:
    game = opened()
    path = tmp_path / "game.json"
    game.save(path)
    data = json.loads(path.read_text())
    assert data["options"]["players"] == NAMES
    assert data["actions"][0] == {"kind": "buy_offered", "player": "Ann", "private": "flos"}
    assert trunkline.load(path).digest() == game.digest() == data["digest"]


def test_a_trusted_state_is_taken_as_it_is_and_can_still_be_undone(tmp_path: Path) -> None:
    game = opened()
    game.save(tmp_path / "game.json")
    trusted = trunkline.load(tmp_path / "game.json", verify=False)
    assert trusted.digest() == game.digest()
    trusted.play(A.StartCorporation("Ann", "GT", 90))
    assert trusted.actions == [*game.actions, A.StartCorporation("Ann", "GT", 90)]
    trusted.undo()
    trusted.undo()
    game.undo()
    assert trusted.digest() == game.digest()
    assert trusted.actions == game.actions


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data["actions"].insert(0, {"kind": "pass", "player": "Bob"}), "action 1 is refused"),
        (lambda data: data["actions"].append({"kind": "pass", "player": "Ann"}), "do not lead to the state"),
        (lambda data: data["actions"].append({"kind": "dance", "player": "Ann"}), "cannot be read"),
        (lambda data: data.update(version=99), "newer program"),
        (lambda data: data["options"].update(rulings=99), "version 99 of the rulings"),
        (lambda data: data.update(board="0"), "another board"),
        (lambda data: data.update(extra=1), "cannot be read"),
    ],
)
def test_damaged_saves_get_a_sentence(tmp_path: Path, change: object, words: str) -> None:
    path = tmp_path / "game.json"
    opened().save(path)
    data = json.loads(path.read_text())
    change(data)  # type: ignore[operator]
    path.write_text(json.dumps(data))
    with pytest.raises(trunkline.UsageError, match=words):
        trunkline.load(path)


def earlier(game: Game, **changes: object) -> bytes:
    """Return the game as saved by a program with earlier rulings."""
    data = json.loads(game.to_bytes())
    del data["options"]["rulings"]
    data.update(version=2, rules_version=1, digest="0" * 32, **changes)
    return json.dumps(data).encode()


def test_a_game_of_earlier_rulings_goes_on_where_every_action_still_holds() -> None:
    game = opened()
    again = Game.from_bytes(earlier(game))
    assert (again.digest(), again.actions) == (game.digest(), game.actions)
    trusting = Game.from_bytes(earlier(game), verify=False)
    assert trusting.digest() == game.digest(), "a state that other rulings led to is not trusted"


def test_a_game_of_earlier_rulings_that_does_not_hold_says_where(tmp_path: Path) -> None:
    game = opened()
    data = earlier(game, actions=[*map(A.encode, game.actions[:3]), A.encode(A.Pass("Cy"))])
    with pytest.raises(
        trunkline.UsageError, match=r"action 4 is refused by version \d+ of the rulings.*version 1:"
    ):
        Game.from_bytes(data)
    (tmp_path / "game.json").write_bytes(data)
    assert list(steps(opened_recording(tmp_path / "game.json"), 3, Progress("")))[-1] == game.at(3)


def test_a_game_saved_when_a_declined_offer_left_no_trace_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    data = (Path(__file__).parents[1] / "support" / "saves" / "declined-0.4.0.json").read_bytes()
    game = Game.from_bytes(data)
    turn = game.state.operating.turn if game.state.operating else None
    assert turn is not None
    assert turn.declined == (game.actions[-2],)
    assert Game.from_bytes(data, verify=False) == game, "a state of another version is not trusted"
    monkeypatch.setattr(saves, "PROGRAM_VERSION", "0.4.0")
    with pytest.raises(trunkline.UsageError, match="do not lead to the state"):
        Game.from_bytes(data)


def test_an_earlier_board_with_the_same_facts_is_the_same_board(monkeypatch: pytest.MonkeyPatch) -> None:
    game = opened()
    data = earlier(game, board="f" * 32)
    with pytest.raises(trunkline.UsageError, match="another board"):
        Game.from_bytes(data)
    monkeypatch.setitem(saves.EARLIER_BOARDS, "1856", frozenset({"f" * 32}))
    assert Game.from_bytes(data) == game


def test_a_save_that_cannot_be_written_or_read_gets_a_sentence(tmp_path: Path) -> None:
    game = opened()
    with pytest.raises(trunkline.UsageError, match="cannot be written"):
        game.save(tmp_path / "missing" / "game.json")
    with pytest.raises(trunkline.UsageError, match="cannot be read"):
        trunkline.load(tmp_path / "nowhere.json")
    (tmp_path / "cut.json").write_bytes(game.to_bytes()[:200])
    with pytest.raises(trunkline.UsageError, match="cannot be read"):
        trunkline.load(tmp_path / "cut.json")
