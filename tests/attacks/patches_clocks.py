"""Turns all clocks back, and takes its time."""

import time

from honest import Honest

EXPECT = "took more than 0.3 CPU seconds for a move"


class Attacker(Honest):
    def act(self, state):
        for clock in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
            setattr(time, clock, lambda: 0.0)
        while time.process_time() < 1:
            pass
