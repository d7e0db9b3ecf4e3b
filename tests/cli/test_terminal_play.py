"""Play by a person at a terminal: menus, commands, mistakes and ways to exit."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import trunkline
from cli.terminal import Terminal
from trunkline import routes
from trunkline.engine.kernel.action import Action, BuyTrain, LayTile, RunTrains
from trunkline.engine.kernel.choice import Open
from trunkline.engine.kernel.referee import kind_of
from trunkline.game import Game
from trunkline.players.random_player import RandomPlayer

PROMPT = "Ann> "


def number_of(menu: str, words: str) -> str:
    """Return the number of the menu line that contains these words."""
    found = re.search(rf"^ *(\d+)  .*{re.escape(words)}", menu, re.MULTILINE)
    assert found is not None, f"no line with {words!r} in:\n{menu}"
    return found.group(1)


def saved_before(kind: type[Action], path: Path) -> tuple[str, str]:
    """Save a random game at a moment when this kind of action is legal.

    Return the player who may act and the corporation.
    """
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=3)
    player = RandomPlayer(3)
    while True:
        (name, *_) = game.to_act
        if len(game.actions) > 150 and any(kind_of(choice) is kind for choice in game.legal()):
            break
        game.play(player.choose(game, name))
    game.save(path)
    assert game.state.operating is not None
    assert game.state.operating.turn is not None
    return name, game.state.operating.turn.corp


def test_a_session_from_the_first_bid_to_quitting(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with Terminal("play", "1856", "--players", "3", "--seed", "5") as terminal:
        menu = terminal.read_until(PROMPT)
        assert "Ann, Bob, Cy; you play Ann" in menu
        assert "buy Flos Tramway for $20" in menu

        asked = terminal.ask(number_of(menu, "Waterloo"))
        assert "$45 to $500" in asked
        assert "must be a number from $45 to $500" in terminal.ask("44", PROMPT)
        terminal.ask(number_of(menu, "Waterloo"))
        assert terminal.ask("", PROMPT) == "\nAnn> "
        terminal.ask(number_of(menu, "Waterloo"))
        after = terminal.ask("50", PROMPT)
        assert "Ann bids $50 on Waterloo & Saugeen Railway Co." in after
        assert re.search("(Bob|Cy) (buys|bids|passes)", after), "the opponents have acted too"

        assert "Ann*" in terminal.ask("holdings", PROMPT)
        assert "Toronto" in terminal.ask("map", PROMPT)
        assert "home of THB" in terminal.ask("map l15", PROMPT)
        assert "Ann bids $50 on Waterloo & Saugeen Railway Co." in terminal.ask("log", PROMPT)
        assert terminal.ask("log 1", PROMPT).count("\n") == 2
        assert "save FILE" in terminal.ask("help", PROMPT)
        assert "Buy the private on offer" in terminal.ask("actions", PROMPT)

        assert "Back before: bid $50 on Waterloo" in terminal.ask("undo", PROMPT)
        assert "nothing to undo" in terminal.ask("undo", PROMPT)
        assert "Forward" in terminal.ask("redo", PROMPT)
        assert "nothing to redo" in terminal.ask("redo", PROMPT)

        assert f"Saved in {file}" in terminal.ask(f"save {file}", PROMPT)
        kept = trunkline.load(file)
        assert kept.actions[0].player == "Ann"
        terminal.ask("undo", PROMPT)
        assert f"{len(kept.actions)} actions loaded" in terminal.ask(f"load {file}", PROMPT)

        terminal.press(b"quit\n")
        code, said = terminal.end()
    assert code == 0
    assert "Goodbye." in said
    assert "not saved" not in said


def test_an_action_can_be_typed_in_the_notation() -> None:
    with Terminal("play", "1856", "--players", "3", "--seed", "5", "--bots", "none") as terminal:
        terminal.read_until(PROMPT)
        for line, said in [
            ("bids 105", "may mean Ann: bids $105 on"),
            ("bids 1 on bridge", "[1856."),
            ("Bob: buys flos", "[1856."),
            ("buys flos", "Ann buys Flos Tramway"),
        ]:
            prompt = "Bob> " if line == "buys flos" else PROMPT
            assert said in terminal.ask(line, prompt)
        assert "Ann buys" in terminal.ask("log", "Bob> ")
        terminal.press(b"quit\n")


def test_mistakes_get_a_sentence_and_change_nothing() -> None:
    with Terminal("play", "--seed", "1") as terminal:
        terminal.read_until(PROMPT)
        for line, said in [
            ("dance", "I do not know 'dance'"),
            ("0", "There is no number 0"),
            ("999", "There is no number 999"),
            ("-1", "I do not know '-1'"),
            ("map Z99", "no hex Z99"),
            ("log x", "log N"),
            ("find", "Say what to find"),
            ("find xylophone", "No action that is legal now"),
            ("why 1", "no line of the last list"),
            ("why xylophone", "Nothing that is forbidden"),
            ("rule nothing", "no rule 'nothing'"),
            ("save", "Say where"),
            ("save /nowhere/at/all.json", "cannot be written"),
            ("load", "Say what"),
            ("load /nowhere/at/all.json", "cannot be read"),
            ("", ""),
        ]:
            answer = terminal.ask(line, PROMPT)
            assert said in answer
            assert answer.count("\n") <= 2, answer
        assert "Nothing has happened yet." in terminal.ask("log", PROMPT)


def test_figures_that_are_no_numbers_are_not_taken_for_some(tmp_path: Path) -> None:
    with Terminal("play", "1856", "--players", "3", "--seed", "5") as terminal:
        menu = terminal.read_until(PROMPT)
        assert "I do not know" in terminal.ask("²", PROMPT)
        assert "There is no number" in terminal.ask("9" * 3000, PROMPT)
        assert "Nothing that is forbidden" in terminal.ask("why ²", PROMPT)
        assert "with a number of lines" in terminal.ask("log ²", PROMPT)
        terminal.ask(number_of(menu, "Waterloo"))
        assert "must be a number" in terminal.ask("²", PROMPT)


def test_a_game_that_was_loaded_and_left_is_not_lost(saved: Path) -> None:
    with Terminal("play", "--load", saved, "--bots", "none") as terminal:
        terminal.read_until("> ")
        terminal.press(b"quit\n")
        code, said = terminal.end()
    assert code == 0
    assert "Goodbye." in said
    assert "not saved" not in said


def test_why_names_the_rule_and_gives_its_wording() -> None:
    with Terminal("play", "--seed", "1") as terminal:
        terminal.read_until(PROMPT)
        listed = terminal.ask("why bid flos", PROMPT)
        assert "[1856.initial.options]" in listed
        worded = terminal.ask("why 1", PROMPT)
        assert worded.splitlines()[1].startswith("1856.initial.options  (")
        assert terminal.ask("rule initial.options", PROMPT).splitlines()[1:] == worded.splitlines()[1:]


def test_folded_lines_open_and_tiles_are_laid(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    name, corp = saved_before(LayTile, file)
    prompt = f"{name}> "
    with Terminal("play", "--load", file, "--bots", _others(name)) as terminal:
        menu = terminal.read_until(prompt)
        assert f"{corp}'s turn" in menu
        found = terminal.ask("find tile", prompt)
        if " ways)" in found:
            found = terminal.ask(number_of(found, " ways)"), prompt)
            assert "actions  to go back" in found
        laid = terminal.ask(number_of(found, " tile "), prompt)
    assert re.search(rf"{corp} lays tile \d+ on ", laid)


def test_trains_run_by_typed_routes(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    name, corp = saved_before(RunTrains, file)
    game = Game.load(file)
    (choice,) = [choice for choice in game.legal(name) if isinstance(choice, Open)]
    best = choice.best()
    assert isinstance(best, RunTrains)
    typed = "; ".join(f"{run.train}: {' '.join(_typed(step) for step in run.path)}" for run in best.runs)
    prompt = f"{name}> "
    with Terminal("play", "--load", file, "--bots", _others(name)) as terminal:
        menu = terminal.read_until(prompt)
        plan = routes.best(game, corp)
        number = number_of(menu, f"{corp}: run trains (the best: ${plan.total}, proved)")
        for run, earned in zip(plan.runs, plan.earned, strict=True):
            assert f"-train: {earned}" in menu
            assert " ".join(run.path) in menu
        for wrong, said in [
            ("nonsense", "is no route"),
            (f"{best.runs[0].train}: Z99 Z98", "no hex Z99"),
            ("77: C14 D17", "no train '77'"),
            (f"{best.runs[0].train}: A20 P17", "is legal"),
            (f"{best.runs[0].train}: A20 C16.- P17", "[1856."),
        ]:
            terminal.ask(number)
            assert said in terminal.ask(wrong, prompt)
        terminal.ask(number)
        terminal.ask("", prompt)
        terminal.ask(number)
        ran = terminal.ask(typed, prompt)
        by_hand = ran[ran.index(corp) :]
        terminal.ask("undo", prompt)
        terminal.ask(number)
        assert by_hand in terminal.ask("best", prompt)
        terminal.ask("undo", prompt)
        terminal.ask(number)
        # The ends of the best runs are enough: the session finds the best route between them.
        ends = "; ".join(f"{run.train}: {run.path[0]} {run.path[-1]}" for run in best.runs)
        assert f"{corp} earns ${plan.total}" in terminal.ask(ends, prompt)
        terminal.ask("undo", prompt)
        terminal.ask(number)
        assert f"{corp} runs" in terminal.ask("r", prompt)


def test_the_best_runs_of_any_company_are_shown_on_the_map(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    name, corp = saved_before(RunTrains, file)
    game = Game.load(file)
    other = next(id for id in game.state.corporations if id != corp and game.state.trains_at(id))
    none = next(id for id in game.state.corporations if not game.state.trains_at(id))
    prompt = f"{name}> "
    with Terminal("play", "--load", file, "--bots", _others(name)) as terminal:
        terminal.read_until(prompt)
        for typed, asked in [("routes", corp), (f"routes {other.lower()}", other)]:
            plan = routes.best(game, asked)
            shown = terminal.ask(typed, prompt)
            assert f"{asked}: ${plan.total}, optimal" in shown
            assert "(1) where run 1 stops" in shown
            assert all(f"-train: {earned}" in shown for earned in plan.earned)
        assert f"{none} has no train" in terminal.ask(f"routes {none}", prompt)
        assert "no company 'XYZ'" in terminal.ask("routes XYZ", prompt)
    with Terminal("play", "--seed", "1") as terminal:
        terminal.read_until(PROMPT)
        assert "Say whose runs" in terminal.ask("routes", PROMPT)


def test_offers_wait_for_the_other_person_at_the_table(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=3)
    player = RandomPlayer(3)
    # Wait for a player who may buy a train of another player's corporation.
    while True:
        (name, *_) = game.to_act
        offers = [
            action
            for choice in game.legal()
            if isinstance(action := getattr(choice, "action", choice), BuyTrain)
            and action.source in game.state.corporations
            and game.state.corporations[action.source].president != name
        ]
        if offers:
            break
        game.play(player.choose(game, name))
    owner = game.state.corporations[offers[0].source].president
    game.save(file)
    with Terminal("play", "--load", file, "--bots", "none") as terminal:
        terminal.read_until(f"{name}> ")
        found = terminal.ask(f"find offer {offers[0].source}", f"{name}> ")
        terminal.ask(number_of(found, f"offer {offers[0].source}"))
        asked = terminal.ask("1", f"{owner}> ")
        assert "Answer the offer" in asked
        answer = terminal.ask(number_of(asked, "decline"), f"{name}> ")
        assert f"{owner} declines the offer" in answer


def test_a_finished_game_shows_its_standings_and_can_be_taken_back(finished: Path) -> None:
    with Terminal("play", "--load", finished, "--bots", "none") as terminal:
        shown = terminal.read_until("The game is over> ")
        assert re.search(r"1  \w+ +\$\d+", shown)
        assert "The game is over." in terminal.ask("why", "The game is over> ")
        assert "Back before" in terminal.ask("undo")
        terminal.ask("redo", "The game is over> ")
        terminal.press(b"q\n")
        assert terminal.end()[0] == 0


def test_the_program_plays_all_seats_if_told_to() -> None:
    with Terminal("play", "--bots", "all", "--seed", "2", "--players", "4") as terminal:
        code, said = terminal.end()
    assert code == 0
    assert "Finished: " in said


def test_a_player_that_fails_leaves_its_seats_to_a_clerk() -> None:
    with Terminal(
        "play", "1851", "--bots", "all", "--seed", "2", "--level", "engine:no/such/engine"
    ) as terminal:
        code, said = terminal.end()
    assert code == 0
    assert "engine:no/such/engine failed; a clerk continues in its place: The engine is lost" in said
    assert "Finished: " in said


@pytest.mark.parametrize("save", [True, False])
def test_the_end_of_input_and_the_interrupt_leave_politely(save: bool, tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    options: list[str | Path] = ["--save", file] if save else []
    expected = f"saved in {file}" if save else "was not saved"
    with Terminal("play", "--seed", "1", *options) as terminal:
        terminal.read_until(PROMPT)
        terminal.ask("1", PROMPT)
        terminal.press(b"\x04")
        code, said = terminal.end()
    assert code == 0
    assert expected in said
    assert file.exists() == save
    with Terminal("play", "--seed", "1", *options) as terminal:
        terminal.read_until(PROMPT)
        terminal.ask("1", PROMPT)
        code, said = terminal.interrupt()
    assert code == 130
    assert expected in said
    assert "Traceback" not in said


def test_an_interrupt_stops_long_work(finished: Path) -> None:
    with Terminal("play", "--bots", "all", "--delay", "60") as terminal:
        terminal.read_until("play at random")
        code, said = terminal.interrupt()
    assert code == 130
    assert "Interrupted." in said
    assert "Traceback" not in said


def test_progress_is_shown_on_the_terminal_only_while_it_lasts(finished: Path) -> None:
    with Terminal("replay", finished) as terminal:
        code, said = terminal.end()
    assert code == 0
    assert said.rstrip().splitlines()[-1].strip().startswith("3")
    for line in said.split("\n"):
        assert "Replaying" not in line.split("\r")[-1]


def _others(name: str) -> str:
    return ",".join(player for player in ("Ann", "Bob", "Cy") if player != name)


def _typed(step: str) -> str:
    return step if "." in step else f"{step}.-"
