"""Collects the messages of the program into the catalogues of all languages.

``make messages`` runs it. New messages have no translation yet. Messages that the code no longer has are
removed.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "trunkline"
PAGE = ROOT / "web" / "locales"
FOLDER = PACKAGE / "locales"
PROJECT = "Trunkline"
BEGUN = datetime(2026, 11, 28, tzinfo=UTC)
"""A fixed date for the header, so that the file changes only with its messages."""
KEYWORDS = {
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "Plural": (1, 2),
}
"""The functions of ``trunkline.util.messages`` that receive messages, with the places of two forms."""


def collected() -> Catalog:
    """Return the messages of all modules, in the order of the modules."""
    catalog = Catalog(project=PROJECT, version="1", creation_date=BEGUN, fuzzy=False)
    found = extract_from_dir(PACKAGE, [("**.py", "python")], keywords=KEYWORDS, comment_tags=["Translators:"])
    for path, _, message, comments, context in sorted(found, key=lambda each: (each[0], each[1])):
        catalog.add(message, locations=[(path, 0)], auto_comments=comments, context=context)
    return catalog


def complete(message: Message) -> bool:
    """Return whether a message has all its translations."""
    return all(message.string) if isinstance(message.string, tuple | list) else bool(message.string)


def update(path: Path, template: Catalog) -> None:
    """Update the catalogue in a file, or create it. Print the number of missing translations."""
    if path.is_file():
        with path.open("rb") as file:
            catalog = read_po(file, locale=path.stem)
    else:
        catalog = Catalog(
            path.stem,
            header_comment=f"# The messages of Trunkline: {path.stem}.",
            project=PROJECT,
            version="1",
            msgid_bugs_address="none",
            creation_date=BEGUN,
            revision_date=BEGUN,
            last_translator="none",
            language_team="none",
            fuzzy=False,
        )
    catalog.update(template, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    with path.open("wb") as file:
        write_po(file, catalog, width=100, include_lineno=False, ignore_obsolete=True)
    missing = sum(1 for each in catalog if each.id and not complete(each))
    print(f"{path.name}: {len(catalog)} messages, {missing} without a translation")


def main() -> None:
    """Update all catalogues. The arguments are languages to add, such as ``fr``."""
    template = collected()
    for tag in sys.argv[1:]:
        page = PAGE / f"{tag}.po"
        if not page.exists():
            # The build of the page fills it.
            page.write_text(f'msgid ""\nmsgstr ""\n"Language: {tag}\\n"\n', "utf-8")
    for name in sorted({path.name for path in FOLDER.glob("*.po")} | {f"{tag}.po" for tag in sys.argv[1:]}):
        update(FOLDER / name, template)


if __name__ == "__main__":
    main()
