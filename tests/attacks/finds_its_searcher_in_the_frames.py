"""An evaluation function that climbs to the search that asks it, and looks at what it has."""

import sys

from honest import is_searcher, succeeded

EXPECT = "plays on"
TEST = "evaluate"


def evaluate(state):
    frame = sys._getframe()
    while frame := frame.f_back:
        for value in (*frame.f_locals.values(), *frame.f_globals.values()):
            if is_searcher(value):
                succeeded(value)
    return state.score
