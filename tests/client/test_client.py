"""The client with a real server that has accounts, also over interrupted connections."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from trunkline import actions as A
from trunkline.cli.command_line import main
from trunkline.cli.exit_codes import BAD_INPUT, OK
from trunkline.cli.optional.join import parts_of
from trunkline.client import UNREACHED, Failed, GameThere, Table, playing, sit
from trunkline.engine.kernel.action import Action
from trunkline.game import Game
from trunkline.game.wording.choices import words
from trunkline.players.clerk import Clerk
from trunkline.players.random_player import RandomPlayer
from trunkline.util.errors import UsageError
from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.schemas.people import TablePeople
from trunkline.web.schemas.requests import NewGame, SeatWish
from web.http.open_house import OpenHouse, Proxy, open_house

EAST, WEST, NORTH = "East", "West", "North"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenHouse]:
    """Yield a server without users."""
    with open_house(tmp_path / "table.sqlite") as found:
        yield found


@pytest.fixture
def ann(house: OpenHouse) -> Iterator[Table]:
    """Yield Ann's connection to the server."""
    with Table(house.url, house.token("Ann")) as table:
        yield table


def alone(table: Table) -> GameThere:
    """Create a game of 1856 with a person in every seat."""
    game = table.create(wish())
    for seat in (WEST, NORTH):
        game.join(seat)
    return game


def wish(title: str = "1856", *, north: str = "person", private: bool = True) -> NewGame:
    """Return the settings of a table with three seats."""
    seats = [SeatWish(EAST), SeatWish(WEST), SeatWish(NORTH, north)]
    return NewGame(title, seats, seed=1, private=private)


@contextlib.contextmanager
def between(house: OpenHouse, *cuts: str) -> Iterator[Proxy]:
    """Yield a proxy to the server that interrupts the first actions in these ways."""
    left = list(cuts)

    def cut(line: str) -> str | None:
        return left.pop(0) if left and line.startswith("POST") and "/actions" in line else None

    proxy = Proxy(urlsplit(house.url).port or 0, cut)
    try:
        yield proxy
    finally:
        proxy.close()
    assert not left, "the line was cut"


@pytest.mark.slow
def test_two_programs_play_a_whole_game(
    house: OpenHouse, ann: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = ann.create(wish("1851", north="random"))
    (tmp_path / "token").write_text(f"{house.token('Bob')}\n")
    link = f"{house.url}/join#{game.invite().secret}"
    with ThreadPoolExecutor(1) as beside:
        first = beside.submit(sit, house.url, house.tokens["Ann"], game.id, EAST, "clerk", seed=1)
        # The other player uses the command and takes the free seat.
        assert main(["join", link, "--player", "clerk", "--token-file", str(tmp_path / "token")]) == OK
        end = first.result()
    kept = game.export_game()
    assert end.game.digest() == kept.digest()
    assert (kept.over, {action.player for action in kept.actions}) == (True, {EAST, WEST, NORTH})
    assert [entry.number for entry in game.log()] == list(range(1, len(kept.actions) + 1))
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"{WEST} is yours."
    # The command prints its first action as text.
    first_own = next(number for number, action in enumerate(kept.actions) if action.player == WEST)
    assert said[1] == f"{first_own + 1}: {words(kept.at(first_own), kept.actions[first_own])}"
    assert [line.split()[1] for line in said[-3:]] == [each.player for each in kept.standings()]


def test_program_plays_on_under_the_name_of_its_account(house: OpenHouse, ann: Table) -> None:
    seats = [SeatWish(), SeatWish(), SeatWish("North", "random")]
    game = ann.create(NewGame("1856", seats, seed=1, private=False))
    said: list[str] = []

    class Asked:
        """A player that raises an error with its name at its first decision."""

        def choose(self, game: Game, player: str) -> Action:
            raise UsageError(f"asked as {player}")

    with ThreadPoolExecutor(1) as beside:
        there = game.position().version
        bob = house.token("Bob")
        first = beside.submit(sit, house.url, bob, game.id, "Seat 2", Asked(), say=said.append)
        next(game.events(there))
        game.act(game.position().version, A.Pass("Ann"))
        with pytest.raises(UsageError, match="asked as Bob"):
            first.result()
    assert said == ["Bob is yours."]


def test_who_comes_after_the_refusal_and_before_the_look_is_played_with(
    ann: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ann.create(wish())
    game.join(WEST)
    looked = playing._people

    def late(there: GameThere) -> TablePeople:
        game.join(NORTH)
        return looked(there)

    monkeypatch.setattr(playing, "_people", late)
    playing._acted(game, game.position(), EAST, Clerk(1), lambda line: None)
    assert [entry.number for entry in game.log()] == [1]


def test_a_program_of_ones_own_waits_for_others_and_hears_of_undo(house: OpenHouse, ann: Table) -> None:
    game = ann.create(wish(private=False))
    bob = house.token("Bob")
    asked: list[int] = []
    enough = threading.Event()

    class Careful:
        """A player that passes and records its decisions."""

        def choose(self, position: Game, player: str) -> Action:
            asked.append(len(asked))
            if len(asked) == 3:
                enough.set()
                raise UsageError("Enough.")
            return A.Pass(player)

    def plays() -> None:
        with pytest.raises(UsageError, match="Enough"):
            sit(house.url, bob, game.id, WEST, Careful())

    game.join(NORTH)
    thread = threading.Thread(target=plays, daemon=True)
    events = game.events()
    thread.start()
    while any(each.free for each in game.people().seats):
        pass
    for turn in range(2):
        version = game.position().version
        assert game.act(version, A.BuyOffered(EAST, "flos") if not turn else A.Pass(EAST)) == version + 1
        while next(events).seat != WEST:
            pass
        version = game.position().version
        game.act(version, A.Pass(NORTH))
    game.act(game.position().version, A.Pass(EAST))
    assert enough.wait(120)
    thread.join(120)
    assert [entry.seat for entry in game.log()] == [EAST, WEST, NORTH, EAST, WEST, NORTH, EAST]


def test_what_a_person_does_with_a_browser_a_program_does_with_a_token(house: OpenHouse, ann: Table) -> None:
    game = ann.create(wish())
    assert ann.me().name == "Ann"
    assert [(each.id, each.title) for each in ann.games(mine=True)] == [(game.id, "1856")]
    with Table(house.url, house.token("Bob")) as bob:
        assert bob.games() == []
        with pytest.raises(Failed, match="There is no such game") as hidden:
            bob.game(game.id).moment()
        assert hidden.value.status == 404
        there = bob.accept(f"{house.url}/join#{game.invite().secret}")
        assert there.id == game.id
        there.join(WEST)
        there.leave(WEST)
        assert {each.seat for each in there.join(NORTH).seats if each.mine} == {NORTH}
        game.join(WEST)
        game.settle(private=False)
        assert [each.people.private for each in bob.games() if each.people] == [False]
        view = game.moment()
        assert view.decision is not None
        assert view.decision.seats == (EAST,)
        assert A.Pass(EAST) in game.legal()
        assert there.legal(NORTH) == []
        version = game.act(0, A.Pass(EAST))
        with pytest.raises(Failed) as late:
            there.act(0, A.Pass(NORTH))
        assert late.value.stale
        assert ([entry.seat for entry in late.value.missed], late.value.version) == ([EAST], 1)
        with pytest.raises(Failed) as refused:
            there.act(version, A.Pass(NORTH))
        assert (refused.value.status, bool(refused.value.rule)) == (422, True)
        with pytest.raises(Failed, match=f"You do not play for {WEST}") as denied:
            there.act(version, A.Pass(WEST))
        assert denied.value.status == 403
        assert game.redo(game.undo(version)) == 3
        assert game.position(0).game.digest() != game.position().game.digest()
        assert there.branch(1).moment().at == 1
        assert game.export_game().actions == [A.Pass(EAST)]
        assert b"pass" in game.export("text").lower()
        assert bob.bring(game.export()).export_game() == game.export_game()


def test_who_asks_in_vain_is_told_in_one_sentence(house: OpenHouse) -> None:
    with Table(house.url, "wrong") as table, pytest.raises(Failed, match="not known here") as wrong:
        table.games()
    assert wrong.value.status == 401
    with pytest.raises(Failed, match="no address of a table"):
        Table("table.example")
    with Table("http://127.0.0.1:1", patience=0) as table, pytest.raises(Failed, match="reached") as away:
        table.me()
    assert away.value.status == UNREACHED


@pytest.mark.parametrize("how", ["asked", "told"])
def test_an_action_whose_line_is_cut_is_in_the_log_once(house: OpenHouse, ann: Table, how: str) -> None:
    game = alone(ann)
    with between(house, how, "told", how) as line, Table(line.url, house.tokens["Ann"]) as cut:
        there = cut.game(game.id)
        assert there.act(0, A.BuyOffered(EAST, "flos")) == 1
        assert there.act(1, A.Pass(WEST)) == 2
    assert game.export_game().actions == [A.BuyOffered(EAST, "flos"), A.Pass(WEST)]
    assert [entry.number for entry in game.log()] == [1, 2]


def test_what_another_did_meanwhile_is_not_taken_for_ones_own(house: OpenHouse, ann: Table) -> None:
    game = alone(ann)
    with between(house, "asked") as line, Table(line.url, house.tokens["Ann"]) as cut:
        send = cut._link._http.request
        first = [True]

        def raced(*given: object, **more: object) -> object:
            try:
                return send(*given, **more)  # type: ignore[arg-type]
            finally:
                if first and given[0] == "POST":
                    first.clear()
                    game.act(0, A.BuyOffered(EAST, "flos"))

        cut._link._http.request = raced  # type: ignore[method-assign, assignment]
        with pytest.raises(Failed) as late:
            cut.game(game.id).act(0, A.Pass(EAST))
    assert late.value.stale
    assert game.export_game().actions == [A.BuyOffered(EAST, "flos")]


def test_a_doubled_or_replayed_action_changes_nothing(ann: Table) -> None:
    game = alone(ann)
    game.act(0, A.Pass(EAST))
    for _ in range(2):
        with pytest.raises(Failed) as late:
            game.act(0, A.Pass(EAST))
        assert late.value.stale
    assert len(game.log()) == 1


def test_who_watches_hears_each_entry_once_over_a_line_that_is_cut(house: OpenHouse, ann: Table) -> None:
    game = alone(ann)
    with between(house) as line, Table(line.url, house.tokens["Ann"]) as other:
        events = other.game(game.id).events()
        heard = []
        for version, seat in enumerate((EAST, WEST, NORTH) * 2):
            game.act(version, A.BuyOffered(seat, "flos") if not version else A.Pass(seat))
            heard.append(next(events).version)
            line.cut_all()
        events.close()
    assert heard == [1, 2, 3, 4, 5, 6]


def test_one_who_asks_too_often_waits_as_long_as_the_table_says(tmp_path: Path) -> None:
    with (
        open_house(tmp_path / "table.sqlite", {Rate.POST: "3/second"}) as house,
        Table(house.url, house.token("Ann")) as table,
    ):
        game = alone(table)
        for version, seat in enumerate((EAST, WEST, NORTH) * 2):
            assert (
                game.act(version, A.BuyOffered(seat, "flos") if not version else A.Pass(seat)) == version + 1
            )


def test_the_command_says_what_is_wrong_in_a_sentence(
    house: OpenHouse, ann: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = f"{house.url}/g/{alone(ann).id}"
    token = tmp_path / "token"
    for written, address, more, why in (
        (house.token("Bob"), here, [], "There is no such game"),
        (house.tokens["Ann"], here, ["--player", "none"], "There is no player 'none'"),
        (house.tokens["Ann"], here, ["--seat", "South"], "There is no such seat"),
        (house.tokens["Ann"], house.url, [], "is no address of a game"),
        ("two words", here, [], "holds no token"),
        ("wrong", here, [], "not known here"),
    ):
        token.write_text(written)
        assert main(["join", address, "--token-file", str(token), *more]) == BAD_INPUT
        assert why in capsys.readouterr().err


def test_addresses_are_taken_apart() -> None:
    assert parts_of("https://table.example/g/abc/at/7") == ("https://table.example", "abc", "")
    assert parts_of("http://localhost:8000/join#secret") == ("http://localhost:8000", "", "secret")
    for wrong in ("localhost", "https://table.example", "https://[", "https://table.example/join"):
        with pytest.raises(UsageError, match="no address of a game"):
            parts_of(wrong)


def test_the_client_needs_nothing_that_only_the_table_needs() -> None:
    text = "import sys, trunkline.client; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    found = {name.partition(".")[0] for name in ran.stdout.split()}
    assert "httpx" in found
    assert not found & {"litestar", "sqlalchemy", "uvicorn", "argon2", "alembic"}


def test_a_player_can_be_any_object(house: OpenHouse, ann: Table) -> None:
    game = alone(ann)

    class Broken(RandomPlayer):
        """A player that always fails."""

        def choose(self, position: Game, player: str) -> Action:
            raise ValueError("I am lost")

    with pytest.raises(UsageError, match="The player failed: ValueError: I am lost"):
        sit(house.url, house.tokens["Ann"], game.id, EAST, Broken(1))
    with pytest.raises(UsageError, match="There is no such seat"):
        sit(house.url, house.tokens["Ann"], game.id, "South", "clerk")
