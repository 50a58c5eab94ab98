"""Has itself called at every line, every so often, and at the end."""

import atexit
import faulthandler
import signal
import sys

from honest import Honest

EXPECT = "plays on"


def traced(*_):
    return traced


class Attacker(Honest):
    def attack(self, state):
        atexit.register(sys.exit, 100)
        faulthandler.enable()
        signal.signal(signal.SIGALRM, traced)
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
        sys.settrace(traced)
        sys.setprofile(traced)
        sys.excepthook = sys.unraisablehook = traced
