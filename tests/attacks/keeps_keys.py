"""Keeps something in the kernel's keyrings, for its next test."""

import ctypes
import platform

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "there is no filter"}
MAY_HOLD = True  # many systems deny it

ADD_KEY = {"x86_64": 248, "aarch64": 217}
OF_THE_PROCESS = -2


class Attacker(Honest):
    def attack(self, state):
        call = ctypes.CDLL(None).syscall
        number = ADD_KEY[platform.machine()]
        if call(number, b"user", b"@ID@", b"seen", 4, OF_THE_PROCESS) > 0:
            succeeded("has kept it")
