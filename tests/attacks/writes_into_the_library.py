"""Puts a module into the library, which the next submission would import."""

from contextlib import suppress
from pathlib import Path

from honest import Honest

import pacgrid

EXPECT = "plays on"
NOT_HELD = {"process": "a process may write where its user may"}


class Attacker(Honest):
    def attack(self, state):
        with suppress(OSError):
            (Path(pacgrid.__file__).parent / "agents" / "minimax.py").write_text("was here")
