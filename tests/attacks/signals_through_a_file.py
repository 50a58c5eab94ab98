"""Has the kernel signal the grader when a pipe of its own is ready."""

import fcntl
import os
import signal
import socket
from contextlib import suppress

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may signal others of its user"}

F_SETSIG = 10


class Attacker(Honest):
    def attack(self, state):
        mine, other = socket.socketpair()
        with suppress(OSError):
            fcntl.fcntl(mine, F_SETSIG, signal.SIGUSR1)
            fcntl.fcntl(mine, fcntl.F_SETOWN, int("@GRADER@"))
            fcntl.fcntl(mine, fcntl.F_SETFL, fcntl.fcntl(mine, fcntl.F_GETFL) | os.O_ASYNC)
            other.send(b"!")
