"""Makes system calls by their numbers of the x32 convention."""

import ctypes
import platform

from honest import Honest, succeeded

EXPECT = "plays on"

X32 = 0x40000000


class Attacker(Honest):
    def attack(self, state):
        if platform.machine() == "x86_64":
            number = ctypes.CDLL(None).syscall(X32 | 41, 1, 1, 0)  # socket(AF_UNIX, SOCK_STREAM)
            if number >= 0:
                succeeded("has a socket")
