"""Tests of an upgrade with corrected rulings: games in progress keep their own rulings."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

import pytest

import trunkline
from older_rulings import begun_under, mended
from trunkline import actions as A
from trunkline.engine.kernel.readings import RulingFix
from trunkline.game import Game
from trunkline.players.random_player import RandomPlayer
from trunkline.web.errors import ActionRefused
from trunkline.web.games.game_cache import GameCache
from trunkline.web.storage.urls import Place, opened
from web.storage.test_migrations import written_in

NEXT = 6
PRICE_FELL = 1450
"""Actions after which a share price has fallen and the limits differ between two versions of the rulings."""


@pytest.fixture(scope="module", autouse=True)
def next_rulings() -> Iterator[None]:
    """A sixth version of the rulings, in which trains must run."""
    with mended(RulingFix(NEXT, "printed", "trains_must_run", before=False)):
        yield


def played(runs: str, versions: tuple[int, ...], until: Callable[[Game], bool]) -> dict[int, Game]:
    """Return one game by version of the rulings. Each of its actions is legal under all of them."""
    new = trunkline.new("1856", ["P1", "P2", "P3"], seed=4, runs=runs)
    games = {version: begun_under(new, version) for version in versions}
    strictest = games[versions[-1]]
    player = RandomPlayer(4)
    while not until(strictest):
        action = player.choose(strictest, min(strictest.to_act))
        for game in games.values():
            game.play(action)
    return games


def at_home(game: Game) -> A.RunTrains:
    """Return the action that runs no train of the corporation in turn."""
    turn = game.state.operating and game.state.operating.turn
    return A.RunTrains(min(game.to_act), turn.corp if turn else "", ())


def owes_a_run(game: Game) -> bool:
    """Return whether the current corporation must run its trains, which only the sixth version requires."""
    refusal = game.check(at_home(game))
    return refusal is not None and refusal.rule == "1856.run.must-run"


@pytest.mark.parametrize("form", ["001", "007"])
def test_running_games_go_on_by_their_own_rulings(kept_in: Place, form: str) -> None:
    limits = played("best", (4, 5), lambda game: len(game.actions) == PRICE_FELL)
    assert limits[4].digest() != limits[5].digest()
    trains = played("free", (4, 5, NEXT), owes_a_run)
    running = {
        **{f"limits{version}": game for version, game in limits.items()},
        **{f"trains{version}": game for version, game in trains.items()},
    }
    written_in(kept_in, form, **running)
    with contextlib.closing(opened(kept_in)) as store:
        tables = GameCache(store)
        for id, game in running.items():
            assert tables[id].view_at().game.digest() == game.digest()
        stay, count = at_home(trains[5]), len(trains[5].actions)
        for version in (4, 5):
            assert tables[f"trains{version}"].act(count, stay) == count + 1
        with pytest.raises(ActionRefused, match="must"):
            tables[f"trains{NEXT}"].act(count, stay)
