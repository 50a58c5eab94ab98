"""Has its process aborted."""

import os

from honest import Honest

EXPECT = r"crashed: signal (6 \(SIGABRT\)|11 \(SIGSEGV\).*|4 \(SIGILL\))"


class Attacker(Honest):
    def act(self, state):
        os.abort()
