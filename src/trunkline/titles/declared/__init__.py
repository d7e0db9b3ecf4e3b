"""Declared titles: a title in one YAML file, without code.

``title_file.py`` has the records of the file and reads it. ``building.py`` builds the title from the shared
steps. ``rule_texts.py`` makes its rules from the sentences in ``sentences.yaml``. ``schema.py`` derives the
JSON Schema of the file from its records. ``skeleton.py`` makes the file of a new title. ``maker`` makes one
of a game of 18xx-maker.
"""

from trunkline.titles.declared.building import package
from trunkline.titles.declared.families import located
from trunkline.titles.declared.maker import Imported, imported
from trunkline.titles.declared.power_texts import power_text
from trunkline.titles.declared.schema import json_schema
from trunkline.titles.declared.skeleton import skeleton_files
from trunkline.titles.declared.switches import Switches
from trunkline.titles.declared.title_file import read_title, title_path

__all__ = [
    "Imported", "Switches", "imported", "json_schema", "located", "package", "power_text", "read_title",
    "skeleton_files", "title_path",
]  # fmt: skip
