"""English texts of a store, recognised by their templates, to write them again in another language."""

from __future__ import annotations

import re


def pattern_of(template: str) -> re.Pattern[str]:
    """Return the pattern of the English texts that a template makes, with its fields as groups."""
    parts = re.split(r"\{(\w+)\}", template)
    return re.compile(
        "".join(f"(?P<{part}>.+)" if index % 2 else re.escape(part) for index, part in enumerate(parts)),
        re.DOTALL,
    )
