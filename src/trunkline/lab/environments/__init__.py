"""Environments for reinforcement learning: PettingZoo for all seats, Gymnasium for one seat.

``aec`` has an agent in each seat. ``gym`` has one agent, against computer players. ``vector`` plays several
games of ``gym`` in processes. ``openspiel`` returns a game of OpenSpiel.

Actions are numbers with a mask (``encoding``), and observations are arrays (``observation``). ``parametric``,
``structured`` and ``graph`` have other forms of both. ``schema`` names every array, column and unit. Install
the libraries with ``pip install 'trunkline[env]'``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from trunkline.util.errors import UsageError

if TYPE_CHECKING:
    from gymnasium.vector import AsyncVectorEnv

    from trunkline.lab.environments.single import SingleEnv
    from trunkline.lab.environments.spiel import SpielGame
    from trunkline.lab.environments.turns import TurnsEnv

__all__ = ["aec", "gym", "openspiel", "vector"]


@contextmanager
def _libraries(extra: str = "env") -> Iterator[None]:
    """Report a library that is not installed as a ``UsageError`` that names the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise UsageError(
            f"An environment needs the package {error.name}: pip install 'trunkline[{extra}]'."
        ) from error


def aec(
    title: str,
    players: int = 4,
    seed: int | None = None,
    *,
    reward: str = "share",
    shaping: float | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> TurnsEnv:
    """Return a PettingZoo AEC environment with an agent in each seat.

    ``seed`` is that of the first game, and later games draw their seeds from it. ``reward`` is ``share``,
    ``rank`` or ``difference``. ``shaping`` is the discount of potential-based shaping, None for rewards only
    at the end. ``options`` are those of ``GameSetup``. Raises ``UsageError``.
    """
    with _libraries():
        from trunkline.lab.environments.game_setup import setup_with
        from trunkline.lab.environments.turns import TurnsEnv
    setup = setup_with(title, players, options)
    return TurnsEnv(setup, seed=seed, reward=reward, shaping=shaping, render_mode=render_mode)


def gym(
    title: str,
    opponents: Sequence[str] = ("clerk", "clerk", "clerk"),
    *,
    seat: int | None = None,
    flat: bool = False,
    reward: str = "share",
    shaping: float | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> SingleEnv:
    """Return a Gymnasium environment with one agent against computer players.

    ``opponents`` are names of players as in the arena, in seat order after the agent. ``seat`` counts from 0;
    None draws the seat of each game. With ``flat``, an observation is one vector that ends with the mask.
    Other arguments are those of ``aec``. Raises ``UsageError``.
    """
    with _libraries():
        from trunkline.lab.environments.game_setup import setup_with
        from trunkline.lab.environments.single import SingleEnv
    if isinstance(opponents, str):
        raise UsageError(f"The opponents must be a list of names, not {opponents!r}.")
    setup = setup_with(title, len(opponents) + 1, options)
    return SingleEnv(
        setup,
        tuple(opponents),
        seat=seat,
        flat=flat,
        reward=reward,
        shaping=shaping,
        render_mode=render_mode,
    )


def vector(
    title: str, opponents: Sequence[str] = ("clerk", "clerk", "clerk"), *, processes: int, **options: Any
) -> AsyncVectorEnv:
    """Return several environments of ``gym``, each in a process. ``options`` are those of ``gym``.

    Give ``reset`` a seed for repeatable games. After the end of a game its mask has only zeros, and the next
    step ignores the action and starts a new game. A program that calls it needs
    ``if __name__ == "__main__"``, because each process imports the program. Raises ``UsageError``.
    """
    with _libraries():
        from gymnasium.vector import AsyncVectorEnv

        from trunkline.lab.environments.single import made
    if type(processes) is not int or processes < 1:
        raise UsageError(f"A vector needs at least one process, not {processes!r}.")
    gym(title, opponents, **options)  # refuse bad options here and not in each process
    make = partial(made, title, tuple(opponents), options)
    return AsyncVectorEnv([make] * processes, context="spawn")


def openspiel(
    title: str, players: int = 4, seed: int = 0, *, reward: str = "share", **options: Any
) -> SpielGame:
    """Return a game of OpenSpiel with perfect information and without chance.

    ``seed`` decides the deal. Other arguments are those of ``aec``. It needs ``trunkline[openspiel]``. Raises
    ``UsageError``.
    """
    with _libraries("openspiel"):
        from trunkline.lab.environments.game_setup import setup_with
        from trunkline.lab.environments.spiel import SpielGame
    return SpielGame(setup_with(title, players, options), seed, reward)
