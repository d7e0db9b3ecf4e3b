"""Requests and answers about plans."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from trunkline.web.schemas.auto_actions import AutoStatus
from trunkline.web.schemas.requests import Name, Request, Whole

PlanMode = Literal["off", "same", "exact"]
PlanStepState = Literal["done", "otherwise", "ready", "changed", "refused", "waits"]


class KeepPlan(Request, frozen=True):
    """A plan to keep from a sandbox of the game, with all moves since the sandbox began.

    ``seat`` may be left out if you have one seat. ``mode`` is the condition for handing in by itself:
    ``same`` while each step does what it did in the sandbox, ``exact`` while the game follows the sandbox
    move by move, ``off`` never.
    """

    version: Whole
    sandbox: Annotated[str, Meta(min_length=1, max_length=40)]
    seat: Name | None = None
    mode: PlanMode = "off"


class PlanSwitch(Request, frozen=True):
    """The condition for handing in by itself, at a version of the game."""

    version: Whole
    mode: PlanMode


class HandIn(Request, frozen=True):
    """A request to hand in the next steps of a plan, at the version of the game that you have seen."""

    version: Whole


class KeptPlanStep(Struct, frozen=True):
    """A step of a plan. ``mine`` is false for an assumed move of another player.

    ``state`` is that in the present position, and ``note`` its reason as a sentence; it may be empty.
    """

    player: str
    text: str
    mine: bool
    state: PlanStepState
    note: str = ""


class KeptPlan(Struct, frozen=True):
    """A plan of yours.

    ``since`` is the version of the game when it was kept, and ``at`` the time in seconds since 1970.
    ``ready`` counts the steps that a hand-in makes now. ``moved`` has the moves of others since your last
    move that the plan does not assume, in words. ``reason`` says why it ended, or why it is not handed in by
    itself any more. ``steps`` is empty for a plan that has ended.
    """

    key: str
    seat: str
    sandbox: str
    status: AutoStatus
    mode: PlanMode
    since: int
    at: int
    ready: int = 0
    reason: str = ""
    moved: str = ""
    ended: int | None = None
    steps: tuple[KeptPlanStep, ...] = ()


class KeptPlans(Struct, frozen=True):
    """Your plans in a game: at most one active plan for each of your seats."""

    version: int
    active: tuple[KeptPlan, ...]
    ended: tuple[KeptPlan, ...]
    """The last ones that ended, newest first."""


class HandedIn(Struct, frozen=True):
    """The result of a hand-in: the new version, and the number of steps made.

    ``stopped`` says why the next step of yours was not made. It is empty if another player is to act as
    planned, or the plan is done.
    """

    version: int
    made: int
    stopped: str = ""
