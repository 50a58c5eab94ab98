"""Looks for secrets in the grader's environment, in /proc."""

from pathlib import Path

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may look into others of its user"}


class Attacker(Honest):
    def attack(self, state):
        try:
            text = Path("/proc/@GRADER@/environ").read_bytes()
        except OSError:
            return
        succeeded(b"@ENVIRONMENT@" in text)
