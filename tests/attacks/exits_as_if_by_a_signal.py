"""Ends its process with the code that shells give to killed programs."""

import os

from honest import Honest

EXPECT = "(its process exited: exit code 137|crashed: signal 9 \\(SIGKILL\\))"


class Attacker(Honest):
    def act(self, state):
        os._exit(137)
