"""Tests of the list of a person's own games, with decisions to answer in place."""

from __future__ import annotations

from typing import Any

import pytest

from trunkline import actions as A
from trunkline.game.actions import validated
from trunkline.players.random_player import RandomPlayer
from trunkline.web.games.hosted_game import HostedGame
from trunkline.web.presenters.quick import quick_choices
from web.http.api import Api
from web.http.house import SEATS, Browser, House

EAST, WEST, NORTH = SEATS
PATH = "/api/me/games"


def hosted(house: House, game: str) -> HostedGame:
    """Return a game inside the server."""
    found: HostedGame = house.app.state.backend.games[game]
    return found


def seated(house: House, ann: Browser, bob: Browser, cy: Browser) -> str:
    """Return the id of a new table of three people."""
    game = ann.table()
    for browser, seat in ((bob, WEST), (cy, NORTH)):
        browser.comes_by_link(ann, game)
        browser.join(game, seat)
    return game


def listed(browser: Browser, state: str = "waiting", **more: Any) -> list[str]:
    """Return the ids of the games in a list, and check the number of waiting games."""
    found = browser.get(PATH, which=state, **more)
    assert found["waiting"] == browser.get("/api/lobby/next")["games"]
    return [each["game"]["id"] for each in found["games"]]


@pytest.fixture
def people(house: House) -> tuple[Browser, Browser, Browser]:
    """Ann, Bob and Cy."""
    return house.person("Ann"), house.person("Bob"), house.person("Cy")


def test_the_longest_wait_is_first_and_pages_go_on(
    house: House, people: tuple[Browser, Browser, Browser]
) -> None:
    ann, bob, _ = people
    games = [seated(house, *people) for _ in range(3)]
    # Bob waits in the games in which Ann has acted, since her action.
    for game in (games[2], games[0], games[1]):
        ann.act(game, 0, A.Pass(EAST))
    assert listed(bob) == [games[2], games[0], games[1]]
    assert listed(ann) == []
    assert set(listed(ann, "others")) == set(games)
    first = bob.get(PATH, limit=2)
    assert [each["game"]["id"] for each in first["games"]] == [games[2], games[0]]
    second = bob.get(PATH, limit=2, after=first["next"])
    assert ([each["game"]["id"] for each in second["games"]], second["next"]) == ([games[1]], None)
    assert first["waiting"] == second["waiting"] == 3


def test_sandboxes_and_finished_games_never_wait(
    house: House, people: tuple[Browser, Browser, Browser]
) -> None:
    ann, *_ = people
    game = seated(house, *people)
    ann.post(f"/api/games/{game}/branch", 201, {"at": 0})
    assert listed(ann) == [game]
    assert listed(ann, "others") == []
    hosted(house, game).end(0, "The players have agreed to end the game")
    assert listed(ann) == []
    assert listed(ann, "finished") == [game]
    assert listed(house.person("Stan"), "finished") == []


def test_a_game_with_a_request_waits_until_the_person_has_answered(
    house: House, people: tuple[Browser, Browser, Browser]
) -> None:
    ann, bob, cy = people
    game, other = seated(house, *people), seated(house, *people)
    at = f"/api/games/{game}"
    ann.act(other, 0, A.Pass(EAST))
    ann.act(game, 0, A.Pass(EAST))
    bob.act(game, 1, A.Pass(WEST))

    def requests(browser: Browser) -> dict[str, list[str]]:
        ids = listed(browser)
        assert not {*ids} & {*listed(browser, "others")}
        return {each["game"]["id"]: each["requests"] for each in browser.get(PATH)["games"]}

    ann.post(f"{at}/motions", 200, {"kind": "end", "version": 2})
    ann.post(f"{at}/motions", 200, {"kind": "undo", "version": 2, "to": 0})
    end, undo = "Ann proposes to end the game now.", "Ann asks to undo moves, including yours."
    assert requests(ann) == {}
    assert requests(bob) == {other: [], game: [end, undo]}
    assert requests(cy) == {game: [end]}
    first = bob.get(PATH, limit=1)
    second = bob.get(PATH, limit=1, after=first["next"])
    assert [page["games"][0]["game"]["id"] for page in (first, second)] == [other, game]
    assert second["games"][0]["game"]["since"] is second["next"] is None
    assert bob.get("/api/lobby/next") == {"games": 2, "first": other}
    assert requests(house.person("Stan")) == {}
    bob.post(f"{at}/motions/answer", 200, {"kind": "end", "yes": True})
    # An undo lapses with the next move. The other request remains.
    cy.act(game, 2, A.Pass(NORTH))
    assert requests(bob) == {other: []}
    assert requests(cy) == {game: [end]}
    cy.post(f"{at}/motions/answer", 200, {"kind": "end", "yes": False})
    assert requests(cy) == {}


def test_a_seat_taken_by_a_bot_comes_first_until_the_person_is_back(
    house: House, people: tuple[Browser, Browser, Browser]
) -> None:
    ann, bob, cy = people
    waiting, game, given, agreed = (seated(house, *people) for _ in range(4))
    bob.post(f"/api/games/{given}/seats", 200, {"version": 0, "seat": WEST, "kind": "random"})
    ann.act(waiting, 0, A.Pass(EAST))
    asked = {"kind": "seat", "version": 0, "seat": WEST, "program": "random"}
    ann.post(f"/api/games/{game}/motions", 200, asked)
    (card,) = cy.get(PATH)["games"]
    assert card["requests"] == ["Ann asks to let a random player play for West."]
    cy.post(f"/api/games/{game}/motions/answer", 200, {"kind": "seat", "yes": True})
    assert listed(cy) == []
    # A seat that Bob has given to a bot is not lost, nor one for which he agreed to a request.
    ann.post(f"/api/games/{agreed}/motions", 200, asked)
    bob.post(f"/api/games/{agreed}/motions/answer", 200, {"kind": "seat", "yes": True})
    log = bob.get(f"/api/games/{agreed}/log")
    assert log[-1]["headline"].endswith("(Asked for by Ann; East and West agreed to it)")
    assert listed(bob) == [game, waiting]
    first = bob.get(PATH)["games"][0]
    assert (first["lost_seat"], first["quick"]) == (WEST, None)
    assert (
        first["lost_text"] == "A random player plays for West (Asked for by Ann; East and North agreed to it)"
    )
    assert bob.get("/api/lobby/next") == {"games": 2, "first": waiting}
    back = {"version": first["game"]["version"], "seat": WEST, "kind": "person"}
    bob.post(f"/api/games/{game}/seats", 200, back)
    assert listed(bob) == [waiting]


def test_filters_find_titles_and_texts(house: House, people: tuple[Browser, Browser, Browser]) -> None:
    ann, *_ = people
    game = seated(house, *people)
    assert listed(ann, title="1856") == [game]
    assert listed(ann, title="18GL") == []
    assert listed(ann, text="nor") == [game]
    assert listed(ann, text="nobody") == []
    ann.get(PATH, 400, which="all")


def test_a_card_says_what_is_asked_and_what_happened(
    house: House, people: tuple[Browser, Browser, Browser]
) -> None:
    ann, bob, _ = people
    game = seated(house, *people)
    (first,) = ann.get(PATH)["games"]
    assert (first["seat"], first["decision"], first["steps"], first["lines"]) == (
        EAST,
        "bid, buy or pass",
        0,
        [],
    )
    bob.post(f"/api/games/{game}/seen", 204, {"version": 0})
    ann.act(game, 0, A.BuyOffered(EAST, "flos"))
    (card,) = bob.get(PATH)["games"]
    assert card["steps"] == 1
    assert card["lines"] == bob.get(f"/api/games/{game}/since")["lines"] != []


def test_a_quick_answer_is_the_same_choice_as_at_the_table(api: Api) -> None:
    compared = 0
    tables = [api.new("1856", seed=5) for _ in range(2)]
    here, there = (api.client.app.state.backend.games[table.id] for table in tables)
    player = RandomPlayer(5)
    while compared < 25:
        now = here.view_at().game
        cards = {each["game"]["id"]: each for each in api.get(PATH, limit=10)["games"]}
        quick = cards[tables[0].id]["quick"]
        if quick:
            chosen = quick[compared % len(quick)]
            action, text = chosen["choice"]["action"], chosen["choice"]["text"]
            version = cards[tables[0].id]["game"]["version"]
            body = {"version": version, "action": action}
            api.post(f"{tables[0].path}/actions", 200, body)
            view = tables[1].view()
            choices = [each for group in view["decision"]["groups"] for each in group["choices"]]
            (same,) = [each for each in choices if each["text"] == text and each["action"] == action]
            api.post(f"{tables[1].path}/actions", 200, {"version": version, "action": same["action"]})
            before = api.get(f"{tables[0].path}/position", at=version)["state"]
            after = api.get(f"{tables[0].path}/position")["state"]
            check_figures(chosen, before, after)
            compared += 1
        else:
            action = validated(player.choose(now, min(now.to_act)))
            for game in (here, there):
                game.act(game.version, action)
        assert here.view_at().game.state.digest() == there.view_at().game.state.digest()


def check_figures(chosen: dict[str, Any], before: dict[str, Any], after: dict[str, Any]) -> None:
    """Check the figures of a quick choice against the positions, unless another player must consent first."""
    if after.get("pending"):
        return

    def cash(state: dict[str, Any], name: str) -> int:
        owner = state["players"].get(name) or state["corporations"][name]
        return int(owner.get("cash", 0))

    for each in chosen["choice"]["cash"]:
        assert each["amount"] == cash(after, each["what"]) - cash(before, each["what"])


def test_a_stale_answer_changes_nothing_and_says_what_was_missed(
    house: House, people: tuple[Browser, Browser, Browser]
) -> None:
    ann, *_ = people
    game = seated(house, *people)
    (card,) = ann.get(PATH)["games"]
    ann.act(game, 0, A.Pass(EAST))
    body = {"version": card["game"]["version"], "action": A.encode(A.Pass(EAST))}
    stale = ann.post(f"/api/games/{game}/actions", 409, body)
    assert (stale["version"], [each["headline"] for each in stale["missed"]]) == (1, ["East passes"])
    assert hosted(house, game).version == 1


def test_no_decision_of_the_map_and_no_long_list_is_quick(api: Api) -> None:
    table = api.new("1856", seed=5)
    game = api.client.app.state.backend.games[table.id]
    player = RandomPlayer(5)
    kinds: set[str] = set()
    for _ in range(300):
        now = game.view_at().game
        seat = min(now.to_act)
        quick = quick_choices(now, seat)
        mine = list(now.legal(seat))
        if quick is None:
            on_map = any(not isinstance(each, A.Action) or hasattr(each, "hex") for each in mine)
            assert len(mine) > 4 or on_map
        else:
            assert [each.choice.action for each in quick] == sorted(
                mine, key=lambda each: isinstance(each, A.Pass)
            )
            kinds |= {type(each.choice.action).__name__ for each in quick}
        game.act(game.version, validated(player.choose(now, seat)))
    assert {"Pass"} < kinds


def test_followed_games_are_listed_while_one_may_view_them(
    house: House, people: tuple[Browser, Browser, Browser]
) -> None:
    ann, *_ = people
    stan = house.person("Stan")
    game, other = ann.table(private=False), ann.table(private=False)
    at = f"/api/games/{game}"

    def followed() -> bool:
        flag: bool = stan.get(f"{at}/people")["followed"]
        assert listed(stan, "followed") == ([game] if flag else [])
        return flag

    assert not followed()
    stan.ask("PUT", f"{at}/follow", 204)
    assert followed()
    assert not ann.get(f"{at}/people")["followed"]
    assert "You play in this game" in ann.ask("PUT", f"{at}/follow", 422)["error"]
    Browser(house).ask("PUT", f"{at}/follow", 401)
    # A private game is listed only for people who may view it.
    ann.post(f"{at}/privacy", 204, {"private": True})
    assert listed(stan, "followed") == []
    for method in ("PUT", "DELETE"):
        stan.ask(method, f"{at}/follow", 404)
    stan.comes_by_link(ann, game)
    assert followed()
    # Finished games remain. An archived one is not listed.
    hosted(house, game).end(0, "The players have agreed to end the game")
    assert followed()
    ann.post(f"{at}/put-away", 200, {"away": True})
    assert listed(stan, "followed") == []
    ann.post(f"{at}/put-away", 200, {"away": False})
    stan.ask("DELETE", f"{at}/follow", 204)
    assert not followed()
    # Taking a seat ends it.
    stan.ask("PUT", f"/api/games/{other}/follow", 204)
    assert listed(stan, "followed") == [other]
    stan.join(other, WEST)
    assert listed(stan, "followed") == []
    assert listed(ann, "followed") == []
