"""Reads where there is nothing."""

import ctypes

from honest import Honest

EXPECT = r"crashed: signal 11 \(SIGSEGV\).*"


class Attacker(Honest):
    def act(self, state):
        return ctypes.string_at(0)
