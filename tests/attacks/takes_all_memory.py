"""Takes more memory than there is."""

from honest import Honest

EXPECT = r"MemoryError \(attack.py, line .*\)"


class Attacker(Honest):
    def act(self, state):
        kept = []
        while True:
            kept.append(bytes(1 << 24))
