"""What the computer offers."""

import os
import time
from collections.abc import Callable


def available_cpus() -> int:
    """How many processes can run at once: those that this process may use, not all there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


TELLS_CPU_TIME = hasattr(time, "thread_time")
"""Not in a browser, where all clocks show real time."""
thread_time: Callable[[], float] = getattr(time, "thread_time", time.process_time)
"""CPU seconds of this thread; in a browser, real seconds."""
