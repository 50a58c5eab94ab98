"""Is a module that has every name that one may ask for."""

import sys

from honest import Honest

EXPECT = "plays on"
TEST = "inspect"


def __getattr__(name):
    return Attacker


class Attacker(Honest):
    def __init_subclass__(cls):
        raise SystemExit


sys.modules["pacgrid_file_attack"].__dict__["\x1b[2J"] = Attacker
