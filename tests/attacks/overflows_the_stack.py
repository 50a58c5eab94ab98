"""Calls itself, through C, without Python's guard, until the stack is full."""

import sys

from honest import Honest

EXPECT = r"(crashed: signal 11 \(SIGSEGV\).*|RecursionError: .*|MemoryError.*|took more than .*)"


class Attacker(Honest):
    def act(self, state):
        sys.setrecursionlimit(10**9)
        self.deep = lambda *_: max([0, 1], key=self.deep)
        return self.deep()
