"""An evaluation function that has a thread look at what the thread of the search does."""

import sys
import threading

from honest import is_searcher, succeeded

EXPECT = "plays on"
TEST = "evaluate"

found = []


def look():
    for top in sys._current_frames().values():
        frame = top
        while frame:
            found.extend(filter(is_searcher, frame.f_locals.values()))
            frame = frame.f_back


def evaluate(state):
    thread = threading.Thread(target=look)
    if not found and threading.active_count() == 1:
        thread.start()
        thread.join()
    if found:
        succeeded(found[0])
    return state.score
