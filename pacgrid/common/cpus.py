"""What the computer offers."""

import os


def available_cpus() -> int:
    """How many processes can run at once: those that this process may use, not all there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
