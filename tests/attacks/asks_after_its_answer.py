"""Answers, and asks for more successors while nobody counts them."""

import threading
import time

from honest import Honest, channel, message

EXPECT = r"(sent the grader .*|asked for more than 200 successors.*|plays on|broke its channel.*)"
POINTS = None
TEST = "search"


class Attacker(Honest):
    def attack(self, state):
        end = channel()

        def ask():
            time.sleep(0.05)
            for _ in range(50):
                end.sendall(message(b'{"kind":"expand","state":0,"action":"west"}'))

        threading.Thread(target=ask, daemon=True).start()
