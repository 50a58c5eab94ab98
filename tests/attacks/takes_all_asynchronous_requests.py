"""Reserves all requests for asynchronous input and output that the machine has."""

import ctypes
import platform

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may reserve them"}
MAY_HOLD = True  # a system may deny it

IO_SETUP = {"x86_64": 206, "aarch64": 0}


class Attacker(Honest):
    def attack(self, state):
        context = ctypes.c_ulong(0)
        number = IO_SETUP[platform.machine()]
        if ctypes.CDLL(None).syscall(number, 4000, ctypes.byref(context)) == 0:
            succeeded("4000 of them")
