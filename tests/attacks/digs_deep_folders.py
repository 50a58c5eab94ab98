"""Makes folders in folders, deeper than one can remove who goes down one call at a time."""

import os
from contextlib import suppress

from honest import Honest

EXPECT = "plays on"

with suppress(OSError):  # while it is loaded, it has the most time
    for _ in range(1100):
        os.mkdir("down")
        os.chdir("down")


class Attacker(Honest):
    pass
