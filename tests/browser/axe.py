"""Accessibility checks with axe-core."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from browser.conftest import without
from browser.screen import Screen

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """
(colours) => axe.run({
  resultTypes: ["violations"],
  ...(colours && { runOnly: ["color-contrast"] }),
})
"""
"""Only violations are requested: axe names every element that passes, which takes longer than the checks."""


def faults(screen: Screen, *, colours_only: bool = False) -> list[dict[str, Any]]:
    """Return what axe finds on the current page, or only in its colours."""
    if not AXE.exists():
        without("axe-core is not installed: cd web && npm ci")
    screen.page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = screen.page.evaluate(RUN, colours_only)["violations"]
    return found


def told(found: list[dict[str, Any]]) -> list[str]:
    """Return a line for each faulty element, at most three of each kind."""
    return [
        f"{fault['id']}: {node['html'][:160]} {node['failureSummary']}"
        for fault in found
        for node in fault["nodes"][:3]
    ]


def findings(screen: Screen) -> list[str]:
    """Return all faults in the light theme and colour faults in the dark one. Only colours differ."""
    found = []
    for scheme in ("light", "dark"):
        screen.page.evaluate(f"document.documentElement.dataset.theme = '{scheme}'")
        found += [f"{scheme}: {line}" for line in told(faults(screen, colours_only=scheme == "dark"))]
    return found
