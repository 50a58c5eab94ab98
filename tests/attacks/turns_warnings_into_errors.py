"""Has every warning raise an error, also those of the worker, and shows them by itself."""

import sys
import warnings

from honest import Honest

EXPECT = "plays on"


def show(*_, **__):
    raise SystemExit("100 points")


class Attacker(Honest):
    def attack(self, state):
        warnings.simplefilter("error")
        warnings.showwarning = warnings.warn = show
        sys.warnoptions.append("error")
