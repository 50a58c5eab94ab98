"""Looks for files and sockets of the grader's that it might have inherited."""

import os
import stat

from honest import Honest, channel, succeeded

EXPECT = "plays on"


class Attacker(Honest):
    def attack(self, state):
        for number in range(3, 1024):
            try:
                mode = os.fstat(number).st_mode
            except OSError:
                continue
            if number != channel().fileno():
                succeeded(f"{number} is open: {stat.filemode(mode)}")
