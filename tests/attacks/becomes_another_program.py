"""Replaces itself by another program, which has the channel."""

import os
import posix
import sys

from honest import Honest, channel

EXPECT = "PermissionError: .*"
NOT_HELD = {"process": "a process may become another program; it gains nothing by it"}

ANSWER = (
    "import os\n"
    "open('@OUTSIDE@/@ID@', 'w').close()\n"
    "os.write({number}, b'\\0\\0\\0\\x08' + b'nonsense')"
)


class Attacker(Honest):
    def attack(self, state):
        number = channel().fileno()
        python = os.path.realpath(sys.executable)
        posix.execv(python, [python, "-c", ANSWER.format(number=number)])
