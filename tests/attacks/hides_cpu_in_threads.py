"""Has threads do the work, which lock nothing, and sleeps itself."""

import hashlib
import threading
import time

from honest import Honest

EXPECT = "took more than 0.3 CPU seconds for a move"


def work():
    while True:
        hashlib.sha256(bytes(1 << 20))


class Attacker(Honest):
    def act(self, state):
        for _ in range(4):
            threading.Thread(target=work, daemon=True).start()
        time.sleep(60)
