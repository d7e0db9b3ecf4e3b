"""Declared titles: a title in one YAML file, without code.

``title_file.py`` has the schema of the file and reads it. ``building.py`` builds the title from the shared
steps. ``rule_texts.py`` makes its rules from the sentences in ``sentences.yaml``.
"""

from trunkline.titles.declared.building import package
from trunkline.titles.declared.title_file import read_title, title_path

__all__ = ["package", "read_title", "title_path"]
