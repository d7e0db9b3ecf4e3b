"""Fuzzer: thousands of damaged inputs for everything that reads from outside.

    python tests/system/fuzz/run.py --inputs 20000 --seed 1
    python tests/system/fuzz/run.py --seed 1 --only 4711

An input depends only on the seed and its number. So ``--only`` repeats one input, in this process and with
its traceback. A child process reads the inputs. It may use ``--memory`` megabytes of address space
(``resource.setrlimit``) and ``--seconds`` for one input. An alarm interrupts a slow input. If no alarm gets
through, because a C library uses the time, this process ends the child after twice the time. A new child then
continues with the next input. An entry point (see ``entry_points``) must accept each input or refuse it with
one sentence. The exit code is 1 if one did not.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import queue
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from system.fuzz import entry_points

SPAWN: Final = multiprocessing.get_context("spawn")
DIED: Final = "died"
SHOWN: Final = 40
"""Failures that are printed."""


class TooSlow(BaseException):
    """The exception of the alarm. No ``except Exception`` catches it."""


def _alarm(signum: int, frame: object) -> None:
    raise TooSlow


def take_in(seed: int, start: int, end: int, limits: tuple[float, int], now: Any, results: Any) -> None:
    """Run in the child: read inputs one after the other and report each."""
    seconds, megabytes = limits
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    signal.signal(signal.SIGALRM, _alarm)
    entry_points.shorten_games()
    with entry_points.workroom() as folder:
        for number in range(start, end):
            name, enter = entry_points.prepare(seed, number, folder)
            now.value = number
            began = time.perf_counter()
            try:
                signal.setitimer(signal.ITIMER_REAL, seconds)
                outcome, why = enter(), ""
            except TooSlow:
                outcome, why = "slow", f"more than {seconds:g} s"
            except MemoryError:
                outcome, why = "memory", f"more than {megabytes} MB"
            except Exception as error:
                outcome, why = "broken", _place(error)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            results.put((number, name, outcome, why, time.perf_counter() - began))
    results.put(None)


def _place(error: Exception) -> str:
    """Return the error and its place, which are equal for all inputs with the same fault."""
    if isinstance(error, entry_points.Broken):
        return str(error)
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno}: {str(error)[:200]}"


Report = tuple[int, str, str, str, float]
"""Number of the input, entry point, outcome, fault, seconds."""


def reports(seed: int, inputs: int, limits: tuple[float, int]) -> Iterator[Report]:
    """Yield the reports of all inputs, from as many children as needed."""
    start = 0
    while start < inputs:
        now, results = SPAWN.Value("q", -1), SPAWN.Queue()
        child = SPAWN.Process(target=take_in, args=(seed, start, inputs, limits, now, results), daemon=True)
        child.start()
        while (found := _report(child, now, results, 2 * limits[0])) is not None:
            start = found[0] + 1
            yield found
            if found[2] == DIED:
                break
        else:
            start = inputs
        child.join()


def _report(child: Any, now: Any, results: Any, patience: float) -> Report | None:
    """Return the next report of a child, or None if it has finished."""
    began, at = time.monotonic(), now.value
    while True:
        with contextlib.suppress(queue.Empty):
            found: Report | None = results.get(timeout=0.5)
            return found
        if now.value != at:
            began, at = time.monotonic(), now.value
        if not child.is_alive() or time.monotonic() - began > max(patience, 20):
            how = "it hung" if child.is_alive() else f"the process ended with {child.exitcode}"
            child.kill()
            return (at, "?", DIED, how, 0.0)


def run(seed: int, inputs: int, limits: tuple[float, int]) -> int:
    """Read this many inputs. Return the number of failures."""
    began, slowest = time.perf_counter(), (0.0, 0)
    counts: Counter[tuple[str, str]] = Counter()
    bad: list[Report] = []
    for report in reports(seed, inputs, limits):
        number, name, outcome, _, seconds = report
        counts[name, outcome] += 1
        slowest = max(slowest, (seconds, number))
        if outcome not in (entry_points.ACCEPTED, entry_points.REFUSED):
            bad.append(report)
    print(f"seed {seed}: {inputs} inputs in {time.perf_counter() - began:.0f} s")
    print(f"the slowest took {slowest[0]:.2f} s: input {slowest[1]}")
    for (name, outcome), count in sorted(counts.items()):
        print(f"  {name:14} {outcome:9} {count:>7}")
    for number, name, outcome, why, _ in bad[:SHOWN]:
        print(f"input {number} ({name}) {outcome}: {why}")
    return len(bad)


def main() -> int:
    """Run the request of the command line."""
    parser = argparse.ArgumentParser(description="Fuzz everything that reads from outside.")
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="take in one input, in this process")
    parser.add_argument("--seconds", type=float, default=10.0, help="for one input; default: 10")
    parser.add_argument("--memory", type=int, default=2_000, help="megabytes; default: 2000")
    options = parser.parse_args()
    if options.only is not None:
        entry_points.shorten_games()
        with entry_points.workroom() as folder:
            name, enter = entry_points.prepare(options.seed, options.only, folder)
            print(name, enter())
        return 0
    return int(run(options.seed, options.inputs, (options.seconds, options.memory)) > 0)


if __name__ == "__main__":
    sys.exit(main())
