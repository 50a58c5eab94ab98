"""Fills the disk with files, each of which is small enough."""

from pathlib import Path

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may write as many files as its user may"}


class Attacker(Honest):
    def attack(self, state):
        for folder in ("/tmp", "/dev/shm", "/var/tmp", Path(__file__).parent):
            made = []
            try:
                for number in range(8):
                    made.append(Path(folder, f"@ID@-{number}"))
                    made[-1].write_bytes(bytes(1 << 19))
                succeeded(f"4 MiB in {folder}")
            except OSError:
                pass
            finally:
                for file in made:
                    if file.exists():
                        file.unlink()
