"""The CPU time of a thread, where the platform tells it."""

import time
from collections.abc import Callable

TELLS_CPU_TIME = hasattr(time, "thread_time")
"""Not in a browser, where all clocks show real time."""
thread_time: Callable[[], float] = getattr(time, "thread_time", time.process_time)
"""CPU seconds of this thread; in a browser, real seconds."""
