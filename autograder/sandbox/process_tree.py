"""Watches and kills a process and its descendants."""

import contextlib
import os
import signal
import sys
import time
from pathlib import Path

import psutil

_PATIENCE = 5
"""Seconds to wait for killed processes to end; a busy machine may be slow."""

_CPUCLOCK_SCHED = 2


class ProcessTree:
    """The process `root`, which leads its own session, and its descendants."""

    def __init__(self, root: int) -> None:
        self._pid = root
        self._root: psutil.Process | None = None
        with contextlib.suppress(psutil.Error):  # it may have ended already
            self._root = psutil.Process(root)
        self._threads = Path(f"/proc/{root}/task")
        self._last_seen = 0.0
        self._others = 0.0

    def cpu_seconds(self, *, descendants: bool = True) -> float:
        """CPU seconds used so far, ended processes included.

        Finding `descendants` takes milliseconds. Without that, it is a single system call on Linux,
        and descendants count with what they had used when they were last looked for.
        """
        if descendants or sys.platform != "linux":
            self._others = max(self._others, self._used_by_others(descendants=descendants))
        with contextlib.suppress(psutil.Error, OSError):
            self._last_seen = max(self._last_seen, self._own() + self._others)
        return self._last_seen

    def _own(self) -> float:
        if sys.platform == "linux":  # the kernel's clock of a process, to the nanosecond
            return time.clock_gettime((~self._pid << 3) | _CPUCLOCK_SCHED)
        times = self._root.cpu_times() if self._root else None
        return float(times.user + times.system) if times else 0

    def _used_by_others(self, *, descendants: bool) -> float:
        """CPU seconds of its ended children, and of its live descendants."""
        seconds = 0.0
        with contextlib.suppress(psutil.Error):
            seconds += _used_by_ended_children(self._root) if self._root else 0
            for child in self._descendants() if descendants else ():
                with contextlib.suppress(psutil.Error):
                    times = child.cpu_times()
                    seconds += times.user + times.system + _used_by_ended_children(child)
        return seconds

    def waited_seconds(self) -> float | None:
        """Seconds in which it was ready to run without a CPU; None where the system doesn't tell.

        This is the longest time of any thread: while that one waited, other threads and processes
        computed, so it can't have slept instead. The sum could be inflated: by waking hundreds of
        threads at once, which all wait for the same short time.
        """
        delays = [_delay(process) for process in (self._pid, *(p.pid for p in self._descendants()))]
        known = [delay for delay in delays if delay is not None]
        return max(known) if known else None

    def count(self) -> int:
        """The number of live processes."""
        return 1 + len(self._descendants())

    def threads(self) -> int:
        """The number of the root's threads; always 1 on systems other than Linux."""
        try:
            return self._threads.stat().st_nlink - 2
        except OSError:
            return 1

    def kill(self) -> None:
        """Kills the whole tree and waits for its end. The caller must still reap the root."""
        descendants = self._descendants()
        # Until it is reaped, the root keeps its pid, and so does its group.
        if sys.platform != "win32":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._pid, signal.SIGKILL)
        for child in descendants:
            with contextlib.suppress(psutil.Error):
                child.kill()
        deadline = time.monotonic() + _PATIENCE
        while any(map(_lives, descendants)) and time.monotonic() < deadline:
            time.sleep(0.005)

    def _descendants(self) -> list[psutil.Process]:
        try:
            return list(self._root.children(recursive=True)) if self._root else []
        except psutil.Error:
            return []


def _delay(pid: int) -> float | None:
    """The longest time that a thread of the process has waited for a CPU, in seconds."""
    seconds = None
    for file in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with contextlib.suppress(OSError, ValueError, IndexError):  # the thread may end meanwhile
            seconds = max(seconds or 0, int(file.read_text().split()[1]) / 1e9)
    return seconds


def _used_by_ended_children(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(getattr(times, "children_user", 0) + getattr(times, "children_system", 0))


def _lives(process: psutil.Process) -> bool:
    """Whether it still runs. A zombie doesn't, and some containers never reap theirs."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False
