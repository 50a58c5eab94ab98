"""Does with its output, which the grader reads, what can be done with a file."""

import contextlib
import fcntl
import os

from honest import Honest

EXPECT = "plays on"


class Attacker(Honest):
    def attack(self, state):
        for spoil in (
            lambda: os.write(1, b"something\n" * 700),
            lambda: fcntl.fcntl(1, fcntl.F_SETFL, os.O_DIRECT | os.O_NONBLOCK),
            lambda: os.ftruncate(1, 6003),
            lambda: os.lseek(1, 1, os.SEEK_SET),
            lambda: fcntl.flock(1, fcntl.LOCK_EX),
            lambda: os.fchmod(1, 0),
        ):
            with contextlib.suppress(OSError):
                spoil()
