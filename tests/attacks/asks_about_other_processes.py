"""Asks for the priority, the group, the session, the processors and the limits of the grader."""

import os
import resource
from contextlib import suppress

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "everybody may ask"}
MAY_HOLD = True  # a system may deny it


class Attacker(Honest):
    def attack(self, state):
        known = {}
        grader = int("@GRADER@")
        for name, ask in {
            "priority": lambda: os.getpriority(os.PRIO_PROCESS, grader),
            "group": lambda: os.getpgid(grader),
            "session": lambda: os.getsid(grader),
            "processors": lambda: os.sched_getaffinity(grader),
            "scheduler": lambda: os.sched_getscheduler(grader),
            "limits": lambda: resource.prlimit(grader, resource.RLIMIT_NOFILE),
        }.items():
            with suppress(OSError, ValueError):
                known[name] = ask()
        if known:
            succeeded(known)
