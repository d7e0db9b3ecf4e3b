"""Commands without a terminal: their output and their exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import trunkline
from cli.terminal import call
from cli.terminal import trunkline as run
from trunkline.players import play_out
from trunkline.players.clerk import Clerk
from trunkline.titles import catalogue


def one_sentence(text: str) -> bool:
    """Return whether the text is one line and not a traceback."""
    return text.count("\n") == 1 and "Traceback" not in text and text.strip() != ""


def dollars(text: str) -> int:
    """Return the value of a sum such as $1,250."""
    return int(text.removeprefix("$").replace(",", ""))


def damaged(path: Path, source: Path, **changes: Any) -> Path:
    """Write a copy of a saved game with other entries at the top."""
    path.write_text(json.dumps({**json.loads(source.read_text()), **changes}))
    return path


# -- play


def test_play_without_a_terminal_plays_to_the_end_and_prints_the_standings(tmp_path: Path) -> None:
    first = run("play", "--save", tmp_path / "game.json")
    assert first.returncode == 0
    assert "Finished: " in first.stdout
    assert [line.split()[0] for line in first.stdout.splitlines()[-3:]] == ["1", "2", "3"]
    assert "Traceback" not in first.stderr
    again = call("play")
    assert again.stdout == first.stdout
    game = trunkline.load(tmp_path / "game.json")
    assert game.over
    standings = (line.split() for line in first.stdout.splitlines()[-3:])
    printed = {name: dollars(worth) for _, name, worth in standings}
    assert printed == {standing.player: standing.worth for standing in game.standings()}


def test_play_takes_players_seed_variants_and_rules(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    arguments = ["--players", "Xavier,Yves", "Zoe", "Will", "--seed", "9", "--variant", "type8", "--rules"]
    done = call("play", "1856", *arguments, "18xx.games", "--seating", "random", "--save", path)
    assert done.returncode == 0, done.stderr
    options = json.loads(path.read_text())["options"]
    assert sorted(options["players"]) == ["Will", "Xavier", "Yves", "Zoe"]
    assert options["seed"] == 9
    assert options["variants"] == ["type8"]
    assert options["rules"] == "18xx.games"


def test_play_goes_on_with_a_saved_game(saved: Path) -> None:
    done = call("play", "--load", saved)
    assert done.returncode == 0
    assert "Finished: " in done.stdout


def test_the_level_says_which_program_plays(tmp_path: Path) -> None:
    file = tmp_path / "clerks.json"
    done = call("play", "1851", "--bots", "all", "--level", "clerk", "--seed", "3", "--save", file)
    assert done.returncode == 0
    assert "play as clerks do, seed 3" in done.stdout
    game = trunkline.load(file)
    again = game.at(0)
    play_out(again, Clerk(3), max_actions=25)
    assert again.actions == game.actions[:25]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["1899"], "no title"),
        (["--players", "2"], "3 to 6 players"),
        (["--players", "99"], "too many"),
        (["--players", "Ann,Ann,Bob"], "different names"),
        (["--variant", "nothing"], "no variant"),
        (["--rules", "made up"], "reading"),
        (["--bots", "Zoe"], "Zoe does not play"),
        (["--bots", "none"], "terminal"),
        (["--level", "wizard"], "There is no player 'wizard'"),
        (["--load", "missing.json"], "missing.json"),
    ],
)
def test_play_says_in_a_sentence_what_is_wrong(arguments: list[str], said: str) -> None:
    done = call("play", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert one_sentence(done.stderr)
    assert done.stdout == ""


# -- replay


def test_replay_prints_the_standings(finished: Path) -> None:
    done = call("replay", finished)
    assert done.returncode == 0
    game = trunkline.load(finished)
    worth = [standing.worth for standing in game.standings()]
    assert [dollars(line.split()[-1]) for line in done.stdout.splitlines()[1:]] == worth
    assert "Finished: " in done.stdout


def test_replay_as_json_prints_the_result_and_nothing_else(finished: Path) -> None:
    done = run("replay", finished, "--json")
    game = trunkline.load(finished)
    assert game.result is not None
    assert json.loads(done.stdout) == {
        "title": "1856",
        "players": ["Ann", "Bob", "Cy"],
        "actions": len(game.actions),
        "finished": True,
        "reason": game.result.reason,
        "standings": {standing.player: standing.worth for standing in game.standings()},
        "differences": [],
    }


def test_replay_stops_where_it_is_told_to(finished: Path) -> None:
    done = call("replay", finished, "--json", "--at", "120")
    early = trunkline.load(finished).at(120)
    result = json.loads(done.stdout)
    assert result["actions"] == 120
    assert (result["finished"], result["reason"]) == (False, None)
    assert result["standings"] == {standing.player: standing.worth for standing in early.standings()}
    assert "120 of" in call("replay", finished, "--at", "120").stdout


def test_the_trace_has_the_state_at_the_start_and_after_every_action(saved: Path, tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    assert call("replay", saved, "--trace", trace).returncode == 0
    states = [json.loads(line) for line in trace.read_text().splitlines()]
    game = trunkline.load(saved)
    assert len(states) == len(game.actions) + 1
    for number in (0, 1, 50, 200, len(game.actions)):
        assert states[number] == json.loads(json.dumps(game.at(number).view()))


def test_a_wrong_position_leaves_an_older_trace_alone(saved: Path, tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    trace.write_text("older")
    assert call("replay", saved, "--at", "99999", "--trace", trace).returncode == 2
    assert trace.read_text() == "older"


@pytest.mark.parametrize("wrong", ["-1", "x", "1.5", ""])
def test_a_wrong_number_of_actions_is_refused(saved: Path, wrong: str) -> None:
    done = call("replay", saved, f"--at={wrong}")
    assert done.returncode == 2
    assert "no whole number" in done.stderr


def test_more_actions_than_there_are_is_refused(saved: Path) -> None:
    done = call("replay", saved, "--at", "100000")
    assert done.returncode == 2
    assert one_sentence(done.stderr)


def test_damaged_games_are_refused_in_a_sentence(saved: Path, tmp_path: Path) -> None:
    whole = saved.read_text()
    data = json.loads(whole)
    cut = tmp_path / "cut.json"
    cut.write_text(whole[: len(whole) // 2])
    illegal = list(data["actions"])
    illegal[30] = {"kind": "bid", "player": "Ann", "private": "tunnel", "amount": 5}
    other = [*data["actions"][:-1], {"kind": "pass", "player": data["actions"][-1]["player"]}]
    nobody = [{**data["actions"][0], "player": "Zoe"}, *data["actions"][1:]]
    for path, said in [
        (tmp_path / "missing.json", "missing.json"),
        (tmp_path, str(tmp_path)),
        (cut, "cut.json"),
        (damaged(tmp_path / "illegal.json", saved, actions=illegal), "action 31 "),
        (damaged(tmp_path / "illegal.json", saved, actions=illegal), "[1856."),
        (damaged(tmp_path / "nobody.json", saved, actions=nobody), "action 1 "),
        (damaged(tmp_path / "other.json", saved, actions=other), "."),
        (damaged(tmp_path / "board.json", saved, board="0" * 32), "another board"),
        (damaged(tmp_path / "version.json", saved, version=99), "newer"),
        (damaged(tmp_path / "rules.json", saved, version=2, rules_version=99), "version 99"),
        (damaged(tmp_path / "digest.json", saved, digest="0" * 32), "do not lead"),
        (damaged(tmp_path / "extra.json", saved, colour="blue"), "colour"),
        (damaged(tmp_path / "kind.json", saved, actions=[{"kind": "cheat", "player": "Ann"}]), "cheat"),
        (damaged(tmp_path / "title.json", saved, options={**data["options"], "title": "1899"}), "1899"),
    ]:
        done = call("replay", path, "--json")
        assert done.returncode == 2, (path, done)
        assert said in done.stderr
        assert one_sentence(done.stderr), done.stderr
        assert done.stdout == ""


@pytest.mark.parametrize("text", ["", "[]", "17", "null", "{}", '{"a": 1}', "no json", "\x00\xff", "[" * 999])
def test_foreign_files_are_refused_in_a_sentence(text: str, tmp_path: Path) -> None:
    path = tmp_path / "foreign.json"
    path.write_bytes(text.encode("latin-1"))
    for command in ("replay", "state"):
        done = call(command, path)
        assert done.returncode == 2, done
        assert "foreign.json" in done.stderr
        assert one_sentence(done.stderr), done.stderr


def test_a_trace_that_cannot_be_written_is_said_so(saved: Path, tmp_path: Path) -> None:
    done = call("replay", saved, "--trace", tmp_path / "nowhere" / "trace.jsonl")
    assert done.returncode == 2
    assert one_sentence(done.stderr)


def test_public_games_replay_to_their_recorded_result(shared_games: Path) -> None:
    for path in sorted((shared_games / "1856").glob("*.json")):
        if path.name.endswith(".trace.json"):
            continue
        recorded = json.loads(path.read_text())
        done = call("replay", path, "--json")
        assert done.returncode == 0, done.stderr
        worth = json.loads(done.stdout)["standings"]
        names = {str(player.get("id", player["name"])): player["name"] for player in recorded["players"]}
        assert worth == {names[id]: value for id, value in recorded["result"].items()}, path.name


# -- state, titles, rules


def test_the_state_is_shown_for_people_and_for_programs(saved: Path) -> None:
    game = trunkline.load(saved)
    assert json.loads(call("state", saved, "--json").stdout) == json.loads(json.dumps(game.view()))
    early = call("state", saved, "--json", "--at", "40")
    assert json.loads(early.stdout) == json.loads(json.dumps(game.at(40).view()))
    text = call("state", saved).stdout
    for word in ("Ann", "Bob", "Cy", "Trains in the bank", "Toronto", "Tokens:"):
        assert word in text


def test_titles_are_listed() -> None:
    done = run("titles")
    assert done.returncode == 0
    assert "1856" in done.stdout
    assert "3 to 6 players" in done.stdout
    assert "alternate_destinations" in done.stdout
    assert "18xx.games: as 18xx.games plays" in done.stdout
    for about in catalogue().values():
        for name in (*about.variants, *about.rules):
            assert f"      {name}: " in done.stdout, f"{name} of {about.id} has no description"


def test_rules_are_listed_and_searched() -> None:
    whole = run("rules", "1856").stdout
    assert whole.count("1856.") >= 285
    one = call("rules", "1856", "train.numeric-order").stdout
    assert one.startswith("1856.train.numeric-order  (TRAINS)\n")
    found = call("rules", "1856", "Kitchener", "free").stdout
    assert 1 <= found.count("1856.") < 10
    missing = call("rules", "1856", "xylophone")
    assert missing.returncode == 2
    assert one_sentence(missing.stderr)
    assert run("rules", "1899").returncode == 2


def test_version_and_usage() -> None:
    assert run("--version").stdout.strip() == f"trunkline {trunkline.__version__}"
    assert call("--help").returncode == 0
    for wrong in ([], ["dance"], ["replay"], ["play", "--seed", "x"], ["play", "--delay", "-1"]):
        done = call(*wrong)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_cannot_be_written_is_said_so() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "trunkline.cli", "titles"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == b"The output cannot be written: No space left on device.\n"


def test_a_terminal_without_the_letters_of_a_name_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    trunkline.new("1856", ["Zoë", "Bob", "Cy"]).save(file)
    for arguments in (["replay", str(file)], ["replay", str(file), "--json"], ["state", str(file), "--json"]):
        done = subprocess.run(
            [sys.executable, "-m", "trunkline.cli", *arguments],
            env={**os.environ, "PYTHONIOENCODING": "ascii"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        if "--json" in arguments:
            assert "Zoë" in json.loads(done.stdout)["players"]


def test_a_place_to_save_that_is_missing_is_said_before_the_game(tmp_path: Path) -> None:
    for place in (tmp_path / "missing" / "game.json", tmp_path):
        done = call("play", "--save", place)
        assert (done.returncode, done.stdout) == (2, "")
        assert "cannot be written" in done.stderr


def test_a_reader_that_has_had_enough_is_no_error() -> None:
    command = [sys.executable, "-m", "trunkline.cli", "rules", "1856"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
