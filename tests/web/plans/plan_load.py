"""Plans that hand themselves in, for the kill test of automatic actions."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import trunkline
from patience import PATIENCE
from trunkline import actions as A
from trunkline.game import Game
from trunkline.game.auto_actions import account
from trunkline.players.random_player import RandomPlayer
from trunkline.web.plans.following import ALL_DONE
from web.storage.targets import Patient

MOVES = 12
"""The moves of a round. With their pauses they take about as long as the latest kill."""


class Kept(NamedTuple):
    """A plan that a person has kept, with what must become of it."""

    key: str
    mode: str
    surprise: str
    """The sentence of the move that this plan does not assume. Empty if all move as assumed."""
    done: bool
    """True if all its moves are made."""


class PlanLoad:
    """A game in which every player keeps a plan in each round.

    The moves are those of random players. All plans but one follow the same line, so the game goes along it
    by itself. One plan assumes another move of somebody, so it stops there with a reason, and the game waits
    for its owner.
    """

    def __init__(self, people: Mapping[str, Patient], seed: int) -> None:
        self._people = people
        self._drawn = random.Random(seed)
        self._player = RandomPlayer(seed)
        self._kept: dict[str, Kept] = {}
        self.made = 0
        """The moves that plans have made."""
        self.ends: Counter[str] = Counter()
        """The number of plans by their end."""
        self._begin()

    def keep(self) -> None:
        """Keep a plan for each person who moves in the next part of the game."""
        line = self._line(self._mirror, MOVES)
        while len(line) < MOVES or not (found := self._surprise(line)):
            self._begin()
            line = self._line(self._mirror, MOVES)
        loser, at, otherwise = found
        surprise = account(self._at(line[:at]), line[at])
        moves = next((n for n in range(at + 1, MOVES) if line[n].player == loser), MOVES)
        version = self._version()
        # The player to act is the last to keep a plan, so all are kept before the first one acts.
        seats = sorted({move.player for move in line}, key=lambda seat: seat == line[0].player)
        for seat in seats:
            mode = "exact" if seat == loser else self._drawn.choice(("same", "exact"))
            key = self._keep(seat, version, otherwise if seat == loser else line, mode)
            done = all(line[n].player != seat for n in range(moves, MOVES)) and seat != loser
            self._kept[seat] = Kept(key, mode, surprise if seat == loser else "", done)
        for move in line[:moves]:
            self._mirror.play(move)
        self.made += moves

    def settle(self) -> None:
        """Wait until each plan has come to its end, and check the game. Delete the plans that wait."""
        late = time.monotonic() + PATIENCE
        while not all(self._settled(seat, kept) for seat, kept in self._kept.items()):
            assert time.monotonic() < late, "the plans do not act any more"
            time.sleep(0.05)
        log = self._people[self._owner].sure("GET", f"/api/games/{self._game}/log")
        moves = self._mirror.actions
        assert [entry["number"] for entry in log] == list(range(1, len(moves) + 1))
        exported = self._people[self._owner].sure("GET", f"/api/games/{self._game}/export")
        played = Game.from_bytes(json.dumps(exported).encode()).actions
        assert played == moves, "each move is made once, in the order of the plans"
        for seat, kept in self._kept.items():
            self._check(seat, kept)
        self._kept.clear()

    @property
    def _owner(self) -> str:
        return next(iter(self._people))

    def _begin(self) -> None:
        seed = self._drawn.randrange(1000)
        self._game = seated_game(self._people, seed)
        self._mirror = trunkline.new("1856", list(self._people), seed=seed)

    def _at(self, line: list[A.Action]) -> Game:
        now = self._mirror.copy()
        for move in line:
            now.play(move)
        return now

    def _version(self) -> int:
        return int(self._people[self._owner].sure("GET", f"/api/games/{self._game}?brief=true")["version"])

    def _line(self, game: Game, length: int, until: str = "") -> list[A.Action]:
        """Return moves of random players, up to one of ``until``. They are empty if the game ends."""
        now, line = game.copy(), list[A.Action]()
        while len(line) < length and len(now.to_act) == 1:
            line.append(self._player.choose(now, min(now.to_act)))
            now.play(line[-1])
            if line[-1].player == until:
                break
        return line if not now.over else []

    def _surprise(self, line: list[A.Action]) -> tuple[str, int, list[A.Action]] | None:
        """Draw a player, a move of another one, and a line in which that move is different."""
        for at in self._drawn.sample(range(MOVES), MOVES):
            mover = line[at].player
            losers = sorted({move.player for move in line[:at]} - {mover})
            now = self._at(line[:at])
            other = self._player.choose(now, mover)
            if not losers or other == line[at]:
                continue
            now.play(other)
            loser = self._drawn.choice(losers)
            rest = self._line(now, MOVES, loser)
            if rest and rest[-1].player == loser:
                return loser, at, [*line[:at], other, *rest]
        return None

    def _keep(self, seat: str, version: int, line: list[A.Action], mode: str) -> str:
        browser = self._people[seat]
        sandbox = browser.sure("POST", f"/api/games/{self._game}/branch", {"at": version})
        for number, move in enumerate(line):
            body = {"version": sandbox["version"] + number, "action": A.encode(move)}
            browser.sure("POST", f"/api/games/{sandbox['id']}/actions", body)
        body = {"version": version, "sandbox": sandbox["id"], "mode": mode}
        return str(browser.sure("POST", f"/api/games/{self._game}/plans", body)["key"])

    def _plan(self, seat: str, kept: Kept) -> dict[str, Any]:
        found = self._people[seat].sure("GET", f"/api/games/{self._game}/plans")
        return next(each for each in (*found["active"], *found["ended"]) if each["key"] == kept.key)

    def _settled(self, seat: str, kept: Kept) -> bool:
        plan = self._plan(seat, kept)
        if kept.done:
            return bool(plan["status"] != "active")
        if kept.surprise:
            return bool(plan["mode"] == "off")
        return self._version() >= len(self._mirror.actions)

    def _check(self, seat: str, kept: Kept) -> None:
        plan = self._plan(seat, kept)
        if kept.done:
            assert (plan["status"], plan["reason"]) == ("done", ALL_DONE)
            self.ends["done"] += 1
            return
        if kept.surprise:
            assert plan["reason"] == kept.surprise
            self.ends["stopped"] += 1
        else:
            assert (plan["mode"], plan["reason"]) == (kept.mode, "")
            self.ends["waiting"] += 1
        self._people[seat].sure("DELETE", f"/api/games/{self._game}/plans/{kept.key}")


def seated_game(people: Mapping[str, Patient], seed: int) -> str:
    """Begin a game of 1856 with a seat for each person, and return its id."""
    owner, *others = people.items()
    body = {"title": "1856", "seats": [{"name": seat} for seat in people], "seed": seed, "private": False}
    game = str(owner[1].sure("POST", "/api/games", body)["id"])
    for seat, browser in others:
        browser.sure("POST", f"/api/games/{game}/people", {"seat": seat})
    return game
