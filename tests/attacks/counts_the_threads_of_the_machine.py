"""Asks the kernel how many threads there are on the machine: that tells of what others do."""

import ctypes
import threading

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "everybody may ask"}
MAY_HOLD = True  # a system may deny it


class Attacker(Honest):
    def attack(self, state):
        answer = ctypes.create_string_buffer(256)
        if ctypes.CDLL(None).sysinfo(answer) == 0:
            threads = int.from_bytes(answer.raw[80:82], "little")
            if threads > threading.active_count() + 5:
                succeeded(f"{threads} threads")
