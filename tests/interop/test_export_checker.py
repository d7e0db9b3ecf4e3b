"""Exported games under a strict checker, and files of the site that are exported again."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

import trunkline
from interop.export_checker import faults
from interop.traces import merge
from trunkline import actions as A
from trunkline.game import Game
from trunkline.interop import export
from trunkline.interop.eighteenxx import turn as turns
from trunkline.interop.eighteenxx.action_writer import ActionWriter
from trunkline.interop.eighteenxx.file import PROGRAM, Entry
from trunkline.interop.eighteenxx.loans import LoanNumbers
from trunkline.interop.eighteenxx.replay import Replay, read
from trunkline.interop.eighteenxx.token_slots import Slots
from trunkline.lab.soak.games import random_weights
from trunkline.players.random_player import RandomPlayer

GAMES = ("51745", "89363", "hotseat001", "hotseat004", "hotseat005", "hotseat006", "move_up_price_sr1")
STEP_NAMES = {
    turns.TRACK: ("Lay/Upgrade Track", "Lay Track"),
    turns.TOKEN: ("Place a Token",),
    turns.ROUTES: ("Run Routes",),
    turns.DIVIDEND: ("Pay or Withhold Dividends",),
    turns.TRAINS: ("Buy Trains",),
    turns.LOANS: ("Take Loans", "Payoff Loans"),
    turns.PRIVATES: ("Buy Companies",),
}
"""Names of the steps of an operating turn in a trace."""
UNTOLD = ("pass", "payoff_loan", "bankrupt", "end_game")
"""Kinds of entry that the writer does not derive from an action."""
FREE = ("id", "slot", "variant", "tokener", "loan")
"""Fields that a file may omit or set freely."""


@lru_cache
def game(seed: int, players: int, *variants: str) -> Game:
    """Return a game of random players, with other players for each seed."""
    names = [f"Player {seat}" for seat in range(1, players + 1)]
    played = trunkline.new("1856", names, seed=seed, rules="18xx.games", runs="free", variants=variants)
    player = RandomPlayer(seed, random_weights(seed))
    while not played.over and len(played.actions) < 3000:
        played.play(player.choose(played, min(played.to_act)))
    return played


@lru_cache
def exported(seed: int, players: int, *variants: str) -> dict[str, Any]:
    """Return the export of a game, decoded from JSON."""
    data: dict[str, Any] = json.loads(json.dumps(export(game(seed, players, *variants))))
    return data


CASES = (
    (1071, 6, "type8"),  # a train bought from another corporation in the first steps of a turn
    (1068, 3, "type8"),  # a bankruptcy over a train
    (1075, 6, "unlimited_bonus_tokens"),  # loans above the shares, redeemed by the site
    (1049, 4, "type8"),  # the same, with shares sold for them
    (3016, 3, "type8", "unlimited_bonus_tokens"),  # bankrupt over interest, with its own shares sold for it
    (3089, 4, "type8", "unlimited_bonus_tokens"),  # a debt for loans while the CGR forms
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_nothing_is_wrong_with_an_exported_game(case: tuple[Any, ...]) -> None:
    assert not faults(exported(*case))


def broken(**changes: Any) -> list[str]:
    """Return the faults of an export after one entry is changed."""
    data = copy.deepcopy(exported(1071, 6, "type8"))
    kind = changes.pop("type")
    entry = next(entry for entry in reversed(data["actions"]) if entry["type"] == kind)
    entry.update(changes)
    data["actions"] = data["actions"][: entry["id"]]
    try:
        return faults(data)
    except trunkline.UsageError as error:
        return [str(error)]


@pytest.mark.parametrize(
    "changes",
    [
        {"type": "buy_shares", "percent": 20},
        {"type": "lay_tile", "tile": "57-9"},
        {"type": "payoff_loan", "loan": 99},
        {"type": "buy_shares", "shares": ["GT_0"]},
    ],
    ids=str,
)
def test_a_wrong_id_is_found(changes: dict[str, Any]) -> None:
    assert broken(**changes)


def test_a_missing_pass_is_found() -> None:
    data = copy.deepcopy(exported(1071, 6, "type8"))
    places = [
        place
        for place, (one, other) in enumerate(zip(data["actions"], data["actions"][1:], strict=False))
        if one["type"] == "pass" and other["type"] == "buy_train"
    ]
    del data["actions"][places[0]]
    data["actions"] = data["actions"][: places[0] + 1]
    assert any("the site waits for" in fault for fault in faults(data))


def test_who_is_bankrupt_over_a_train_is_so_for_his_corporation() -> None:
    """The recorded games do the same. In other cases the entry names the player."""
    over = game(1090, 3, "type8")
    assert isinstance(over.actions[-1], A.DeclareBankruptcy)
    last = exported(1090, 3, "type8")["actions"][-1]
    turn = over.at(len(over.actions) - 1).state
    assert last["type"] == "bankrupt"
    assert last["entity_type"] == ("player" if turn.pending else "corporation")


def plain_routes(routes: list[dict[str, Any]]) -> list[Any]:
    """Return routes in a fixed order. A segment has no direction."""
    return sorted(
        (r["train"], r["revenue"], sorted(r["hexes"]), sorted(min(s, s[::-1]) for s in r["connections"]))
        for r in routes
    )


def differing(entry: Entry, ours: dict[str, Any]) -> Iterator[str]:
    for key, value in ours.items():
        theirs = entry.fields.get(key)
        if key == "routes":
            same = plain_routes(value) == plain_routes(theirs or [])
        elif key == "tile":
            same = value.rpartition("-")[0] == str(theirs).rpartition("-")[0]
        else:
            same = key in FREE or value == theirs
        if not same:
            yield f"{entry}: {key} is {theirs} there and {value} here"


@pytest.mark.parametrize("name", GAMES)
def test_recorded_entries_are_written_as_the_site_wrote_them(shared_games: Path, name: str) -> None:
    public = read(shared_games / "1856" / f"{name}.json")
    replay, loans = Replay(public), LoanNumbers()
    slots = Slots(replay.game.title)
    writer = ActionWriter(
        replay.game.title, public.players, replay.ours.ids, replay.ours.certificates, loans, slots
    )
    for entry in public.entries:
        state = replay.game.state
        if entry.type not in UNTOLD and not entry.type.startswith(PROGRAM):
            (action,) = replay.ours.translator.actions(entry, state)
            assert not list(differing(entry, writer.entry(action, state)))
        if entry.type == "payoff_loan":
            assert loans.first(replay.ours.ids.corp(entry.entity)) == entry.fields["loan"]
        if entry.type == "bankrupt":
            action = A.DeclareBankruptcy(replay.ours.translator.player_of(entry, state))
            assert not list(differing(entry, writer.entry(action, state)))
        replay.step()
        if entry.type == "payoff_loan":
            loans.redeemed(replay.ours.ids.corp(entry.entity))
        loans.follow(replay.game.state.corporations)
        slots.follow(replay.game.state)


@pytest.mark.parametrize("name", GAMES)
def test_the_step_that_waits_is_the_one_of_the_trace(shared_games: Path, name: str) -> None:
    public = read(shared_games / "1856" / f"{name}.json")
    trace = json.loads((shared_games / "1856" / f"{name}.trace.json").read_bytes())
    theirs, replay = trace["initial"], Replay(public)
    for patch in trace["entries"]:
        replay.step()
        merge(theirs, patch["set"])
        state, turn = replay.game.state, replay.site.current()
        if turn is None or state.pending or state.over:
            continue
        step = replay.site.waits()
        assert theirs["round"]["step"] in STEP_NAMES[step], replay.count
        assert replay.ours.ids.corp(theirs["round"]["entity"]) == turn.corp, replay.count
