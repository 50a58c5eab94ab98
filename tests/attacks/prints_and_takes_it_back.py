"""Prints more than it may, and cuts its output off before one looks."""

import os

from honest import Honest

EXPECT = "(plays on|OSError: .*)"
POINTS = None  # what is gone before one looks has filled no disk


class Attacker(Honest):
    def attack(self, state):
        for _ in range(100):
            os.write(1, bytes(100_000))
            os.ftruncate(1, 0)
            os.lseek(1, 0, os.SEEK_SET)
