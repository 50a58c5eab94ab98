"""Writes many files into its folder for temporary files, each as long as a file may be, and keeps
them for a while."""

import os
import tempfile
import time
from pathlib import Path

from honest import Honest, succeeded

EXPECT = "(plays on|its temporary files take more than 1 MiB)"
POINTS = None
NOT_HELD = {"process": "a process may write where its user may"}
MAY_HOLD = True  # a system may deny it


def folders():
    """All places that it might be given."""
    yield from {os.environ.get(name, "/tmp") for name in ("TMPDIR", "HOME", "XDG_CACHE_HOME")}
    try:
        yield tempfile.gettempdir()
    except OSError:
        return


class Attacker(Honest):
    def attack(self, state):
        for folder in folders():
            try:
                for number in range(12):
                    Path(folder, f"@ID@-{number}").write_bytes(b"x" * 1_000_000)
                time.sleep(3)
            except OSError:
                continue
            finally:
                for file in Path(folder).glob("@ID@*"):
                    file.unlink()
            succeeded(f"12 MB in {folder}")
