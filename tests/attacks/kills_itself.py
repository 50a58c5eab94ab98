"""Kills its own process."""

import os
import signal

from honest import Honest

# The first process of a namespace can't be killed from inside: there it plays on.
EXPECT = r"(crashed: signal 9 \(SIGKILL\)|plays on)"
POINTS = None


class Attacker(Honest):
    def attack(self, state):
        os.kill(os.getpid(), signal.SIGKILL)
