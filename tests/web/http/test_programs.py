"""Tests of bots in seats: they run in separate processes, and their failures do not stop a game."""

from __future__ import annotations

import random
import shlex
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import trunkline
from cli.terminal import call
from trunkline.engine.kernel import state as states
from trunkline.players import play_out
from trunkline.players.clerk import Clerk
from trunkline.players.registry import BUILT_IN
from trunkline.web.games.bot_process import BotFailure, BotProcess
from trunkline.web.games.bot_worker import Question
from trunkline.web.games.bots import BotRunner
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.limits import USUAL
from trunkline.web.schemas.log import Seat
from trunkline.web.storage.sqlite import SqliteStore
from web.http.api import Api, Table, table_at

QUICK = replace(USUAL, bot_processes=1)


def seats(*kinds: str) -> list[dict[str, str]]:
    """Return a seat for each kind of player."""
    return [
        {"name": name, "kind": kind} for name, kind in zip(("Ann", "Bob", "Cy", "Dee"), kinds, strict=False)
    ]


def begun(api: Api, *kinds: str, **more: Any) -> Table:
    """Create a game of 1856 with these kinds of players."""
    body = {"title": "1856", "seats": seats(*kinds), "seed": 4, **more}
    return Table(api, api.post("/api/games", 201, body)["id"])


def waited(table: Table, length: int) -> list[dict[str, Any]]:
    """Wait until the log has ``length`` entries and return it."""
    until = time.monotonic() + 120
    while len(table.log()) < length and time.monotonic() < until:
        time.sleep(0.02)
    log = table.log()
    assert len(log) >= length
    return log


def texts(entry: dict[str, Any]) -> list[str]:
    """Return the lines of an entry as text."""
    return [line["text"] for line in entry["lines"]]


def test_a_seat_is_a_persons_or_that_of_any_built_in_player(api: Api) -> None:
    for kind in BUILT_IN:
        table = begun(api, "person", kind, "person")
        assert [player["seat_kind"] for player in table.view()["players"]] == ["person", kind, "person"]
    for other, status in (("robot", 422), ("web.http.players:Raises", 400), ("engine:rm", 400)):
        api.post("/api/games", status, {"title": "1856", "seats": seats("person", other, "person")})
        assert table.api.post(f"{table.path}/seats", status, {"version": 0, "seat": "Ann", "kind": other})


def test_the_table_tells_which_programs_there_are(api: Api) -> None:
    told = api.get("/api/programs")
    assert [program["name"] for program in told] == list(BUILT_IN)
    assert all(program["label"] and program["about"] for program in told)
    assert [program["name"] for program in told if program["usual"]] == ["clerk"]
    advising = {program["name"]: program["advises"] for program in told}
    assert (advising["random"], advising["clerk"]) == (False, True)


def test_clerks_play_as_they_would_alone(api: Api) -> None:
    table = begun(api, "clerk", "clerk", "clerk")
    waited(table, 60)
    played = table.game()
    alone = played.at(0)
    play_out(alone, {name: Clerk(seed) for name, seed in table.seeds().items()}, 60)
    assert played.at(60).digest() == alone.digest()


def test_nobody_can_tell_by_what_programs_draw_their_chances(api: Api) -> None:
    table = begun(api, "person", "clerk", "random", seed=None)
    position = api.get(f"{table.path}/position")
    shown = random.Random(position["options"]["seed"])
    assert list(table.seeds().values()) != [shown.randrange(1_000_000) for _ in range(3)]
    sandbox = Table(api, api.post(f"{table.path}/branch", 201, {"at": 0})["id"])
    assert list(sandbox.seeds().values()) != list(table.seeds().values())
    for game in api.get("/api/games"):
        assert all(set(seat) == {"name", "kind"} for seat in game["seats"])
    # Two games with the same named seed have the same seeds of bots.
    named = [begun(api, "person", "clerk", "random", seed=5).seeds() for _ in range(2)]
    assert named[0] == named[1]


def test_a_game_of_clerks_goes_on_after_a_restart(api: Api, store: Path) -> None:
    table = begun(api, "clerk", "clerk", "clerk")
    waited(table, 5)
    api.restart(store)
    before = len(table.log())
    waited(table, before + 5)


@pytest.mark.parametrize("player", ["Raises", "Cheats", "Speaks", "Babbles", "Dies"])
def test_a_program_that_fails_leaves_its_decision_to_a_clerk(store: Path, player: str) -> None:
    with table_at(store, limits=QUICK, programs={"random": f"server.players:{player}"}) as client:
        table = begun(Api(client), "random", "person", "person")
        (first,) = waited(table, 1)
        game = table.game().at(0)
        game.play(Clerk(table.seeds()["Ann"]).choose(game, "Ann"))
        assert table.game().digest() == game.digest()
        assert "Ann's random has failed here: a clerk decides" in texts(first)
        assert table.view()["decision"]["seats"] == ["Bob"]


def test_a_program_that_never_answers_is_given_up(store: Path) -> None:
    limits = replace(QUICK, bot_cpu_seconds=5.0)
    with table_at(store, limits=limits, programs={"random": "web.http.players:Sleeps"}) as client:
        table = begun(Api(client), "random", "person", "person")
        (first,) = waited(table, 1)
        assert texts(first)[-1].startswith("Ann's random has failed here")


def test_where_the_clerk_fails_too_the_game_goes_on(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trunkline.web.games.bots.CLERK", "web.http.players:Dies")
    with table_at(store, limits=QUICK, programs={"clerk": "web.http.players:Raises"}) as client:
        table = begun(Api(client), "clerk", "person", "person")
        (first,) = waited(table, 1)
        assert first["seat"] == "Ann"
        assert texts(first)[-1] == "Ann's clerk has failed here, and so has a clerk: chance decides"


def test_who_thinks_long_holds_up_no_other_game_and_nobody_who_asks(store: Path) -> None:
    limits = replace(USUAL, bot_processes=2, bot_cpu_seconds=3600)
    with table_at(store, limits=limits, programs={"random": "web.http.players:Sleeps"}) as client:
        api = Api(client)
        slow = begun(api, "random", "person", "person")
        quick = begun(api, "clerk", "clerk", "clerk")
        waited(quick, 10)
        assert slow.view()["decision"]["seats"] == ["Ann"]
        assert slow.log() == []


def test_a_game_of_people_alone_keeps_no_program_from_thinking(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "table.sqlite")
    tables = GameCache(store, QUICK)
    bots = BotRunner(tables)
    options = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=4).options
    table = tables[tables.create(options, [Seat(name) for name in options.players]).id]
    bots.wake(table.id)
    assert bots._waiting.empty()
    table.change_seat(0, "Bob", "random")
    bots.wake(table.id)
    assert bots._waiting.qsize() == 1
    store.close()


def test_games_at_which_people_sit_come_before_those_of_programs_alone(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "table.sqlite")
    tables = GameCache(store, QUICK)
    bots = BotRunner(tables)
    options = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=4).options

    def made(*kinds: str) -> str:
        names = zip(options.players, kinds, strict=True)
        return tables.create(options, [Seat(name, kind) for name, kind in names]).id

    # The newest game is queued first, so this oldest game is last in the queue.
    ours = made("random", "random", "person")
    alone = [made("random", "random", "random") for _ in range(3)]
    played: list[str] = []

    def moved(game: str) -> None:
        played.append(game)
        bots.wake(game)

    tables.on_entry_added = moved
    bots.queue_waiting_games()
    bots.start()
    while len(played) < 8:
        time.sleep(0.01)
    bots.stop()
    store.close()
    assert played[:2] == [ours, ours]
    # The other games then take turns.
    assert sorted(played[2:5]) == sorted(alone)


def test_a_process_is_made_ready_while_a_person_thinks(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun_at: list[BotProcess] = []

    class Watched(BotProcess):
        def begin(self, question: Question) -> None:
            super().begin(question)
            begun_at.append(self)

    monkeypatch.setattr("trunkline.web.games.bots.BotProcess", Watched)
    limits = replace(USUAL, bot_processes=3)
    with table_at(store, limits=limits) as client:
        for kinds in (("person", "person", "person"), ("person", "random", "random")):
            begun(Api(client), *kinds)
        for seed in range(4):
            begun(Api(client), "person", "clerk", "clerk", seed=seed)
            until = time.monotonic() + 60
            while len(begun_at) <= seed and time.monotonic() < until:
                time.sleep(0.01)
        # Tables without bots start no process.
        assert len(begun_at) == 4


def test_a_process_warms_up_on_a_question_whose_answer_nobody_waits_for() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=4)
    state = states.encode(game.state)

    def question(program: str, player: str) -> Question:
        return Question(program, 1, player, game.options, state)

    thinker = BotProcess(60)
    thinker.begin(question("web.http.players:Speaks", "Bob"))
    # The answer belongs to this question. The warm-up question before it gives no answer.
    expected = Clerk(1).choose(game, "Ann")
    assert [thinker.ask(question("clerk", "Ann")) for _ in range(2)] == [expected, expected]
    # A process that has started ignores a warm-up question.
    thinker.begin(question("web.http.players:Dies", "Bob"))
    assert thinker.ask(question("clerk", "Ann")) == expected
    thinker.close()
    # A failure during the warm-up ends only the process.
    thinker.begin(question("web.http.players:Dies", "Bob"))
    with pytest.raises(BotFailure, match="ended"):
        thinker.ask(question("clerk", "Ann"))
    assert thinker.ask(question("clerk", "Ann")) == expected
    thinker.close()


def engine(fault: str = "") -> str:
    """Return the name of an engine that uses no code of Trunkline."""
    path = Path(__file__).resolve().parents[2] / "players" / "greedy_engine.py"
    return f"engine:{shlex.join([sys.executable, str(path), *([fault] if fault else [])])}"


def test_an_engine_of_the_tables_own_is_offered_by_its_name_and_plays(store: Path) -> None:
    with table_at(store, limits=QUICK, programs={"greedy": engine()}) as client:
        api = Api(client)
        told = {program["name"]: program for program in api.get("/api/programs")}
        assert list(told) == [*BUILT_IN, "greedy"]
        assert not told["greedy"]["advises"]
        table = begun(api, "greedy", "greedy", "person")
        log = waited(table, 2)
        game = table.game()
        for number, entry in enumerate(log[:2]):
            assert "failed" not in str(entry["lines"])
            assert game.actions[number] == game.at(number).legal()[0]
        # The engine takes over from a person, and the log shows its name.
        table.version = 2
        table.api.post(f"{table.path}/seats", 200, {"version": 2, "seat": "Cy", "kind": "greedy"})
        assert "greedy plays for Cy" in str(waited(table, 4)[2]["lines"])
        api.get(f"{table.path}/reasons/1")
    # If the server no longer offers the engine, a clerk decides.
    with table_at(store, limits=QUICK) as client:
        table = Table(Api(client), table.id)
        (last,) = waited(table, len(table.log()) + 1)[-1:]
        assert "a clerk decides" in str(last["lines"])


@pytest.mark.parametrize("fault", ["dies", "cheats"])
def test_where_an_engine_fails_a_clerk_decides(store: Path, fault: str) -> None:
    with table_at(store, limits=QUICK, programs={"greedy": engine(fault)}) as client:
        table = begun(Api(client), "greedy", "person", "person")
        (first,) = waited(table, 1)
        assert texts(first)[-1] == "Ann's greedy has failed here: a clerk decides"


def test_a_process_that_is_given_up_takes_those_with_it_that_it_has_begun(tmp_path: Path) -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=4)
    sleeper = tmp_path / "sleeper.py"
    pids = tmp_path / "pid"
    sleeper.write_text(
        f"import os, time\nopen({str(pids)!r}, 'w').write(str(os.getpid()))\ntime.sleep(600)\n"
    )
    thinker = BotProcess(3600)
    program = f"engine:{shlex.join([sys.executable, str(sleeper)])}"
    question = Question(program, 1, "Ann", game.options, states.encode(game.state))
    thinker.begin(question)
    until = time.monotonic() + 120
    while not pids.exists() or not pids.read_text():
        assert time.monotonic() < until
        time.sleep(0.02)
    pid = int(pids.read_text())
    thinker.close()
    while alive(pid):
        assert time.monotonic() < until
        time.sleep(0.02)


def alive(pid: int) -> bool:
    """Return whether a process exists and is not a zombie."""
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_names_of_players_are_checked_before_the_table_opens() -> None:
    for named, why in (
        ("clerk=engine:x", "cannot name your own player"),
        ("Robo=engine:x", "cannot name your own player"),
        ("robo=engine:", "needs its command"),
        ("robo=nobody", "There is no player 'nobody'"),
        ("robo", "'robo' is not of the form NAME=PLAYER"),
    ):
        said = call("table", "--player", named)
        assert said.returncode == 2, named
        assert why in said.stderr
