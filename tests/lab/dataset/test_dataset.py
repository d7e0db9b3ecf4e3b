"""Data sets: the same games and rows again, a continued run, damaged files, and statistics."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pyarrow.compute as pc
import pytest
from pyarrow import parquet

from trunkline.game import Game
from trunkline.game.notation import notation
from trunkline.lab.arena import match as arena
from trunkline.lab.dataset import checking, games, page, schema, storage
from trunkline.lab.dataset.games import GameRecord
from trunkline.lab.dataset.making import failed, make, plan_of
from trunkline.lab.dataset.packing import pack
from trunkline.lab.dataset.plan import REFERENCE, Part, Plan
from trunkline.lab.dataset.rows import tables
from trunkline.lab.dataset.statistics import figures
from trunkline.util.errors import UsageError

DOCS = Path(__file__).resolve().parents[3] / "docs"


def silent(done: int, total: int) -> None:
    """Show no progress."""


@pytest.fixture(scope="module")
def own() -> list[GameRecord]:
    """Return the games that come with Trunkline."""
    return games.read(games.OWN)


@pytest.fixture(scope="module")
def recorded(own: list[GameRecord], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a compact file of three games of 1851, which are short."""
    short = [record for record in own if record.options.title == "1851"][:3]
    path = tmp_path_factory.mktemp("games") / "three.jsonl.xz"
    numbered = [msgspec.structs.replace(record, number=number) for number, record in enumerate(short)]
    games.write(numbered, path, storage.write)
    return path


@pytest.fixture(scope="module")
def made(recorded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data set of these games in two shards. Do not change it."""
    folder = tmp_path_factory.mktemp("data") / "three"
    make(folder, plan_of(recorded, 0, 2), 1, silent, recorded)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_a_sample_of_the_games_that_come_with_trunkline_can_be_replayed(own: list[GameRecord]) -> None:
    for record in own[3:6]:
        game = games.replay(record, "own")
        assert game.over
        assert {each.player: each.place for each in game.standings()} == dict(
            zip(game.players, record.places, strict=True)
        )
    assert {record.bots for record in own} == {("director",) * count for count in (3, 4, 5)}
    for record in own:
        match, number = REFERENCE.game(record.number)
        assert (record.options.title, record.bots) == (match.title, match.seating(number))
        assert record.options.seed == match.deal(number)


def test_a_run_that_was_stopped_continues_with_the_same_files(
    recorded: Path, made: Path, tmp_path: Path
) -> None:
    plan = plan_of(recorded, 0, 2)

    def stopping(done: int, total: int) -> None:
        if done == 3 and total == 3:
            raise KeyboardInterrupt

    def killed(path: Path, data: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_name(path.name + storage.UNFINISHED).write_bytes(data[:100])
        raise KeyboardInterrupt

    folder = tmp_path / "stopped"
    # Killed while the first file is written, then between the shards.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(storage, "write", killed)
        with pytest.raises(KeyboardInterrupt):
            make(folder, plan, 1, silent, recorded)
    assert list(folder.rglob("*.parquet")) == []
    with pytest.MonkeyPatch.context() as patch:
        whole = storage.add
        patch.setattr(storage, "add", lambda *given: whole(*given) if given[2] == 0 else stopping(3, 3))
        with pytest.raises(KeyboardInterrupt):
            make(folder, plan, 1, silent, recorded)
    assert storage.read_manifest(folder).games == 2
    shown: list[int] = []
    make(folder, plan, 1, lambda done, total: shown.append(done), recorded)
    assert shown == [3]
    assert contents(folder) == contents(made)
    assert make(folder, plan, 1, silent, recorded) == storage.read_manifest(made)


def test_bots_play_the_same_rows_again_with_their_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "MOST_ACTIONS", 90)
    plan = Plan((Part(("clerk", "random", "random"), 4),), ("1851", "1856"), (3,), seed=5)
    record, game, estimates = games.play(*plan.game(2), 2)
    again = tables(*games.play(*plan.game(2), 2), 0)
    found = tables(record, game, estimates, 0)
    assert all(found[name].equals(again[name]) for name in schema.TABLES)
    assert (record.reason, record.winners, record.options.title) == ("cut off", (), "1851")
    rows = found[schema.DECISIONS].to_pylist()
    assert len(rows) == 90
    assert [row["action"] for row in rows] == [notation(action) for action in game.actions]
    for row in rows:
        assert row["legal_count"] == len(row["legal"]) > 0
        assert row["forced"] == (row["legal_count"] == 1 and not row["legal"][0]["open"])
        if row["bot"] == "clerk":
            best = row["estimates"][0]["action"]
            assert f"{row['player']}: {best}" == row["action"]
        else:
            assert row["estimates"] is None
    dollars = [each["dollars"] for row in rows for each in row["estimates"] or ()]
    assert any(dollars)
    lines = found[schema.POSITIONS].to_pylist()
    assert lines[0]["number"] == 0
    for row in lines[:3]:
        assert Game.from_line(row["line"]).digest() == game.at(row["number"]).digest()
    every = tables(record, game, estimates, 30)[schema.POSITIONS]
    assert every["number"].to_pylist() == [0, 30, 60]


def test_games_can_be_packed_and_the_first_games_of_a_plan_stay(
    recorded: Path, made: Path, tmp_path: Path
) -> None:
    out = tmp_path / "again.jsonl.xz"
    assert pack(made, storage.read_manifest(made), out) == 3
    assert out.read_bytes() == recorded.read_bytes()
    assert pack(made, storage.read_manifest(made), out, 1) == 1
    assert games.read(out) == games.read(recorded)[:1]
    short = msgspec.structs.replace(REFERENCE, parts=(Part(("director",), 300),))
    assert [short.game(number) for number in range(300)] == [REFERENCE.game(number) for number in range(300)]
    match, number = REFERENCE.game(20_000)
    assert (set(match.entrants), number) == ({"tycoon"}, 0)


@pytest.mark.parametrize(
    ("prepare", "sentence"),
    [
        (lambda folder: folder.joinpath("mine.txt").write_text("mine"), "is not empty and is not a data set"),
        (lambda folder: folder.joinpath("manifest.json").write_text("{"), "is damaged"),
        (lambda folder: folder.joinpath("manifest.json").write_text("{}"), "is not the manifest"),
        (
            lambda folder: folder.joinpath("manifest.json").write_text(
                '{"format": "trunkline-dataset", "schema": 2}'
            ),
            "has schema 2, and this program reads schema 1",
        ),
        (
            lambda folder: storage.write(
                folder / "manifest.json",
                msgspec.json.encode(storage.Manifest(Plan((Part(("clerk",), 3),), ("1851",)))),
            ),
            "was made with other options (games or bots, shard, recorded games)",
        ),
        (
            lambda folder: storage.write(
                folder / "manifest.json",
                msgspec.json.encode(storage.Manifest(REFERENCE, program="0.1")),
            ),
            "was made by version 0.1",
        ),
    ],
)
def test_a_folder_with_other_contents_is_refused(
    prepare: Callable[[Path], object], sentence: str, recorded: Path, tmp_path: Path
) -> None:
    prepare(tmp_path)
    before = contents(tmp_path)
    with pytest.raises(UsageError) as caught:
        make(tmp_path, plan_of(recorded, 0, 2), 1, silent, recorded)
    assert sentence in str(caught.value)
    assert contents(tmp_path) == before


def test_plans_that_cannot_be_played_are_refused(tmp_path: Path) -> None:
    for parts, players, sentence in [
        ((Part(("director",), 3),), (9,), "players, not 9"),
        ((Part(("nobody",), 3),), (3,), "There is no player 'nobody'"),
        ((), (3,), "at least one game"),
    ]:
        with pytest.raises(UsageError, match=sentence):
            make(tmp_path / "new", Plan(parts, ("1851",), players), 1, silent)
    weights = files("trunkline.players.scholar") / "weights/1851.json"
    with pytest.raises(UsageError, match="The weights are for 1851 and not for 18GL"):
        make(tmp_path / "new", Plan((Part((f"scholar:9:{weights}",), 3),), ("1851", "18GL"), (3,)), 1, silent)
    assert not (tmp_path / "new").exists()
    (tmp_path / "file").write_text("mine")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(UsageError, match=r"is a file|cannot be created: Not a directory"):
            make(folder, Plan((Part(("clerk",), 1),), ("1851",), (3,)), 1, silent)


def test_every_fault_of_a_file_is_one_sentence(made: Path, recorded: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(made, folder)
    manifest = storage.read_manifest(folder)
    assert list(checking.faults(folder, manifest, 1)) == []
    cut = folder / manifest.shards[0].files[schema.RESULTS].path
    cut.write_bytes(cut.read_bytes()[:500])
    changed = folder / manifest.shards[1].files[schema.EVENTS].path
    changed.write_bytes(changed.read_bytes()[:-1] + b"x")
    (folder / manifest.shards[1].files[schema.POSITIONS].path).unlink()
    found = list(checking.faults(folder, manifest, 3))
    assert [fault.partition(": ")[0].partition(".parquet")[2] for fault in found] == [
        " is cut off",
        " was changed",
        " cannot be read",
    ]
    with pytest.raises(UsageError, match="is cut off"):
        page.html(folder, manifest)
    with pytest.raises(UsageError, match="is cut off"):
        pack(folder, manifest, tmp_path / "out.xz")
    assert not (tmp_path / "out.xz").exists()
    # The same command makes the shards with cut or missing files again, and no others.
    shown: list[int] = []
    make(folder, manifest.plan, 1, lambda done, total: shown.append(done), recorded)
    assert (shown, contents(folder)) == ([1, 2, 3], contents(made))
    cut.unlink()
    shown.clear()
    make(folder, manifest.plan, 1, lambda done, total: shown.append(done), recorded)
    assert (shown, contents(folder)) == ([2, 3], contents(made))
    whole = recorded.read_bytes()
    for damaged in (whole[: len(whole) // 2], b"", b"no games"):
        (tmp_path / "cut.xz").write_bytes(damaged)
        with pytest.raises(UsageError, match=r"cut\.xz"):
            plan_of(tmp_path / "cut.xz", 0, 2)


def test_a_result_that_the_rules_do_not_confirm_is_found(made: Path, recorded: Path, tmp_path: Path) -> None:
    first, second, _ = games.read(recorded)
    richer = msgspec.structs.replace(first, worth=(first.worth[0] + 1, *first.worth[1:]))
    shorter = msgspec.structs.replace(second, actions=second.actions[:-1])
    parts = [tables(each, games.replay(whole, "whole"), {}, 0) for each, whole in ((richer, first),)]
    folder = tmp_path / "wrong"
    manifest = storage.Manifest(Plan((Part(("director",), 1),), ("1851",)))
    manifest = storage.add(
        folder, manifest, 0, {name: [each[name] for each in parts] for name in schema.TABLES}
    )
    assert list(checking.faults(folder, manifest, 1)) == [
        f"{folder}, game 0: the replay gives another result than the recorded one."
    ]
    with pytest.raises(UsageError, match="lead to another position"):
        games.replay(shorter, "short")
    wrong = msgspec.structs.replace(second, actions=(*second.actions[:5], second.actions[0]))
    with pytest.raises(UsageError, match="game 1: action 6 cannot be replayed"):
        games.replay(wrong, "wrong")
    # Another version may hash a position differently, so that only the result counts.
    assert games.replay(msgspec.structs.replace(first, program="0.9", digest=""), "older").over


def test_a_bot_that_fails_is_marked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(arena, "MOST_ACTIONS", 60)
    plan = Plan((Part(("lab.arena.players:Crashes", "clerk", "clerk"), 1),), ("1851",), (3,), seed=2)
    record, game, estimates = games.play(*plan.game(0), 0)
    assert record.failed == (0,)
    found = tables(record, game, estimates, 0)
    assert found[schema.RESULTS]["failed"].to_pylist() == [True, False, False]
    manifest = storage.add(
        tmp_path, storage.Manifest(plan), 0, {name: [each] for name, each in found.items()}
    )
    assert failed(tmp_path, manifest) == {"lab.arena.players:Crashes": 1}
    rows = found[schema.DECISIONS].to_pylist()
    assert {row["seat"] for row in rows if row["estimates"] is None} == {1}


def test_statistics_agree_with_the_games(made: Path, recorded: Path) -> None:
    records = games.read(recorded)
    (title,) = figures(made, storage.read_manifest(made))
    assert (title.title, title.bots) == ("1851", ("director",))
    assert [group.players for group in title.groups] == sorted({len(record.bots) for record in records})
    for group in title.groups:
        mine = [record for record in records if len(record.bots) == group.players]
        assert group.games == len(mine) == sum(group.lengths.values())
        assert sum(seat.wins for seat in group.seats) == len(mine)
        assert sum(seat.share for seat in group.seats) == pytest.approx(1)
        assert group.worth.high == max(max(record.worth) for record in mine)
        assert set(group.lengths) == {record.sets for record in mine}
    played = [games.replay(record, "three") for record in records]
    for company in title.companies:
        starts = [
            (event.player, event.amount, game)
            for game in played
            for event in game.history()
            if event.kind in ("started", "par_set") and event.corporation == company.name
        ]
        assert company.started == len(starts)
        assert set(company.pars) == {par for _, par, _ in starts}
        won = [game.result is not None and player in game.result.winners for player, _, game in starts]
        assert company.rate == sum(won) / len(won)
        paid = [
            event.amount or 0
            for _, _, game in starts
            for event in game.history()
            if event.kind == "dividend_paid" and event.corporation == company.name
        ]
        assert company.dividends == pytest.approx(sum(paid) / len(starts))


def test_a_page_has_every_title_with_plots(made: Path) -> None:
    manifest = storage.read_manifest(made)
    text, document = page.markdown(made, manifest), page.html(made, manifest)
    (title,) = figures(made, manifest)
    assert f"## {title.name}" in text
    assert "<h2>" in document
    drawings = [line for line in document.splitlines() if line.startswith("<svg")]
    assert len(drawings) == 2 + len(title.groups) == text.count("<svg")
    for drawing in drawings:
        root = ElementTree.fromstring(drawing)
        shapes = [element.tag.rpartition("}")[2] for element in root.iter()]
        assert "rect" in shapes or "circle" in shapes
    assert "Players receive their privates without an auction." in text
    assert document.count("<tr>") == text.count("\n| ") - text.count("\n| ---") + text.count("\n\n| ---")


def test_files_have_the_documented_schema(made: Path) -> None:
    assert schema.as_markdown() in (DOCS / "how-to" / "dataset.md").read_text()
    manifest = storage.read_manifest(made)
    for name in schema.TABLES:
        held = parquet.read_schema(made / manifest.shards[0].files[name].path)
        assert held.equals(schema.schema(name))
        assert [held.field(each.name).metadata[b"meaning"].decode() for each in schema.TABLES[name]] == [
            each.meaning for each in schema.TABLES[name]
        ]
    whole = parquet.read_table(made / schema.RESULTS)
    assert pc.max(whole["game"]).as_py() == 2
    assert manifest.licence == "CC0-1.0"
