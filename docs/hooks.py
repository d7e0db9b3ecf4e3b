"""MkDocs hook: pages that include a file of the project's root, and the pages of the lessons."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

from trunkline.learn.lesson_pages import pages

ROOT = Path(__file__).resolve().parents[1]
INCLUDE = re.compile(r'^--8<-- "(\w+\.md)"$', re.MULTILINE)
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)")


def on_files(files: Any, *, config: Any) -> Any:
    """Add the pages of the lessons and their pictures."""
    for path, content in pages():
        files.append(File.generated(config, path, content=content))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Insert the included file. Make its links relative to the page; keep only the text of links to code."""
    folder = posixpath.dirname(page.file.src_uri)

    def link(found: re.Match[str]) -> str:
        text, target, anchor = found.groups()
        if not target.startswith("docs/"):
            return text
        return f"[{text}]({posixpath.relpath(target.removeprefix('docs/'), folder or '.')}{anchor or ''})"

    def include(found: re.Match[str]) -> str:
        return LINK.sub(link, (ROOT / found.group(1)).read_text(encoding="utf-8"))

    return INCLUDE.sub(include, markdown)
