"""Export of our games to the site's format. Exports are read back; games without an export are refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import trunkline
from cgr_scene import CgrScene
from trunkline import actions as A
from trunkline.cli.command_line import main
from trunkline.engine.kernel.state import Corporation, State
from trunkline.engine.routing.run import Run
from trunkline.game import Game
from trunkline.interop import export, export_file
from trunkline.interop.eighteenxx.exporter import Exporter
from trunkline.interop.eighteenxx.loans import LoanNumbers
from trunkline.interop.eighteenxx.replay import Replay, read
from trunkline.interop.eighteenxx.routes import route_of
from trunkline.interop.eighteenxx.state_diff import difference
from trunkline.players.random_player import RandomPlayer

VARIANTS: tuple[tuple[str, ...], ...] = ((), ("alternate_destinations",), ("type8", "unlimited_bonus_tokens"))
GAMES = ("51745", "89363", "hotseat001", "hotseat004", "hotseat005", "hotseat006", "move_up_price_sr1")


def played(seed: int, players: int, *, rules: str = "18xx.games", most: int = 3000) -> Game:
    """Return a game of random players, either finished or cut off."""
    names = [f"Player {seat}" for seat in range(1, players + 1)]
    variants = VARIANTS[seed % 3] if rules == "18xx.games" else ()
    game = trunkline.new("1856", names, seed=seed, rules=rules, runs="free", variants=variants)
    player = RandomPlayer(seed)
    while not game.over and len(game.actions) < most:
        game.play(player.choose(game, min(game.to_act)))
    return game


def positions(exporter: Exporter) -> Iterator[tuple[int, State]]:
    """Yield the number of entries and our position whenever writer and game agree."""
    while exporter.count < exporter.total:
        exporter.step()
        if exporter.suspect == exporter.count + 1:
            yield len(exporter.shadow.written), exporter.game.state


@pytest.mark.parametrize("seed", [5, 8, 51])
def test_an_exported_game_reads_as_it_was_played(seed: int) -> None:
    game = played(seed, 3 + seed % 4)
    exporter = Exporter(game)
    same = dict(positions(exporter))
    data = json.loads(json.dumps(export(game)))
    assert exporter.shadow.written == data["actions"]
    assert len(same) > len(data["actions"]) / 4
    replay = Replay(read(data, "exported"))
    while replay.count < replay.total:
        replay.step()
        ours = same.get(replay.count)
        # Steps may be skipped already because of the next entry, which the writer did not know yet.
        if ours is not None and ours.stock is None:
            assert not difference(game.title, ours, replay.game.state), f"after entry {replay.count}"
    end = replay.game
    assert (end.over, end.state.reason) == (game.over, game.state.reason)
    assert {s.player: s.worth for s in end.standings()} == {s.player: s.worth for s in game.standings()}
    names = {str(player["id"]): player["name"] for player in data["players"]}
    assert {names[id]: worth for id, worth in data["result"].items()} == {
        s.player: s.worth for s in game.standings()
    }


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_is_the_same_after_export(shared_games: Path, name: str) -> None:
    first = read(shared_games / "1856" / f"{name}.json")
    second = read(json.loads(json.dumps(export(first))), "again")
    assert (second.players, second.options, second.result) == (first.players, first.options, first.result)
    one, two = Replay(first), Replay(second)
    assert one.total == two.total
    while one.count < one.total:
        one.step()
        two.step()
        assert one.game.digest() == two.game.digest(), one.count


def test_a_game_can_be_exported_where_the_next_player_can_only_pass() -> None:
    game = played(5, 4, most=8)
    (player,) = game.to_act
    assert game.legal() == [A.Pass(player)]
    assert len(export(game)["actions"]) == 8


def about_to_buy(foot: bool, *variants: str) -> CgrScene:
    """Return a scene in which P1 owns only CGR shares and can buy one share of GT.

    ``foot`` says whether the CGR is at the foot of a column.
    """
    scene = CgrScene(rules="18xx.games", variants=variants)
    scene.cgr({"P2": 4, "P1": 2}, price=100).cell = (7, 5) if foot else (5, 5)
    scene.started("GT", "P2", {"P2": 3})
    scene.set_cash("P1", 500)
    scene.stock("P1")
    return scene


@pytest.mark.parametrize("foot", [True, False])
def test_the_site_waits_for_a_pass_where_only_the_cgr_at_the_foot_of_its_column_is_left(foot: bool) -> None:
    played = about_to_buy(foot)
    played.play(played.buy_share("P1", "GT"))
    assert played.game.to_act == {"P2" if foot else "P1"}, "sales may follow the purchase"
    exporter = Exporter(played.game)
    exporter.game = about_to_buy(foot).game
    exporter.shadow.replay.ours.game = about_to_buy(foot, "recorded").game
    exporter.shadow.replay.ours.certificates.started("GT", "P2")
    exporter.step()
    written = [(entry["type"], entry["entity"]) for entry in exporter.shadow.written]
    assert written == [("buy_shares", 1), *([("pass", 1)] if foot else [])]
    assert not difference(played.game.title, played.state, exporter.shadow.state)


def test_entries_have_the_fields_of_the_format() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=5, rules="18xx.games")
    for private in ("flos", "ws", "canada", "lakes", "bridge", "tunnel"):
        game.play(A.BuyOffered(min(game.to_act), private))
    game.play(A.StartCorporation("Ann", "BB", 75))
    data = export(game)
    assert data["title"] == "1856"
    assert data["players"] == [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}, {"id": 3, "name": "Cy"}]
    assert data["settings"] == {"optional_rules": [], "seed": 5}
    assert "result" not in data
    assert data["actions"][1] == {
        "type": "bid", "entity": 2, "entity_type": "player", "company": "WSRC", "price": 40, "id": 2,
    }  # fmt: skip
    par = data["actions"][6]
    assert (par["corporation"], par["share_price"], par["entity_type"]) == ("BBG", "75,3,4", "player")


def test_the_sites_looks_at_destinations_are_written() -> None:
    game = played(3, 4)
    actions = export(game)["actions"]
    looks = [(entry, auto) for entry in actions for auto in entry.get("auto_actions", ())]
    assert {auto["type"] for _, auto in looks} == {"destination_connection"}
    own = [(entry, auto) for entry, auto in looks if entry["entity_type"] == "corporation"]
    assert own
    assert all(auto["entity"] == entry["entity"] for entry, auto in own)
    assert {entry["type"] for entry, _ in looks} <= {"lay_tile", "place_token", "pass"}
    reached = [id for _, auto in looks for id in auto["corporations"]]
    assert reached
    assert len(reached) == len(set(reached)), "each is found once"
    bare = [{key: value for key, value in entry.items() if key != "auto_actions"} for entry in actions]
    with_looks, without = (
        Replay(read({**export(game), "actions": entries}, "exported")) for entries in (actions, bare)
    )
    while with_looks.count < with_looks.total:
        with_looks.step()
        without.step()
        assert with_looks.game.digest() == without.game.digest()


def test_loans_are_numbered_and_given_back() -> None:
    loans = LoanNumbers()
    corps = {id: Corporation(id, (), offering=0) for id in ("GT", "BB")}
    corps["GT"].loans = 2
    loans.follow(corps)
    corps["BB"].loans = 1
    loans.follow(corps)
    assert (loans.first("GT"), loans.first("BB"), loans.free()) == (0, 2, 3)
    loans.redeemed("GT")
    corps["GT"].loans = 1
    loans.follow(corps)
    assert (loans.first("GT"), loans.free()) == (1, 0)
    corps["GT"].loans = 0
    loans.follow(corps)
    with pytest.raises(ValueError, match="no loan"):
        loans.first("GT")


def test_a_run_is_written_by_segments() -> None:
    written = route_of(Run("3-0", ("L13.0", "M12", "N11.0", "N11.1")))
    assert written["connections"] == [["L13", "M12", "N11"], ["N11 0.1"]]
    assert written["nodes"] == ["L13-0", "N11-0", "N11-1"]


def test_a_game_by_the_printed_rules_is_refused_with_the_row() -> None:
    game = played(1, 4, rules="printed", most=150)
    with pytest.raises(trunkline.UsageError, match=r"action \d+, \w+ by .* \(row c94 of the rulings\)"):
        export(game, "game.json")


def test_a_printed_game_without_a_difference_is_refused_too() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"])
    game.play(A.BuyOffered("Ann", "flos"))
    with pytest.raises(trunkline.UsageError, match="it was played by the printed rules"):
        export(game, "game.json")


def test_a_game_with_announced_earnings_is_refused() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], rules="18xx.games", runs="announced")
    with pytest.raises(trunkline.UsageError, match="earnings that others announce"):
        export(game, "game.json")


@pytest.mark.parametrize(
    ("variant", "why"), [("recorded", "recorded elsewhere"), ("real_table", "18xx.games has no corrections")]
)
def test_a_game_with_what_the_site_lacks_is_refused(variant: str, why: str) -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], rules="18xx.games", variants=[variant])
    with pytest.raises(trunkline.UsageError, match=why):
        export(game, "game.json")


def test_the_command_writes_a_file_or_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved, out = tmp_path / "game.json", tmp_path / "out.json"
    game = played(2, 3, most=40)
    game.save(saved)
    assert main(["export", str(saved), "--to", "18xx.games", "-o", str(out)]) == 0
    assert json.loads(out.read_bytes()) == export(game)
    export_file(game, tmp_path / "same.json")
    assert (tmp_path / "same.json").read_bytes() == out.read_bytes()
    again = tmp_path / "again.json"
    assert main(["export", str(out), "-o", str(again)]) == 0
    assert json.loads(again.read_bytes())["actions"] == json.loads(out.read_bytes())["actions"]
    capsys.readouterr()
    played(1, 4, rules="printed", most=200).save(saved)
    for bad in (saved, tmp_path / "none.json"):
        assert main(["export", str(bad), "-o", str(tmp_path / "never.json")]) == 2
        assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert main(["export", str(out), "-o", str(tmp_path / "no" / "way.json")]) == 2
    assert not (tmp_path / "never.json").exists()
    assert len(list(tmp_path.iterdir())) == 4
