"""Tests of the pages of the lessons in the documentation."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from xml.etree import ElementTree

import yaml

from trunkline.learn.lesson_pages import FOLDER, START, TABLE, pages
from trunkline.learn.library import lessons
from trunkline.web.http.settings import PORT

ROOT = Path(__file__).resolve().parents[2]
PAGES = dict(pages())


def test_each_lesson_has_a_page_with_all_its_texts_and_a_picture_of_each_position() -> None:
    stored = lessons()
    assert set(PAGES) == {
        f"{FOLDER}/index.md",
        *(f"{FOLDER}/{id}.md" for id in stored),
        *(
            f"{FOLDER}/{id}-{number}.svg"
            for id, each in stored.items()
            for number in range(1, len(each.lesson.exercises) + 1)
        ),
    }
    for id, each in stored.items():
        page = PAGES[f"{FOLDER}/{id}.md"]
        for step in (place.step for place in each.places):
            said = [step.heading, step.text, step.task, step.done, *step.hints]
            said += [text for answer in step.answers for text in (answer.text, answer.say)]
            assert [text for text in said if text not in page] == [], (id, step.heading)
        assert f"({TABLE}/learn/{id})" in page
    assert TABLE.endswith(f":{PORT}")


def test_the_list_has_the_lessons_in_the_order_of_the_table_and_its_minutes() -> None:
    page = PAGES[f"{FOLDER}/index.md"]
    assert re.findall(r"\]\(([\w-]+)\.md\)", page) == [*lessons()]
    minutes = [each.lesson.minutes for each in lessons().values()]
    assert f"about {sum(minutes)} minutes, the first {START} about {sum(minutes[:START])}." in page


def test_every_link_of_the_pages_leads_to_a_page_and_every_picture_is_one() -> None:
    for path, content in PAGES.items():
        if path.endswith(".svg"):
            assert ElementTree.fromstring(content).tag == "{http://www.w3.org/2000/svg}svg"
            continue
        for target in re.findall(r"\]\((?!http)([^)]+)\)", content):
            found = posixpath.normpath(posixpath.join(FOLDER, target))
            assert found in PAGES or (ROOT / "docs" / found).exists(), (path, target)


def test_words_of_the_glossary_have_their_meanings_on_the_pages() -> None:
    page = PAGES[f"{FOLDER}/par.md"]
    assert "*[par]: the starting price of a corporation" in page
    assert "*[ferry]" not in page


def test_the_documentation_has_the_list_in_its_menu() -> None:
    class Loader(yaml.SafeLoader):
        """A loader that ignores the tags of MkDocs."""

    Loader.add_multi_constructor("", lambda loader, tag, node: None)
    nav = yaml.load((ROOT / "mkdocs.yml").read_text(), Loader)["nav"]
    assert {"Lessons": f"{FOLDER}/index.md"} in nav
