"""Lessons and the guided game over the API, in the language of each reader."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from trunkline.learn.guided.guide import FILES, FIRST_GAME
from trunkline.learn.library import OWN
from trunkline.util.catalogues import PSEUDO, pseudo
from web.http.house import Browser, House

TASK = 1
REPLY = "Das ist erlaubt, aber auf K6 gibt es keinen Halt."
REFUSAL = "Gleise wachsen von einem Marker der Gesellschaft aus."
TRANSLATION = f"""\
name: Gleise bauen
exercises:
  - steps:
      - heading: Eine Lok ohne Strecke
      - task: Lege ein Plättchen.
        hints: [Suche, Vergleiche, Wähle L9]
        replies: [{{say: "{REPLY}"}}, null, null]
        refusals: {{1856.track.connectivity: {REFUSAL}}}
      -
      -
  -
"""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server of a group with two lessons, one of which is translated."""
    folder = tmp_path / "lessons"
    (folder / "de").mkdir(parents=True)
    shutil.copy(OWN / "track.json", folder)
    for name in ("club", "plain"):
        shutil.copy(OWN / "track.yaml", folder / f"{name}.yaml")
    (folder / "de" / "club.yaml").write_text(TRANSLATION)
    with House(tmp_path / "table.sqlite", lessons=folder) as found:
        yield found


def reader(house: House, language: str) -> Browser:
    """Return the browser of a visitor who has chosen a language."""
    browser = Browser(house)
    browser.cookies["language"] = language
    return browser


def judged(visitor: Browser, lesson: str) -> str:
    """Return the comment on a wrong action in the task of a lesson."""
    made = visitor.post(f"/api/lessons/{lesson}/games", 201, {"step": TASK})
    lay = {"kind": "lay_tile", "player": "Ann", "corp": "TGB", "hex": "K6", "tile": "7", "rotation": 0}
    visitor.post(f"/api/games/{made['id']}/actions", 200, {"version": made["version"], "action": lay})
    verdict = visitor.get(f"/api/games/{made['id']}/lesson", step=TASK, since=made["version"])
    return str(verdict["say"])


def test_each_reader_gets_a_lesson_in_their_language(house: House) -> None:
    german, english = reader(house, "de"), reader(house, "en")
    listed: dict[str, list[Any]] = {
        visitor.cookies["language"]: visitor.get("/api/lessons")[-2:] for visitor in (german, english)
    }
    assert [(each["name"], each["language"]) for each in listed["de"]] == [
        ("Gleise bauen", "de"),
        ("Laying track", "en"),
    ]
    assert [(each["name"], each["language"]) for each in listed["en"]] == [("Laying track", "en")] * 2
    # A text without a translation is that of the authors.
    assert listed["de"][0]["about"] == listed["en"][0]["about"]
    assert [each["lacking"] for each in listed["de"]] == [{listed["en"][0]["about"]: "en"}, {}]
    lesson, original = (visitor.get("/api/lessons/club") for visitor in (german, english))
    assert (lesson["language"], original["language"]) == ("de", "en")
    step, before = lesson["steps"][TASK], original["steps"][TASK]
    assert (step["task"], step["heading"]) == ("Lege ein Plättchen.", before["heading"])
    assert lesson["lacking"][step["heading"]] == "en"
    assert not {step["task"], *step["hints"]} & {*lesson["lacking"]}
    assert step["hints"] == ["Suche", "Vergleiche", "Wähle L9"]
    assert step["refusals"] == {"1856.track.connectivity": REFUSAL}
    assert step["targets"] == before["targets"]
    assert judged(german, "club").startswith(REPLY)
    assert judged(english, "club").startswith("That is legal")
    assert judged(german, "plain").startswith("That is legal")
    figures = pseudo("The best run of {corp} earns ${found}; the aim is ${least} or more.")
    assert judged(reader(house, PSEUDO), "plain").endswith(figures.format(corp="TGB", found=0, least=30))


def test_the_coach_of_a_guided_game_speaks_the_language_of_the_learner(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "guided" / "de").mkdir(parents=True)
    path = shutil.copy(FILES[FIRST_GAME], tmp_path / "guided")
    (tmp_path / "guided" / "de" / FILES[FIRST_GAME].name).write_text(
        "name: Geführte erste Partie\ntopics:\n  opening: {heading: Sechs Privatbahnen}\n"
    )
    monkeypatch.setitem(FILES, FIRST_GAME, Path(path))
    german, english = reader(house, "de"), reader(house, "en")
    assert german.get("/api/guided")["name"] == "Geführte erste Partie"
    game = english.post("/api/guided/games", 201, None)["id"]
    for visitor, heading in ((german, "Sechs Privatbahnen"), (english, "Six privates are for sale")):
        said = visitor.get(f"/api/games/{game}/coach")
        assert said["topics"][0]["heading"] == heading
        assert said["language"] == visitor.cookies["language"]
