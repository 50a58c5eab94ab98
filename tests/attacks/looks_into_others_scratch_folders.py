"""Looks for the folders of other workers beside its own, and into what lies there."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may list what its user may"}
MAY_HOLD = True  # /tmp itself is not its own


class Attacker(Honest):
    def attack(self, state):
        folders = [os.environ.get(name, "/tmp") for name in ("TMPDIR", "HOME")]
        with suppress(OSError):
            folders.append(tempfile.gettempdir())
        for folder in folders:
            for parent in list(Path(folder).parents)[:-1]:
                with suppress(OSError):
                    if others := sorted(set(os.listdir(parent)) - {Path(folder).name}):
                        succeeded(f"{parent}: {others[:3]}")
