"""Tests of hints and of bots' reasons, as text and as data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import trunkline
from players.test_director_offers import in_need
from trunkline import actions as A
from trunkline.game.position import Position
from trunkline.players import advice_text
from trunkline.players.advice import Advice, Decisive, Estimate, Term
from trunkline.players.clerk import Clerk
from trunkline.web.games.game_tree import ReachedMoment
from trunkline.web.presenters.advice import hinted
from trunkline.web.schemas.log import Seat, SeatKind
from web.http.api import Api, Table
from web.http.test_programs import begun, waited


def reason(table: Table, number: int, status: int = 200) -> Any:
    """Return the reasons for an entry."""
    return table.api.get(f"{table.path}/reasons/{number}", status)


def hint(table: Table, status: int = 200, **more: str) -> Any:
    """Return a hint from a bot."""
    return table.api.get(f"{table.path}/hint", status, **more)


def test_a_program_says_why_it_acted_whenever_somebody_asks(api: Api, store: Path) -> None:
    table = begun(api, "clerk", "clerk", "person")
    waited(table, 2)
    told = [reason(table, number) for number in (1, 2)]
    game = table.game()
    seeds = table.seeds()
    for number, fact in zip((1, 2), told, strict=True):
        position = Position.of(game.at(number - 1))
        advice = Clerk(seeds[fact["player"]]).advise(position)
        assert fact["program"] == "clerk"
        assert fact["estimates"][0]["action"] == A.encode(game.actions[number - 1])
        assert fact["estimates"][0]["total"] == round(advice.estimates[0].total)
        whats = [term["what"] for term in fact["estimates"][0]["terms"]]
        assert whats == [
            term.what
            for term in advice_text.main_terms(advice.estimates[0], advice.decisive and advice.decisive.what)
        ]
        assert fact["because"] == advice_text.explain(game.at(number - 1), advice)
    api.restart(store)
    assert [reason(table, number) for number in (1, 2)] == told


def test_nothing_is_said_of_what_a_person_or_chance_has_played(api: Api) -> None:
    table = begun(api, "person", "random", "person", reasons=True)
    table.act(A.Pass("Ann"))
    waited(table, 2)
    assert [reason(table, number) for number in (0, 1, 2)] == [None, None, None]
    reason(table, 99, 404)


def test_reasons_and_hints_are_for_lone_players_unless_all_agree(api: Api) -> None:
    alone, two = begun(api, "person", "clerk", "clerk"), begun(api, "person", "person", "clerk")
    assert (alone.view()["reasons"], alone.view()["hints"]) == (True, True)
    assert (two.view()["reasons"], two.view()["hints"]) == (False, False)
    assert hint(two, 422)["error"] == "The people at this table play without hints."
    assert reason(two, 0, 422)["error"] == "This table does not show the reasons of bots."
    agreed = begun(api, "person", "person", "clerk", reasons=True, hints=True)
    assert hint(agreed)["player"] == "Ann"
    silent = begun(api, "person", "clerk", "clerk", reasons=False, hints=False)
    hint(silent, 422)
    reason(silent, 0, 422)


def test_who_lends_the_seats_of_the_others_to_programs_gets_no_hints(api: Api, store: Path) -> None:
    table = begun(api, "person", "person", "clerk")
    seats = f"{table.path}/seats"
    api.post(seats, 200, {"version": 0, "seat": "Bob", "kind": "clerk"})
    assert (table.view()["reasons"], table.view()["hints"]) == (False, False)
    hint(table, 422)
    api.restart(store)
    hint(table, 422)
    api.post(seats, 200, {"version": 1, "seat": "Bob", "kind": "person"})
    hint(table, 422)
    # A seat that a person took over from a bot and gave back gives no hint either.
    alone = begun(api, "person", "clerk", "clerk")
    hint(alone)
    api.post(f"{alone.path}/seats", 200, {"version": 0, "seat": "Cy", "kind": "person"})
    api.post(f"{alone.path}/seats", 200, {"version": 1, "seat": "Cy", "kind": "clerk"})
    hint(alone, 422)


def test_a_sandbox_advises_whoever_tries_things_out_there(api: Api) -> None:
    table = begun(api, "person", "person", "person", hints=False)
    made = api.post(f"{table.path}/branch", 201, {"at": 0})
    sandbox = Table(api, made["id"])
    assert (sandbox.view()["reasons"], sandbox.view()["hints"]) == (True, True)
    assert hint(sandbox)["player"] == "Ann"


def test_what_the_table_was_told_to_say_outlasts_it(api: Api, store: Path) -> None:
    table = begun(api, "person", "person", "clerk", hints=True)
    api.restart(store)
    assert (table.view()["reasons"], table.view()["hints"]) == (False, True)


def test_a_hint_is_what_the_program_would_do_in_ones_place(api: Api) -> None:
    table = begun(api, "person", "clerk", "clerk")
    told = hint(table)
    seed = table.seeds()["Ann"]
    assert told["estimates"][0]["action"] == A.encode(Clerk(seed).choose(table.game(), "Ann"))
    assert told["because"]
    assert hint(table, level="clerk") == told
    assert "hints" in hint(table, 422, level="random")["error"]
    hint(table, 422, level="nobody")
    # The action of a hint is legal.
    table.act(A.decode(told["estimates"][0]["action"]))


def test_a_hint_carries_intervals_and_says_if_it_is_sure(api: Api) -> None:
    table = begun(api, "person", "clerk", "clerk")
    for level, beside_second in (("clerk", False), ("director", False), ("tycoon", True)):
        told = hint(table, level=level)
        assert told["beside_second"] is beside_second
        known = [each for each in told["estimates"] if each["low"] is not None]
        assert known
        # A tycoon compares every other option with the second one.
        assert beside_second is (told["estimates"][1]["low"] is None)
        for each in known:
            assert each["low"] < each["total"] < each["high"]
            assert abs(each["low"] + each["high"] - 2 * each["total"]) <= 2
        best, second = told["estimates"][:2]
        around = max(each["high"] - each["total"] for each in (best, second) if each["high"] is not None)
        assert told["sure"] is (best["total"] - second["total"] > around)
        assert told["because"].endswith(advice_text.UNSURE) is (beside_second and not told["sure"])


def test_a_hint_leaves_out_an_offer_that_a_program_at_the_table_declines() -> None:
    """P1 needs a train. A director would sell a train of P2's company, and a tycoon would not."""
    now = in_need("3", "4")
    options = trunkline.new("1856", list(now.state.players)).options

    def trains(kind: SeatKind) -> list[str]:
        game = [ReachedMoment(0, None, now.state)]
        told = hinted("director", 1, [Seat("P2", kind, 1)], options, game)
        assert told is not None
        chosen = [each.action for each in told.estimates if not each.never]
        return [each.train for each in chosen if isinstance(each, A.BuyTrain)]

    assert trains("person") == trains("director") == ["4-0", "5-0", "3-0"]
    assert trains("tycoon") == ["5-0"]


def test_a_reason_in_words_names_what_decides_and_what_would_be_done_without_it(api: Api) -> None:
    game = begun(api, "person", "person", "person").game()
    buy, leave = A.BuyOffered("Ann", "flos"), A.Pass("Ann")
    terms = (Term("dividends", 120.4), Term("money for trains", -30.0), Term("liking", 0.05))
    said = advice_text.explain(game, Advice((Estimate(buy, terms), Estimate(leave))))
    assert said == "Main reason: dividends. Otherwise, the choice would be: pass."
    none = advice_text.explain(game, Advice((Estimate(leave), Estimate(buy, (Term("price", -40.0),)))))
    assert none == "No option is better. Next best: buy Flos Tramway for $20. Against it: price."
    level = advice_text.explain(game, Advice((Estimate(leave), Estimate(buy))))
    assert level == "No option is better. Next best: buy Flos Tramway for $20."
    assert advice_text.explain(game, Advice((Estimate(leave),))) == "This was the only option."
    pair = (Estimate(buy, (Term("income", 9.0), Term("resale", 9.0))), Estimate(leave))
    several = "Largest of several reasons: future income. Next best: pass."
    assert advice_text.explain(game, Advice(pair)) == several
    worse = (Estimate(leave, (Term("price", -1.0),)), Estimate(buy, (Term("cost", -4.0), Term("ruin", -4.0))))
    assert "No single reason decides. Next best: buy" in advice_text.explain(game, Advice(worse))


@pytest.mark.parametrize(
    ("what", "named"),
    [
        ("money to start with", "money left to start a company"),
        ("my trains rust", "rust of my trains"),
        ("their trains rust", "rust of other trains"),
        ("a company needs a train", "a train that a company needs"),
        ("floats my company", "floating my company"),
        ("out of my pocket", "my own cash for a train"),
        ("trains after those", "later trains"),
        ("no trains", "lack of trains"),
        ("too dear to float", "cost of floating"),
    ],
)
def test_a_reason_is_a_noun_in_the_sentence_that_names_the_main_reason(
    api: Api, what: str, named: str
) -> None:
    game = begun(api, "person", "person", "person").game()
    buy, leave = A.BuyOffered("Ann", "flos"), A.Pass("Ann")
    advice = Advice((Estimate(leave), Estimate(buy, (Term("income", 50.0), Term(what, -90.0)))))
    choice = "buy Flos Tramway for $20"
    assert advice_text.explain(game, advice) == (
        f"No option is better. Next best: {choice}. Against it: {named}."
    )
    against = Advice(
        (
            Estimate(leave, (Term("income", 10.0),)),
            Estimate(buy, (Term("income", 50.0), Term(what, -90.0))),
        )
    )
    told = f"Main reason: {named}. Otherwise, the choice would be: {choice}."
    assert advice_text.explain(game, against) == told


def test_a_lone_reason_decides_where_the_next_best_is_worth_nothing(api: Api) -> None:
    game = begun(api, "person", "person", "person").game()
    buy, leave = A.BuyOffered("Ann", "flos"), A.Pass("Ann")
    advice = Advice((Estimate(buy, (Term("dividends", 40.0),)), Estimate(leave)), beside_second=True)
    assert advice_text.explain(game, advice) == (
        "Main reason: dividends. Otherwise, another choice would be as good: pass."
    )
    # No reason supports either option, so no reason is decisive.
    assert Advice((Estimate(buy, (Term("price", 0.0),)), Estimate(leave))).decisive is None


def test_the_reasons_that_are_told_add_up_to_the_total() -> None:
    terms = [
        Term(name, dollars)
        for name, dollars in zip("abcdef", (90.4, -70.4, 50.4, 40.3, 30.2, -0.3), strict=True)
    ]
    estimate = Estimate(A.Pass("Ann"), tuple(terms))
    told = advice_text.main_terms(estimate)
    assert [term.what for term in told] == ["a", "b", "c", "d", "other reasons"]
    assert [term.dollars for term in told] == [90, -70, 50, 41, 30]
    assert sum(term.dollars for term in told) == round(estimate.total) == 141
    # The decisive reason is listed, however little it weighs.
    assert [term.what for term in advice_text.main_terms(estimate, "e")][:4] == ["a", "b", "c", "e"]
    half = Estimate(A.Pass("Ann"), (Term("a", 3.0), Term("b", 0.5)))
    assert [(term.what, term.dollars) for term in advice_text.main_terms(half)] == [("a", 3), ("b", 1)]
    twice = Estimate(A.Pass("Ann"), (Term("runs", 10.0), Term("runs", -4.0)))
    assert advice_text.main_terms(twice) == [Term("runs", 6)]


def test_what_decides_is_what_the_choice_and_the_other_differ_in(api: Api) -> None:
    game = begun(api, "person", "person", "person").game()
    cheap, dear, leave = A.BuyOffered("Ann", "flos"), A.Bid("Ann", "wspc", 45), A.Pass("Ann")
    # Both options have the income term. Only the price differs.
    both = (
        Estimate(cheap, (Term("income", 93.0), Term("price", -20.0))),
        Estimate(dear, (Term("income", 93.0), Term("price", -45.0))),
    )
    advice = Advice((*both, Estimate(leave)))
    assert advice.decisive == Decisive("income", 93.0, Estimate(leave))
    income = "Main reason: future income. Otherwise, the choice would be: pass."
    assert income in advice_text.explain(game, advice)
    assert Advice(both).decisive == Decisive("price", 25.0, both[1])
    price = "Main reason: price. Otherwise, another choice would be as good: bid $45 on "
    assert price in advice_text.explain(game, Advice(both))
    # A ruled-out option stays ruled out, whichever reason is removed.
    ruin = Estimate(dear, (Term("income", 500.0), Term("bankruptcy", -1e6)))
    assert Advice((both[0], ruin)).decisive is None
    # The text omits a decisive reason that weighs almost nothing. Otherwise it always names the decisive one.
    slight = Advice((Estimate(leave, (Term("good will", 0.1),)), Estimate(cheap)))
    assert slight.decisive == Decisive("good will", 0.1, Estimate(cheap))
    assert advice_text.decides(slight) is None
    against = tuple(Term(str(number), -100.0) for number in range(5))
    close = Advice(
        (Estimate(leave, (*against, Term("z", 30.0))), Estimate(cheap, (*against, Term("z", 20.0))))
    )
    assert Term("z", 30) in advice_text.relevant_terms(close)


def test_a_name_that_ends_in_a_full_stop_gets_no_second_one() -> None:
    assert advice_text.ended("buy Waterloo & Saugeen Railway Co.") == "buy Waterloo & Saugeen Railway Co."
    assert advice_text.ended("pass") == "pass."
