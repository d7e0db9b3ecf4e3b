"""What was acknowledged is there, whoever was killed; the long form is ``make kill-test``."""

from __future__ import annotations

import pytest

from web.storage import kills


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_or_done_twice() -> None:
    # What a killed process has handed to the system is not lost: waiting for the disk would only take longer.
    kills.run(2, safe=False)
