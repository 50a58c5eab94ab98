"""An evaluation function that goes on thinking between the states that it is asked for."""

import threading
import time

EXPECT = "took more than (0.3 CPU seconds for a move|1 CPU seconds in one game)"
TEST = "evaluate"


def think():
    while True:
        pass


def evaluate(state):
    if threading.active_count() == 1:
        threading.Thread(target=think, daemon=True).start()
    time.sleep(0.2)
    return state.score
