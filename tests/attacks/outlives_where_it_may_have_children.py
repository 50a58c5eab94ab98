"""As one that may have processes, leaves one behind that has left all that it is known by."""

import ctypes
import os
import sys
import time
from contextlib import suppress

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may leave all that it is known by"}
PROCESSES = 4

PR_SET_CHILD_SUBREAPER = 36


class Attacker(Honest):
    def attack(self, state):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
        if os.fork() == 0:
            with suppress(OSError):
                os.setsid()
            if os.fork() == 0:
                python = os.path.realpath(sys.executable)
                os.execve(python, ["ntpd", "-S", "-c", "import time; time.sleep(20)"], {})
            os._exit(0)
        os.wait()
        time.sleep(0.1)
