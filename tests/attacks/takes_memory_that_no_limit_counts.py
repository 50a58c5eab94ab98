"""Keeps memory in files that are in no folder, and are not counted as its memory."""

import os

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "its address space is limited, and nothing else of its memory"}


class Attacker(Honest):
    def attack(self, state):
        try:
            for _ in range(16):
                os.write(os.memfd_create("kept"), bytes(1 << 19))
        except OSError:
            return
        succeeded("8 MiB")
