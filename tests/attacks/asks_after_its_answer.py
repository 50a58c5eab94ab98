"""Answers, and asks for more successors while nobody counts them."""

import threading
import time

from honest import Honest, channel, message

from pacgrid import Action
from pacgrid.autograder.worker.messages import pack_expand

EXPECT = r"(sent the grader .*|asked for more than 5,001 successors.*|plays on|broke its channel.*)"
POINTS = None
TEST = "search"


class Attacker(Honest):
    def attack(self, state):
        end = channel()

        def ask():
            time.sleep(0.05)
            for number in range(50):
                end.sendall(message(pack_expand(0, Action.WEST, number)))

        threading.Thread(target=ask, daemon=True).start()
