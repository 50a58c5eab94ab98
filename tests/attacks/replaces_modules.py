"""Replaces modules that the worker has imported by things of its own."""

import sys

from honest import Honest

EXPECT = "plays on"

for name in ("json", "socket", "struct", "random", "pacgrid.state", "pacgrid.common.failure"):
    sys.modules[name] = None


class Attacker(Honest):
    pass
