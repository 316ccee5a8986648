"""How far a sweep has come, and how that is shown."""
from __future__ import annotations

import sys
from typing import Any, Callable, NamedTuple


class Progress(NamedTuple):
    """How far a sweep has come: cases of the study, done before it began, done, of these failed, and seconds."""

    total: int
    before: int
    done: int
    failed: int
    seconds: float


def teller(progress: Any) -> Callable[[Progress], bool]:
    if progress is False or progress is None:
        return lambda _: True
    if progress is True:
        return Shown().show
    if not callable(progress):
        raise TypeError("progress must be True, False or a function of a Progress")
    return lambda p: progress(p) is not False


class Shown:
    """Progress on stderr as thud sweep shows it: a line that is written over on a terminal; elsewhere, where each line
    stays, one after a second, later every ten seconds, and one at the end."""

    def __init__(self) -> None:
        self.terminal = sys.stderr.isatty()
        self.next = 0.2 if self.terminal else 1.0
        self.over = False

    def show(self, p: Progress) -> bool:
        over = p.done == p.total
        if self.over or (p.seconds < self.next and not over):
            return True
        self.over = over
        self.next = p.seconds + (0.2 if self.terminal else 1.0 if p.seconds < 10 else 10.0)
        rate = (p.done - p.before) / p.seconds if p.seconds > 0 else 0.0
        failed = f", {p.failed} failed" if p.failed else ""
        if over:
            text = f"thud: {p.done} of {p.total} cases{failed}, {p.seconds:.3g} s"
        else:
            left = f"{(p.total - p.done) / rate:.0f} s" if rate > 0 else "?"
            text = f"thud: {p.done} of {p.total} cases ({100 * p.done // p.total} %), {rate:.4g}/s, {left} left{failed}"
        start, end = ("\r\033[K", "\n" if over else "") if self.terminal else ("", "\n")
        print(f"{start}{text}", end=end, file=sys.stderr, flush=True)
        return True
