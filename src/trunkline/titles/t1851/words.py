"""Texts that only 1851 has, as messages."""

from __future__ import annotations

from trunkline.util.messages import gettext_noop

POWERS = (
    gettext_noop("comes with the L&N President's Certificate"),
    gettext_noop("comes with one L&N share"),
)
"""The powers of privates in ``board.yaml``. This marks them for the catalogues."""
