"""Kinds of action that only 18GL has: about ferries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trunkline.kernel.action import Action


class ActivateFerry(Action, frozen=True, tag="activate_ferry"):
    """Open one of the ferry routes in place of a lay, by the power of its private."""

    corp: str
    ferry: str


Action18GL = ActivateFerry

PATTERNS: tuple[tuple[type[Action], str, Mapping[str, Any]], ...] = (
    (ActivateFerry, "[{corp} ]activates {ferry}", {}),
)
"""How they are written (``trunkline.notation.forms``): kind, pattern, and the fields it says by itself."""
