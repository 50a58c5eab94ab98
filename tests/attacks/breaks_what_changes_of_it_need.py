"""Changes what the next change of it that is tried would need."""

import builtins
import gc
import random
import signal
import sys

from honest import Wrong

EXPECT = "plays badly"
POINTS = 0
TEST = "repair"


class Strange:
    def __getattribute__(self, name):
        raise SystemExit(name)


class Attacker(Wrong):
    def attack(self, state):
        signal.signal(signal.SIGVTALRM, signal.SIG_IGN)
        signal.signal(signal.SIGALRM, lambda *_: sys.exit())
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
        sys.setrecursionlimit(60)
        sys.settrace(lambda *_: self.attack)
        sys.stdout = sys.stderr = Strange()
        random.seed = random.Random = gc.unfreeze = lambda *_: sys.exit()
        sys.modules.update({name: Strange() for name in [*sys.modules, "strange", 7]})
        for name in ("getattr", "len", "isinstance", "__import__", "BaseException"):
            setattr(builtins, name, Strange())
