"""Tests of faulty input from programs: it gets a refusal or one clear sentence, and changes nothing."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

import trunkline
from trunkline import actions as A
from trunkline.engine.routing.run import Run
from trunkline.game import Game
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer

NAMES = ["Ann", "Bob", "Cy"]
FIELDS: dict[type[object], list[object]] = {
    int: [1.0, 45.0, float("nan"), float("inf"), True, "45", None, [45], 10**5000],
    str: [None, 3, True, ["Ann"], "\ud800", object()],
    bool: [1, 0, None, "yes"],
}
"""Values of a wrong type, which Python would often accept."""


@pytest.fixture(scope="module")
def running() -> Game:
    """A game in which a company must run its trains. Tests that play on it undo their actions."""
    game = trunkline.new("1856", NAMES, seed=1)
    bot = RandomPlayer(1)
    while not any(isinstance(choice, trunkline.Open) for choice in game.legal()) or len(game.actions) < 150:
        play_out(game, bot, 1)
    return game


def wrong_fields() -> list[A.Action]:
    """Return every kind of action, with each field of a wrong type in turn."""
    right = {int: 1, str: "Ann", bool: True}
    found: list[A.Action] = []
    for kind in A.KINDS:
        types = {field.name: field.type for field in structs.fields(kind) if field.type in right}
        fields = {name: right[type] for name, type in types.items()}
        for name, type in types.items():
            found += [kind(**{**fields, name: value}) for value in FIELDS[type]]  # type: ignore[arg-type]
    return found


def test_a_field_of_the_wrong_type_is_an_error_in_every_kind_of_action() -> None:
    game = trunkline.new("1856", NAMES)
    before = game.digest()
    for action in wrong_fields():
        for use in (game.check, game.play):
            with pytest.raises(trunkline.UsageError, match="is no action that can be played"):
                use(action)
    assert game.digest() == before
    assert game.actions == []


@pytest.mark.parametrize("thing", [None, 1, "pass", {"kind": "pass"}, A.Pass, A.Action("Ann"), object()])
def test_what_is_no_action_is_an_error(thing: object) -> None:
    game = trunkline.new("1856", NAMES)
    for use in (game.check, game.play):
        with pytest.raises(trunkline.UsageError, match="An action is expected"):
            use(thing)  # type: ignore[arg-type]


def test_a_range_takes_whole_numbers_alone() -> None:
    game = trunkline.new("1856", NAMES)
    bids = next(choice for choice in game.legal() if isinstance(choice, trunkline.Amounts))
    share = trunkline.Amounts(A.SellShares("Ann", "GT", 1), "count", 1, 3)
    for amounts, wrong in [(bids, bids.low + 0.0), (bids, str(bids.low)), (bids, None), (share, True)]:
        assert wrong not in amounts
        with pytest.raises(trunkline.UsageError, match="is not in"):
            amounts.at(wrong)  # type: ignore[arg-type]


def test_an_open_entry_judges_a_proposal_as_play_would(running: Game) -> None:
    entry = next(choice for choice in running.legal() if isinstance(choice, trunkline.Open))
    best = entry.best()
    assert isinstance(best, A.RunTrains)
    assert entry.check(best) is None
    other = next(name for name in NAMES if name != entry.player)
    for wrong in (structs.replace(best, player=other), structs.replace(best, corp="GW?")):
        refusal = running.check(wrong)
        assert refusal is not None
        assert entry.check(wrong) == refusal
    for slip in (A.Pass(entry.player), None, structs.replace(best, runs=(1,))):
        with pytest.raises(trunkline.UsageError):
            entry.check(slip)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "place", ["D17.", "D17.x", "D17.-1", "D17.00", "D17.²", "D17." + "9" * 5000, "", "."]
)
def test_a_place_that_is_none_is_refused(running: Game, place: str) -> None:
    entry = next(choice for choice in running.legal() if isinstance(choice, trunkline.Open))
    best = entry.best()
    assert isinstance(best, A.RunTrains)
    train = best.runs[0].train
    refusal = entry.check(structs.replace(best, runs=(Run(train, (place, place)),)))
    assert refusal is not None
    assert "is not a place on the map" in refusal.why


def test_routes_given_as_lists_are_played_and_kept_as_they_are_saved(running: Game) -> None:
    entry = next(choice for choice in running.legal() if isinstance(choice, trunkline.Open))
    best = entry.best()
    assert isinstance(best, A.RunTrains)
    loose = structs.replace(best, runs=[Run(run.train, list(run.path)) for run in best.runs])  # type: ignore[arg-type]
    running.play(loose)
    assert running.undo() == best


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"players": "AnB"}, "must be a list of names"),
        ({"players": None}, "must be a list of names"),
        ({"players": [1, 2, 3]}, "name is a text"),
        ({"players": ["Ann", "Bob", "Cy\n"]}, "fit on one line"),
        ({"players": ["Ann", "Bob", "\ud800"]}, "fit on one line"),
        ({"players": ["Ann", "Bob", "\x1b[31mCy"]}, "fit on one line"),
        ({"players": ["Ann", "Bob", "pool"]}, "can be called 'pool'"),
        ({"players": ["Ann", "Bob", "offering"]}, "can be called 'offering'"),
        ({"players": ["Ann", "Bob", "treasury"]}, "can be called 'treasury'"),
        ({"variants": "type8"}, "must be a list of names"),
        ({"variants": None}, "must be a list of names"),
        ({"seed": None}, "seed is a whole number"),
        ({"seed": "7"}, "seed is a whole number"),
        ({"seed": 1.0}, "seed is a whole number"),
        ({"seed": True}, "seed is a whole number"),
        ({"title": None}, "no title"),
    ],
)
def test_settings_of_the_wrong_kind_get_a_sentence(settings: dict[str, object], words: str) -> None:
    chosen: dict[str, object] = {"title": "1856", "players": NAMES, **settings}
    with pytest.raises(trunkline.UsageError, match=words):
        trunkline.new(**chosen)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "names",
    [
        ["GT", "CGR", "bank"],
        ["Zoë", "日本", "نام\u200cها"],
        ["x" * 5000, "0", "a&b@c"],
        ["pass", "out", "D17"],
    ],
)
def test_any_other_name_plays_the_same_game(names: list[str]) -> None:
    game, other = trunkline.new("1856", NAMES, seed=5), trunkline.new("1856", names, seed=5)
    bot = RandomPlayer(5)
    seat = dict(zip(NAMES, names, strict=True))
    for _ in range(250):
        player = next(name for name in NAMES if name in game.to_act)
        action = bot.choose(game, player)
        game.play(action)
        other.play(structs.replace(action, player=seat[action.player]))
    assert [p.cash for p in game.state.players.values()] == [p.cash for p in other.state.players.values()]
    assert [s.worth for s in game.standings()] == [s.worth for s in other.standings()]
    assert Game.from_bytes(other.to_bytes()).digest() == other.digest()


@pytest.mark.parametrize("seed", [-1, 0, 2**64, 10**30])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    game = trunkline.new("1856", NAMES, seed=seed, seating="random")
    again = Game.from_bytes(game.to_bytes())
    assert (again.options.seed, again.players) == (seed, game.players)


@pytest.mark.parametrize("number", [None, 0.0, True, "0", -1, 10**9])
def test_a_position_that_is_none_gets_a_sentence(number: object) -> None:
    with pytest.raises(trunkline.UsageError, match="there is no position"):
        trunkline.new("1856", NAMES).at(number)  # type: ignore[arg-type]


def test_nothing_can_be_done_after_the_end() -> None:
    game = trunkline.new("1856", NAMES, seed=1)
    play_out(game, RandomPlayer(1))
    assert game.over
    assert (game.to_act, game.legal(), game.forbidden()) == (set(), [], [])
    for action in (A.Pass("Ann"), A.EndGame("Ann"), A.TakeLoan("Ann", "GT")):
        with pytest.raises(trunkline.Refusal, match="the game is over"):
            game.play(action)


@pytest.mark.parametrize("path", [None, 1, "a\0b", "", "x" * 300])
def test_a_path_that_is_none_gets_a_sentence(path: object) -> None:
    game = trunkline.new("1856", NAMES)
    with pytest.raises(trunkline.UsageError, match="cannot be written"):
        game.save(path)  # type: ignore[arg-type]
    with pytest.raises(trunkline.UsageError, match="cannot be read"):
        trunkline.load(path)  # type: ignore[arg-type]


def some_game() -> Game:
    """Return a game with a few actions of several kinds."""
    game = trunkline.new("1856", NAMES, seed=3)
    play_out(game, RandomPlayer(3), 60)
    return game


SAVED = some_game().to_bytes()


@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_damaged_save_is_the_same_game_or_one_sentence(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(SAVED) - 1), label="from")
    end = data.draw(st.integers(start, min(len(SAVED), start + 40)), label="to")
    damaged = SAVED[:start] + data.draw(st.binary(max_size=20), label="instead") + SAVED[end:]
    for verify in (True, False):
        game = None
        with contextlib.suppress(trunkline.UsageError):
            game = Game.from_bytes(damaged, "game.json", verify=verify)
        assert game is None or game.state.total_money() == 12_000


def changed(change: Callable[[dict[str, object]], object]) -> bytes:
    """Return the saved game after a change."""
    data = json.loads(SAVED)
    change(data)
    return json.dumps(data).encode()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data["state"].update(bank=0), "not its own"),
        (lambda data: data["state"]["players"]["Ann"].update(cash=9999), "not its own"),
        (lambda data: data["state"]["players"]["Ann"].update(cash=1.5), "state that cannot be read"),
        (lambda data: data.update(state=None), "state that cannot be read"),
        (lambda data: data.update(digest="0"), "not its own"),
        (lambda data: data.update(format="chess"), "not a saved game"),
        (lambda data: data.update(version=0), "not a saved game"),
        (lambda data: data["options"].update(seed="7"), "cannot be read"),
        (lambda data: data["options"].update(players=["Ann", "Bob"]), "3 to 6 players"),
        (lambda data: data["options"].update(title="1830"), "no title"),
    ],
)
def test_a_state_that_was_tampered_with_is_not_trusted(change: Callable[..., object], words: str) -> None:
    with pytest.raises(trunkline.UsageError, match=words):
        Game.from_bytes(changed(change), "game.json", verify=False)


@pytest.mark.parametrize("verify", [True, False])
def test_a_game_saved_by_another_version_is_replayed(verify: bool) -> None:
    def older(data: dict[str, object]) -> None:
        data.update(program="0.0.1", digest="of another shape", state={"of": "another shape"})

    assert Game.from_bytes(changed(older), "game.json", verify=verify).digest() == some_game().digest()

    def worse(data: dict[str, Any]) -> None:
        older(data)
        data["actions"].insert(3, {"kind": "pass", "player": "Zed"})

    with pytest.raises(trunkline.UsageError, match="action 4 is refused"):
        Game.from_bytes(changed(worse), "game.json", verify=verify)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data["actions"].insert(3, {"kind": "pass", "player": "Zed"}), "cannot be replayed"),
        (lambda data: data["actions"].pop(), "do not lead to the state"),
        (lambda data: data["options"].update(players=["Cy", "Bob", "Ann"]), "cannot be replayed"),
    ],
)
def test_looking_back_from_a_trusted_state_finds_false_actions(
    change: Callable[..., object], words: str
) -> None:
    game = Game.from_bytes(changed(change), "game.json", verify=False)
    for look in (lambda: game.log, game.undo, lambda: game.at(1)):
        with pytest.raises(trunkline.UsageError, match=words):
            look()


def test_redo_leads_back_through_a_trusted_state_to_what_was_played_on_it() -> None:
    game = Game.from_bytes(SAVED, verify=False)
    play_out(game, RandomPlayer(8), 2)
    after, actions = game.digest(), game.actions
    for _ in range(5):
        game.undo()
    for _ in range(5):
        game.redo()
    assert (game.digest(), game.actions) == (after, actions)


def test_a_save_is_readable_by_whom_other_files_are(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("")
    some_game().save(tmp_path / "game.json")
    assert (tmp_path / "game.json").stat().st_mode == (tmp_path / "other").stat().st_mode
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.json", "other"]
