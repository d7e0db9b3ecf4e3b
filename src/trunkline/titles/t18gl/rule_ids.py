"""What the rule list of 18GL calls the shared rules (``trunkline.kernel.rule_names``)."""

from __future__ import annotations

RULE_IDS: dict[str, str] = {}
