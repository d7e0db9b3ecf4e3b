"""Replay of 18xx.games files: our actions for each entry, and automatic actions of the site."""

from __future__ import annotations

import pytest

from interop.files import File
from trunkline import actions as A
from trunkline.engine.kernel.action import Action
from trunkline.interop.eighteenxx.entry_cursor import EntryCursor
from trunkline.interop.eighteenxx.replay import Replay, read
from trunkline.util.errors import UsageError


def replayed(file: File) -> tuple[Replay, list[list[Action]]]:
    """Return the replay of the whole file and our actions for each entry."""
    replay = Replay(read(file.data, "game"))
    return replay, [replay.step() for _ in range(replay.total)]


def started(players: int = 3) -> File:
    """Return a file in which P0 has started GT at $75 with a share for P2, and P1 LPS at $65.

    An operating round begins.
    """
    file = File(players).privates_sold()
    file.add("par", 0, corporation="GT", share_price="75,3,4").add(
        "par", 1, corporation="LPS", share_price="65,5,4"
    )
    return file.add("buy_shares", 2, shares=["GT_1"], percent=10).add("pass", 0).add("pass", 1).add("pass", 2)


def test_a_bid_on_the_private_on_offer_buys_it() -> None:
    file = File().add("bid", 0, company="WSRC", price=45).add("bid", 1, company="FT", price=20)
    replay, actions = replayed(file)
    assert actions[0] == [A.Bid("P0", "ws", 45)]
    assert actions[1] == [A.BuyOffered("P1", "flos")]
    assert replay.game.state.privates["ws"].player == "P0", "the only bid wins as soon as its turn comes"


def test_bids_do_not_move_the_priority() -> None:
    replay, _ = replayed(File().add("bid", 0, company="WSRC", price=45).add("pass", 1))
    assert replay.game.state.priority == "P0"


def test_four_passed_rounds_give_the_flos_tramway_away() -> None:
    file = File()
    for number in range(12):
        file.add("pass", number % 3)
    replay, _ = replayed(file)
    assert replay.game.state.privates["flos"].player == "P0"
    assert replay.game.to_act == {"P1"}
    assert replay.game.state.priority == "P0"


def test_the_site_passes_over_what_cannot_be_done() -> None:
    file = started().add("lay_tile", "GT", hex="P9", tile="57-0", rotation=1)
    replay, actions = replayed(file)
    assert actions[-1] == [A.LayTile("P0", "GT", "P9", "57", 1), A.Pass("P0"), A.Pass("P0")]
    gt = replay.game.state.corporations["GT"]
    assert gt.cell == (3, 3), "no token to place and no train to run: its price has fallen"
    assert replay.game.to_act == {"P0"}, "it may buy trains"


def test_interest_waits_for_the_next_action_where_nothing_was_run() -> None:
    file = started().add("take_loan", "GT", loan=0).add("lay_tile", "GT", hex="P9", tile="57-0", rotation=1)
    replay, _ = replayed(file)
    assert replay.game.state.corporations["GT"].cash == 325
    replay, _ = replayed(file.add("buy_train", "GT", train="2-0", price=100))
    assert replay.game.state.corporations["GT"].cash == 215


def test_a_loan_after_the_runs_brings_ninety() -> None:
    file = started().add("pass", "GT").add("take_loan", "GT", loan=0)
    replay, _ = replayed(file)
    assert replay.game.state.corporations["GT"].cash == 225 + 90


def test_a_turn_ends_where_the_site_ends_it() -> None:
    file = started().add("pass", "GT")
    for copy in range(2):
        file.add("buy_train", "GT", train=f"2-{copy}", price=100)
    replay, _ = replayed(file)
    assert replay.game.to_act == {"P0"}, "GT has $25 left and may still take a loan"
    assert not replay.game.state.tokens.get("C14")
    replay, _ = replayed(file.add("pass", "GT"))
    assert replay.game.to_act == {"P1"}
    assert [token.corp for token in replay.game.state.tokens["C14"]] == ["LPS"], "its home token is placed"


def test_a_pass_that_nobody_is_asked_for_is_dropped() -> None:
    file = File().add("pass", 0).add("pass", 0).add("pass", 2).add("pass", 1)
    _, actions = replayed(file)
    assert actions == [[A.Pass("P0")], [], [], [A.Pass("P1")]]
    _, actions = replayed(started().add("pass", "LPS").add("take_loan", "GT", loan=0))
    assert actions[-2:] == [[], [A.TakeLoan("P0", "GT")]]
    _, actions = replayed(started().add("pass", 0).add("take_loan", "GT", loan=0))
    assert actions[-2:] == [[], [A.TakeLoan("P0", "GT")]]


def test_a_pass_too_many_does_not_end_the_next_turn() -> None:
    file = started().add("pass", "GT").add("pass", "GT").add("pass", "GT").add("pass", "GT")
    replay, actions = replayed(file.add("lay_tile", "LPS", hex="C14", tile="5-0", rotation=1))
    assert actions[-2] == []
    assert replay.game.state.tiles["C14"].tile == "5"


def test_players_without_choices_are_passed_over() -> None:
    file = File(6).privates_sold()
    for seat, corp in enumerate(("GT", "LPS", "WR", "CPR")):
        file.add("par", seat, corporation=corp, share_price="65,5,4")
    replay, actions = replayed(
        file.add("pass", 4).add("pass", 5).add("pass", 0).add("pass", 1).add("pass", 2)
    )
    assert actions[-1] == [A.Pass("P2"), A.Pass("P3")], "P3 has $50, which buys nothing"
    assert replay.game.state.operating is not None


def test_programs_change_nothing_and_what_they_set_off_does() -> None:
    file = File().privates_sold().add("par", 0, corporation="GT", share_price="75,3,4")
    file.add("program_share_pass", 2)
    auto = {"type": "pass", "entity": 2, "entity_type": "player"}
    file.add("pass", 1, auto_actions=[auto])
    replay, actions = replayed(file)
    assert replay.total == len(actions) == 9
    assert actions[-2:] == [[], [A.Pass("P1"), A.Pass("P2")]]


def test_on_the_site_nobody_is_asked_for_consent() -> None:
    file = started().add("pass", "GT").add("buy_train", "GT", train="2-0", price=100).add("pass", "GT")
    file.add("pass", "LPS").add("buy_train", "LPS", train="2-0", price=1)
    replay, actions = replayed(file)
    assert actions[-1] == [A.BuyTrain("P1", "LPS", "2-0", "GT", 1), A.Answer("P0", True)]
    assert replay.game.state.trains["2-0"] == "LPS"


def test_a_log_entry_changes_nothing_and_hides_nothing_that_comes_next() -> None:
    plain = started().add("pass", "GT")
    for copy in range(2):
        plain.add("buy_train", "GT", train=f"2-{copy}", price=100)
    noted = File()
    for entry in plain.add("pass", "GT").actions:
        noted.add("log", 0, message="P0 asks P1 for consent")
        noted.add(**{key: value for key, value in entry.items() if key not in ("id", "entity_type")})
    replay, actions = replayed(noted)
    assert actions[::2] == [[]] * len(plain.actions)
    assert replay.game.digest() == replayed(plain)[0].game.digest()


def test_a_destination_counts_when_the_file_says_so() -> None:
    auto = {
        "type": "destination_connection",
        "entity": "GT",
        "entity_type": "corporation",
        "corporations": ["LPS"],
    }
    file = started().add("lay_tile", "GT", hex="P9", tile="57-0", rotation=1, auto_actions=[auto])
    replay, actions = replayed(file)
    assert actions[-1][1] == A.CreditDestination("P0", "LPS")
    assert replay.game.view()["corporations"]["LPS"]["destination_reached"]


def test_shares_come_from_where_the_certificate_lies() -> None:
    file = (
        started().add("pass", "GT").add("pass", "GT").add("pass", "GT").add("pass", "LPS").add("pass", "LPS")
    )
    file.add("pass", "LPS").add("sell_shares", 0, shares=["GT_0"], percent=10)
    with pytest.raises(
        UsageError, match=r"action 19 \(id 19, sell_shares\) is refused: Selling 1 share of GT"
    ):
        replayed(file)
    file.data["actions"].pop()
    file.add("pass", 0).add("pass", 1).add("sell_shares", 2, shares=["GT_1"], percent=10)
    file.add("pass", 2).add("buy_shares", 0, shares=["GT_1"], percent=10)
    replay, actions = replayed(file)
    assert actions[-1][0] == A.BuyShare("P0", "GT", "pool")
    assert replay.game.state.corporations["GT"].pool == 0


def test_a_game_ended_by_hand_is_over() -> None:
    replay, actions = replayed(started().add("end_game", 0))
    assert actions[-1] == [A.EndGame("P0")]
    assert replay.game.over
    assert replay.game.result is not None
    assert replay.game.result.reason == "agreed"


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (
            File().add("bid", 1, company="FT", price=20),
            "action 1 (id 1, bid) is refused: Acting now: it is P0's turn [1856.initial.options].",
        ),
        (
            File().add("bid", 0, company="XX", price=20),
            "action 1 (id 1, bid) makes no sense: there is no private company XX.",
        ),
        (
            File().privates_sold().add("par", 0, corporation="NYC", share_price="75,3,4"),
            "action 7 (id 7, par) makes no sense: there is no corporation NYC.",
        ),
        (
            started().add("buy_shares", 0, shares=["GT_9"], percent=10),
            "action 13 (id 13, buy_shares) makes no sense: there is no certificate GT_9.",
        ),
        (
            started().add("sell_shares", 0, shares=["GT_1"], percent=10),
            "action 13 (id 13, sell_shares) makes no sense: P0 does not hold GT_1.",
        ),
        (
            started().add("place_token", "GT", city="59-0-1", slot=0),
            "action 13 (id 13, place_token) makes no sense: there is no city 59-0-1 on the board.",
        ),
        (
            started().add("lay_tile", "TCC", hex="H11", tile="3-0", rotation=0),
            "action 13 (id 13, lay_tile) makes no sense: no corporation owns TCC.",
        ),
        (
            started().add("buy_train", "GT", train="9-0", price=100),
            "action 13 (id 13, buy_train) makes no sense: there is no train 9-0.",
        ),
        (
            started().add("special_buy", "GT", description="Ferry", cost=50),
            "action 13 (id 13, special_buy) makes no sense: there is no 'Ferry' to buy.",
        ),
        (
            started().add("end_game", 0).add("pass", "GT").add("take_loan", "GT", loan=0),
            "action 15 (id 15, take_loan) is refused: Acting now: the game is over [1856.end.two-ways].",
        ),
    ],
    ids=[
        "turn",
        "private",
        "corporation",
        "certificate",
        "holder",
        "city",
        "owner",
        "train",
        "right",
        "over",
    ],
)
def test_what_is_refused_is_named_with_its_rule(file: File, sentence: str) -> None:
    with pytest.raises(UsageError) as error:
        replayed(file)
    assert str(error.value) == f"game: {sentence}"


def test_after_a_refusal_the_game_stands_where_it_was() -> None:
    replay = Replay(read(started().add("buy_train", "GT", train="2-0", price=90).data, "game"))
    for _ in range(12):
        replay.step()
    before = replay.game.digest()
    with pytest.raises(UsageError, match=r"its price is \$100 \[1856.buy-train.sources\]\.$"):
        replay.step()
    assert (replay.count, replay.game.digest()) == (12, before)


def test_the_end_of_the_file_is_the_end() -> None:
    replay, _ = replayed(File().add("pass", 0))
    with pytest.raises(UsageError, match=r"^game has no action after 1\.$"):
        replay.step()


def test_entries_that_change_nothing_are_not_looked_at_ahead() -> None:
    file = File().add("pass", 0).add("log", 0, message="asks").add("program_disable", 0).add("pass", 1)
    upcoming = EntryCursor(read(file.data).entries).upcoming()
    assert [(entry.type, entry.entity) for entry in upcoming] == [("pass", "1")]
