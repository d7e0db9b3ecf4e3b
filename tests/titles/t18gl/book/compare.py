"""Random games of 18GL, with every difference between the book and the referee in their positions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import trunkline
from titles.t18gl.book.lays import Lay, Lays
from titles.t18gl.book.map import TooMany
from titles.t18gl.book.printed import HEXES, TILES, tile_part
from titles.t18gl.book.shaken import shaken
from titles.t18gl.book.stock import Move, Stock
from titles.t18gl.book.tokens import station_tokens
from trunkline import actions
from trunkline.engine.kernel.choice import Amounts, Choice
from trunkline.engine.kernel.events import Event, MoneyMoved, TileLaid, TokenPlaced
from trunkline.engine.kernel.state import to_data
from trunkline.players.random_player import RandomPlayer

NAMES = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay"]
TRACK, TOKEN = 0, 1
"""Steps of an operating turn."""
PROPOSALS = 4
"""The number of lays refused by the book that the referee checks in each position."""


def differences(game: trunkline.Game, rng: random.Random, tally: Counter[str]) -> Iterator[str]:
    """Yield the differences between book and referee in a position. ``tally`` counts the comparisons."""
    state = to_data(game.state)
    if state.get("over") or state.get("pending"):
        return
    choices = game.legal()
    try:
        if state.get("stock"):
            tally["compared"] += 1
            yield from _stock(game, state, choices, tally)
        elif state.get("operating", {}).get("turn"):
            step = state["operating"]["turn"].get("step", 0)
            tally["compared"] += 1
            if step <= TRACK:
                yield from _lays(game, state, choices, rng, tally)
            elif any(isinstance(a, actions.LayTile) and not a.power for a in choices):
                yield "the referee offers lays after the track step"
            if step <= TOKEN:
                yield from _tokens(game, state, choices, tally)
            elif any(isinstance(a, actions.PlaceToken) for a in choices):
                yield "the referee offers station tokens after their step"
    except TooMany:
        tally["too many ways"] += 1


def _lays(
    game: trunkline.Game,
    state: dict[str, Any],
    choices: list[Choice],
    rng: random.Random,
    tally: Counter[str],
) -> Iterator[str]:
    book = Lays(state)
    legal, refused = book.all()
    found = {
        Lay(a.hex, a.tile, tile_part(a.tile, a.rotation)): a.rotation
        for a in choices
        if isinstance(a, actions.LayTile) and not a.power
    }
    for lay in sorted(legal.keys() - found.keys(), key=by_name):
        yield f"book allows {lay.hex} {lay.tile} {legal[lay]}, and the referee does not offer it"
    for lay in sorted(found.keys() - legal.keys(), key=by_name):
        why = refused.get(lay, "does not fit")
        yield f"the referee offers {lay.hex} {lay.tile} {found[lay]}, and the book says: {why}"
    corp, player = book.corp["id"], book.corp["president"]
    for _ in range(PROPOSALS):
        name, tile, turn = rng.choice(list(HEXES)), rng.choice(list(TILES)), rng.randrange(6)
        if Lay(name, tile, tile_part(tile, turn)) in legal:
            continue
        if game.check(actions.LayTile(player, corp, name, tile, turn)) is None:
            yield f"the referee's check allows {name} {tile} {turn}"
    for lay in rng.sample(sorted(refused, key=by_name), min(PROPOSALS, len(refused))):
        turn = next(w for w in range(6) if tile_part(lay.tile, w) == lay.part)
        if game.check(actions.LayTile(player, corp, lay.hex, lay.tile, turn)) is None:
            yield f"the referee's check allows {lay.hex} {lay.tile} {turn}; the book says: {refused[lay]}"
    yield from _costs(game, book, legal, found, rng)
    tally["turns with lays"] += 1
    tally["lays"] += len(legal)
    tally["a second lay"] += bool(state["operating"]["turn"].get("laid")) and bool(legal)
    for lay in legal:
        tally[f"lays {lay.part.colour}"] += 1
        tally["lays by consent"] += bool(book.consent(lay.hex))
    for why in refused.values():
        tally[f"refused: {why.split()[0]}"] += 1


def _costs(
    game: trunkline.Game, book: Lays, legal: dict[Lay, int], found: dict[Lay, int], rng: random.Random
) -> Iterator[str]:
    """Play some lays. Check the payment and whether an owner is asked first."""
    both = sorted(legal.keys() & found.keys(), key=by_name)
    for lay in rng.sample(both, min(PROPOSALS, len(both))):
        after = game.copy()
        events = after.play(
            actions.LayTile(book.corp["president"], book.corp["id"], lay.hex, lay.tile, found[lay])
        )
        paid = [event.amount for event in events if isinstance(event, TileLaid) and event.hex == lay.hex]
        if (paid == []) != bool(book.consent(lay.hex)):
            asks = "asks" if not paid else "does not ask"
            yield f"{lay.hex} {lay.tile} {found[lay]} {asks} for consent"
        cost = book.cost(lay.hex, lay.part)
        if paid and (paid[0] != cost or not _pays(events, book.corp["id"], cost)):
            yield f"{lay.hex} {lay.tile} {found[lay]} costs {cost}, and {paid[0]} was paid"


def by_name(lay: Lay) -> tuple[str, str, list[int]]:
    """Return a sort key of lays that is the same in every process."""
    return lay.hex, lay.tile, sorted(way for way in range(6) if tile_part(lay.tile, way) == lay.part)


def _pays(events: list[Event], corp: str, amount: int) -> bool:
    """Return whether a corporation has paid the bank this amount."""
    return not amount or any(
        isinstance(e, MoneyMoved) and (e.payer, e.payee, e.amount) == (corp, "", amount) for e in events
    )


def _tokens(
    game: trunkline.Game, state: dict[str, Any], choices: list[Choice], tally: Counter[str]
) -> Iterator[str]:
    book = station_tokens(state)
    corp = state["operating"]["turn"]["corp"]
    offered = {(a.hex, f"s{a.stop}"): a for a in choices if isinstance(a, actions.PlaceToken) and not a.power}
    for stop in sorted(book.keys() - offered.keys()):
        yield f"book allows a token on {stop} for {book[stop]}, and the referee does not offer it"
    for stop in sorted(offered.keys() - book.keys()):
        yield f"the referee offers a token on {stop}, and the book does not allow it"
    for stop in sorted(book.keys() & offered.keys()):
        events = game.copy().play(offered[stop])
        (paid,) = (event.amount for event in events if isinstance(event, TokenPlaced))
        if paid != book[stop] or not _pays(events, corp, paid):
            yield f"a token on {stop} costs {book[stop]}, and {paid} was paid"
    tally["turns with tokens"] += 1
    tally["tokens"] += len(book)
    tally["dearer tokens"] += sum(price > 40 for price in book.values())


def _moves(choice: Choice) -> Iterator[tuple[Move, Any]]:
    """Yield the moves of the book for a choice of a stock turn, with their actions."""
    for a in choice if isinstance(choice, Amounts) else [choice]:
        if isinstance(a, actions.Pass):
            yield ("pass",), a
        elif isinstance(a, actions.SellShares):
            yield ("sell", a.corp, a.count), a
        elif isinstance(a, actions.BuyShare):
            yield ("buy president" if a.president else "buy", a.corp, a.source), a
        elif isinstance(a, actions.StartCorporation):
            yield ("start", a.corp, a.par), a
        elif isinstance(a, actions.BuyBond):
            yield ("buy bond",), a
        elif isinstance(a, actions.SellBonds):
            yield ("sell bonds", a.count), a
        else:
            yield ("other", str(a)), a


def _stock(
    game: trunkline.Game, state: dict[str, Any], choices: list[Choice], tally: Counter[str]
) -> Iterator[str]:
    book = Stock(state)
    legal = book.all()
    found = dict(pair for choice in choices for pair in _moves(choice))
    for move in sorted(legal - found.keys(), key=str):
        yield f"book allows {move}, and the referee does not offer it"
    for move in sorted(found.keys() - legal, key=str):
        yield f"the referee offers {move}, and the book does not allow it"
    for move in sorted(legal & found.keys(), key=str):
        after = game.copy()
        after.play(found[move])
        # A pass may end the round, and then privates pay income.
        paid = book.cash - after.state.players[book.name].cash if move != ("pass",) else 0
        if paid != book.price(move):
            yield f"{move} costs {book.price(move)}, and {paid} was paid"
        tally[f"stock: {move[0]}"] += 1
    tally["stock turns"] += 1
    tally["stock: owed"] += bool(book.owed(book.sales()))


def positions(seed: int, at_most: int = 5000) -> Iterator[tuple[int, trunkline.Game]]:
    """Yield the positions of one random game, each with the number of actions before it."""
    rng = random.Random(seed)
    names = NAMES[: 2 + seed % 5]
    game = trunkline.new("18GL", names, seed=seed)
    players = {name: RandomPlayer(rng.randrange(10**6)) for name in names}
    for number in range(at_most):
        if game.over:
            return
        yield number, game
        name = rng.choice(sorted(game.to_act))
        game.play(players[name].choose(game, name))


def compare(seed: int, *, share: float = 1.0, at_most: int = 5000) -> tuple[list[str], Counter[str]]:
    """Play one random game and compare this share of its positions, each also shaken."""
    tally: Counter[str] = Counter()
    wrong: list[str] = []
    for number, game in positions(seed, at_most):
        rng = random.Random(f"{seed} {number}")
        if rng.random() < share:
            place = f"seed {seed}, action {number}"
            wrong += [f"{place}: {fault}" for fault in differences(game, rng, tally)]
            if (other := shaken(game, random.Random(f"{seed} {number}"))) is not None:
                wrong += [f"{place}, shaken: {fault}" for fault in differences(other, rng, tally)]
    tally[f"ended in phase {game.board.phases[game.state.phase].name}"] += 1
    return wrong, tally
