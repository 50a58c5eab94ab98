"""Asks without an end, and swallows what the grader says about it."""

from contextlib import suppress

from honest import Honest

EXPECT = "went on after it exceeded a limit"
TEST = "observed"


class Attacker(Honest):
    def attack(self, state):
        for _ in range(1_000_000):
            with suppress(BaseException):
                state.legal_actions()
