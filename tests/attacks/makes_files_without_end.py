"""Makes thousands of empty files: what fills up are not bytes but numbers of files."""

import os
import tempfile

from honest import Attempt, Honest

EXPECT = "(plays on|has more than 2000 temporary files|took more than 1.5 CPU seconds to load; .*)"
POINTS = None
NOT_HELD = {"process": "a process may write where its user may"}
MAY_HOLD = True  # a system may deny it


def make(folder):
    for number in range(2_500):
        os.close(os.open(f"{folder}/@ID@{number}", os.O_CREAT | os.O_WRONLY))


attempt = Attempt("2,500 files")
with attempt:  # while it is loaded it has the most time
    folder = tempfile.mkdtemp()
    make(folder)


class Attacker(Honest):
    def attack(self, state):
        attempt.check()
