"""Tests of puzzles over the API: withheld figures, the judgement of answers, filters, the daily puzzle."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from trunkline.game.actions import LayTile, PlaceToken, encode
from trunkline.lab.ratings import Rating
from trunkline.learn.puzzles import collection
from trunkline.learn.puzzles.difficulty import rating
from trunkline.learn.puzzles.puzzle import KINDS, UNRATED, Puzzle, Theme
from trunkline.web.games.repository import ExpiryTimes
from trunkline.web.http.request_context import WITHHELD
from trunkline.web.puzzles.choice import NEAREST, daily, next_puzzle
from trunkline.web.puzzles.ratings import BEGINNING, starting
from trunkline.web.storage.urls import Place
from web.http.api import Api
from web.http.house import Browser, House

ALL = collection.own()
OPEN = {
    "",
    "/board",
    "/events",
    "/hexes/{hex}",
    "/log",
    "/map",
    "/map.svg",
    "/moments",
    "/puzzle",
    "/rematch",
    "/routes/{corp}",
    "/routes/{corp}/check",
    "/routes/{corp}/complete",
    "/rules/{rule}",
    "/symbols.svg",
    "/why",
}
"""The addresses of a game that answer before the answer to its puzzle. Each is looked at below."""
BODIES: dict[str, Any] = {
    "/actions": {"version": 0},
    "/try": {"version": 0},
    "/undo": {"version": 0},
    "/redo": {"version": 0},
    "/branch": {"at": 0},
    "/propose": {"version": 0, "choice": 0, "how": "best"},
    "/seats": {"version": 0, "kind": "clerk"},
    "/routes/{corp}/check": {"runs": []},
}


def of(theme: Theme, number: int = 0) -> Puzzle:
    """Return a puzzle of a theme. Each of its runs alone earns less than all together."""
    found = [each for each in ALL.values() if each.theme is theme][number:]
    return next(each for each in found if theme is not Theme.RUN or len(solution(each)["runs"]) > 1)


def solution(puzzle: Puzzle) -> dict[str, Any]:
    """Return a right answer as JSON."""
    return encode(puzzle.solution())


def wrong(puzzle: Puzzle) -> dict[str, Any]:
    """Return a legal wrong answer as JSON."""
    if puzzle.theme is Theme.RUN:
        best = solution(puzzle)
        return {**best, "runs": best["runs"][:1]}
    if puzzle.figures is not None:
        return puzzle.figures.worths[-1][0]
    return next(
        found
        for each in puzzle.game.legal()
        if isinstance(each, LayTile | PlaceToken)
        and (found := encode(each)) not in puzzle.solutions
        and (puzzle.is_answer(each) if puzzle.kinds else isinstance(each, LayTile))
    )


def begun(visitor: Browser | Api, puzzle: Puzzle) -> str:
    """Begin a puzzle, and return the id of its game."""
    return str(visitor.post(f"/api/puzzles/{puzzle.id}/games", 201, None)["id"])


def answered(visitor: Browser | Api, game: str, action: Any, status: int = 200, **more: Any) -> Any:
    """Send an answer."""
    return visitor.post(f"/api/games/{game}/puzzle", status, {"version": 0, "action": action, **more})


def actions(choice: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the actions of a choice, one for each amount."""
    found = choice["amounts"]
    if not found:
        return [choice["action"]]
    amounts = range(found["low"], found["high"] + 1, found["step"])
    return [{**choice["action"], found["field"]: amount} for amount in amounts]


@pytest.mark.parametrize("theme", Theme)
def test_no_response_gives_the_answer_away_before_it_is_in(api: Api, theme: Theme) -> None:
    puzzle = next(
        each
        for each in list(ALL.values())[3:]
        if each.theme is theme and (theme in (Theme.ENDGAME, *UNRATED) or each.title == "1856")
    )
    right = solution(puzzle)
    game = begun(api, puzzle)
    filled = {
        "corp": puzzle.corporation,
        "hex": right.get("hex", next(iter(puzzle.game.title.board.hexes))),
        "rule": next(iter(puzzle.game.title.rules)),
        "number": "1",
        "comment": "none",
        "topic": "opening",
    }
    trains = api.get(f"/api/games/{game}/routes/{puzzle.corporation}")["trains"]
    opened = set()
    for route in api.client.app.routes:
        parts = [part if isinstance(part, str) else f"{{{part.name}}}" for part in route.path_components]
        if parts[:3] != ["api", "games", "{id}"]:
            continue
        path = "".join(f"/{part}" for part in parts[3:])
        for handler in route.route_handlers:
            for method in set(handler.http_methods) - {"OPTIONS", "HEAD"}:
                if path == "/events":
                    opened.add(path)
                    continue
                body = dict(BODIES.get(path, {}))
                if path in ("/actions", "/try"):
                    body["action"] = right
                if path == "/seats":
                    body["seat"] = puzzle.player
                if path == "/put-away":
                    continue  # it archives the game, and reads nothing of it
                if path.endswith("/complete"):
                    body = {"train": trains[0], "stops": []}
                url = f"/api/games/{game}{path}".format(**filled)
                reply = api.client.request(
                    method, url, json=body if method == "POST" else None, params={"choice": 1}
                )
                if reply.status_code < 400:
                    opened.add(path)
    assert opened == OPEN
    # The position lists the possible answers, without any effects that tell them apart.
    view = api.get(f"/api/games/{game}")
    assert (view["puzzle"], view["withheld"], view["hints"]) == (puzzle.id, True, False)
    groups = view["decision"]["groups"]
    if theme is Theme.ENDGAME:
        assert right["kind"] in {group["kind"] for group in groups}
    else:
        assert {group["kind"] for group in groups} == puzzle.kinds
    if puzzle.figures is not None:
        choices = [choice for group in groups for choice in group["choices"]]
        offered = [action for choice in choices for action in actions(choice)]
        assert sorted(map(str, offered)) == sorted(str(answer) for answer, _ in puzzle.figures.worths)
    (group, *_) = groups
    if right["kind"] == "lay_tile":
        (group,) = (each for each in groups if each["kind"] == "lay_tile")
        assert {(str(each["cash"]), each["effect"], each["headline"]) for each in group["choices"]} == {
            ("[]", "", "")
        }
    corp = f"/api/games/{game}/routes/{puzzle.corporation}"
    plan = api.get(corp)
    assert (plan["routes"], plan["total"], plan["bound"]) == ([], 0, 0)
    for train in plan["trains"]:
        completed = api.client.post(f"{corp}/complete", json={"train": train, "stops": []})
        if completed.status_code == 200:
            route = completed.json()
            assert (route["path"], route["stops"], route["revenue"], route["track"]) == ([], [], 0, [])
            one = api.post(f"{corp}/complete", 200, {"train": train, "stops": route["more"][:1]})
            assert (one["path"], one["revenue"]) == ([], 0)
    shown = api.get(f"/api/games/{game}/puzzle")
    assert shown["answer"] is None
    fields = {"id", "title", "theme", "question", "player", "corporation"}
    fields |= {"choices", "source", "adapted", "rating", "result"}
    assert set(shown["puzzle"]) == fields == set(api.get("/api/puzzles", limit=1)["puzzles"][0])
    assert api.get(f"/api/games/{game}/log") == []
    # After the answer, the table is like any other, also at the moment before.
    tag = api.client.get(f"{corp}?at=0").headers["etag"]
    answered(api, game, right)
    assert api.get(f"/api/games/{game}")["withheld"] is False
    before = api.client.get(f"{corp}?at=0", headers={"if-none-match": tag})
    assert before.json()["routes"]


@pytest.mark.parametrize("theme", [each for each in Theme if each not in UNRATED])
def test_answers_are_judged_with_the_figures_of_the_proof(api: Api, theme: Theme) -> None:
    puzzle = of(theme, 5)
    beginner = {"rating": 1250, "range": 333.33}
    right = answered(api, begun(api, puzzle), solution(puzzle), solver=beginner)
    assert right["version"] == 1
    found = right["answer"]
    assert (found["right"], found["yours"], found["best"], found["next"]) == (
        True,
        puzzle.best,
        puzzle.best,
        puzzle.next,
    )
    assert ("to the end of the game" if theme is Theme.ENDGAME else f"${puzzle.next}") in found["proof"]
    assert right["rating"]["before"] == beginner
    assert right["rating"]["after"]["rating"] > 1250
    assert right["rating"]["after"]["range"] < 333
    game = begun(api, puzzle)
    bad = answered(api, game, wrong(puzzle), solver=beginner)
    assert bad["rating"]["after"]["rating"] < 1250
    assert bad["answer"]["right"] is False
    assert (
        bad["answer"]["yours"] == puzzle.next
        if theme is Theme.ENDGAME
        else bad["answer"]["yours"] < puzzle.best
    )
    assert bad["answer"]["solutions"]
    assert_runs(puzzle, found, bad["answer"])
    # The judgement can be read again; the game has its one answer.
    assert api.get(f"/api/games/{game}/puzzle")["answer"] == bad["answer"]
    assert "has its answer" in answered(api, game, solution(puzzle), 422)["error"]
    # Without an action, the solver gives up: the solution is played, and the answer is wrong.
    given_up = answered(api, begun(api, puzzle), None)
    assert (given_up["answer"]["best_runs"], given_up["answer"]["your_runs"]) == (found["best_runs"], None)
    assert (given_up["answer"]["right"], given_up["answer"]["yours"], given_up["rating"]) == (
        False,
        None,
        None,
    )


def assert_runs(puzzle: Puzzle, right: dict[str, Any], wrong: dict[str, Any]) -> None:
    """Check the runs after a right and a wrong answer, and their maps."""
    best, mine = wrong["best_runs"], wrong["your_runs"]
    assert right["your_runs"] is None
    if puzzle.theme not in KINDS:
        assert (best, mine, right["best_runs"]) == (None, None, None)
        return
    assert right["best_runs"]["routes"] == best["routes"]
    for runs, total in ((best, puzzle.best), (mine, wrong["yours"])):
        assert runs["total"] == sum(route["revenue"] for route in runs["routes"]) == total
        assert all(route["track"] and route["stops"] for route in runs["routes"])
    action = puzzle.solution()
    for runs in (best, mine):
        assert {*runs["map"]["tiles"], *runs["map"]["tokens"]} <= {*runs["hexes"]}
    if isinstance(action, LayTile):
        assert best["map"]["tiles"][action.hex] == [action.tile, action.rotation]
        assert mine["map"]["tiles"].get(action.hex) != [action.tile, action.rotation]
    elif isinstance(action, PlaceToken):
        corps = [
            {each["corp"] for each in runs["map"]["tokens"].get(action.hex, [])} for runs in (best, mine)
        ]
        assert [puzzle.corporation in each for each in corps] == [True, False]
    else:
        assert best["hexes"] == mine["hexes"] == []


@pytest.mark.parametrize("theme", sorted(UNRATED))
def test_a_puzzle_from_playouts_is_not_rated_and_shows_its_figures_after_the_answer(
    house: House, monkeypatch: pytest.MonkeyPatch, theme: Theme
) -> None:
    puzzle, person, visitor = of(theme), house.person("Ann"), Browser(house)
    figures = puzzle.figures
    assert figures is not None
    before = person.get("/api/puzzles/results")
    game = begun(person, puzzle)
    assert person.get(f"/api/games/{game}/puzzle")["puzzle"]["rating"] is None
    bad = answered(person, game, wrong(puzzle))
    right = answered(visitor, begun(visitor, puzzle), solution(puzzle), solver={"rating": 1250, "range": 300})
    assert bad["rating"] is right["rating"] is None
    assert person.get("/api/puzzles/results") == before
    assert person.get(f"/api/puzzles/{puzzle.id}")["result"] is None
    assert [each["answer"]["right"] for each in (bad, right)] == [False, True]
    assert right["answer"]["yours"] == right["answer"]["best"] == puzzle.best > puzzle.next
    assert bad["answer"]["yours"] in {worth for _, worth in figures.worths[1:]}
    assert "not proved" in bad["answer"]["proof"]
    shown = bad["answer"]["playouts"]
    assert shown == right["answer"]["playouts"]
    assert 0 < shown["low"] < shown["gain"] == figures.gain < shown["high"]
    assert (shown["lines"], shown["sets"]) == (figures.lines, figures.sets)
    assert [each["worth"] for each in shown["worths"]] == [worth for _, worth in figures.worths]
    assert shown["worths"][0]["answer"] == bad["answer"]["solutions"][0] != bad["answer"]["answer"]
    assert [each["player"] for each in shown["opinions"]] == ["clerk", "director", "tycoon"]
    assert shown["opinions"][-1]["answer"] in {each["answer"] for each in shown["worths"]}
    lay = {**solution(of(Theme.LAY)), "player": puzzle.player}
    other = answered(visitor, begun(visitor, puzzle), lay, 422)
    asked = {"dividend": "a dividend of", "sell": "a sale of shares of", "rust": "a train or a dividend of"}
    assert f"asks for {asked[theme]} {puzzle.corporation}" in other["error"]
    # It is neither the puzzle of a day nor the next one, unless a solver asks for the theme.
    assert visitor.get("/api/puzzles/next", theme=theme)["rating"] is None
    assert daily([puzzle, of(Theme.LAY)], date(2024, 12, 1)).theme is Theme.LAY
    few = [of(Theme.LAY), *(each for each in ALL.values() if not each.rated)]
    monkeypatch.setattr(collection, "own", lambda: {each.id: each for each in few})
    assert visitor.get("/api/puzzles/next")["id"] == few[0].id
    assert visitor.ask("GET", f"/api/puzzles/next?seen={few[0].id}", 404)


def test_an_illegal_answer_is_refused_by_its_rule_and_does_not_count(house: House) -> None:
    puzzle, person = of(Theme.LAY), house.person("Ann")
    game = begun(person, puzzle)
    away = {**solution(puzzle), "hex": "A1"}
    assert answered(person, game, away, 422)["rule"]
    other = {"kind": "pass", "player": puzzle.player}
    assert "asks for a lay of" in answered(person, game, other, 422)["error"]
    assert (
        person.post(f"/api/games/{game}/actions", 422, {"version": 0, "action": other})["error"] == WITHHELD
    )
    assert person.get("/api/puzzles/results")["answered"] == 0
    assert answered(person, game, solution(puzzle))["rating"]
    version = person.get(f"/api/games/{game}")["version"]
    person.post(f"/api/games/{game}/undo", 200, {"version": version})


def test_a_puzzle_that_is_answered_twice_counts_once(house: House) -> None:
    puzzle, person = of(Theme.RUN), house.person("Ann")
    assert answered(person, begun(person, puzzle), wrong(puzzle))["rating"]
    before = person.get("/api/puzzles/results")
    assert answered(person, begun(person, puzzle), solution(puzzle))["rating"] is None
    assert person.get("/api/puzzles/results") == before
    assert (before["answered"], before["solved"], before["streak"]) == (1, 0, 0)
    assert person.get(f"/api/puzzles/{puzzle.id}")["result"] == "wrong"
    # The puzzle is now easier to solve than to fail for others: its rating has risen.
    assert person.get(f"/api/puzzles/{puzzle.id}")["rating"] > rating(puzzle)
    # A visitor without an account changes no rating.
    visitor = Browser(house)
    answered(visitor, begun(visitor, puzzle), solution(puzzle), solver={"rating": 1250, "range": 300})
    assert visitor.get("/api/puzzles/results")["answered"] == 0


def test_the_list_has_filters_and_pages(api: Api) -> None:
    tokens = sum((each.title, each.theme) == ("18GL", Theme.TOKEN) for each in ALL.values())
    assert 10 < tokens <= 20
    page = api.get("/api/puzzles", title="18GL", theme="token", limit=10)
    assert (page["total"], page["next"], len(page["puzzles"])) == (tokens, 10, 10)
    rest = api.get("/api/puzzles", title="18GL", theme="token", limit=10, after=10)
    assert (rest["next"], len(rest["puzzles"])) == (None, tokens - 10)
    found = [*page["puzzles"], *rest["puzzles"]]
    assert {(each["title"], each["theme"]) for each in found} == {("18GL", "token")}
    assert len({each["id"] for each in found}) == tokens
    assert api.get("/api/puzzles", title="1830")["total"] == 0
    # The levels of difficulty share no puzzle, and have all rated ones.
    levels: list[dict[str, Any]] = [{"highest": 1125}, {"lowest": 1126, "highest": 1374}, {"lowest": 1375}]
    totals = [api.get("/api/puzzles", **level)["total"] for level in levels]
    assert sum(totals) == sum(each.rated for each in ALL.values())
    filters: list[dict[str, Any]] = [{}, {"theme": "token"}]
    for wanted in filters:
        counts = api.get("/api/puzzles", title="18GL", limit=1, **wanted)["themes"]
        assert {each["theme"]: each["puzzles"] for each in counts} == {
            theme: sum((each.title, each.theme) == ("18GL", theme) for each in ALL.values())
            for theme in Theme
        }
    hard = api.get("/api/puzzles", theme="run", lowest=1375, limit=100)["puzzles"]
    assert len(hard) == 100
    assert all(each["rating"] == rating(ALL[each["id"]]) >= 1375 for each in hard)
    # The nearest ones to a rating far below are among the easiest of the hard ones.
    assert 1375 <= api.get("/api/puzzles/next", rating=1000, lowest=1375)["rating"] < 1420
    assert api.get("/api/puzzles", theme="dividend", lowest=0)["total"] == 0
    api.get("/api/puzzles", 400, lowest=-1)
    api.get("/api/puzzles", 400, theme="dump")
    assert "There is no puzzle nonsense" in api.get("/api/puzzles/nonsense", 404)["error"]
    table = api.new()
    assert "not that of a puzzle" in api.get(f"/api/games/{table.id}/puzzle", 404)["error"]


def test_the_daily_puzzle_depends_on_the_date_alone(api: Api) -> None:
    puzzles = list(ALL.values())
    days = [date(2024, 12, number) for number in range(1, 29)]
    assert [daily(puzzles, day) for day in days] == [daily(puzzles[::-1], day) for day in days]
    assert len({daily(puzzles, day).id for day in days}) > 20
    found = api.get("/api/puzzles/daily")
    assert found == api.get("/api/puzzles/daily")
    day = date.fromisoformat(found["day"])
    assert found["puzzle"]["id"] == daily(puzzles, day).id
    easy = api.get("/api/puzzles/daily", beginner="true")["puzzle"]
    assert easy["id"] == daily(puzzles, day, beginner=True).id
    for each in (daily(puzzles, day, beginner=True) for day in days):
        assert (each.title, each.theme, {"clerk", "director", "tycoon"} - {*each.solved_by}) == (
            "1856",
            Theme.LAY,
            set(),
        )
    # Without any easy puzzle, beginners have the puzzle of all.
    few = [each for each in puzzles if each.title == "18GL"]
    assert daily(few, day, beginner=True) == daily(few, day)


def test_the_next_puzzle_is_new_and_suits_the_rating(house: House) -> None:
    visitor, person = Browser(house), house.person("Ann")
    of_title = [rating(each) for each in ALL.values() if each.rated and each.title == "1851"]
    for mine in (1100, 1400):
        found = visitor.get("/api/puzzles/next", rating=mine, title="1851")
        nearest = sorted(abs(each - mine) for each in of_title)[NEAREST - 1]
        assert found["title"] == "1851"
        assert abs(found["rating"] - mine) <= nearest < 60
    tokens = [each for each in ALL.values() if each.title == "1856" and each.theme is Theme.TOKEN]
    wanted: dict[str, Any] = {"title": "1856", "theme": "token"}
    for puzzle in tokens[1:]:
        answered(person, begun(person, puzzle), solution(puzzle))
    assert person.get("/api/puzzles/next", **wanted)["id"] == tokens[0].id
    results = person.get("/api/puzzles/results")
    assert results["streak"] == results["solved"] == len(tokens) - 1
    assert {each["theme"]: each["solved"] for each in results["themes"]} == {
        "lay": 0,
        "token": len(tokens) - 1,
        "run": 0,
        "endgame": 0,
    }
    assert results["rating"]["rating"] > 1250
    seen = [each.id for each in tokens[:-1]]
    assert visitor.get("/api/puzzles/next", **wanted, seen=seen)["id"] == tokens[-1].id
    answered(person, begun(person, tokens[0]), solution(tokens[0]))
    error = person.ask("GET", "/api/puzzles/next?title=1856&theme=token", 404)["error"]
    assert error.startswith("You have answered all of these puzzles.")
    # A rating that has moved counts instead of the first one.
    moved = {each.id: Rating(0, 1) for each in tokens[1:]}
    assert next_puzzle(tokens, (), starting(tokens[0]), moved) in tokens
    assert next_puzzle([], (), BEGINNING, {}) is None


def test_games_of_puzzles_are_in_no_list_survive_a_restart_and_expire(kept_in: Place) -> None:
    with House(kept_in) as house:
        puzzle, visitor = of(Theme.LAY), Browser(house)
        game = begun(visitor, puzzle)
        games = house.app.state.backend.games
        games._forget(game)  # as in another process
        assert visitor.get(f"/api/games/{game}")["withheld"] is True
        answered(visitor, game, solution(puzzle))
        games._forget(game)
        view = visitor.get(f"/api/games/{game}")
        hex = solution(puzzle)["hex"]
        assert view["map"]["tiles"][hex][0] == solution(puzzle)["tile"]
        assert house.person("Stan").get("/api/games") == []
        for method, path in (("GET", "replay.html"), ("GET", "export"), ("POST", "review")):
            assert "begins at a position" in visitor.ask(method, f"/api/games/{game}/{path}", 422)["error"]
        assert games.store.expire(ExpiryTimes(lessons="2000-01-01T00:00:00Z")) == []
        assert games.store.expire(ExpiryTimes(lessons="2999-01-01T00:00:00Z")) == [game]
