"""Gives one file thousands of names, which are as long as names may be."""

import os
import tempfile

from honest import Attempt, Honest

EXPECT = "(plays on|has more than 2000 temporary files|its temporary files take more than 1 MiB)"
POINTS = None
NOT_HELD = {"process": "a process may write where its user may"}
MAY_HOLD = True  # a system may deny it

attempt = Attempt("4,000 names of 250 letters")
with attempt:
    folder = tempfile.mkdtemp()
    os.close(os.open(f"{folder}/one", os.O_CREAT | os.O_WRONLY))
    for number in range(4_000):
        os.link(f"{folder}/one", f"{folder}/{number:0250}")


class Attacker(Honest):
    def attack(self, state):
        attempt.check()
