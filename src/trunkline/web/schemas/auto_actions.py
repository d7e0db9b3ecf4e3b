"""Requests and answers about auto-actions. Amounts are whole dollars."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from trunkline.game.auto_actions import AutoAction
from trunkline.web.schemas.requests import Request, Whole

AutoStatus = Literal["active", "done", "stopped", "withdrawn"]


class SetAutoActions(Request, frozen=True):
    """Auto-actions to set at a version of the game: all of them, or none if one cannot be set."""

    version: Whole
    auto_actions: Annotated[list[AutoAction], Meta(min_length=1, max_length=12)]


class AutoPreview(Struct, frozen=True):
    """An auto-action in words.

    ``text`` is the instruction, ``now`` the actions that it would take now or on its next turn, and
    ``guards`` the events that stop it. ``fault`` is the reason why it cannot be set now; empty if it can.
    ``idle`` names the fields of the guards that can never stop it now. They must be off.
    """

    auto_action: AutoAction
    text: str
    now: str
    guards: tuple[str, ...]
    fault: str = ""
    idle: tuple[str, ...] = ()


class AutoOffer(Struct, frozen=True):
    """An auto-action that can be set now, with default values."""

    auto_action: AutoAction
    text: str


class AutoActionFacts(Struct, frozen=True):
    """An auto-action of yours.

    ``since`` is the version of the game when it was set, and ``at`` the time in seconds since 1970. ``acted``
    counts its actions. After the end, ``reason`` says why it ended, and ``ended`` is the version of the game
    then. While it is active, ``now`` and ``guards`` are those of its preview.
    """

    key: str
    auto_action: AutoAction
    text: str
    status: AutoStatus
    since: int
    at: int
    acted: int
    reason: str = ""
    ended: int | None = None
    now: str = ""
    guards: tuple[str, ...] = ()


class AutoActionList(Struct, frozen=True):
    """Your auto-actions in a game, and those that you can set now."""

    version: int
    active: tuple[AutoActionFacts, ...]
    ended: tuple[AutoActionFacts, ...]
    """The last ones that ended, newest first."""
    offers: tuple[AutoOffer, ...]
