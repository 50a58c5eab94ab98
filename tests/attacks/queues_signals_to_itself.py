"""Has the kernel queue signals to it that it never takes."""

import os
import signal

from honest import Attempt, Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may queue as many as its user may"}
MAY_HOLD = True  # a system may deny it

attempt = Attempt("10,000 signals")
with attempt:
    number = signal.SIGRTMIN + 5
    signal.pthread_sigmask(signal.SIG_BLOCK, [number])
    for _ in range(10_000):
        os.kill(os.getpid(), number)
    for _ in range(10_000):
        if signal.sigtimedwait([number], 0) is None:
            raise OSError


class Attacker(Honest):
    def attack(self, state):
        attempt.check()
