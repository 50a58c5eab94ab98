"""Leaves folders in its scratch folder that only an administrator can list, and so remove."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may write where its user may"}
MAY_HOLD = True  # it may have a folder of its own there


class Attacker(Honest):
    def attack(self, state):
        with suppress(OSError):
            folder = Path(tempfile.mkdtemp(), "unseen")
            folder.mkdir(0o300)
            (folder / "below").mkdir(0o300)
            (folder / "below" / "file").write_text("was here")
            os.mkdir(folder / "nothing", 0)
