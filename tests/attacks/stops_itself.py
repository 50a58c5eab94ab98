"""Stops its own process, as Ctrl-Z does, so that it never answers."""

import os
import signal

from honest import Honest

# The first process of a namespace can't be stopped from inside: there it plays on.
EXPECT = "(took more than 1.5 seconds for a move|plays on)"
POINTS = None


class Attacker(Honest):
    def attack(self, state):
        os.kill(os.getpid(), signal.SIGSTOP)
