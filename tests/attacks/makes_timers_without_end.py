"""Makes timers in the kernel until there are no more for anybody of its user."""

import ctypes
import platform

from honest import Attempt, Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may make as many as its user may"}
MAY_HOLD = True  # a system may deny it

TIMER_CREATE = {"x86_64": 222, "aarch64": 107}
CLOCK_MONOTONIC = 1

attempt = Attempt("10,000 timers")
with attempt:
    create, timer = ctypes.CDLL(None).syscall, ctypes.byref(ctypes.c_int())
    for _ in range(10_000):
        if create(TIMER_CREATE[platform.machine()], CLOCK_MONOTONIC, None, timer):
            raise OSError


class Attacker(Honest):
    def attack(self, state):
        attempt.check()
