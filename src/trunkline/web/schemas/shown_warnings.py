"""Requests and answers about the warnings for new players that a person has seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Self

import msgspec
from msgspec import Meta

from trunkline.web.schemas.effects import WarningName
from trunkline.web.schemas.requests import Request


class SeenWarnings(Request, frozen=True):
    """The moments that showed warnings, by kind.

    A moment is a text that the client chooses, for example the id of a game and a number. Only that moment
    shows the kind again. An empty one means that the kind was dismissed: no moment shows it.
    """

    warnings: dict[WarningName, Annotated[str, Meta(max_length=80)]]

    @classmethod
    def of(cls, moments: Mapping[str, str]) -> Self:
        """Return stored moments."""
        return cls(msgspec.convert(dict(moments), dict[WarningName, str]))
