"""Replay of Rails games: a recorded one against its own report, and made-up ones against the rules."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from forced import forced
from interop.rails_files import DONE, PASS, PAYOUT, SKIP, SPLIT, WITHHOLD, RailsFile
from interop.rails_report import Report, ordered
from trunkline import UsageError
from trunkline import actions as A
from trunkline.engine.kernel import referee
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.state import State
from trunkline.game import Game
from trunkline.game.saves import MAX_BYTES
from trunkline.interop import rails, replay
from trunkline.interop.rails.action_reader import RailsActionReader
from trunkline.interop.rails.replay import RailsReplay

RECORDED = "1851/Late.actions.json"
REPORT = "1851/Late.report"

STATE = "state"
SETTING = "setting"
LAYOUT = "layout"

KINDS = {
    "GameIs": SETTING,
    "PlayerIs": SETTING,
    "PlayerCash": STATE,
    "BankHas": STATE,
    "BankSizeIs": STATE,
    "StartOfPhase": STATE,
    "StartOfInitialRound": LAYOUT,
    "HasPriority": STATE,
    "BuysItemFor": STATE,
    "ALSO_GETS": STATE,
    "Has": STATE,
    "StartStockRound": STATE,
    "BUY_SHARE_LOG": STATE,
    "START_COMPANY_LOG": STATE,
    "SELL_SHARE_LOG": STATE,
    "SELL_SHARES_LOG": STATE,
    "PASSES": STATE,
    "PRICE_MOVES_LOG": STATE,
    "PRICE_STAYS_LOG": STATE,
    "FloatsWithCash": STATE,
    "SoldOut": STATE,
    "END_SR": STATE,
    "START_OR": STATE,
    "EndOfOperatingRound": STATE,
    "ORWorthIncrease": STATE,
    "ReceivesFor": STATE,
    "CompanyOperates": STATE,
    "LaysTileAt": STATE,
    "LaysTileAtFor": STATE,
    "LAYS_FREE_TOKEN_ON": STATE,
    "CompanyRevenue": STATE,
    "CompanyPaysOutFull": STATE,
    "CompanySplits": STATE,
    "CompanyWithholds": STATE,
    "CompanyDoesNotPayDividend": STATE,
    "RECEIVES": STATE,
    "Payout": STATE,
    "BuysTrain": STATE,
    "FirstTrainBought": STATE,
    "NewTrainAvailable": STATE,
    "TrainsRusted": STATE,
    "PrivateCloses": STATE,
    "CompanyDiscardsTrain": STATE,
    " ": LAYOUT,
}
"""Every kind of line in the recorded report, with the data to compare: our state, options, or only the place.

The privates' round has no state here. Blank lines precede each turn and each end of a round. Privates that
are not in play close in the report only."""


def played(source: Path | RailsFile) -> tuple[RailsReplay, list[list[Action]]]:
    """Return the replay of a whole file and our actions for each of its actions."""
    data = source.bytes() if isinstance(source, RailsFile) else source
    found = RailsReplay(rails.read(data, "game"))
    return found, [found.step() for _ in range(found.total)]


def state_of(file: RailsFile) -> State:
    return played(file)[0].game.state


def last(file: RailsFile, count: int = 1) -> list[list[Action]]:
    return played(file)[1][-count:]


def named(actions: list[Action]) -> list[str]:
    return [type(action).__name__ for action in actions]


# -- the recorded game


@pytest.fixture(name="recorded")
def _recorded(shared_games: Path) -> tuple[Game, list[str]]:
    found, _ = played(shared_games / RECORDED)
    return found.game, (shared_games / REPORT).read_text().splitlines()


def test_the_recorded_game_is_its_own_report_line_by_line(recorded: tuple[Game, list[str]]) -> None:
    game, report = recorded
    ours, theirs = ordered(Report(game).lines()), ordered(report)
    for number, (mine, line) in enumerate(zip(ours, theirs, strict=False), 1):
        assert mine == line, f"line {number}, after {theirs[number - 6 : number - 1]}"
    assert len(ours) == len(theirs)


def test_every_kind_of_line_of_the_report_is_known(recorded: tuple[Game, list[str]]) -> None:
    _, report = recorded
    counts = Counter(line.partition(",")[0] for line in report)
    assert set(counts) == set(KINDS)
    compared = sum(count for kind, count in counts.items() if KINDS[kind] == STATE)
    assert (sum(counts.values()), compared) == (606, 554)


def test_the_recorded_game_needs_rails_rules_at_its_first_moment(recorded: tuple[Game, list[str]]) -> None:
    game, _ = recorded
    played = Game(game.title, game.options)
    played.play(game.actions[0])
    assert played.state.priority == game.players[0]
    assert game.state.round.kind == "stock"
    assert game.state.round.number == 6


def test_every_moment_of_the_recorded_game_keeps_the_money(recorded: tuple[Game, list[str]]) -> None:
    game, _ = recorded
    played = Game(game.title, game.options)
    for action in game.actions:
        played.play(action)
        assert played.state.total_money() == 8040


# -- made-up games


def test_the_privates_are_dealt_as_they_were_chosen() -> None:
    replayed, actions = played(RailsFile(("ET&WNC", "L&O", "M&C"), price=82))
    assert actions == [[], [A.StartCorporation("Bob", "L&N", 82)], []]
    assert replayed.game.options.deal == ("etwnc", "lo", "mc")
    state = replayed.game.state
    assert {name: player.cash for name, player in state.players.items()} == {
        "Ann": 420,
        "Bob": 300,
        "Cy": 450,
    }
    assert (state.corporations["L&N"].par, state.corporations["L&N"].president) == (82, "Bob")
    assert replayed.game.to_act == {"Ann"}, "the first seat has the first priority"


def test_a_price_may_be_chosen_by_an_action_of_its_own() -> None:
    file = RailsFile(price=0).add(
        "BuyStartItem", "Ann", startItemName="L&O", associatedSharePrice=100, setSharePriceOnly=True
    )
    assert last(file) == [[A.StartCorporation("Ann", "L&N", 100)]]


def test_a_stock_round_is_read() -> None:
    file = (
        RailsFile().buy("Ann", "L&N").say(DONE, "Ann").start("Bob", "TC", 75).say(DONE, "Bob").say(PASS, "Cy")
    )
    assert last(file, 5) == [
        [A.BuyShare("Ann", "L&N", "offering")],
        [],
        [A.StartCorporation("Bob", "TC", 75)],
        [],
        [A.Pass("Cy")],
    ]


def test_shares_come_from_offering_treasury_and_pool() -> None:
    file = RailsFile().floated().say(SKIP, "Ann", "Ann").say(DONE, "Ann")
    file.say(PASS, "Bob").buy("Cy", "L&N", "L&N").say(DONE, "Cy").sell("Ann", "L&N", 2).say(DONE, "Ann")
    file.buy("Bob", "L&N", "Pool").say(DONE, "Bob")
    assert [found for found in played(file)[1][-6:] if found] == [
        [A.BuyShare("Cy", "L&N", "treasury")],
        [A.SellShares("Ann", "L&N", 2)],
        [A.Pass("Ann")],
        [A.BuyShare("Bob", "L&N", "pool")],
    ]


def test_an_operating_turn_is_read() -> None:
    file = RailsFile().floated().lay("Ann", "L&N", "C15", "9", 0).say(SKIP, "Ann")
    file.train("Ann", "L&N", "2_0", 100).say(DONE, "Ann").say(PASS, "Bob", "Cy", "Ann")
    file.lay("Ann", "L&N", "D14", "57", 0).token("Ann", "L&N", "D14")
    file.earn("Ann", "L&N", 80, SPLIT).say(DONE, "Ann").sell("Ann", "L&N").say(DONE, "Ann")
    replayed, actions = played(file)
    assert actions[16:20] == [
        [A.LayTile("Ann", "L&N", "C15", "9", 0)],
        [A.Pass("Ann")],
        [A.BuyTrain("Ann", "L&N", "2-0", "bank", 100)],
        [A.Pass("Ann")],
    ]
    assert actions[23:] == [
        [A.LayTile("Ann", "L&N", "D14", "57", 0)],
        [A.PlaceToken("Ann", "L&N", "D14", 0)],
        [A.DeclareRevenue("Ann", "L&N", 80), A.Dividend("Ann", "L&N", "half")],
        [A.Pass("Ann")],
        [A.IssueShares("Ann", "L&N", 1)],
        [A.Pass("Ann")],
    ]
    assert replayed.game.state.round.number == 3


@pytest.mark.parametrize(
    ("tile", "orientation", "exits"),
    [("5", 2, {0, 1}), ("6", 0, {3, 5}), ("202", 5, {2, 4}), ("57", 1, {1, 4}), ("8", 4, {4, 0})],
)
def test_tiles_lie_as_rails_turns_them(tile: str, orientation: int, exits: set[int]) -> None:
    file = RailsFile().floated().lay("Ann", "L&N", "C15", tile, orientation)
    found = RailsReplay(rails.read(file.bytes(), "game"))
    (lay,) = RailsActionReader(found.game.title.board).actions(found.rails.entries[-1], False)
    assert isinstance(lay, A.LayTile)
    edges = {
        end for piece in found.game.title.board.tiles[tile].track for end in piece if isinstance(end, int)
    }
    assert {(edge + lay.rotation) % 6 for edge in edges} == exits


def test_a_skip_of_a_second_lay_does_not_end_the_placing_of_tokens() -> None:
    file = RailsFile().floated().lay("Ann", "L&N", "C15", "9", 0).say(SKIP, "Ann").say(DONE, "Ann")
    file.say(PASS, "Bob", "Cy", "Ann").lay("Ann", "L&N", "D14", "57", 0).say(SKIP, "Ann")
    assert last(file.token("Ann", "L&N", "D14"), 2) == [[], [A.PlaceToken("Ann", "L&N", "D14", 0)]]


def test_steps_that_the_file_leaves_silently_are_passed() -> None:
    file = RailsFile().floated().train("Ann", "L&N", "2_0", 100)
    assert last(file) == [[A.Pass("Ann"), A.Pass("Ann"), A.BuyTrain("Ann", "L&N", "2-0", "bank", 100)]]
    assert last(RailsFile().floated().say(DONE, "Ann")) == [[A.Pass("Ann")] * 3]


def own_shares() -> RailsFile:
    """Return a file in the second turn of the L&N, which has no train, after its purchases."""
    file = RailsFile().floated().say(SKIP, "Ann", "Ann").say(DONE, "Ann").say(PASS, "Bob", "Cy", "Ann")
    return file.say(SKIP, "Ann", "Ann").say(DONE, "Ann")


def test_the_trade_in_own_shares_waits_for_the_file() -> None:
    replayed, _ = played(own_shares())
    assert (
        referee.current(replayed.game.title, replayed.game.state) is replayed.game.title.rounds["operating"]
    )
    assert last(own_shares().sell("Ann", "L&N", 2)) == [[A.IssueShares("Ann", "L&N", 2)]]
    assert last(own_shares().say(DONE, "Ann")) == [[A.Pass("Ann")]]


def test_where_the_file_goes_on_the_trade_in_own_shares_is_passed() -> None:
    assert last(own_shares().say(PASS, "Bob"), 2) == [[A.Pass("Ann")] * 2, [A.Pass("Bob")]]


def test_a_done_for_own_shares_that_nobody_is_asked_for_is_dropped() -> None:
    file = own_shares()
    file.sell("Ann", "L&N", 5).say(DONE, "Ann").say(PASS, "Bob", "Cy", "Ann")
    replayed, actions = played(file)
    assert actions[-5:-3] == [[A.IssueShares("Ann", "L&N", 5)], []]
    assert replayed.game.state.round.number == 3


def test_a_revenue_of_nothing_is_settled_by_itself() -> None:
    file = RailsFile().floated().say(SKIP, "Ann", "Ann").train("Ann", "L&N", "2_0", 100).say(DONE, "Ann")
    file.say(PASS, "Bob", "Cy", "Ann").say(SKIP, "Ann", "Ann").earn("Ann", "L&N", 0, WITHHOLD)
    assert last(file) == [[A.DeclareRevenue("Ann", "L&N", 0)]]
    file.data["actions"].pop()
    paid = last(file.earn("Ann", "L&N", 40, PAYOUT))
    assert paid == [[A.DeclareRevenue("Ann", "L&N", 40), A.Dividend("Ann", "L&N", "pay")]]


def poor(cash: int, file: RailsFile, *, treasury: int = 0) -> RailsReplay:
    """Return the replay before its last two actions, with this cash for Ann and the treasury."""
    found = RailsReplay(rails.read(file.bytes(), "game"))
    while found.count < found.total - 2:
        found.step()
    state = forced(found.game)
    for holder, amount in ((state.players["Ann"], cash), (state.corporations["L&N"], treasury)):
        state.bank += holder.cash - amount
        holder.cash = amount
    return found


def test_a_purchase_waits_until_its_president_has_raised_the_money() -> None:
    file = RailsFile().floated().say(SKIP, "Ann", "Ann").say(DONE, "Ann").say(PASS, "Bob", "Cy", "Ann")
    file.say(SKIP, "Ann", "Ann").train("Ann", "L&N", "2_0", 100).sell("Ann", "L&N")
    found = poor(40, file)
    assert found.step() == []
    assert found.step() == [A.SellShares("Ann", "L&N", 1), A.BuyTrain("Ann", "L&N", "2-0", "bank", 100)]
    assert (found.game.state.players["Ann"].cash, found.game.state.trains["2-0"]) == (5, "L&N")


def test_whoever_has_nothing_left_to_sell_is_bankrupt() -> None:
    file = RailsFile().floated().say(SKIP, "Ann", "Ann").train("Ann", "L&N", "2_0", 100).say(DONE, "Ann")
    found = poor(40, file)
    assert found.step() == [A.DeclareBankruptcy("Ann")]
    assert found.game.over


def test_a_purchase_that_was_never_paid_is_refused() -> None:
    file = RailsFile().floated().say(SKIP, "Ann", "Ann").say(DONE, "Ann").say(PASS, "Bob", "Cy", "Ann")
    file.say(SKIP, "Ann", "Ann").train("Ann", "L&N", "2_0", 100).say(DONE, "Ann")
    found = poor(40, file)
    found.step()
    with pytest.raises(UsageError, match=r"action 26 \(NullAction by Ann\) is refused: Buying 2-0 from bank"):
        found.step()
    assert found.count == found.total - 1


# -- faulty files


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (
            RailsFile().buy("Bob", "L&N"),
            "action 4 (BuyCertificate by Bob) is refused: Acting now: it is Ann's turn",
        ),
        (
            RailsFile().buy("Ann", "NYC"),
            "action 4 (BuyCertificate by Ann) makes no sense: there is no corporation 'NYC'.",
        ),
        (
            RailsFile().buy("Ann", "L&N", "Bank"),
            "action 4 (BuyCertificate by Ann) makes no sense: no shares of L&N lie",
        ),
        (
            RailsFile().buy("Ann", "L&N", count=0),
            "action 4 (BuyCertificate by Ann) makes no sense: 0 is no number",
        ),
        (RailsFile().say(PASS, "Bob"), "action 4 (NullAction by Bob) is refused"),
        (RailsFile().floated().earn("Ann", "L&N", 40), "action 17 (SetDividend by Ann) is refused"),
        (RailsFile().floated().train("Ann", "L&N", "9_0", 100), "action 17 (BuyTrain by Ann) is refused"),
        (RailsFile().floated().lay("Ann", "L&N", "Z9", "9", 0), "action 17 (LayTile by Ann) is refused"),
        (
            RailsFile().floated().lay("Ann", "L&N", "C15", "9", -1),
            "action 17 (LayTile by Ann) makes no sense",
        ),
        (
            RailsFile().floated().token("Ann", "L&N", "C15", 0),
            "action 17 (LayBaseToken by Ann) makes no sense",
        ),
    ],
)
def test_what_is_refused_is_named_with_its_action(file: RailsFile, sentence: str) -> None:
    found = RailsReplay(rails.read(file.bytes(), "game"))
    for _ in range(found.total - 1):
        found.step()
    before = found.game.digest()
    with pytest.raises(UsageError) as error:
        found.step()
    assert str(error.value).startswith(f"game: {sentence}")
    assert str(error.value).endswith(".")
    assert (found.count, found.game.digest()) == (found.total - 1, before)


def changed(**fields: object) -> bytes:
    file = RailsFile()
    file.data |= fields
    return file.bytes()


def with_action(**fields: object) -> bytes:
    file = RailsFile().say(PASS, "Ann")
    file.data["actions"][-1] |= fields
    return file.bytes()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", " cannot be read as a game: it is cut off."),
        (b"\xff", " cannot be read as a game: it is not JSON"),
        (RailsFile().bytes()[:-9], " cannot be read as a game: it is cut off."),
        (b"[]", ": it is not a game of Rails"),
        (
            b'{"format": "rails-save-decoded"}',
            ": it is not a game of Rails, or cut off: the field 'game' is missing.",
        ),
        (changed(game="1830"), ": it is a game of 1830; of Rails only 1851 can be read."),
        (changed(options=[]), ": the field 'options' does not hold options."),
        (
            changed(options={"RouteAlgorithm": "Permissive"}),
            ": it is played with the option 'RouteAlgorithm' = 'Permissive', which",
        ),
        (
            changed(options={"Beginner": "yes"}),
            ": it is played with the option 'Beginner' = 'yes', which is not known.",
        ),
        (changed(players=[]), ": the field 'players' is not a list of names."),
        (changed(players=["Ann", 2]), ": the field 'players' is not a list of names."),
        (changed(players=["Ann", "Bob", "Cy", "Cy"]), ": Players must have different names."),
        (changed(players=["Ann", "Bob", "Cy", "Di"]), ": only 3 of 4 players have chosen a private."),
        (changed(actions={}), ": the field 'actions' is not a list."),
        (changed(actions=[{}] * 10_001), ": it has 10001 actions, and more than 10000 are not read."),
        (changed(n_actions=278), ": it says that it has 278 actions and holds 3."),
        (changed(actions=["x"]), ": action 1 is not an object."),
        (changed(actions=[]), ": only 0 of 3 players have chosen a private."),
        (with_action(**{"class": "x.BuyPrivate"}), ": action 4 is of the unknown class 'x.BuyPrivate'."),
        (with_action(playerName="Di"), ": action 4 (NullAction) is by 'Di', who does not play."),
        (with_action(mode=9), ": action 4 (NullAction) has a field 'mode' that cannot be understood: 9."),
        (with_action(**{"class": "x.BuyTrain"}), ": action 4 (BuyTrain) lacks the field 'companyName'."),
        (RailsFile(("L&O", "M&C")).bytes(), ": only 2 of 3 players have chosen a private."),
        (
            RailsFile(("L&O", "M&C", "M&C")).bytes(),
            ": In 1851 lo, mc, etwnc in some order is dealt, not lo, mc, mc.",
        ),
        (
            RailsFile(("L&O", "M&C", "B&O")).bytes(),
            ": action 3 (BuyStartItem by Cy) makes no sense: there is no private 'B&O'.",
        ),
        (
            RailsFile().add("BuyStartItem", "Cy", startItemName="M&C", associatedSharePrice=0).bytes(),
            ": action 4 (BuyStartItem by Cy) makes no sense: Cy has a private.",
        ),
    ],
)
def test_damaged_files_are_refused_with_one_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(UsageError) as error:
        RailsReplay(rails.read(data, "game"))
    assert str(error.value).startswith(f"game{sentence}")
    assert str(error.value).endswith(".")


def test_missing_and_huge_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.json cannot be read: No such file"):
        rails.read(tmp_path / "none.json")
    (tmp_path / "huge.json").write_bytes(b" " * (MAX_BYTES + 1))
    with pytest.raises(UsageError, match=r"huge\.json is larger than 10 MB"):
        rails.read(tmp_path / "huge.json")


def test_the_end_of_the_file_is_the_end() -> None:
    found, _ = played(RailsFile())
    with pytest.raises(UsageError, match=r"^game has no action after 3\.$"):
        found.step()


def test_a_file_is_known_by_its_format() -> None:
    assert isinstance(replay(RailsFile().bytes(), "game"), RailsReplay)
    with pytest.raises(UsageError, match=r"it is not a game of 18xx\.games"):
        replay(b"[]", "game")
