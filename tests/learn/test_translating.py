"""Translations of lessons and of the guided game: their texts, what they lack, and their faults."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from trunkline.game.game import Game
from trunkline.learn.guided import phrases
from trunkline.learn.guided.guide import FILES, FIRST_GAME, Guide, first_game
from trunkline.learn.guided.seen import Seen
from trunkline.learn.guided.speaking import spoken, stop_text
from trunkline.learn.judging import DONE, OTHERWISE, judge
from trunkline.learn.lesson import Lesson, Step, Worth
from trunkline.learn.library import languages_of, lessons, lessons_with
from trunkline.learn.translating import GUIDE, LESSON
from trunkline.learn.translation_checks import check_translation
from trunkline.util.catalogues import PSEUDO, catalogue, pseudo
from trunkline.util.errors import UsageError
from trunkline.util.messages import speak

Folder = Callable[[str, str], Path]
TRANSLATION = """\
name: Eine kleine Lektion
about: Ausschütten oder einbehalten
exercises:
  - steps:
      - heading: Ausschütten
        text: GT hat 90 $ eingenommen.
        task: Werde 700 $ wert.
        hints: [Das Geld muss bei dir ankommen.]
        replies:
          - say: Du bekommst nichts.
          - say: Ein Kredit bringt dir nichts.
        refusals:
          1856.sequence.company-steps: Ausschütten oder einbehalten.
      - heading: Zähle
        text: Wer hat am meisten?
        answers:
          - {text: Ann, say: Ja.}
          - {text: Bob, say: Nein.}
"""
GUIDED = """\
name: Geführte erste Partie
stop:
  text: >-
    Die Bank hat {bank} $. Du bist {worth} $ wert, und {leader} ist {leader_worth} $ wert.
topics:
  opening:
    heading: Sechs Privatbahnen
    text: "Du bist {learner}, gegen {rivals}, mit {cash} $. Kaufe {offered} für {offered_price} $."
"""
PLAYED = Path(__file__).parent / "guided" / "director-2.txt"


@pytest.fixture
def translated_with(folder_with: Folder) -> Folder:
    """A function that writes the lesson and its translation with one text replaced."""

    def write(old: str, new: str) -> Path:
        folder = folder_with("Pay", "Pay")
        assert old in TRANSLATION
        (folder / "de").mkdir(exist_ok=True)
        (folder / "de" / "small.yaml").write_text(TRANSLATION.replace(old, new, 1))
        return folder

    return write


@pytest.fixture
def guided_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Path]:
    """A function that writes a translation of the guided game with one text replaced, and its original."""

    def write(old: str, new: str) -> Path:
        assert old in GUIDED
        path = tmp_path / "first-game.yaml"
        shutil.copy(FILES[FIRST_GAME], path)
        (tmp_path / "de").mkdir()
        (tmp_path / "de" / path.name).write_text(GUIDED.replace(old, new, 1))
        monkeypatch.setitem(FILES, FIRST_GAME, path)
        return path

    return write


def test_a_lesson_has_the_texts_of_its_translation_and_all_else_of_the_original(
    translated_with: Folder,
) -> None:
    folder = translated_with("Ja.", "Ja.")
    english, german = (lessons(folder, language)["small"].lesson for language in ("en", "de"))
    assert (english.name, english.language) == ("A small lesson", "en")
    assert (german.name, german.language) == ("Eine kleine Lektion", "de")
    (task, question), (task_before, _) = german.exercises[0].steps, english.exercises[0].steps
    assert task.hints == ("Das Geld muss bei dir ankommen.",)
    assert task.refusals == {"1856.sequence.company-steps": "Ausschütten oder einbehalten."}
    assert [(each.when, each.say) for each in task.replies] == [
        (task_before.replies[0].when, "Du bekommst nichts."),
        (task_before.replies[1].when, "Ein Kredit bringt dir nichts."),
    ]
    assert (task.goal, task.solution, task.targets) == (
        task_before.goal,
        task_before.solution,
        task_before.targets,
    )
    assert [(each.text, each.right) for each in question.answers] == [("Ann", True), ("Bob", False)]
    assert languages_of(folder) == ["de"]
    # A language without a folder has the texts of the original, and a changed file is read again.
    assert lessons(folder, "fr")["small"].lesson == english
    assert lessons_with(folder, "de")["small"].lesson == german
    (folder / "de" / "small.yaml").write_text("name: Eine andere Lektion\n")
    assert lessons(folder, "de")["small"].lesson.name == "Eine andere Lektion"


def test_a_group_writes_its_lessons_in_its_language(folder_with: Folder) -> None:
    folder = folder_with("minutes: 1", "minutes: 1\nlanguage: fr")
    assert lessons(folder, "en")["small"].lesson.language == "fr"


@pytest.mark.parametrize(
    ("old", "new", "missing"),
    [
        ("Ja.", "Ja.", []),
        ("about: Ausschütten oder einbehalten\n", "", ["about (small.yaml, line 2)"]),
        ("        task: Werde 700 $ wert.\n", "", ["exercises[0].steps[0].task (small.yaml, line 11)"]),
        (
            "[Das Geld muss bei dir ankommen.]",
            "['']",
            ["exercises[0].steps[0].hints[0] (small.yaml, line 23)"],
        ),
        (
            "          - say: Du bekommst nichts.\n",
            "          -\n",
            ["exercises[0].steps[0].replies[0].say (small.yaml, line 18)"],
        ),
    ],
)
def test_a_text_without_a_translation_is_listed_and_stays_as_it_is(
    translated_with: Folder, old: str, new: str, missing: list[str]
) -> None:
    folder = translated_with(old, new)
    report = check_translation(folder / "small.yaml", "de", Lesson, LESSON)
    assert report.faults == ()
    assert [*report.missing] == [f"{folder / 'de' / 'small.yaml'} has no {each}." for each in missing]
    assert lessons(folder, "de")["small"].lesson.language == "de"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("name: Eine", "name: [Eine", "line 2: This is not YAML"),
        (
            "heading: Zähle",
            "headline: Zähle",
            "line 14: There is no field headline here. Check its spelling.",
        ),
        ("heading: Zähle", "targets: Zähle", "line 14: There is no field targets here. Check its spelling."),
        (
            "task: Werde 700 $ wert.",
            "goal: Werde 700 $ wert.",
            "line 7: goal is no text, so only the original has it. Delete it here.",
        ),
        ("- {text: Ann, say: Ja.}", "- {text: Ann, right: true}", "line 17: right is no text, so only"),
        ("heading: Zähle", "task: Zähle", "line 14: The original has no task here."),
        ("1856.sequence.company-steps:", "1856.a.rule:", "line 13: The original has no 1856.a.rule here."),
        (
            "          - say: Du bekommst nichts.\n",
            "",
            "line 9: replies has the length 1, and in the original the length 2.",
        ),
        ("  - steps:", "  steps:", "line 3: exercises must be a list."),
        (
            "- say: Du bekommst nichts.",
            "- Du bekommst nichts.",
            "line 10: There must be fields with texts here.",
        ),
        ("text: Bob", "text: 500", "line 18: 500 is no text. Write text, and a number in quotation marks."),
        (
            "GT hat 90 $",
            "GT hat {cash} $",
            "line 6: The fields in braces are {cash}, and the original has none.",
        ),
        ("GT hat 90 $", "'GT hat {90 $", "This is not YAML"),
        ("GT hat 90 $", "GT hat {90 $", "line 6: The fields in braces are not closed, and the original"),
        ("Eine kleine", "Eine kleine " + "x" * 200, "line 1: Expected `str` of length <= 200."),
    ],
)
def test_a_fault_of_a_translation_is_one_sentence(
    translated_with: Folder, old: str, new: str, sentence: str
) -> None:
    folder = translated_with(old, new)
    with pytest.raises(UsageError) as refused:
        lessons(folder, "de")
    assert str(refused.value).startswith(str(folder / "de" / "small.yaml"))
    assert sentence in str(refused.value)
    assert check_translation(folder / "small.yaml", "de", Lesson, LESSON).faults == (str(refused.value),)
    # Other readers still get the lesson.
    assert lessons(folder)["small"].lesson.name == "A small lesson"


def test_a_translation_needs_its_lesson(translated_with: Folder) -> None:
    folder = translated_with("Ja.", "Ja.")
    (folder / "de" / "small.yaml").rename(folder / "de" / "smal.yaml")
    with pytest.raises(UsageError, match=r"smal\.yaml translates no lesson of its folder"):
        lessons(folder, "de")


def test_the_coach_speaks_the_language_of_the_learner(guided_with: Folder) -> None:
    path = guided_with("Sechs", "Sechs")
    german = first_game("de")
    assert (german.language, first_game("fr").language) == ("de", "en")
    before = first_game().stop
    assert german.stop is not None
    assert before is not None
    assert german.stop.heading == before.heading
    assert german.topics[1] == first_game().topics[1]
    report = check_translation(path, "de", Guide, GUIDE)
    assert report.faults == ()
    assert {"about", "stop.heading", "topics.own-bids.text"} <= {
        each.split(" has no ")[1].split(" (")[0] for each in report.missing
    }
    played = Game.load(PLAYED)
    start = played.at(0)
    with speak(catalogue("de")):
        said = spoken(german.topics[0], Seen(start, german.learner))
        assert said.text == "Du bist Ann, gegen Bob, Cy und Dee, mit 375 $. Kaufe Flos Tramway für 20 $."
        worth = f"{played.worth('Ann'):,}".replace(",", ".")
        assert f"Du bist {worth} $ wert" in stop_text(german, played)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("  opening:", "  openning:", "line 6: The original has no openning here."),
        (
            "{cash} $",
            "5 $",
            "line 8: The fields in braces are {learner}, {offered_price}, {offered}, {rivals}, and",
        ),
        ("{cash} $", "{cash:,} $", "line 8: The fields in braces are {cash:,}, {learner}, "),
        ("Sechs Privatbahnen", "x" * 201, "line 7: Expected `str` of length <= 200."),
        ("  opening:\n    heading", "  - heading", "line 5: There must be fields with texts here."),
    ],
)
def test_a_fault_of_the_guided_game_is_one_sentence(
    guided_with: Folder, old: str, new: str, sentence: str
) -> None:
    guided_with(old, new)
    with pytest.raises(UsageError) as refused:
        first_game("de")
    assert sentence in str(refused.value)


def test_the_words_of_the_program_in_a_lesson_are_messages() -> None:
    game = Game.load(PLAYED)
    last, worth = game.actions[-1], f"{game.worth('Ann'):,}"
    missed = "{player} is now worth ${found}; the aim is ${least} or more."
    with speak(catalogue(PSEUDO)):
        figures = pseudo(missed).format(player="Ann", found=worth, least="9,000")
        step = Step("Heading", "Text", goal=(Worth("Ann", 9_000),))
        assert judge(step, [game], [last]).say == f"{pseudo(OTHERWISE)} {figures}"
        step = Step("Heading", "Text", goal=(Worth("Ann", 1),))
        assert judge(step, [game], [last]).say == pseudo(DONE)
        assert phrases.loans(2) == pseudo("{count} loans").format(count=2)
        assert phrases.more_trains(0) == pseudo("no more trains")
        assert phrases.more_trains(1) == pseudo("{count} more train").format(count=1)
        assert phrases.colours(["yellow", "green"]) == pseudo("{most} and {last}").format(
            most=pseudo("yellow"), last=pseudo("green")
        )
    assert phrases.more_trains(None) is None
