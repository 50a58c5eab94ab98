"""Types a command into the terminal of whoever grades."""

import fcntl
import os
import termios
from contextlib import suppress

from honest import Honest, succeeded

EXPECT = "plays on"


class Attacker(Honest):
    def attack(self, state):
        opened = [0, 1, 2]
        with suppress(OSError):
            opened.append(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
        for number in opened:
            try:
                fcntl.ioctl(number, termios.TIOCSTI, b" ")
            except OSError:
                continue
            succeeded(f"typed into {number}")
