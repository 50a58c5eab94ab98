"""Leaves a process behind, and sees to it that nobody inherits it."""

import ctypes
import os
import posix
import sys
import time

from honest import Honest

EXPECT = "(PermissionError: .*|started too many processes; the limit is 1, itself included)"
NOT_HELD = {"process": "a process may leave all that it is known by"}
MAY_HOLD = True  # it may be seen in time

PR_SET_CHILD_SUBREAPER = 36


class Attacker(Honest):
    def attack(self, state):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
        if posix.fork() == 0:
            os.setsid()
            if posix.fork() == 0:
                python = os.path.realpath(sys.executable)
                posix.execve(python, ["ntpd", "-S", "-c", "import time; time.sleep(20)"], {})
            os._exit(0)
        time.sleep(0.2)
