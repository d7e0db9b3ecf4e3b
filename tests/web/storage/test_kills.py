"""Tests that acknowledged actions survive killed processes. ``make kill-test`` is the long form."""

from __future__ import annotations

import pytest

from web.storage import kills


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_or_done_twice() -> None:
    # The system keeps data of a killed process, so syncing to the disk would only take longer.
    kills.run(2, safe=False)
