"""Writes a file that is longer than files may be."""

import os
import sys
from pathlib import Path

from honest import Honest, succeeded

EXPECT = "plays on"


class Attacker(Honest):
    def attack(self, state):
        for folder in ("/tmp", "/dev/shm", "/var/tmp", Path(__file__).parent):
            file = Path(folder, "@ID@")
            try:
                with file.open("wb") as opened:
                    opened.write(bytes(2 << 20))
                succeeded(f"2 MiB in {folder}")
            except OSError:
                pass
            finally:
                if os.access(folder, os.W_OK):
                    file.unlink(missing_ok=True)
        assert sys.stdout is not None
