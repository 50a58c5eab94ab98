"""The CPU time of a thread, where the platform tells it."""

import time
from collections.abc import Callable

thread_time: Callable[[], float] = getattr(time, "thread_time", time.process_time)
"""CPU seconds of this thread; in a browser, which doesn't tell them, of the whole process."""
