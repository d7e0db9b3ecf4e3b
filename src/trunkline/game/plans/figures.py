"""The figures of a move: the changes that it causes, in words, to compare a sandbox with the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from trunkline.engine.kernel import events
from trunkline.engine.kernel.depot import train_name
from trunkline.engine.kernel.events import Event
from trunkline.engine.kernel.state import BANK, OFFERING, OUT, POOL, TREASURY, State
from trunkline.game.effects import Effects
from trunkline.game.game import Game
from trunkline.game.plans.figure_texts import figure_text
from trunkline.game.wording.rounds import round_name
from trunkline.util.messages import gettext, speak, with_minus

Figures = dict[str, str]
UNCHANGED = "no change"
PLACES = {OFFERING: "the IPO", POOL: "the pool", TREASURY: "the treasury", BANK: "the bank", OUT: "no place"}
MOST = 3
"""The most differences that a sentence names."""


def figures(before: Game, after: Game, happened: Sequence[Event], player: str) -> Figures:
    """Return the changes that a move of a player causes.

    Amounts are changes, so earlier trades of other players do not matter. Prices, presidents, owners, tiles,
    phase and round are the values before and after.
    """
    was, now = before.shared_state, after.shared_state
    led_to = Effects(before.title, was, now, tuple(happened))
    found = dict(_amounts(led_to))
    # Figures are stored and compared, so they have one language: the names of rounds would differ.
    with speak(None):
        found.update(_values(led_to))
    earned: Counter[str] = Counter()
    for event in happened:
        if isinstance(event, (events.RevenueEarned, events.RunsShown, events.RunsAnnounced)):
            earned[event.corp] += event.amount
    found.update({f"{corp}'s earnings": f"${amount:,}" for corp, amount in earned.items()})
    found["your turn"] = "continues" if player in after.to_act else "is over"
    return found


def differences(expected: Mapping[str, str], found: Mapping[str, str]) -> str:
    """Return the figures that differ as a phrase in the language of the reader. Empty if none does."""
    parts = [
        gettext(
            "{name}: {found} instead of {expected}",
            name=figure_text(name),
            found=with_minus(figure_text(found.get(name, UNCHANGED))),
            expected=with_minus(figure_text(expected.get(name, UNCHANGED))),
        )
        for name in dict.fromkeys([*expected, *found])
        if expected.get(name, UNCHANGED) != found.get(name, UNCHANGED)
    ]
    more = len(parts) - MOST
    return "; ".join(parts[:MOST] + ([gettext("and {number} more", number=more)] if more > 0 else []))


def _amounts(led_to: Effects) -> Iterator[tuple[str, str]]:
    """Yield the amounts that change, each with its change."""
    for name, (old, new) in led_to.cash.items():
        yield f"{name}'s money", _dollars(new - old)
    for (place, corp), (old, new) in led_to.shares.items():
        yield f"{corp} shares of {_place(place)}", f"{new - old:+}"
    for corp, (old, new) in led_to.loans.items():
        yield f"{corp}'s loans", f"{new - old:+}"
    for place, (old, new) in led_to.bonds.items():
        yield f"bonds of {_place(place)}", f"{new - old:+}"
    yield from _moved("trains", _trains(led_to.before), _trains(led_to.after))
    yield from _moved("tokens", _tokens(led_to.before), _tokens(led_to.after))


def _values(led_to: Effects) -> Iterator[tuple[str, str]]:
    """Yield the values that change, before and after."""
    for corp, (old, new) in led_to.prices.items():
        yield f"{corp}'s price", f"${old} to ${new}"
    for corp, names in led_to.presidents.items():
        yield f"{corp}'s president", _pair(*names)
    for private, names in led_to.privates.items():
        yield f"owner of {private}", _pair(*names)
    if led_to.phase[0] != led_to.phase[1]:
        yield "phase", _pair(*led_to.phase)
    was, now = led_to.before, led_to.after
    rounds = round_name(was), round_name(now)
    if rounds[0] != rounds[1]:
        yield "round", _pair(*rounds)
    yield from _replaced("tile on", _tiles(was), _tiles(now))
    yield from _replaced("token of", _private_tokens(was), _private_tokens(now))
    yield from _replaced("bid on", _bids(was), _bids(now))


def _replaced(label: str, old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for key in dict.fromkeys([*old, *new]):
        if old.get(key) != new.get(key):
            yield f"{label} {key}", _pair(old.get(key, ""), new.get(key, ""))


def _moved(
    label: str, old: Counter[tuple[str, str]], new: Counter[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    for thing, place in dict.fromkeys([*old, *new]):
        change = new[thing, place] - old[thing, place]
        if change:
            yield f"{thing} {label} at {_place(place)}", f"{change:+}"


def _trains(state: State) -> Counter[tuple[str, str]]:
    return Counter((train_name(train), place) for train, place in state.trains.items())


def _tokens(state: State) -> Counter[tuple[str, str]]:
    return Counter((token.corp, hex) for hex, tokens in state.tokens.items() for token in tokens)


def _tiles(state: State) -> dict[str, str]:
    return {hex: f"{tile.tile} turned {tile.rotation}" for hex, tile in state.tiles.items()}


def _private_tokens(state: State) -> dict[str, str]:
    return {private: f"{corp} on {hex}" for private, (hex, corp) in state.private_tokens.items()}


def _bids(state: State) -> dict[str, str]:
    bids = state.opening.bids if state.opening is not None else {}
    return {
        f"{private} by {player}": f"${amount}"
        for private, offers in bids.items()
        for player, amount in offers.items()
    }


def _place(place: str) -> str:
    return PLACES.get(place, place)


def _pair(old: str, new: str) -> str:
    return f"{old or 'nothing'} to {new or 'nothing'}"


def _dollars(change: int) -> str:
    return f"{'-' if change < 0 else '+'}${abs(change):,}"
