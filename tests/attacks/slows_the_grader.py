"""Gives the grader the lowest priority, and one processor."""

import os
from contextlib import suppress

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may slow down others of its user"}


class Attacker(Honest):
    def attack(self, state):
        grader = int("@GRADER@")
        for slow in (
            lambda: os.setpriority(os.PRIO_PROCESS, grader, 19),
            lambda: os.setpriority(os.PRIO_USER, 0, 0),
            lambda: os.sched_setaffinity(grader, {0}),
            lambda: os.sched_setscheduler(grader, os.SCHED_IDLE, os.sched_param(0)),
        ):
            with suppress(OSError):
                slow()
