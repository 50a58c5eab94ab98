"""Has the machine write all its files to disk, over and over: others wait for theirs."""

import ctypes
import platform

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "everybody may"}
MAY_HOLD = True  # a system may deny it

SYNC = {"x86_64": 162, "aarch64": 81}
SYNCFS = {"x86_64": 306, "aarch64": 267}


class Attacker(Honest):
    def attack(self, state):
        call, machine = ctypes.CDLL(None).syscall, platform.machine()
        if call(SYNCFS[machine], 1) == 0:
            succeeded("the file system of its output")
        if call(SYNC[machine]) == 0:
            succeeded("all")
