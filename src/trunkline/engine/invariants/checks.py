"""Every check of a position. Each check yields a sentence for each fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from trunkline.engine.invariants.board_map import homes, private_tokens, slots, tiles, tokens
from trunkline.engine.invariants.holdings import (
    bonds,
    certificates,
    floating,
    limits,
    money,
    presidents,
    price_tokens,
    privates,
    rights,
)
from trunkline.engine.invariants.rolling_stock import train_limits, trains
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.state import State, decode, encode
from trunkline.util.errors import UsageError
from trunkline.util.messages import Message, gettext_lazy

Check = Callable[[Title, State], Iterator[Message]]


def codec(title: Title, state: State) -> Iterator[Message]:
    """Check that a state is unchanged after encoding and decoding."""
    try:
        again = decode(encode(state), title.state)
    except (msgspec.MsgspecError, UsageError) as error:
        yield gettext_lazy("The state cannot be read from what was written: {error}.", error=str(error))
        return
    if again.digest() != state.digest():
        yield gettext_lazy("The state read from what was written has another digest.")


CHECKS: Mapping[str, Check] = {
    "money": money,
    "certificates": certificates,
    "presidents": presidents,
    "limits": limits,
    "floating": floating,
    "chart": price_tokens,
    "bonds": bonds,
    "privates": privates,
    "rights": rights,
    "tiles": tiles,
    "tokens": tokens,
    "private tokens": private_tokens,
    "homes": homes,
    "slots": slots,
    "trains": trains,
    "train limits": train_limits,
    "codec": codec,
}
"""Every check of a position, by name."""


def wrong(title: Title, state: State) -> Iterator[tuple[str, Message]]:
    """Yield all faults of a position: the name of a check, and a sentence."""
    for name, check in CHECKS.items():
        for sentence in check(title, state):
            yield name, sentence
