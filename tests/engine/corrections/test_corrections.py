"""Corrections of a game on a printed board: their effects, their refusals, and what no longer agrees."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trunkline
from random_corrections import REASON, random_correction
from trunkline.engine.kernel.decisions import Offer
from trunkline.engine.kernel.refusal import Refusal
from trunkline.game import Game
from trunkline.game import actions as A
from trunkline.game.notation import notation, parse
from trunkline.game.wording.events import sentences
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer

NAMES = ["Ann", "Bob", "Cy"]
TITLES = ("1856", "1851", "18GL")


def at_real_table(title: str = "1856", actions: int = 0, seed: int = 1) -> Game:
    """Return a game on a printed board after some actions of random players."""
    game = trunkline.new(title, NAMES, seed=seed, variants=["real_table"])
    play_out(game, RandomPlayer(seed), actions)
    return game


@pytest.fixture(name="game")
def in_progress() -> Game:
    """A game in which GT is in play."""
    game = at_real_table(actions=150)
    assert game.state.corporations["GT"].started
    return game


def lines(game: Game, action: A.Correction) -> list[str]:
    """Play a correction and return its lines in the log."""
    return sentences(game.title, game.play(action))


@pytest.mark.parametrize("title", TITLES)
def test_random_corrections_never_break_a_game(title: str) -> None:
    @given(seed=st.integers(0, 10_000), start=st.integers(0, 400))
    @settings(max_examples=6, deadline=None, derandomize=True)
    def continues(seed: int, start: int) -> None:
        rng = random.Random(seed)
        game = at_real_table(title, start, seed)
        for _ in range(12):
            before = game.digest()
            correction = random_correction(game, rng)
            refusal = game.check(correction)
            if refusal is not None:
                assert refusal.rule in game.title.rules
                continue
            assert game.legal()
            game.play(correction)
            after = game.digest()
            assert after != before
            assert game.over or game.legal()
            game.undo()
            assert game.digest() == before
            game.redo()
            assert game.digest() == after
            play_out(game, RandomPlayer(seed), 3)
        assert Game.from_bytes(game.to_bytes()) == game
        assert Game.from_bytes(game.to_text().encode()) == game

    continues()


def test_other_games_take_no_corrections() -> None:
    game = trunkline.new("1856", NAMES)
    refusal = game.check(A.CorrectCash("Ann", REASON, "Ann", 100))
    assert refusal is not None
    assert "only a game on a printed board" in str(refusal)
    assert refusal.rule in game.title.rules


def test_legal_choices_never_list_a_correction(game: Game) -> None:
    plain = trunkline.new("1856", NAMES, seed=1)
    table = trunkline.new("1856", NAMES, seed=1, variants=["real_table"])
    assert list(plain.legal()) == list(table.legal())
    assert plain.title.kinds == table.title.kinds
    assert not any(isinstance(choice, A.Correction) for choice, _ in game.forbidden())


def test_every_player_and_a_moderator_may_correct_at_any_moment(game: Game) -> None:
    for author in ("Ann", "Bob", "Cy", ""):
        amount = game.state.players["Bob"].cash + 1
        bank = game.state.bank
        head, *_ = lines(game, A.CorrectCash(author, "counted again", "Bob", amount))
        assert head == f"{author or 'The moderator'} corrects the game: counted again"
        assert game.state.players["Bob"].cash == amount
        assert game.state.bank == bank - 1
    assert game.check(A.CorrectCash("Zoe", REASON, "Bob", 5)) is not None


def test_the_log_says_what_no_longer_agrees_and_when_it_agrees_again() -> None:
    game = at_real_table(actions=150)
    state = game.state
    owner = next(corp.id for corp in state.corporations.values() if corp.started)
    said = lines(game, A.CorrectTrain("Ann", "taken from the box", "6", "bank", owner))
    assert said[1] == f"a 6-train goes to {owner}"
    assert "Does not agree with the rules: A 6-train has left the bank, and phase 5 has not begun." in said
    said = lines(game, A.CorrectTrain("Ann", "put back", "6", owner, "bank"))
    assert said[-1] == "The position agrees with the rules again"
    assert game.state.trains_at("bank") == state.trains_at("bank")


def test_a_corrected_tile_and_token_are_on_the_map(game: Game) -> None:
    hex, placed = next((hex, tile) for hex, tile in game.state.tiles.items() if hex not in game.state.tokens)
    lines(game, A.CorrectTile("Ann", "turned", hex, placed.tile, (placed.rotation + 1) % 6))
    assert game.state.tiles[hex].rotation == (placed.rotation + 1) % 6
    lines(game, A.CorrectTile("Ann", "removed", hex, "", 0))
    assert hex not in game.state.tiles
    corp = next(corp for corp in game.state.corporations.values() if corp.home and corp.tokens)
    spots = (A.CorrectToken("Ann", REASON, corp.id, hex, 0, placed=True) for hex in game.board.hexes)
    place = next(action for action in spots if game.check(action) is None)
    lines(game, place)
    assert len(game.state.corporations[corp.id].tokens) == len(corp.tokens) - 1
    lines(game, A.CorrectToken("Ann", REASON, corp.id, place.hex, 0, placed=False))
    assert game.state.corporations[corp.id] == corp
    assert place.hex not in game.state.tokens


def test_a_corrected_presidency_moves_the_certificate() -> None:
    game = at_real_table(actions=150)
    corp = next(c for c in game.state.corporations.values() if c.started and c.offering >= 2)
    other = next(name for name in NAMES if name != corp.president)
    for _ in range(2):
        game.play(A.CorrectShares("Ann", REASON, corp.id, "offering", other, 1))
    game.play(A.CorrectPresident("Ann", REASON, corp.id, other))
    assert game.state.corporations[corp.id].president == other
    held = game.state.corporations[corp.id].shares[other]
    refusal = game.check(A.CorrectShares("Ann", REASON, corp.id, other, "pool", held - 1))
    assert "without the president's certificate" in str(refusal)


def test_a_corrected_price_comes_under_the_tokens_already_there(game: Game) -> None:
    first, second, *_ = (corp for corp in game.state.corporations.values() if corp.started)
    assert first.cell is not None
    game.play(A.CorrectPrice("Ann", REASON, second.id, *first.cell))
    now = game.state.corporations
    assert now[second.id].cell == now[first.id].cell
    assert now[second.id].arrived > now[first.id].arrived


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (A.CorrectCash("Ann", REASON, "Zoe", 5), "no player or corporation is called 'Zoe'"),
        (A.CorrectCash("Ann", REASON, "Bob", -1), "no amount of money is below zero"),
        (A.CorrectCash("Ann", REASON, "Bob", 99_999), "there are only $12,000 in the game"),
        (A.CorrectCash("Ann", " ", "Bob", 5), "it needs a reason"),
        (A.CorrectCash("Ann", "x" * 201, "Bob", 5), "more than 200 characters"),
        (A.CorrectCash("Ann", "a\nb", "Bob", 5), "must fit on one line"),
        (A.CorrectShares("Ann", REASON, "GT", "pool", "Zoe", 1), "and not at 'Zoe'"),
        (A.CorrectShares("Ann", REASON, "GT", "pool", "pool", 1), "it moves no share"),
        (A.CorrectShares("Ann", REASON, "GT", "pool", "Bob", -1), "it moves no share"),
        (A.CorrectShares("Ann", REASON, "GT", "offering", "Bob", 11), "of GT"),
        (A.CorrectPresident("Ann", REASON, "GT", "Zoe"), "Zoe does not play"),
        (A.CorrectPrivate("Ann", REASON, "nothing", "Bob"), "is not a private that has been sold"),
        (A.CorrectTile("Ann", REASON, "Z99", "57", 0), "there is no hex 'Z99' on the map"),
        (A.CorrectTile("Ann", REASON, "D17", "999", 0), "there is no tile '999' in this game"),
        (A.CorrectTile("Ann", REASON, "D17", "57", 6), "a rotation is a number from 0 to 5, not 6"),
        (A.CorrectToken("Ann", REASON, "GT", "Z99", 0, placed=True), "there is no hex 'Z99' on the map"),
        (A.CorrectToken("Ann", REASON, "GT", "D17", 5, placed=False), "GT has no token there"),
        (A.CorrectTrain("Ann", REASON, "9", "bank", "GT"), "there is no type of train '9' in this game"),
        (A.CorrectTrain("Ann", REASON, "2", "bank", "bank"), "it moves no train"),
        (A.CorrectTrain("Ann", REASON, "2", "bank", "Zoe"), "no player or corporation is called 'Zoe'"),
        (A.CorrectPrice("Ann", REASON, "GT", 99, 0), "the chart has no box in row 99, column 0"),
        (A.CorrectPrice("Ann", REASON, "CGR", 0, 0), "CGR has not started"),
    ],
)
def test_impossible_values_are_refused_in_one_sentence(game: Game, action: A.Correction, why: str) -> None:
    before = game.digest()
    refusal = game.check(action)
    assert refusal is not None
    assert why in str(refusal)
    assert refusal.rule in game.title.rules
    with pytest.raises(Refusal):
        game.play(action)
    assert game.digest() == before


def test_a_corrected_game_is_kept_in_files_and_in_the_notation(game: Game, tmp_path: Path) -> None:
    correction = A.CorrectCash("", "counted again", "GT", game.state.corporations["GT"].cash + 7)
    assert parse(notation(correction)) == correction
    game.play(correction)
    for name in ("game.json", "game.18xx"):
        game.save(tmp_path / name)
        loaded = trunkline.load(tmp_path / name)
        assert loaded == game
        assert loaded.log == game.log


def test_a_correction_after_which_the_game_could_not_continue_is_refused() -> None:
    game, bot = at_real_table(actions=100), RandomPlayer(1)
    while True:
        play_out(game, bot, 1)
        waiting = game.state.pending[-1] if game.state.pending else None
        if isinstance(waiting, Offer) and isinstance(waiting.offer, A.BuyPrivate) and waiting.offer.corp:
            break
    private, corp = waiting.offer.private, waiting.offer.corp
    refusal = game.check(A.CorrectPrivate("Ann", REASON, private, corp))
    assert "the game could not continue from there" in str(refusal)
    game.play(A.Answer(waiting.player, accept=False))
    assert game.check(A.CorrectPrivate("Ann", REASON, private, corp)) is None
