"""Tests of ``trunkline title balance``, with games of clerks."""

from __future__ import annotations

from pathlib import Path

import pytest

from trunkline.cli.command_line import main
from trunkline.engine.kernel.depot import train_name
from trunkline.lab.dataset import balance, games, making, storage
from trunkline.lab.dataset.plan import Plan
from trunkline.titles import boards

GAMES = 3
COMMAND = ("title", "balance", "18Dale", "--player", "clerk", "--players", "2", "4", "--games", str(GAMES))


def test_the_page_has_seats_trains_and_emergencies_and_a_run_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "dale.md"
    assert main([*COMMAND, "-o", str(out)]) == 0
    (folder,) = (tmp_path / "dale").iterdir()
    assert capsys.readouterr().out == (
        f"The balance of {GAMES} games of 18Dale is in {out}. The games are in {folder}.\n"
    )
    text = out.read_text(encoding="utf-8")
    assert "`trunkline title balance` wrote this page." in text
    assert "| players | bankruptcy | payment of a president | loan |" in text

    manifest = storage.read_manifest(folder)
    plan = manifest.plan
    matches = [plan.game(number) for number in range(GAMES)]
    assert [len(match.entrants) for match, _ in matches] == [2, 4, 2]
    played = [games.play(*game, number)[1] for number, game in enumerate(matches)]
    for found in balance.trains(folder, manifest, boards()["18Dale"]()):
        bought = [
            [event for event in game.history() if event.kind == "train_bought" and event.source == "bank"]
            for game in played
        ]
        mine = [[event for event in events if train_name(event.train) == found.name] for events in bought]
        assert found.games == sum(map(bool, mine)) == sum(found.sets.values())
        assert found.mean == pytest.approx(sum(map(len, mine)) / GAMES)
    assert [counts[""] for counts in balance.emergencies(folder, manifest).values()] == [2, 1]

    # The same command plays no game again, and other options have other games.
    def refuse(task: tuple[Plan, int]) -> None:
        raise AssertionError(task)

    monkeypatch.setattr(making, "_played", refuse)
    assert main([*COMMAND, "-o", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == text
    with pytest.raises(AssertionError):
        main([*COMMAND, "--seed", "2", "-o", str(out)])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--games", "0"), "needs at least one game"),
        (("-o", "page.txt"), "Its name ends in .html or .md."),
        (("--players", "5"), "18Dale is for 2 to 4 players, not 5."),
        (("--player", "baron"), "baron"),
    ],
)
def test_options_that_are_wrong_are_one_sentence(
    options: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["title", "balance", "18Dale", *options]) == 2
    assert said in capsys.readouterr().err
