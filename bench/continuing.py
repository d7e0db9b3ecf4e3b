"""Comparison of two bots in the middle of games.

Each start is a moment of a game at which a seat must decide. The game is played to its end twice with the
same seeds: once with ``PROGRAM`` in the seat, once with ``--against``. Directors have all other seats. The
result is the share of the table that the seat owns at the end. The share in the game as played is printed for
comparison. Games come from files, ours or of 18xx.games, or are played by directors (``--title``). Starts of
one game depend on each other, so the interval uses an effective sample size (Korn and Graubard, 1998);
otherwise it is exact. Results that are in the output file are not computed again.

    python bench/continuing.py tycoon --files games/*.json --out continued.jsonl
    python bench/continuing.py tycoon:2000 --title 1851 --games 20 --seed 11 --out continued.jsonl --jobs 2
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean

import msgspec

from trunkline.game import Game, saves
from trunkline.game.position import Position
from trunkline.interop import replay
from trunkline.lab.arena.match import Match
from trunkline.lab.arena.statistics import clustered_interval
from trunkline.players import play_out
from trunkline.players.advice import Adviser
from trunkline.players.director import Director
from trunkline.players.evaluation import normalise
from trunkline.players.registry import load_player
from trunkline.players.rollouts import ends_game, play_on
from trunkline.util.errors import UsageError
from trunkline.util.subprocesses import map_ordered

EARLIEST, LATEST = 0.2, 0.8
"""The part of a game's actions in which starts may be."""
SEEDS = 100
"""The distance between the seeds of one start and of the next."""
MOST = 4_000
"""Actions after which an unfinished game is stopped and valued."""


class Plan(msgspec.Struct, frozen=True):
    """The parameters of a comparison. Two equal plans give the same results."""

    program: str
    against: str
    games: tuple[str, ...]
    """Files, or titles with the number of a game of directors, as ``1851:11:0``."""
    starts: int
    """The number of starts of each game."""
    players: int


class Start(msgspec.Struct, frozen=True):
    """A start, with the results of both bots."""

    at: int
    """The number of actions before it."""
    seat: str
    shares: tuple[float, float]
    """The seat's shares at the end, with the program and with the other bot."""
    seconds: tuple[float, float]
    """Processor time of the two continued games."""
    played: float
    """The seat's share at the end of the game as played."""

    @property
    def better(self) -> float:
        """1 if the program has done better, 0.5 if both are equal, otherwise 0."""
        mine, theirs = self.shares
        return 0.5 if mine == theirs else float(mine > theirs)


class Found(msgspec.Struct, frozen=True):
    """The results of the starts of one game."""

    number: int
    starts: tuple[Start, ...]


def begun(plan: Plan, number: int) -> Game:
    """Return a game of the plan, as far as it was played. Raises ``UsageError``."""
    title, _, rest = plan.games[number].partition(":")
    if rest:
        seed, _, deal = rest.partition(":")
        match = Match(title, ("director",) * plan.players, int(seed))
        game = match.opened(int(deal) * plan.players)
        names = game.players
        play_out(game, {name: Director(match.deal(0) + seat) for seat, name in enumerate(names)}, MOST)
        return game
    data = Path(plan.games[number]).read_bytes()
    if saves.is_ours(data):
        return Game.load(plan.games[number])
    recording = replay(data, plan.games[number])
    while recording.count < recording.total:
        recording.step()
    return recording.game


def starts(game: Game, count: int, turn: int) -> Iterator[tuple[int, str]]:
    """Yield moments spread over the game with the player to decide. The seats take turns."""
    total = len(game.actions)
    for number in range(count):
        seat = game.players[(turn + number) % len(game.players)]
        first = round(total * (EARLIEST + (LATEST - EARLIEST) * number / max(1, count - 1)))
        for at in range(first, total):
            now = game.at(at)
            if now.to_act and Position.of(now).to_act[0] == seat and len(now.legal(seat)) > 1:
                yield at, seat
                break


def continued(plan: Plan, game: Game, at: int, seat: str, seed: int) -> Start:
    """Continue the game from a moment, once with each bot."""
    now = Position.of(game.at(at))
    found, seconds = [], []
    for program in (plan.program, plan.against):
        players: dict[str, Adviser] = {
            name: Director(seed + number) for number, name in enumerate(now.state.players)
        }
        chosen = load_player(program)(seed + SEEDS // 2)
        if not isinstance(chosen, Adviser):
            raise UsageError(f"{program} cannot be asked about a moment alone.")
        players[seat] = chosen
        began = time.process_time()
        end = play_on(now, players, ends_game(now), MOST).position
        seconds.append(round(time.process_time() - began, 2))
        found.append(owned(end, seat))
    played = owned(Position.of(game), seat)
    return Start(at, seat, (found[0], found[1]), (seconds[0], seconds[1]), played)


def owned(position: Position, seat: str) -> float:
    """Return the share of all players' worth that a seat owns."""
    return round(normalise({name: position.worth(name) for name in position.state.players})[seat], 5)


def work(task: tuple[Plan, int]) -> Found:
    """Return the results of one game."""
    plan, number = task
    game = begun(plan, number)
    return Found(
        number,
        tuple(
            continued(plan, game, at, seat, (number * plan.starts + turn) * SEEDS)
            for turn, (at, seat) in enumerate(starts(game, plan.starts, number))
        ),
    )


def told(plan: Plan, found: Sequence[Found]) -> str:
    """Return the result as one line."""
    clusters = [[start.better for start in each.starts] for each in found if each.starts]
    every = [start for each in found for start in each.starts]
    if not every:
        return "There is nothing to go on from."
    low, high = clustered_interval(clusters)
    mine, theirs = (mean(start.shares[which] for start in every) for which in (0, 1))
    return (
        f"{plan.program} does better than {plan.against} in {mean(start.better for start in every):.1%} of "
        f"{len(every)} starts of {len(clusters)} games ({low:.1%} to {high:.1%}): the seat owns {mine:.1%} "
        f"instead of {theirs:.1%}, and {mean(start.played for start in every):.1%} as the game was played; "
        f"it takes {mean(start.seconds[0] for start in every):.0f} s instead of "
        f"{mean(start.seconds[1] for start in every):.0f} s"
    )


def kept(path: Path, plan: Plan) -> list[Found]:
    """Return the results in a file. Its last line may be incomplete. Raises ``UsageError``."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    head, *rest = text.rpartition("\n")[0].splitlines() or [""]
    if not head:
        path.write_bytes(msgspec.json.encode(plan) + b"\n")
        return []
    if msgspec.json.decode(head, type=Plan) != plan:
        raise UsageError(f"{path} holds another comparison: name a new file.")
    path.write_text("\n".join([head, *rest]) + "\n", encoding="utf-8")
    return [msgspec.json.decode(line, type=Found) for line in rest]


def main() -> None:
    """Compare the bots. Print the results so far after each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program", help="such as tycoon or tycoon:2000")
    parser.add_argument("--against", default="director")
    parser.add_argument("--files", nargs="+", default=[], metavar="GAME")
    parser.add_argument("--title", help="games of directors instead of files")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=101)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--starts", type=int, default=4, help="of each game; default: 4")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="goes on with what it holds")
    options = parser.parse_args()
    numbers = range(options.games if options.title else 0)
    own = (f"{options.title}:{options.seed}:{number}" for number in numbers)
    plan = Plan(options.program, options.against, (*options.files, *own), options.starts, options.players)
    try:
        found = kept(options.out, plan)
        done = {each.number for each in found}
        left = [(plan, number) for number in range(len(plan.games)) if number not in done]
        with options.out.open("a", encoding="utf-8") as file:
            for each in map_ordered(work, left, options.jobs):
                found.append(each)
                file.write(msgspec.json.encode(each).decode() + "\n")
                file.flush()
                print(told(plan, found), flush=True)
    except UsageError as error:
        sys.exit(str(error))
    print(told(plan, found))


if __name__ == "__main__":
    main()
