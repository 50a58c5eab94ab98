"""Closes its output, and all other files that it has but the channel."""

import os
import sys

from honest import Honest

EXPECT = "plays on"


class Attacker(Honest):
    def attack(self, state):
        sys.stdout = sys.stderr = None
        for number in (0, 1, 2):
            try:
                os.close(number)
            except OSError:
                pass
