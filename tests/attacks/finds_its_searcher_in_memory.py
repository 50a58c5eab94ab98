"""An evaluation function that looks for the search that asks it among all objects."""

import gc

from honest import is_searcher, succeeded

EXPECT = "plays on"
TEST = "evaluate"

looked = []


def evaluate(state):
    if not looked:
        looked.append(1)
        for thing in gc.get_objects():
            if is_searcher(thing):
                succeeded(thing)
    return state.score
