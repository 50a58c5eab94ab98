"""Lists a folder of the grader's, to see who has handed something in."""

import os

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may list what its user may"}


class Attacker(Honest):
    def attack(self, state):
        try:
            names = os.listdir("@OUTSIDE@")
        except OSError:
            return
        succeeded(names)
