"""Takes the grader's files away: it may open no more."""

import resource

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may limit others of its user"}


class Attacker(Honest):
    def attack(self, state):
        try:
            resource.prlimit(int("@GRADER@"), resource.RLIMIT_NOFILE, (100, 100))
        except OSError:
            pass
