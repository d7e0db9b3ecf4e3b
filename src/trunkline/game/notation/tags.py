"""The header of a game text: the settings of the game, and rounds as headings."""

from __future__ import annotations

import re

from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.state import Round
from trunkline.game.notation.text import Tags
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext

ROUNDS = {"stock": "SR", "operating": "OR"}
_SEED = re.compile("-?[0-9]{1,400}")
_VERSION = re.compile("[0-9]{1,9}")


def tags_of(options: Options) -> dict[str, tuple[str, ...]]:
    """Return the settings of a game as tags. Tags without a value are not written."""
    return {
        "Title": (options.title,),
        "Players": options.players,
        "Rules": (options.rules,),
        "Variants": options.variants,
        "Runs": (options.runs,),
        "Seating": (options.seating,),
        "Seed": (str(options.seed),),
        "Deal": options.deal,
        "BoardFile": (options.board,) if options.board else (),
        "Rulings": (str(options.rulings),),
    }


def options_of(tags: Tags, name: str) -> Options:
    """Return the settings from the tags of ``tags_of``. Raises ``UsageError`` if a tag is missing or
    wrong."""
    if not tags.get("Players"):
        raise UsageError(gettext("{name} has no tag [Players ...] that says who plays.", name=name))
    seed = one(tags, "Seed", name, "0")
    if not _SEED.fullmatch(seed):
        raise UsageError(
            gettext("{name}: the tag Seed is a whole number, not {seed}.", name=name, seed=repr(seed))
        )
    rulings = one(tags, "Rulings", name, "0")
    if not _VERSION.fullmatch(rulings):
        raise UsageError(
            gettext(
                "{name}: the tag Rulings is a whole number, not {rulings}.", name=name, rulings=repr(rulings)
            )
        )
    return Options(
        one(tags, "Title", name),
        tags["Players"],
        int(seed),
        tags.get("Variants", ()),
        one(tags, "Rules", name, "printed"),
        one(tags, "Runs", name, "best"),
        one(tags, "Seating", name, "given"),
        tags.get("Deal", ()),
        one(tags, "BoardFile", name, ""),
        int(rulings),
    )


def one(tags: Tags, tag: str, name: str, otherwise: str | None = None) -> str:
    """Return the single value of a tag, or ``otherwise`` if the tag is missing. Raises ``UsageError``."""
    values = tags.get(tag, () if otherwise is None else (otherwise,))
    if len(values) != 1:
        raise UsageError(gettext('{name} needs the tag [{tag} "..."] with one value.', name=name, tag=tag))
    return values[0]


def heading(round: Round) -> str:
    """Return a round as the heading of its actions, such as ``OR 2.1``."""
    if round.kind not in ROUNDS:
        return round.kind.capitalize()
    return f"{ROUNDS[round.kind]} {round.number}" + (f".{round.index}" if round.index else "")
