"""Tests that the lines in the list of defects are still lines of the program."""

from __future__ import annotations

import ast

import pytest

from web.http.defects import DEFECTS, SOURCE, Defect, mended


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.what)
def test_a_defect_is_another_program(defect: Defect) -> None:
    good = (SOURCE / defect.path).read_text()
    assert ast.dump(ast.parse(mended(defect, good))) != ast.dump(ast.parse(good))
