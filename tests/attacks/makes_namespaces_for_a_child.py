"""As one that may have processes, has one in namespaces of its own, or with another parent."""

import ctypes
import os
import platform

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may make namespaces where its user may"}
MAY_HOLD = True  # many systems deny it
PROCESSES = 4

CLONE = {"x86_64": 56, "aarch64": 220}
CLONE_NEWUSER, CLONE_NEWNET, CLONE_PARENT, SIGCHLD = 0x10000000, 0x40000000, 0x8000, 17


class Attacker(Honest):
    def attack(self, state):
        for flags in (CLONE_NEWUSER, CLONE_NEWUSER | CLONE_NEWNET, CLONE_PARENT):
            number = CLONE[platform.machine()]
            child = ctypes.CDLL(None).syscall(number, flags | SIGCHLD, None, None, None, None)
            if child == 0:
                os._exit(0)
            if child > 0:
                succeeded(hex(flags))
