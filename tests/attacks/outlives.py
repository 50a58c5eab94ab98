"""Leaves a process behind that is in no group or session of its own, and has another name."""

import os
import posix
import sys
import time

from honest import Honest

EXPECT = "(PermissionError: .*|started too many processes; .*|plays on)"
POINTS = None


class Attacker(Honest):
    def attack(self, state):
        if posix.fork() == 0:
            os.setsid()
            if posix.fork() == 0:
                python = os.path.realpath(sys.executable)
                posix.execve(python, ["ntpd", "-S", "-c", "import time; time.sleep(20)"], {})
            os._exit(0)
        time.sleep(0.2)
