"""The benchmark: a run from the command line, its file, and the frozen parts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.terminal import call
from trunkline.cli.exit_codes import BAD_INPUT, FINDINGS, OK
from trunkline.lab.arena.match import Forfeit, GameResult
from trunkline.lab.benchmark import definition as definitions
from trunkline.lab.benchmark import figures, page, playing, results, verifying
from trunkline.lab.benchmark.definition import Definition, Table
from trunkline.lab.benchmark.results import GameLine, Head
from trunkline.learn.puzzles import collection
from trunkline.learn.puzzles.puzzle import Theme

ROOT = Path(__file__).resolve().parents[3]
KEPT = ROOT / "bench" / "benchmark"
FROZEN = {
    "1": "3e5056a30b96746af8178e6c58a4c3c501f66bcbb1349561a33a451a7d121d15",
    "2": "3f6eb80659611fb41c8c6da881bcb4b47d4c7247f539cf71cc80dd77f19c5f5c",
}
"""The checksums of the benchmarks. They never change: make a new version instead."""
BASELINES = {
    "1-clerk-1.0.0": "f20a8b4552f4ba53923142e7acbcd2170f8a826ad97b07bb27211d95433c0e5d",
    "1-director-1.0.0": "2641f9c85843353e88fbe3568deddbd31ac10de3980839a5ea356c162390d252",
    "2-clerk-1.0.0": "32b5865f6a05ae6e84ea428ccfcffada856748bd8ddc222c58273fe493153e93",
    "2-director-1.0.0": "4a5be35afd96fd34ca975ce50eca1b1e88a04895c91d895538d9c020853af24f",
    "2-tycoon_64-1.0.0": "2b98ec65e1fad6cd642f9e24046a8fbc44716ad2d8896d6abeb97ee6419c7207",
}
"""The SHA-256 of the kept files. New files are added, and these never change."""
Lines = list[dict[str, Any]]
SMALL_GAME = 60
"""Actions after which the games of these tests are cut off."""


@pytest.fixture(scope="module", name="small")
def _small() -> Definition:
    """Return a benchmark with three short games and three puzzles."""
    puzzles = collection.read()
    lays = tuple(puzzle.id for puzzle in puzzles if puzzle.theme is Theme.LAY)[:2]
    run = next(puzzle.id for puzzle in puzzles if puzzle.theme is Theme.RUN)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playing, "FIRST_ACTIONS", SMALL_GAME)
        prints = {"random": {"1851": playing.fingerprint(("random", "1851", 7))}}
    tables = (Table("1851", 3, "random", 1),)
    return Definition(
        definitions.NEWEST, 7, tables, prints, {Theme.LAY: {"1856": lays}, Theme.RUN: {"1856": (run,)}}
    )


@pytest.fixture(autouse=True)
def _benchmark(
    small: Definition, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let the commands play the small benchmark, unless a test is about the frozen one."""
    if request.node.get_closest_marker("usefixtures") is None:
        folder = tmp_path / "definitions"
        folder.mkdir()
        written(folder, small)
        monkeypatch.setattr(definitions, "FOLDER", folder)
        monkeypatch.setattr("trunkline.lab.arena.match.MOST_ACTIONS", SMALL_GAME)
        monkeypatch.setattr(playing, "FIRST_ACTIONS", SMALL_GAME)


@pytest.fixture(name="the_frozen_one")
def _the_frozen_one() -> None:
    """Mark a test that uses the frozen benchmark."""


def written(folder: Path, definition: Definition) -> None:
    """Write a definition. JSON is YAML, too."""
    (folder / f"{definitions.NEWEST}.yaml").write_bytes(msgspec.json.encode(definition))


def made(path: Path, *options: str, player: str = "clerk") -> Lines:
    """Play the benchmark, and return the lines of its file."""
    done = call("benchmark", player, "-o", path, *options)
    assert done.returncode == OK, done.stderr
    return [json.loads(line) for line in path.read_text().splitlines()]


def stored(path: Path, lines: Lines) -> Path:
    """Write lines to a file."""
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def untimed(lines: Lines) -> Lines:
    """Return lines without the figures that differ from run to run."""
    times = {"seconds", "processor", "longest", "total", "milliseconds"}

    def without(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: without(each) for name, each in value.items() if name not in times}
        return [without(each) for each in value] if isinstance(value, list) else value

    return [without(line) for line in lines]


def test_a_run_that_was_stopped_continues_and_its_results_are_verified(tmp_path: Path) -> None:
    whole, later = tmp_path / "whole.jsonl", tmp_path / "later.jsonl"
    lines = made(whole)
    assert [line["line"] for line in lines] == ["run", *["game"] * 3, *["puzzles"] * 2, "row"]
    # The run was stopped in the middle of its third line.
    draft = tmp_path / "later.jsonl.part"
    kept = "".join(whole.read_text().splitlines(keepends=True)[:3])
    draft.write_text(kept + '{"line":"game","ta')
    refused = call("benchmark", "clerk", "-o", later)
    assert (refused.returncode, later.exists()) == (BAD_INPUT, False)
    assert "Continue it with --resume" in refused.stderr
    other = call("benchmark", "random", "-o", later, "--resume")
    assert (other.returncode, "holds another run" in other.stderr) == (BAD_INPUT, True)
    assert untimed(made(later, "--resume")) == untimed(lines)
    assert later.read_text().startswith(kept)
    assert not draft.exists()
    assert "exists already" in call("benchmark", "clerk", "-o", later).stderr
    checked = call("verify", later, "--keep", tmp_path / "kept")
    assert checked.returncode == OK, checked.stdout
    assert "against random" in checked.stdout
    (packed,) = (tmp_path / "kept").iterdir()
    assert packed.name == "2-clerk-1.0.0.jsonl.xz"
    assert call("verify", packed, "--sample", "0").returncode == OK
    packed.write_bytes(packed.read_bytes()[:-9])
    assert "a part of it is missing" in call("verify", packed).stderr


def of_another_actor(lines: Lines) -> None:
    lines[1]["actions"][4:6] = reversed(lines[1]["actions"][4:6])


def nonsense(lines: Lines) -> None:
    lines[1]["actions"][5] = "Ann: sings"


def of_an_opponent(lines: Lines) -> None:
    """Let an opponent pass where it did something else, and leave out the rest of the game."""
    seat = lines[1]["result"]["seats"].index("random")
    name = ("Ann", "Bob", "Cy")[seat]
    actions = lines[1]["actions"]
    at = next(
        number
        for number, line in enumerate(actions)
        if line.startswith(f"{name}: ") and not line.endswith(" passes") and number > 5
    )
    lines[1]["actions"] = [*actions[:at], f"{name}: passes"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (of_another_actor, "1851-3-random 0: action 5 "),
        (nonsense, "1851-3-random 0: action 6 cannot be played"),
        (of_an_opponent, "and the replay has"),
        (lambda lines: lines[1]["actions"].pop(), f"action {SMALL_GAME} "),
        (lambda lines: lines[1]["result"]["worth"].__setitem__(0, 9_999), "1851-3-random 0: worth is "),
        (lambda lines: lines[2]["result"].update(forfeits=[{"seat": 0, "action": 3, "why": ""}]), "failed"),
        (lambda lines: lines[4]["answers"][0].update(right=not lines[4]["answers"][0]["right"]), "puzzle"),
        (lambda lines: lines[4]["answers"][0].update(action="Ann: sings"), "cannot be read"),
        (lambda lines: lines[4]["answers"].pop(), "the answers are not those"),
        (lambda lines: lines[6]["puzzles"][0].update(solved=9), "The row of figures: puzzles is "),
        (lambda lines: lines[6].update(place=[1.0, 1.0, 1.0]), "The row of figures: place is "),
        (lambda lines: lines.pop(2), "1851-3-random 1 is missing"),
        (lambda lines: lines.insert(2, lines[1]), "1851-3-random 0 is in the file 2 times"),
        (lambda lines: lines[1].update(table="1851-4-random"), "1851-4-random 0 is no part of benchmark 2"),
    ],
)
def test_a_change_of_the_results_is_found(
    change: Callable[[Lines], object], words: str, tmp_path: Path, a_run: Lines
) -> None:
    lines = msgspec.json.decode(msgspec.json.encode(a_run))
    change(lines)
    done = call("verify", stored(tmp_path / "changed.jsonl", lines))
    assert done.returncode == FINDINGS
    assert words in done.stdout
    assert "fault" in done.stderr


@pytest.fixture(name="a_run", scope="module")
def _a_run(small: Definition, tmp_path_factory: pytest.TempPathFactory) -> Lines:
    folder = tmp_path_factory.mktemp("run")
    written(folder, small)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(definitions, "FOLDER", folder)
        patch.setattr("trunkline.lab.arena.match.MOST_ACTIONS", SMALL_GAME)
        patch.setattr(playing, "FIRST_ACTIONS", SMALL_GAME)
        return made(folder / "run.jsonl")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text[: text.rindex('{"line": "row"')], "is not complete"),
        (lambda text: text[:-40], "The file is cut off."),
        (lambda text: text[: len(text) // 2], "The file is cut off."),
        (lambda text: text.replace('"benchmark": "2"', '"benchmark": "9"', 1), "is of benchmark '9', and"),
        (
            lambda text: text.replace('"definition": "', '"definition": "0', 1),
            "another definition of benchmark 2",
        ),
        (lambda text: text + "{}\n", "cannot be read"),
        (lambda text: text + text.splitlines()[1] + "\n", "follows the row of figures"),
        (lambda text: text.replace('"quick": false', '"quick": 5', 1), "line 1 cannot be read"),
        (lambda text: text.replace('"against": []', '"against": ["x"]', 1), "has no opponent 'x'"),
        (lambda text: '{"format": "trunkline"}\n', "is not a file of results"),
        (lambda text: "", "is not a file of results"),
    ],
)
def test_a_file_that_cannot_be_used_gets_one_sentence(
    change: Callable[[str], str], words: str, tmp_path: Path, a_run: Lines
) -> None:
    path = stored(tmp_path / "bad.jsonl", a_run)
    path.write_text(change(path.read_text()))
    done = call("verify", path)
    assert (done.returncode, done.stdout) == (BAD_INPUT, "")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nobody",), "There is no player 'nobody'"),
        (("no.such.module:Player",), "cannot be loaded"),
        (("clerk", "--against", "tycoon"), "Benchmark 2 has no opponent 'tycoon'. Use one of random."),
        (("clerk", "--resume"), "Name it with --output."),
    ],
)
def test_a_wrong_option_gets_one_sentence_and_no_file(
    arguments: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    output = () if "--resume" in arguments else ("-o", tmp_path / "out.jsonl")
    done = call("benchmark", *arguments, *output)
    assert (done.returncode, done.stdout) == (BAD_INPUT, "")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
    assert [each.name for each in tmp_path.iterdir()] == ["definitions"]


def test_weights_of_another_title_are_refused_before_the_first_game(
    small: Definition, tmp_path: Path
) -> None:
    ours = files("trunkline.players.scholar") / "weights/1851.json"
    weights = tmp_path / "weights.json"
    weights.write_bytes(ours.read_bytes().replace(b'"1851"', b'"18GL"', 1))
    done = call("benchmark", f"scholar:9:{weights}", "-o", tmp_path / "out.jsonl")
    assert (done.returncode, done.stdout) == (BAD_INPUT, "")
    assert "The weights are for 18GL and not for 1851." in done.stderr
    assert not list(tmp_path.glob("out*"))


def test_an_opponent_that_plays_otherwise_than_when_it_was_frozen_is_refused(
    small: Definition, tmp_path: Path
) -> None:
    written(definitions.FOLDER, msgspec.structs.replace(small, opponents={"random": {"1851": "other"}}))
    done = call("benchmark", "clerk", "-o", tmp_path / "out.jsonl")
    assert done.returncode == BAD_INPUT
    assert "the random of this version of Trunkline plays otherwise than in benchmark 2" in done.stderr
    assert not list(tmp_path.glob("out*"))


def test_results_against_opponents_that_have_changed_are_verified_without_them(
    small: Definition, tmp_path: Path
) -> None:
    path = tmp_path / "out.jsonl"
    made(path)
    known = definitions.checksum()
    changed = msgspec.structs.replace(small, opponents={"random": {"1851": "other"}})
    written(definitions.FOLDER, changed)
    path.write_text(path.read_text().replace(known, definitions.checksum()))
    done = call("verify", path)
    assert done.returncode == BAD_INPUT
    assert "let no opponent choose again with --sample 0" in done.stderr
    assert call("verify", path, "--sample", "0").returncode == OK


def test_a_program_that_fails_loses_its_games_and_its_results_are_verified(tmp_path: Path) -> None:
    """Verify a file without the program: its failures are repeated from the file."""
    path = tmp_path / "failed.jsonl"
    for player, version in (("Absent", "2.5"), ("Borrows", "")):
        lines = made(path, "--player-version", version, player=f"lab.arena.players:{player}")
        assert lines[0]["version"] == lines[-1]["version"] == version
        assert lines[-1]["failures"] == 3
        assert lines[-1]["pairings"][0]["won"] == 0
        assert lines[-1]["place"] == [3.0, 3.0, 3.0]
        assert [each["solved"] for each in lines[-1]["puzzles"]] == [0, 0]
        checked = call("verify", path)
        assert checked.returncode == OK, checked.stdout
        assert "failed in 3 games" in checked.stdout
        path.unlink()


def test_pairings_and_places_count_as_worths_say() -> None:
    table = Table("1851", 3, "b", 2)
    definition = Definition(definitions.NEWEST, 1, (table,), {}, {})

    def game(number: int, worth: tuple[int, ...], *forfeits: Forfeit) -> GameLine:
        ones = (1.0, 1.0, 1.0)
        seats = table.match("a", 1).seating(number)
        assert seats.index("a") == table.seat(number)
        found = GameResult(
            number, seats, worth, (0,), "bank", 9, 300, (10, 10, 10), ones, "", forfeits, ones, ones
        )
        return GameLine(table.name, found, (), 4.0)

    lines = [
        game(0, (600, 200, 200)),  # two pairings won, first place
        game(1, (500, 500, 100)),  # the program in seat 3: two lost, third place
        game(2, (300, 300, 300)),  # no pairing is decided, and all share the second place
        game(3, (600, 0, 200), Forfeit(0, 5, "")),  # the clerk's worth is not the program's
    ]
    row = figures.row(Head(definitions.NEWEST, "", "a"), definition, lines)
    assert [(each.title, each.games, each.decided, each.won) for each in row.pairings] == [
        ("", 4, 5, 2),
        ("1851", 4, 5, 2),
    ]
    assert row.pairings[0].interval[0] < 0.4 < row.pairings[0].interval[1]
    # The mean of the deals: 2 in the first, and 2.5 in the second.
    assert row.place.mean == 2.25
    assert (row.milliseconds, row.processor, row.total, row.failures) == (100.0, 4.0, 16.0, 1)


def test_the_row_is_printed_and_is_json(tmp_path: Path) -> None:
    printed = call("benchmark", "clerk", "--quick", "--against", "random")
    assert printed.returncode == OK, printed.stderr
    head, names, row, _, titles, by_title, *_ = printed.stdout.splitlines()
    assert head.startswith("Benchmark 2: clerk 1.0.0 (quick run, for a trial only; 3 games, 3 puzzles;")
    assert names.split() == [
        "player",
        "against",
        "random",
        "mean",
        "place",
        "lay",
        "run",
        "ms",
        "a",
        "decision",
    ]
    assert row.startswith("clerk ")
    assert (titles.split(), by_title.split()[0]) == (["title", "against", "random"], "1851")
    data = json.loads(call("benchmark", "clerk", "--json").stdout)
    assert (data["program"], data["games"], data["quick"]) == ("clerk", 3, False)


@pytest.mark.usefixtures("the_frozen_one")
@pytest.mark.parametrize("opponent", ["random", "clerk", "director"])
def test_the_opponents_play_as_when_the_benchmark_was_frozen(opponent: str) -> None:
    """Play a part of a game in each title. If this fails, an opponent of the newest benchmark has changed.

    Before a release, restore its play. Otherwise keep the benchmark as it is, and make the next one.
    """
    frozen = definitions.read()
    for (name, title), known in playing.expected(frozen).items():
        if name == opponent:
            changed = f"The {opponent} of benchmark {frozen.version} has changed in {title}."
            assert playing.fingerprint((opponent, title, frozen.seed)) == known, changed


@pytest.mark.usefixtures("the_frozen_one")
def test_the_benchmark_and_its_baselines_are_frozen() -> None:
    assert {version: definitions.checksum(version) for version in definitions.versions()} == FROZEN
    for version in FROZEN:
        for puzzle in definitions.read(version).puzzle_ids():
            assert playing.known_puzzle(puzzle).id == puzzle
    for name, known in BASELINES.items():
        assert hashlib.sha256((KEPT / f"{name}.jsonl.xz").read_bytes()).hexdigest() == known, name


@pytest.mark.usefixtures("the_frozen_one")
def test_the_page_has_the_rows_of_the_kept_results() -> None:
    for path in sorted(KEPT.iterdir()):
        held = results.read(path)
        assert held.row == figures.row(held.head, held.head.played(), held.lines)
        game = next(line for line in held.lines if line.name.startswith("18GL-3-clerk"))
        unit = next(unit for unit in held.head.played().units() if unit.name == game.name)
        # The opponents of older benchmarks have changed since, and are not asked.
        asks = held.head.benchmark == definitions.NEWEST
        check = verifying.Check(unit, game, held.head, held.head.played().seed, asks=asks)
        assert verifying.check(check) == []
    shown = (ROOT / "docs" / "ladder.md").read_text().partition(page.BEGIN)[2].partition(page.END)[0]
    assert shown.strip("\n") == "\n".join(page.markdown(page.rows(KEPT), collection.read())).strip("\n")
