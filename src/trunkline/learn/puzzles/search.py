"""Search for puzzles in a position, by exact search of routes, and proofs of all puzzles."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import structs

from trunkline.engine.kernel.choice import Open
from trunkline.game.actions import LayTile, PlaceToken, RunTrains, encode
from trunkline.game.game import Game
from trunkline.game.position import Position
from trunkline.game.routes import Prospects
from trunkline.game.routes.what_if import Change
from trunkline.learn.puzzles.endgame import proved
from trunkline.learn.puzzles.playouts import measured
from trunkline.learn.puzzles.puzzle import Puzzle, Theme
from trunkline.players.quick_routes import QuickRoutes

FEWEST = {Theme.LAY: 8, Theme.TOKEN: 3}
"""The fewest answers of a puzzle."""
RIGHT_SHARE = 0.25
"""The largest share of right answers, if there are several."""
MARGIN = 30
"""The smallest difference in dollars between the best answer and the next."""
MARGIN_SHARES = {Theme.LAY: 0.25, Theme.TOKEN: 0.25, Theme.RUN: 0.15}
"""The same, as a share of the next answer."""
KINDS: dict[Theme, type[LayTile] | type[PlaceToken]] = {Theme.LAY: LayTile, Theme.TOKEN: PlaceToken}


def puzzles_in(game: Game, source: str, only: Theme | None = None) -> Iterator[Puzzle]:
    """Yield the puzzles of the present moment of a game, of all themes or one. ``source`` names the game."""
    state = game.shared_state
    turn = state.operating.turn if state.operating else None
    if game.over or turn is None or state.pending or turn.corp not in state.trains.values():
        return
    for theme in (Theme.LAY, Theme.TOKEN, Theme.RUN) if only is None else (only,):
        found = _run_puzzle(game, source) if theme is Theme.RUN else _change_puzzle(game, theme, source)
        if found is not None:
            yield found


def _change_puzzle(game: Game, theme: Theme, source: str) -> Puzzle | None:
    actions: list[Change] = [each for each in game.legal() if type(each) is KINDS[theme]]
    if len(actions) < FEWEST[theme]:
        return None
    corp = actions[0].corp
    plans = [(after.plans[corp], after.action) for after in Prospects(game, [corp]).after(actions)]
    if not all(plan.optimal for plan, _ in plans):
        return None
    best = max(plan.total for plan, _ in plans)
    right = [action for plan, action in plans if plan.total == best]
    others = [plan.total for plan, _ in plans if plan.total < best]
    if not others or len(right) > max(1, RIGHT_SHARE * len(actions)):
        return None
    if not _is_clear(theme, best, max(others)):
        return None
    return Puzzle(
        game.options.title,
        theme,
        game.to_line(),
        actions[0].player,
        corp,
        best,
        max(others),
        len(actions),
        source,
        tuple(encode(action) for action in right),
        before=Position.of(game).best_runs(corp).total,
    )


def _run_puzzle(game: Game, source: str) -> Puzzle | None:
    run = next((each for each in game.legal() if isinstance(each, Open) and each.kind is RunTrains), None)
    if run is None:
        return None
    now = Position.of(game)
    plan = now.best_runs(run.corp)
    quick = QuickRoutes(now.table, now.state.corporations[run.corp]).own()
    if not plan.optimal or not _is_clear(Theme.RUN, plan.total, quick):
        return None
    # The same types as in a file, in which paths are lists.
    best = msgspec.json.decode(msgspec.json.encode(encode(RunTrains(run.player, run.corp, plan.runs))))
    return Puzzle(
        game.options.title,
        Theme.RUN,
        game.to_line(),
        run.player,
        run.corp,
        plan.total,
        quick,
        0,
        source,
        (best,),
    )


def _is_clear(theme: Theme, best: int, second: int) -> bool:
    return best - second >= max(MARGIN, MARGIN_SHARES[theme] * second)


def prove(puzzle: Puzzle) -> str:
    """Prove the solution again. Return the fault in one sentence, or an empty text if it holds.

    Raises ``UsageError`` if the position cannot be read.
    """
    game = puzzle.game
    if puzzle.theme is Theme.ENDGAME:
        found = proved(Position.of(game), puzzle.source, puzzle.adapted)
    elif puzzle.figures is not None:
        found = measured(game, puzzle.source, puzzle.theme, puzzle.figures.lines, whole=True)
    else:
        found = next(puzzles_in(game, puzzle.source, puzzle.theme), None)
    if found is None:
        return f"Puzzle {puzzle.id} has no clear best answer."
    again = structs.replace(found, solved_by=puzzle.solved_by)
    if again.figures and puzzle.figures and not puzzle.figures.ended:
        again = structs.replace(again, figures=structs.replace(again.figures, ended=()))
    return "" if puzzle == again else f"Puzzle {puzzle.id} has another solution than the search."
