"""A process and its descendants, seen and ended from outside."""

import contextlib
import os
import signal
import subprocess
import sys
import time

import psutil

_PATIENCE = 5
"""Seconds that killed processes are given to be gone: a busy machine takes its time."""


class ProcessTree:
    """The process that was started as the leader of a session of its own, and all below it."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._root = psutil.Process(process.pid)
        self._last_seen = 0.0

    def cpu_seconds(self, *, descendants: bool = True) -> float:
        """CPU seconds used so far; what a process that has gone had used stays counted.

        Looking for `descendants` costs milliseconds. Without them the root's own time is counted,
        and that of its children that have ended.
        """
        seconds = 0.0
        with contextlib.suppress(psutil.Error):
            times = self._root.cpu_times()
            seconds = times.user + times.system
            seconds += getattr(times, "children_user", 0) + getattr(times, "children_system", 0)
            for child in self._root.children(recursive=True) if descendants else ():
                with contextlib.suppress(psutil.Error):
                    times = child.cpu_times()
                    seconds += times.user + times.system
        self._last_seen = max(self._last_seen, seconds)
        return self._last_seen

    def kill(self) -> int:
        """End all of it, and see it gone.

        Returns the root's exit code, negative for the signal that ended it.
        """
        descendants: list[psutil.Process] = []
        with contextlib.suppress(psutil.Error):
            descendants = self._root.children(recursive=True)
        # Until it is waited for, the root keeps its number, and so does its group.
        if sys.platform != "win32":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        for child in descendants:
            with contextlib.suppress(psutil.Error):
                child.kill()
        deadline = time.monotonic() + _PATIENCE
        while any(map(_lives, descendants)) and time.monotonic() < deadline:
            time.sleep(0.005)
        return self._process.wait()


def _lives(process: psutil.Process) -> bool:
    """Whether it can still do anything; a zombie can't, and may never be cleared away."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False
