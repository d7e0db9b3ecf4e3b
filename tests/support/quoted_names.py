"""Names of code and files that texts quote in backticks, and whether they exist."""

from __future__ import annotations

import ast
import builtins
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from prose import ROOT, Found

PACKAGE = ROOT / "src" / "trunkline"
BASES = (ROOT, PACKAGE, PACKAGE / "web", PACKAGE / "engine", ROOT / "web" / "src", ROOT / "tests")
"""Folders from which a path may be written, besides that of the text."""
QUOTED = re.compile(r"``([^`\n]+)``|(?<!`)`([^`\n]+)`(?!`)")
NAME = re.compile(r"[A-Za-z_][\w.]*\w(?:\(.*\))?")
FILE = re.compile(r"[\w./-]*\w\.(?:py|ts|svelte|js|css|md|yaml|toml|json)")
OUTSIDE = frozenset({*dir(builtins), *sys.stdlib_module_names, "TRUNKLINE_METRICS", "CORP_0"})
"""First words of names from elsewhere: of Python, of the environment, and of other programs' files."""
PLACEHOLDER = "NAME"
GENERATED = ("schema.d.ts",)
"""Ends of files that the build of the client makes."""
STRING = 80
"""The length in characters up to which words of a string count as names, such as fields of files."""


@cache
def code() -> tuple[frozenset[str], frozenset[str]]:
    """Return all names of the package's code, and all pairs ``a.b`` by which something is addressed."""
    names: set[str] = set()
    pairs: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        module = [part for part in path.relative_to(PACKAGE).with_suffix("").parts if part != "__init__"]
        names.update(module)
        pairs.update(".".join(pair) for pair in pairwise(module))
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    names.add(node.name)
                    pairs.add(f"{module[-1] if module else 'trunkline'}.{node.name}")
                    if isinstance(node, ast.ClassDef):
                        pairs.update(f"{node.name}.{name}" for name in _members(node))
                case ast.Name():
                    names.add(node.id)
                    pairs.add(f"{module[-1] if module else 'trunkline'}.{node.id}")
                case ast.Attribute():
                    names.add(node.attr)
                    owner = node.value
                    if isinstance(owner, ast.Name | ast.Attribute):
                        pairs.add(f"{owner.id if isinstance(owner, ast.Name) else owner.attr}.{node.attr}")
                case ast.arg():
                    names.add(node.arg)
                case ast.keyword(arg=str(word)):
                    names.add(word)
                case ast.alias():
                    names.update(node.name.split("."))
                    words = node.name.split(".")
                    pairs.update(".".join(pair) for pair in pairwise(words))
                case ast.Constant(value=str(text)) if len(text) < STRING:
                    names.update(re.findall(r"\w+", text))
                    pairs.update(re.findall(r"\w+\.\w+", text))
                case _:
                    pass
    return frozenset(names), frozenset(pairs)


def missing(path: Path) -> Iterator[Found]:
    """Yield the names and files that docstrings and comments of a module quote and that do not exist."""
    for token in tokenize.generate_tokens(io.StringIO(path.read_text()).readline):
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and '"""' in token.string):
            for offset, line in enumerate(token.string.splitlines()):
                for quoted in _quoted(line):
                    if not exists(quoted, path.parent):
                        place = path.relative_to(ROOT).as_posix()
                        yield Found(place, token.start[0] + offset, quoted)


def missing_files(page: Path) -> Iterator[Found]:
    """Yield the files that a page quotes and that do not exist."""
    for number, line in enumerate(page.read_text().splitlines(), 1):
        for quoted in _quoted(line):
            if "/" in quoted and FILE.fullmatch(quoted) and not _is_file(quoted, page.parent):
                yield Found(page.relative_to(ROOT).as_posix(), number, quoted)


def exists(quoted: str, folder: Path) -> bool:
    """Return whether a quoted name or file exists. Other quoted texts count as existing."""
    if FILE.fullmatch(quoted):
        return _is_file(quoted, folder)
    if not NAME.fullmatch(quoted):
        return True
    names, pairs = code()
    words = quoted.partition("(")[0].removeprefix("trunkline.").split(".")
    if words[0] in OUTSIDE:
        return True
    if len(words) == 1:
        return words[0] in names
    return all(".".join(pair) in pairs for pair in pairwise(words))


def _is_file(quoted: str, folder: Path) -> bool:
    if PLACEHOLDER in quoted or quoted.startswith("/") or quoted.endswith(GENERATED):
        return True
    if "/" not in quoted and any(PACKAGE.rglob(quoted)):
        return True
    return any((base / quoted).is_file() for base in (folder, *BASES))


def _quoted(line: str) -> Iterator[str]:
    for match in QUOTED.finditer(line):
        yield match[1] or match[2]


def _members(node: ast.ClassDef) -> Iterator[str]:
    for each in node.body:
        match each:
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case _:
                pass
