"""Has threads ask for successors at the same time, so that their answers mix."""

import threading

from honest import Honest

EXPECT = (
    r"(asked for more than 5,001 successors in one search|sent the grader .*|plays on|.*Error.*"
    r"|broke its channel.*|took more than 1.5 seconds for a move|took more than .*)"
)
POINTS = None  # its own answers may be wrong
TEST = "search"


class Attacker(Honest):
    def attack(self, state):
        def ask():
            for _ in range(40):
                for action in state.legal_actions():
                    state.successor(action)

        threads = [threading.Thread(target=ask, daemon=True) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(0.5)
