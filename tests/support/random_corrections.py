"""Random corrections of a game, most of them possible."""

from __future__ import annotations

import random

from trunkline.game import Game
from trunkline.game import actions as A

REASON = "the board shows it"


def random_correction(game: Game, rng: random.Random) -> A.Correction:
    """Return a correction of a random kind with values of the game."""
    state, board = game.state, game.board
    started = [corp.id for corp in state.corporations.values() if corp.started and not corp.closed]
    corp = rng.choice(started or [*state.corporations])
    owner = rng.choice([*state.players, *started])
    author = rng.choice([*state.players, ""])
    places = [*state.players, "offering", "pool", "treasury"]
    spots = [(hex, token.stop) for hex, here in state.tokens.items() for token in here if token.corp == corp]
    hex = rng.choice([*board.hexes])
    match rng.randrange(9):
        case 0:
            return A.CorrectCash(author, REASON, owner, rng.choice([0, 1, 5, 37, 100, 400, 1500]))
        case 1:
            held = [place for place in places if place in state.corporations[corp].shares]
            source = rng.choice(held or places)
            return A.CorrectShares(author, REASON, corp, source, rng.choice(places), rng.randint(1, 3))
        case 2:
            source = rng.choice(places)
            return A.CorrectShares(author, REASON, corp, source, rng.choice(places), 1)
        case 3:
            return A.CorrectPresident(author, REASON, corp, rng.choice([*state.players]))
        case 4:
            return A.CorrectPrivate(author, REASON, rng.choice([*state.privates]), owner)
        case 5:
            if state.tiles and rng.random() < 0.5:
                hex = rng.choice([*state.tiles])
            tile = rng.choice(["", *board.tiles]) if rng.random() < 0.9 else ""
            return A.CorrectTile(author, REASON, hex, tile, rng.randrange(6) if tile else 0)
        case 6:
            if spots and rng.random() < 0.5:
                return A.CorrectToken(author, REASON, corp, *rng.choice(spots), placed=False)
            cities = [place for place, spot in board.hexes.items() if spot.cities or place in state.tiles]
            return A.CorrectToken(author, REASON, corp, rng.choice(cities), rng.randrange(2), placed=True)
        case 7:
            train, source = rng.choice([*state.trains.items()])
            target = rng.choice([*started, "bank", "pool", "out"])
            return A.CorrectTrain(author, REASON, train.rpartition("-")[0], source, target)
    row, column = rng.choice([*board.boxes])
    return A.CorrectPrice(author, REASON, corp, row, column)
