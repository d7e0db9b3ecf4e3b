"""Checks of the language in code and documents: docstrings, mannered phrases and long sentences."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]

HEADLESS = re.compile(
    r"(?:What|Who|Whoever|Whose|Whether|How|Where|Which|Why|Whenever|When|That"
    r"|(?:In|Of|To|By|For) (?:which|what|whom))\b"
)
"""Words that no docstring or comment may begin with: it names the thing or says what the function does."""

_WEB_COMMENT = re.compile(
    r"^[ \t]*(?:<!--\s*(?P<markup>\S.*)|//[ \t]*(?P<line>\S.*)(?:\n[ \t]*//.*)*)"
    r"|/\*[\s*]*(?P<block>[^\s*/].*)",
    re.MULTILINE,
)
"""A comment of the web client, with the first line of its text. Adjacent ``//`` lines are one comment.

A ``/* */`` comment may also follow code on the same line.
"""

PHRASES = {
    "whoever": r"\b[Ww]hoever\b",
    "who-subject": r"(?:^|[.;:]\s+|\"\"\")Who (?!is\?)[a-z]+",
    "what-subject": r"(?:^|[.;:]\s+|\"\"\")What (?:is|was|has|must|may|can|could|the|each|its|it|they)"
    r"\b[^?\n]*$",
    "where-if": r"\b[Ww]here (?:one|there (?:is|are)|it (?:is|can|has)|that (?:is|was)"
    r"|somebody|nobody|nothing|none|no)\b",
    "one-pronoun": r"\b[Oo]ne's(?: own)?\b|\boneself\b"
    r"|\b(?:if|when|that|which|what|as) one (?:may|can|could|would|has|is|was|does)\b",
    "somebody": r"\b(?:[Ss]omebody|[Nn]obody|[Ee]verybody|[Aa]nybody)\b",
    "is-had": r"\b(?:is|are|be|was) had\b",
    "remove-verbs": r"\b(?:[Tt]akes?|[Tt]aken|[Tt]ook|[Pp]ut|[Ll]aid|[Ll]ay) (?:away|aside)\b",
    "told": r"\b(?:is|are|was|were|be|being) told\b|\btold (?:of|by|to)\b|\btells? of\b",
    "house": r"\b[Pp]orter\b|\bheirs?\b|\bthe (?:door|desk|ear)\b"
    r"|\b[Rr]ooms? (?:of|beside|behind|below|cut)\b",
    "letters": r"\b[Ll]etters? (?:is|are|from|to those|an hour|begin)\b|\bsends letters\b",
    "of-its-own": r"\bof (?:its|their|one's|our|your) own\b",
    "but-for": r"\b(?:but for|nothing but)\b",
    "beside": r"\b[Bb]eside\b",
    "stands-lies": r"\b(?:stands?|lies?|stood) (?:in|on|at|beside|behind|there|under|with)\b",
    "go-on": r"\b(?:go|goes|going|went|gone) on\b",
    "anew": r"\b(?:anew|afresh|likewise|for good|at hand|at the most|in thought)\b",
    "is-none": r"\bis (?:none|no more)\b|\bare none\b",
    "mend": r"\bmend(?:ed|s|ing)?\b",
}
"""Phrases that readers stumble over, by name. A few uses are right English, so each area has a ceiling."""

_PATTERNS = {name: re.compile(pattern, re.MULTILINE) for name, pattern in PHRASES.items()}


class Found(NamedTuple):
    """A place in a file, and the text there."""

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


class Sentences(NamedTuple):
    """The sentences of a page: their mean length in words, and the longest ones."""

    mean: float
    long: list[str]


def files(*places: str, kinds: tuple[str, ...]) -> Iterator[Path]:
    """Yield the files of some folders that end in one of ``kinds``, without generated ones."""
    for place in places:
        start = ROOT / place
        for path in [start] if start.is_file() else sorted(start.rglob("*")):
            generated = {"static", "node_modules", "__pycache__"} & set(path.parts)
            if path.suffix in kinds and not generated and path.name != "schema.d.ts":
                yield path


def docstrings(path: Path) -> Iterator[Found]:
    """Yield the docstrings of modules, classes, functions, fields and constants in a Python file."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            match statement:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield Found(_name(path), statement.lineno, text.strip())


def headless(path: Path) -> list[Found]:
    """Return the docstrings of a file that begin with a clause instead of a noun or a verb."""
    return [found for found in docstrings(path) if HEADLESS.match(found.text)]


def headless_comments(path: Path) -> list[Found]:
    """Return the comments of a TypeScript, Svelte or CSS file that begin with a clause."""
    source = path.read_text("utf-8")
    found = []
    for hit in _WEB_COMMENT.finditer(source):
        text = re.sub(r"\s*(?:\*/|-->).*", "", hit["block"] or hit["markup"] or hit["line"])
        if HEADLESS.match(text):
            found.append(Found(_name(path), source.count("\n", 0, hit.start()) + 1, text))
    return found


def phrases(path: Path) -> list[Found]:
    """Return the mannered phrases in a file. Of Python code only comments and strings count."""
    found = []
    for line, text in _texts(path):
        for name, pattern in _PATTERNS.items():
            for hit in pattern.finditer(text):
                at = line + text.count("\n", 0, hit.start())
                found.append(Found(_name(path), at, f"{name}: {hit.group().strip()}"))
    return found


def sentences(path: Path, longest: int) -> Sentences:
    """Measure the sentences of a Markdown page, without code, tables, headings and drawings."""
    text = re.sub(r"```.*?```|<!--.*?-->", "", path.read_text("utf-8"), flags=re.DOTALL)
    blocks: list[str] = [""]
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith(
            ("#", "|", "---", "--8<--", "![", ":::", "===", "<div>")
        ):
            blocks.append("")
        elif re.match(r"\s*(?:[-*+]|\d+\.)\s", line):
            blocks.append(re.sub(r"^\s*(?:[-*+]|\d+\.)\s", "", line))
        else:
            blocks[-1] += " " + line.strip()
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "Code", each)) for each in blocks)
    parts = [
        part
        for each in plain
        for part in re.split(r"(?<=[.!?])[*_)\"]*\s+(?=[A-Z*`_(])", each)
        if part.strip()
    ]
    lengths = [len(part.split()) for part in parts]
    mean = sum(lengths) / len(lengths) if lengths else 0.0
    return Sentences(
        mean, [part.strip() for part, words in zip(parts, lengths, strict=True) if words > longest]
    )


def _texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield pieces of prose with the line that each begins at."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        yield 1, text
        return
    prose = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in prose:
            yield token.start[0], token.string


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
