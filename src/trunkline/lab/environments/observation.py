"""Observations of a game as arrays, from the view of one player.

Players are listed from the viewer on, in seat order. The attribute ``arrays`` names every array with its
rows, its columns and their units. All values are 32-bit floats. The games have no hidden information.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from trunkline.engine.board import Board
from trunkline.engine.kernel import chart, depot, shares
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.figures import Figures
from trunkline.engine.kernel.referee import read_only_context
from trunkline.engine.kernel.state import BANK, OUT, POOL, TREASURY, Corporation, Private, State
from trunkline.game import Game
from trunkline.lab.environments.board_array import HUNDRED, BoardArray
from trunkline.lab.environments.columns import Array, Column, counts, dollars, flags, of_title, tenths
from trunkline.lab.environments.concerned import Concerned, concerned
from trunkline.lab.environments.seats import seats_from

VERSION: Final = 1
"""The version of the arrays. It changes if a column changes its meaning."""
ROUNDS: Final = ("opening", "stock", "operating")
Observation = dict[str, NDArray[np.float32]]


class ObservationSpace:
    """The arrays that describe any moment of a title, for a number of players."""

    def __init__(
        self, board: Board, figures: Figures, steps: int, decisions: tuple[str, ...], players: int
    ) -> None:
        self.players = players
        self._board = board
        self._figures = figures
        self._steps, self._decisions = steps, {kind: place for place, kind in enumerate(decisions)}
        self._map = BoardArray(board)
        self._company = {id: place for place, id in enumerate(board.corporation)}
        self._train = {kind: place for place, kind in enumerate(board.train)}
        self._kind: dict[str, int] = {}
        """The number of the kind of each train, filled as trains are seen."""
        self._counted: tuple[object, tuple[list[list[float]], list[list[float]]]] = (None, ([], []))
        """The last mapping of trains, and its numbers."""
        seats = tuple(f"player {seat}" for seat in range(players))
        self.arrays: dict[str, Array] = {
            "game": Array(("game",), self._game_columns()),
            "players": Array(seats, self._player_columns()),
            "companies": Array(tuple(board.corporation), self._company_columns(seats)),
            "privates": Array(tuple(board.private), self._private_columns(seats)),
            "trains": Array(tuple(board.train), self._train_columns()),
            "map": Array(tuple(board.hexes), self._map.columns),
        }
        """The arrays by name."""
        self.size = sum(array.shape[0] * array.shape[1] for array in self.arrays.values())
        """Numbers in all arrays together."""

    def observe(self, game: Game, viewer: str) -> Observation:
        """Return the arrays of the current moment. Raises ``UsageError`` for an unknown player."""
        state = game.shared_state
        ctx = read_only_context(game.title, state)
        seats = seats_from(game.players, viewer)
        seat_of = {name: seat for seat, name in enumerate(seats)}
        waiting = game.to_act
        about = concerned(state)
        order = {corp.id: place for place, corp in enumerate(chart.order(ctx), 1)}
        owned, places = self._trains(state)
        values = self._game(state, about)
        for name in seats:
            values += self._player(ctx, name, name in waiting, about)
        for corp, trains in zip(state.corporations.values(), owned, strict=True):
            values += self._corporation(ctx, corp, seat_of, order.get(corp.id, 0), about)
            values += trains
            values += [float(right in corp.rights) for right in self._board.bonuses]
            values += [figure.read(state, corp.id) for figure in self._figures.corporation]
        for id in self._board.private:
            values += self._private(state, id, state.privates.get(id), seat_of, about)
        for (kind, train), counted in zip(self._board.train.items(), places, strict=True):
            values += [train.price / HUNDRED, *counted, float(kind == about.train)]
        return {
            **self._split(np.fromiter(values, np.float32, len(values))),
            "map": self._map.of(state, about.hexes),
        }

    def flat(self, observation: Observation) -> NDArray[np.float32]:
        """Return all arrays as one vector, in the order of ``arrays``, row by row."""
        return np.concatenate([observation[name].ravel() for name in self.arrays])

    def _split(self, values: NDArray[np.float32]) -> Observation:
        """Return the parts of a vector as arrays, without the map."""
        found, start = {}, 0
        for name, array in self.arrays.items():
            if name != "map":
                rows, columns = array.shape
                found[name] = values[start : start + rows * columns].reshape(rows, columns)
                start += rows * columns
        return found

    # -- the game

    def _game_columns(self) -> tuple[Column, ...]:
        return (
            *dollars("bank"),
            *flags("bank is broken", "end price is reached"),
            *counts("set of rounds", "operating round of the set", "operating rounds of the set"),
            *counts("consecutive passes", "bonds in the pool", "bonds in the treasury"),
            *flags("an auction is held", "has bought in this turn", "has sold in this turn"),
            *dollars("revenue of this turn", "amount of the decision"),
            *flags(*(f"phase {phase.name}" for phase in self._board.phases)),
            *flags(*(f"{kind} round" for kind in ROUNDS)),
            *flags(*(f"operating step {step}" for step in range(self._steps))),
            *flags(*(f"decision: {kind}" for kind in self._decisions)),
            *of_title(self._figures.game),
        )

    def _game(self, state: State, about: Concerned) -> list[float]:
        now, opening, stock = state.round, state.opening, state.stock
        turn = state.operating.turn if state.operating else None
        phases, steps, decisions = (
            _zeros(n) for n in (len(self._board.phases), self._steps, len(self._decisions))
        )
        phases[state.phase] = 1.0
        if turn is not None:
            steps[turn.step] = 1.0
        if about.kind:
            decisions[self._decisions[about.kind]] = 1.0
        return [
            state.bank / HUNDRED,
            state.bank_broken,
            state.end_price_reached,
            now.number,
            now.index,
            now.of,
            opening.passes if opening else stock.passes if stock else 0,
            state.bonds.get(POOL, 0),
            state.bonds.get(TREASURY, 0),
            bool(opening and opening.auction),
            bool(stock and stock.bought),
            bool(stock and stock.sold),
            turn.revenue / HUNDRED if turn else 0,
            about.amount / HUNDRED,
            *phases,
            *(float(now.kind == kind) for kind in ROUNDS),
            *steps,
            *decisions,
            *(figure.read(state, "") for figure in self._figures.game),
        ]

    # -- players

    def _player_columns(self) -> tuple[Column, ...]:
        return (
            *dollars("cash", "worth", "money in bids"),
            *counts("certificates", "certificate limit", "bonds"),
            *flags("has priority", "must act", "is out", "may bid in the auction", "decision concerns it"),
            *tenths(*(f"shares of {id}" for id in self._board.corporation)),
            *flags(*(f"may not buy {id}" for id in self._board.corporation)),
            *of_title(self._figures.player),
        )

    def _player(self, ctx: Context, name: str, waiting: bool, about: Concerned) -> list[float]:
        state = ctx.state
        player, opening, stock = state.players[name], state.opening, state.stock
        held, banned = [], _zeros(len(self._company))
        for corp in state.corporations.values():
            own = corp.shares.get(name, 0)
            held.append(own * 10 / corp.total if own else 0.0)
        for id, _ in state.bans.get(name, ()):
            banned[self._company[id]] = 1.0
        for id in stock.sold if stock and stock.turn == name else ():
            if id in self._company:  # Sales of bonds are in the same list.
                banned[self._company[id]] = 1.0
        return [
            player.cash / HUNDRED,
            ctx.title.policies.worth(ctx, name) / HUNDRED,
            sum(bid.get(name, 0) for bid in opening.bids.values()) / HUNDRED if opening else 0,
            shares.certificates(ctx, name) / 2,
            shares.limit_halves(ctx) / 2,
            state.bonds.get(name, 0),
            state.priority == name,
            waiting,
            player.out,
            opening is not None and name in opening.bidders,
            name == about.player,
            *held,
            *banned,
            *(figure.read(state, name) for figure in self._figures.player),
        ]

    # -- companies

    def _company_columns(self, seats: tuple[str, ...]) -> tuple[Column, ...]:
        return (
            *flags("has started", "has operated", "is closed", "operates now", "has operated this round"),
            *dollars("price", "par", "treasury", "escrow", "last revenue", "cost of the next token"),
            *counts("row of the chart", "column of the chart", "place in operating order"),
            *tenths("IPO shares", "pool shares", "treasury shares"),
            *counts("shares of the company", "loans", "station tokens left"),
            *flags("destination is reached", "has laid track this turn", "has placed a token this turn"),
            *flags("decision concerns it"),
            *flags(*(f"{seat} is president" for seat in seats)),
            *counts(*(f"{train}-trains" for train in self._board.train)),
            *flags(*(f"right {right}" for right in self._board.bonuses)),
            *of_title(self._figures.corporation),
        )

    def _corporation(
        self, ctx: Context, corp: Corporation, seat_of: Mapping[str, int], place: int, about: Concerned
    ) -> list[float]:
        """Return the row of a company as far as its president."""
        operating = ctx.state.operating
        turn = operating.turn if operating and operating.turn and operating.turn.corp == corp.id else None
        funding = ctx.title.policies.funding(ctx, corp)
        row, column = corp.cell or (-1, -1)
        tenth = 10 / corp.total
        president = _zeros(self.players)
        if corp.president:
            president[seat_of[corp.president]] = 1.0
        return [
            corp.started,
            corp.operated,
            corp.closed,
            turn is not None,
            operating is not None and corp.id in operating.done,
            chart.price(ctx, corp) / HUNDRED,
            corp.par / HUNDRED,
            corp.cash / HUNDRED,
            funding.escrow / HUNDRED,
            corp.revenue / HUNDRED,
            corp.tokens[0] / HUNDRED if corp.tokens else 0,
            row,
            column,
            place,
            corp.offering * tenth,
            corp.pool * tenth,
            corp.treasury * tenth,
            corp.total,
            corp.loans,
            len(corp.tokens),
            funding.reached,
            turn is not None and bool(turn.laid),
            turn is not None and turn.token,
            corp.id in about.corps,
            *president,
        ]

    # -- privates and trains

    def _private_columns(self, seats: tuple[str, ...]) -> tuple[Column, ...]:
        return (
            *dollars("price", "revenue"),
            *flags("is in this game", "is closed", "is in auction", "decision concerns it"),
            *flags(*(f"{seat} owns it" for seat in seats)),
            *flags(*(f"{id} owns it" for id in self._board.corporation)),
            *dollars(*(f"bid of {seat}" for seat in seats)),
        )

    def _private(
        self, state: State, id: str, private: Private | None, seat_of: Mapping[str, int], about: Concerned
    ) -> list[float]:
        revenue = self._board.private[id].revenue / HUNDRED
        players, companies, bids = (_zeros(n) for n in (self.players, len(self._company), self.players))
        if private is None:
            return [0.0, revenue, 0.0, 1.0, 0.0, 0.0, *players, *companies, *bids]
        if private.player:
            players[seat_of[private.player]] = 1.0
        if private.corp:
            companies[self._company[private.corp]] = 1.0
        opening = state.opening
        for name, amount in opening.bids.get(id, {}).items() if opening else ():
            bids[seat_of[name]] = amount / HUNDRED
        auction = opening is not None and opening.auction == id
        here = [private.cost / HUNDRED, revenue, 1.0, private.closed, auction, id == about.private]
        return here + players + companies + bids

    def _train_columns(self) -> tuple[Column, ...]:
        places = counts("in the bank", "in the pool", "in companies", "removed")
        return (*dollars("price"), *places, *flags("decision concerns it"))

    def _trains(self, state: State) -> tuple[list[list[float]], list[list[float]]]:
        """Return the numbers of trains by company and kind, and by kind and place."""
        if self._counted[0] is state.trains:  # the state replaces the mapping when it changes
            return self._counted[1]
        kinds = self._kind
        owned = [_zeros(len(self._train)) for _ in state.corporations]
        places = [_zeros(4) for _ in self._train]
        for id, place in state.trains.items():
            kind = kinds.get(id)
            if kind is None:
                kind = kinds[id] = self._train[depot.train_name(id)]
            column = PLACES.get(place, 2)
            places[kind][column] += 1
            if column == 2:
                owned[self._company[place]][kind] += 1
        self._counted = state.trains, (owned, places)
        return owned, places


PLACES: Final = {BANK: 0, POOL: 1, OUT: 3}
"""The columns of the places of trains that are no company."""


def _zeros(count: int) -> list[float]:
    return [0.0] * count


def observation_space(title: Title, players: int) -> ObservationSpace:
    """Return the arrays of a title for a number of players."""
    decisions = tuple(sorted(kind.__name__ for kind in title.decisions))
    return _space(title.board, title.policies.figures, len(title.turn_steps), decisions, players)


@lru_cache(maxsize=16)
def _space(
    board: Board, figures: Figures, steps: int, decisions: tuple[str, ...], players: int
) -> ObservationSpace:
    return ObservationSpace(board, figures, steps, decisions, players)
