"""1851 in the terminal: menus, tables and maps with the elements that 1856 lacks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import trunkline
from cli.terminal import Terminal, call
from forced import forced
from scenes_1851 import Scene
from trunkline import actions as A
from trunkline.cli.terminal import holdings, map_text, menu
from trunkline.cli.terminal.session import PlaySession
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.referee import kind_of
from trunkline.game import Game
from trunkline.game.wording import choices as wording
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer

PLAYERS = ["Ann", "Bob", "Cy"]


def typed(game: Game, *lines: str) -> str:
    """Return the session's output for these lines, with all seats at the keyboard."""
    said: list[str] = []
    waiting = iter(lines)

    def read(prompt: str) -> str:
        said.append(prompt)
        line = next(waiting, None)
        if line is None:
            raise EOFError
        return line

    with pytest.raises(EOFError):
        PlaySession(game, set(game.players), RandomPlayer(1), read=read, write=said.append, width=120).run()
    return "\n".join(said)


def items(game: Game) -> list[str]:
    """Return the lines of the menu, including those of groups."""
    found = menu.numbered(menu.menu(game, game.legal()))
    return [leaf.text for item in found for leaf in (item.items or [item])]


def after_float(rules: str = "printed") -> Scene:
    """Return a scene in which the L&N has floated.

    P1 has 50% and P2 20%; 20% are in its treasury and 10% in the pool.
    """
    scene = Scene(rules=rules)
    scene.floated("L&N", shares={"P1": 5, "P2": 2}, treasury=2, cash=500)
    return scene


# -- choosing the title


def test_a_game_of_1851_is_played_from_the_first_decision_on(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with Terminal("play", "1851", "--players", "3", "--seed", "3", "--bots", "none") as terminal:
        first = terminal.read_until("Cy> ")
        assert "Cy begins with Lexington & Ohio, for $200" in first
        assert "4  par L&N at $90 a share" in first
        after = terminal.ask("4", "Ann> ")
        assert "Cy pars L&N at $90" in after
        assert "20% for $150" in terminal.ask("find Dixie 75", "Ann> ")
        assert f"Saved in {file}" in terminal.ask(f"save {file}", "Ann> ")
        assert "1 actions loaded" in terminal.ask(f"load {file}", "Ann> ")
    assert trunkline.load(file).state.corporations["L&N"].par == 90


def test_what_programs_did_before_the_first_decision_is_not_undone() -> None:
    with Terminal("play", "1851", "--players", "3", "--seed", "3") as terminal:
        opened = re.findall(r"Cy pars L&N at \$\d+", terminal.read_until("Ann> "))
        assert len(opened) == 1
        assert "There is nothing to undo." in terminal.ask("undo", "Ann> ")
        terminal.ask("7", "Ann> ")
        assert "Back before: pass." in terminal.ask("undo", "Ann> ")
        assert opened[0] in terminal.ask("log", "Ann> ")


def test_the_titles_that_can_be_chosen_are_said() -> None:
    shown = " ".join(call("play", "--help").stdout.split())
    assert "1856, 1851, 18GL, 18Dale, or a title file; default: 1856" in shown
    with Terminal("play", "--seed", "1") as terminal:
        assert "trunkline play 1851" in terminal.read_until("Ann> ")
    with Terminal("play", "1856", "--seed", "1") as terminal:
        assert "TITLE" not in terminal.read_until("Ann> ")


def test_a_saved_game_of_another_title_than_the_one_named_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    trunkline.new("1851", PLAYERS).save(file)
    done = call("play", "1856", "--load", file)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "game.json is a game of 1851, not of 1856.\n"
    assert call("play", "1851", "--load", file).returncode == 0


def test_the_soak_takes_as_many_players_as_the_title() -> None:
    done = call("soak", "1851", "--games", "0")
    assert "at least one game" in done.stderr


def test_rules_of_1851_are_searched_by_words_and_ids() -> None:
    assert "1851.issue.pool-limit  (" in call("rules", "1851", "issue", "pool").stdout
    assert call("rules", "1851", "sell.proceeds").stdout.startswith("1851.sell.proceeds  (SELLING STOCK)")


# -- menus


def test_a_dividend_says_what_is_paid_and_kept_and_where_the_price_goes() -> None:
    scene = after_float()
    scene.turn("L&N", "dividend", revenue=90)
    assert items(scene.game) == [
        "pay out: $90 paid ($18 of it to L&N's own shares); the price stays at $100",
        "half-pay: $50 paid ($10 of it to L&N's own shares), $40 kept; the price stays at $100",
        "withhold: $90 kept; the price goes from $100 to $90",
        "pay out nothing, L&N keeps $90",
    ]
    assert scene.price("L&N") == 100


def test_own_shares_are_issued_and_redeemed_in_words_with_figures() -> None:
    scene = after_float()
    scene.turn("L&N", "shares")
    said = typed(scene.game, "1", "3", "1", "1")
    assert "Issue its own shares" in said
    assert "1  sell 1 to 2 shares of L&N from its treasury to the pool at $100 each" in said
    assert "2  buy 1 share of L&N from the pool for its treasury for $100" in said
    assert "How many, 1 to 2?" in said
    assert "It must be a number from 1 to 2." in said
    assert "L&N issues 1 share for $100" in said
    # The price before the drop still applies to the second share of the turn.
    assert "1  sell 1 share of L&N from its treasury to the pool for $100" in said


def test_a_share_from_a_treasury_says_who_is_paid() -> None:
    scene = after_float()
    scene.stock("P3")
    assert "buy 10% of L&N from its treasury for $100, paid to L&N" in items(scene.game)
    assert "buy 10% of L&N from the pool for $100" in items(scene.game)


def test_a_train_says_whose_consent_it_needs_and_the_answer_says_for_what() -> None:
    scene = after_float()
    scene.floated("TC", "P2", {"P2": 3})
    scene.give_trains("TC", "2")
    scene.turn("L&N", "trains")
    asked = "L&N buys a 2-train from TC for $100, if P2 agrees"
    assert asked in items(scene.game)
    said = typed(scene.game, "find TC", "1")
    assert "1  accept $100 from L&N for TC's 2-train" in said
    assert "2  decline $100 from L&N for TC's 2-train" in said


def test_a_train_of_the_same_president_is_bought_at_any_price_without_an_offer() -> None:
    scene = after_float()
    scene.floated("TC", "P1", {"P1": 3})
    scene.give_trains("TC", "2")
    scene.turn("L&N", "trains")
    assert "L&N buys a 2-train from TC for $1 to $500" in items(scene.game)


def test_an_8_train_has_its_article() -> None:
    scene = after_float()
    scene.set_cash("L&N", 800)
    scene.phase("8")
    scene.turn("L&N", "trains")
    assert "L&N buys an 8-train from the bank for $800" in items(scene.game)


def test_under_the_reading_without_consent_nobody_is_asked() -> None:
    scene = after_float("rails")
    scene.floated("TC", "P2", {"P2": 3})
    scene.give_trains("TC", "2")
    scene.turn("L&N", "trains")
    assert "L&N buys a 2-train from TC for $100" in items(scene.game)


def test_whoever_must_sell_is_told_why_he_may_not_pass() -> None:
    scene = Scene()
    scene.floated("L&N", shares={"P1": 7, "P2": 2})
    scene.stock("P1")
    said = typed(scene.game, "holdings")
    assert "P1 may not pass: P1 holds more of L&N than is allowed" in said
    assert "[1851.sell.excess-must-sell]" in said
    assert "70%P!" in said
    assert "! is over a limit" in said

    broke = after_float()
    broke.set_cash("L&N", 20)
    broke.set_cash("P1", 50)
    broke.turn("L&N", "trains")
    assert "P1 may not pass: L&N has a run and must own a train [1851.train.compulsory]." in typed(broke.game)


def test_routes_are_typed_with_names_of_hexes_as_on_the_map() -> None:
    scene = after_float()
    scene.give_trains("L&N", "3")
    scene.tiles("B16:511:0 B18:57:1")
    scene.turn("L&N", "run")
    said = typed(scene.game, "routes l&n", "1", "3: b18 b16", "routes dixie", "map @18", "find @18")
    assert "such as  3: B16.0 B18.0." in said
    assert "L&N earns $60" in said
    assert "Dixie has no train." in said
    assert "@18 (Cincinnati): offboard" in said
    assert "contains '@18'" in said


def test_a_company_without_a_run_is_told_so() -> None:
    scene = after_float()
    scene.give_trains("L&N", "2")
    scene.tiles("B16:511:0")
    scene.turn("L&N", "run")
    assert "No run of L&N is possible." in typed(scene.game, "routes L&N")


# -- tables and maps


def test_the_tables_have_the_columns_of_the_title() -> None:
    scene = after_float()
    heads, row = holdings.corporation_lines(scene.game)
    assert heads.split()[3:8] == ["cash", "offer", "pool", "treasury", "run"]
    assert row.split()[:7] == ["L&N", "$100", "$100", "$500", "0%", "10%", "20%"]
    other = trunkline.new("1856", PLAYERS)
    forced(other).corporations["GT"].started = True
    heads, _ = holdings.corporation_lines(other)
    assert heads.split()[3:9] == ["cash", "escrow", "loans", "offer", "pool", "run"]


def test_what_has_not_floated_and_which_privates_there_are_is_shown() -> None:
    scene = Scene().opened(82)
    text = "\n".join(holdings.holdings_lines(scene.game))
    assert re.search(r"L&N +\$82 .* not floated", text)
    assert re.search(r"etwnc +East Tennessee & Western North Carolina +\$80 +\$15", text)


def test_the_chart_has_room_for_long_names() -> None:
    scene = after_float()
    scene.floated("Dixie", "P2", {"P2": 3}, cell=(0, 3))
    lines = holdings.chart_lines(scene.game)
    assert lines[1].index("Dixie") == lines[0].index("110")


def test_a_bank_without_trains_says_so() -> None:
    scene = after_float()
    scene.sell_out("2", "3", "4", "5", "6", "8")
    assert holdings.train_lines(scene.game) == ["Trains in the bank: none"]


def test_too_many_trains_are_marked() -> None:
    scene = after_float()
    scene.give_trains("L&N", "2", "2", "2", "2")
    assert "2 2 2 2!" not in holdings.corporation_lines(scene.game)[1]
    scene.give_trains("L&N", "3")
    assert "2 2 2 2 3!" in holdings.corporation_lines(scene.game)[1]


def test_sides_without_track_homes_and_both_cities_of_louisville_are_drawn() -> None:
    scene = after_float()
    lines = map_text.map_lines(scene.game)
    (row,) = [y for y, line in enumerate(lines) if "|  B16  |" in line]
    assert "| 20 L/.|" in lines[row + 2]
    (row,) = [y for y, line in enumerate(lines) if "|   E5  |" in line]
    assert "|       X       |" in lines[row + 1]
    assert lines[row + 3].lstrip().startswith(".---.---v-X-.")
    assert lines[-3].endswith("X no track may cross")
    assert lines[-2] == "Homes: GM&O G7, IC A5, Dixie H16, SR F20, TC F12"
    assert lines[-1] == "Tokens: L L&N"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("louisville", ["stop 0 joined to stop 1", "home of L&N", "label Y", "joined to SW, 1 free"]),
        ("J12", ["worth $0 ($0, $30, $50 by phase)", "its track may be used from phase 4 on"]),
        ("e5", ["no track may cross E SE"]),
        ("@18", ["worth $40 ($40, $50, $60 by phase), joined to SW SE"]),
    ],
)
def test_everything_about_a_hex_by_id_or_name(name: str, words: list[str]) -> None:
    said = typed(Scene().game, f"map {name}")
    assert [word for word in words if word not in said] == []


def test_a_name_that_several_hexes_begin_with_is_asked_back() -> None:
    assert "Which one: A5 (East St. Louis) or B10 (Evansville)?" in typed(Scene().game, "map e")
    assert "There is no hex ZZZ on the map." in typed(Scene().game, "map zzz")


def test_programs_see_treasury_shares() -> None:
    scene = after_float()
    assert scene.game.view()["corporations"]["L&N"]["treasury"] == 20
    assert "treasury" not in trunkline.new("1856", PLAYERS).view()["corporations"]["GT"]


# -- whole games


def test_every_choice_of_a_whole_game_reads_differently_and_every_kind_of_moment_can_be_saved() -> None:
    game = trunkline.new("1851", PLAYERS, seed=1)
    seen: set[object] = set()
    kinds_seen: set[type[A.Action]] = set()
    for _ in play_turns(game, RandomPlayer(1)):
        choices = game.legal()
        texts = items(game)
        assert len(set(texts)) == len(texts), texts
        kinds = frozenset(map(kind_of, choices))
        moment = (game.state.round.kind, kinds, tuple(map(type, game.state.pending)))
        if moment in seen or game.over:
            continue
        seen.add(moment)
        kinds_seen |= kinds
        for candidate, _ in game.forbidden():
            assert wording.words(game, candidate)
        loaded = Game.from_bytes(game.to_bytes())
        assert loaded.digest() == game.digest()
        assert words_of(loaded, loaded.legal()) == words_of(game, choices)
    assert {A.IssueShares, A.RedeemShares, A.Answer, A.DiscardTrain, A.SellShares} <= kinds_seen


def words_of(game: Game, choices: Iterable[Choice]) -> list[str]:
    """Return choices as text."""
    return [
        wording.words(game, choice) + (str(choice.high) if isinstance(choice, Amounts) else "")
        for choice in choices
        if not isinstance(choice, Open)
    ]
