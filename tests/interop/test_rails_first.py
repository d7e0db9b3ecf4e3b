"""Games saved by Rails 1.x: their fields, and actions that Rails did not record."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from forced import forced
from interop.rails_files import AUTOPASS, DONE, PASS, SKIP, SPLIT, FirstRailsFile, RailsFile
from interop.rails_generator import RailsGenerator
from trunkline import UsageError
from trunkline import actions as A
from trunkline.engine.kernel.action import Action
from trunkline.game import Game
from trunkline.interop import rails
from trunkline.interop.rails.replay import RailsReplay
from trunkline.titles import build

ASTRAY = ("H14", "9", 1)
"""A lay that no route of the L&N reaches."""


def played(file: RailsFile) -> tuple[RailsReplay, list[list[Action]]]:
    """Return the replay of a whole file and our actions for each of its actions."""
    found = RailsReplay(rails.read(file.bytes(), "game"))
    return found, [found.step() for _ in range(found.total)]


def sentence(file: RailsFile) -> str:
    with pytest.raises(UsageError) as error:
        played(file)
    return str(error.value)


# -- whole games


@pytest.mark.parametrize("seed", [4, 11, 20])
def test_a_game_of_five_comes_to_the_position_it_was_written_from(seed: int) -> None:
    generator = RailsGenerator(seed)
    generator.play(800)
    entries = generator.file.data["actions"]
    modes = {entry.get("mode") for entry in entries}
    discards = [at for at, entry in enumerate(entries) if entry["class"].endswith("DiscardTrain")]
    assert generator.astray > 20
    assert modes >= {DONE, PASS, SKIP, AUTOPASS}
    assert discards
    assert any(entries[at]["playerName"] != entries[at + 1]["playerName"] for at in discards)
    replay, _ = played(generator.file)
    assert replay.game.options == generator.game.options
    assert replay.game.digest() == generator.game.digest()


def test_who_discarded_acts_for_nobody_after_the_done() -> None:
    generator = RailsGenerator(4)
    generator.play(500)
    entries = generator.file.data["actions"]
    discard = next(at for at, entry in enumerate(entries) if entry["class"].endswith("DiscardTrain"))
    named = entries[discard + 1]["playerName"]
    later = next(
        at
        for at, entry in enumerate(entries)
        if at > discard + 2 and entry["class"].endswith("LayTile") and entry["playerName"] != named
    )
    assert named != entries[discard]["playerName"]
    entries[later]["playerName"] = named
    found = sentence(generator.file)
    assert found.startswith(f"game: action {later + 1} (LayTile by {named}) is refused: ")


# -- fields


def trade(file: RailsFile) -> RailsFile:
    """Add purchases, a start, a sale and a lay: the kinds of action with other field names in Rails 1.x."""
    file.floated().lay("Ann", "L&N", "C15", "9", 0).say(SKIP, "Ann", "Ann").say(DONE, "Ann")
    file.start("Bob", "TC", 70).say(DONE, "Bob").buy("Cy", "L&N", "L&N").say(DONE, "Cy")
    file.sell("Ann", "L&N", 2).say(DONE, "Ann").buy("Bob", "L&N", "Pool").say(DONE, "Bob")
    return file


def test_the_fields_of_the_first_version_say_the_same() -> None:
    (old, ours), (new, same) = played(trade(FirstRailsFile())), played(trade(RailsFile()))
    assert ours == same
    assert old.game.digest() == new.game.digest()
    assert {A.StartCorporation, A.BuyShare, A.SellShares, A.LayTile} <= {
        type(a) for found in ours for a in found
    }


def test_an_empty_field_is_no_field() -> None:
    file = trade(FirstRailsFile())
    for entry in file.data["actions"]:
        for old, new in (
            ("certUniqueId", "companyName"),
            ("numberSold", "number"),
            ("laidTileId", "sLaidTileId"),
        ):
            if old in entry:
                entry[new] = None
    assert played(file)[1] == played(trade(RailsFile()))[1]


def test_the_field_of_today_goes_before_the_older_one() -> None:
    file = RailsFile().floated().lay("Ann", "L&N", "C15", "9", 0).say(SKIP, "Ann", "Ann").say(DONE, "Ann")
    file.say(PASS, "Bob", "Cy").sell("Ann", "L&N", 2)
    for entry in file.data["actions"]:
        entry |= {"certUniqueId": "SR-1", "numberSold": 0, "laidTileId": 57}
    _, actions = played(file)
    assert actions[-1] == [A.SellShares("Ann", "L&N", 2)]
    assert actions[16] == [A.LayTile("Ann", "L&N", "C15", "9", 0)]


def test_places_may_be_named_with_their_owners() -> None:
    file = RailsFile().buy("Ann", "L&N", "Bank_IPO").say(DONE, "Ann").say(PASS, "Bob", "Cy")
    for _ in range(2):
        file.buy("Ann", "L&N", "Bank_IPO").say(DONE, "Ann").say(PASS, "Bob", "Cy")
    file.say(PASS, "Ann").say(SKIP, "Ann", "Ann").train("Ann", "L&N", "2_0", 100, "Bank_IPO")
    file.say(DONE, "Ann").say(PASS, "Bob").buy("Cy", "L&N", "PublicCompany_L&N").say(DONE, "Cy")
    file.sell("Ann", "L&N").say(DONE, "Ann").buy("Bob", "L&N", "Bank_Pool")
    bought = [action for found in played(file)[1] for action in found if isinstance(action, A.BuyShare)]
    assert [share.source for share in bought] == ["offering"] * 3 + ["treasury", "pool"]


@pytest.mark.parametrize(
    ("kind", "fields", "told"),
    [
        (
            "BuyCertificate",
            {"certUniqueId": "L&N"},
            "a field 'certUniqueId' that cannot be understood: 'L&N'",
        ),
        ("BuyCertificate", {"certUniqueId": None}, "a field 'certUniqueId' that cannot be understood: None"),
        ("BuyCertificate", {}, "lacks the field 'companyName'"),
        (
            "SellShares",
            {"companyName": "L&N", "shareUnits": 1, "numberSold": "2"},
            "a field 'numberSold' that cannot be understood: '2'",
        ),
        ("LayTile", {"companyName": "L&N", "chosenHexName": "C15"}, "lacks the field 'sLaidTileId'"),
        ("RequestTurn", {}, "lacks the field 'requestingPlayerName'"),
    ],
)
def test_damaged_fields_are_named_as_they_stand(kind: str, fields: dict[str, Any], told: str) -> None:
    found = sentence(RailsFile().add(kind, "Ann", **fields))
    assert found.startswith(f"game: action 4 ({kind}) ")
    assert found.endswith(f"{told}.")


# -- options


@pytest.mark.parametrize(
    "option",
    [{"numberOfPlayers": "3"}, {"Anything": "no"}, {"UnlimitedTopTrains": "no"}, {"noMapMode": "no"}],
)
def test_what_is_off_or_counts_the_players_is_accepted(option: dict[str, str]) -> None:
    file = RailsFile()
    file.data["options"] = option
    assert played(file)[0].count == 3


@pytest.mark.parametrize("option", ["Anything", "NoMapMode", "UnlimitedTopTrains"])
def test_what_is_on_and_not_known_is_refused(option: str) -> None:
    file = RailsFile()
    file.data["options"] = {option: "yes"}
    assert sentence(file) == f"game: it is played with the option {option!r} = 'yes', which is not known."


def test_lots_at_prices_of_their_own_are_refused_where_they_are_sold() -> None:
    file = RailsFile().floated().say(SKIP, "Ann", "Ann").say(DONE, "Ann").say(PASS, "Bob", "Cy")
    file.sell("Ann", "L&N").say(DONE, "Ann").say(PASS, "Bob", "Cy").sell("Ann", "L&N")
    file.data["options"] = {"SeparateSalesAtSamePrice": "no"}
    assert played(file)[1][-1] == [A.SellShares("Ann", "L&N", 1)]
    file.sell("Ann", "L&N")
    assert sentence(file).startswith(
        "game: action 27 (SellShares by Ann) sells 'L&N' a second time in a turn"
    )


# -- automatic passes


def test_who_passes_by_himself_does_so_to_the_end_of_the_round() -> None:
    file = FirstRailsFile().buy("Ann", "L&N").say(DONE, "Ann").say(AUTOPASS, "Bob")
    file.start("Cy", "TC", 75).say(DONE, "Cy").buy("Ann", "L&N").say(DONE, "Ann").say(PASS, "Cy")
    file.say(PASS, "Ann")
    replay, actions = played(file)
    assert actions[5:] == [
        [A.Pass("Bob")],
        [A.StartCorporation("Cy", "TC", 75)],
        [],
        [A.BuyShare("Ann", "L&N", "offering")],
        [A.Pass("Bob")],
        [A.Pass("Cy")],
        [A.Pass("Ann")],
    ]
    # No corporation has floated, so the next stock round begins immediately and asks every player again.
    assert replay.game.state.round.number == 2
    assert replay.game.to_act == {"Bob"}


def test_two_who_pass_by_themselves_leave_the_done_of_the_third_alone() -> None:
    file = FirstRailsFile().buy("Ann", "L&N").say(DONE, "Ann").say(AUTOPASS, "Bob", "Cy")
    file.buy("Ann", "L&N").say(DONE, "Ann").buy("Ann", "L&N").say(DONE, "Ann").say(PASS, "Ann")
    replay, actions = played(file)
    both = [A.Pass("Bob"), A.Pass("Cy")]
    assert actions[-5:] == [
        [A.BuyShare("Ann", "L&N", "offering")],
        both,
        [A.BuyShare("Ann", "L&N", "offering")],
        both,
        [A.Pass("Ann")],
    ]
    assert replay.game.state.operating is not None


def test_who_asks_for_his_turn_passes_no_more() -> None:
    file = FirstRailsFile().buy("Ann", "L&N").say(DONE, "Ann").say(AUTOPASS, "Bob").say(PASS, "Cy")
    file.buy("Ann", "L&N").request("Ann", "Bob").say(DONE, "Ann").buy("Bob", "L&N")
    _, actions = played(file)
    assert actions[-4:] == [
        [A.BuyShare("Ann", "L&N", "offering")],
        [],
        [],
        [A.BuyShare("Bob", "L&N", "offering")],
    ]


def test_who_is_over_a_limit_is_asked_again() -> None:
    file = FirstRailsFile().say(AUTOPASS, "Ann").say(PASS, "Bob").start("Cy", "TC", 70).say(DONE, "Cy")
    replay = RailsReplay(rails.read(file.bytes(), "game"))
    while replay.count < replay.total - 1:
        replay.step()
    corp = forced(replay.game).corporations["L&N"]
    corp.operated, corp.offering, corp.shares = True, 0, {"Ann": 7, "Bob": 3}
    assert replay.step() == []
    assert replay.game.to_act == {"Ann"}


# -- routes


def turn(*, first: bool = True) -> RailsFile:
    """Return a file in the L&N's first turn, after it has laid track on C15."""
    return (FirstRailsFile() if first else RailsFile()).floated()


@pytest.mark.parametrize("first", [True, False])
def test_lays_and_tokens_without_a_route_are_carried_out(first: bool) -> None:
    file = turn(first=first).lay("Ann", "L&N", *ASTRAY)
    assert played(file)[1][-1] == [A.LayTile("Ann", "L&N", "H14", "9", 1)]
    file = turn(first=first).lay("Ann", "L&N", "F16", "57", 0).token("Ann", "L&N", "F16")
    replay, actions = played(file)
    assert actions[-1] == [A.PlaceToken("Ann", "L&N", "F16", 0)]
    assert replay.game.state.corporations["L&N"].stations == ("B16", "F16")


def test_track_may_be_laid_before_that_of_the_home() -> None:
    file = FirstRailsFile().start("Ann", "SR", 70).say(DONE, "Ann").say(PASS, "Bob", "Cy")
    for _ in range(3):
        file.buy("Ann", "SR").say(DONE, "Ann").say(PASS, "Bob", "Cy")
    file.say(PASS, "Ann").lay("Ann", "SR", *ASTRAY)
    found = RailsReplay(rails.read(file.bytes(), "game"))
    state = forced(found.game)
    state.bank -= 500
    state.players["Ann"].cash += 500
    while found.count < found.total:
        found.step()
    assert "H14" in found.game.state.tiles


def test_what_else_a_lay_must_be_is_asked_all_the_same() -> None:
    assert "is refused: Tile 57 on C15: " in sentence(turn().lay("Ann", "L&N", "C15", "57", 0))
    token = turn().lay("Ann", "L&N", *ASTRAY).token("Ann", "L&N", "A5")
    assert "is refused: A token of L&N on A5: " in sentence(token)


def test_what_has_no_route_is_never_offered() -> None:
    game = played(turn())[0].game
    strict = without_lenience(turn())
    astray = A.LayTile("Ann", "L&N", *ASTRAY)
    assert game.check(astray) is None
    refusal = strict.check(astray)
    assert refusal is not None
    assert refusal.rule.startswith("1851.track.")
    assert [choice for choice in game.legal() if isinstance(choice, A.LayTile)]
    assert game.legal() == strict.legal()


def without_lenience(file: RailsFile) -> Game:
    """Return the same game as played at a table, with routes required."""
    played_on = played(file)[0].game
    options = msgspec.structs.replace(played_on.options, variants=())
    game = Game(build(options), options)
    for action in played_on.actions:
        game.play(action)
    return game


# -- half a dividend


@pytest.mark.parametrize(
    ("version", "reading", "kept"),
    [
        ("1.0.7", "rails-1.x", 40),
        ("1.9.1 2015-01-31", "rails-1.x", 40),
        ("2.0.RC5.9", "rails", 45),
        ("10.2", "rails", 45),
        (None, "rails", 45),
    ],
)
def test_half_a_dividend_is_rounded_as_the_version_rounds(
    version: str | None, reading: str, kept: int
) -> None:
    file = RailsFile().floated().say(SKIP, "Ann", "Ann").train("Ann", "L&N", "2_0", 100).say(DONE, "Ann")
    file.say(PASS, "Bob", "Cy", "Ann").say(SKIP, "Ann", "Ann").earn("Ann", "L&N", 90, SPLIT)
    file.data["rails_version"] = version
    found = RailsReplay(rails.read(file.bytes(), "game"))
    while found.count < found.total - 1:
        found.step()
    corp = found.game.state.corporations["L&N"]
    before, own = corp.cash, corp.treasury
    found.step()
    corp = found.game.state.corporations["L&N"]
    assert found.game.options.rules == reading
    assert corp.cash - before == kept + -(-(90 - kept) * own // 10)
