"""Has an output that ends the process when the worker writes what is left of it."""

import sys

from honest import Honest

EXPECT = r"(plays on|its process exited: exit code \d+|SystemExit.*)"
POINTS = None


class Output:
    def write(self, text):
        return len(text)

    def flush(self):
        raise SystemExit(0)


class Attacker(Honest):
    def attack(self, state):
        sys.stdout = sys.stderr = Output()
