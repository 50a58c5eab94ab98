"""Is called at every call and return, also of the search that its evaluation is tested with."""

import sys

from honest import is_searcher, succeeded

EXPECT = "plays on"
TEST = "evaluate"

found = []


def traced(frame, event, argument):
    found.extend(filter(is_searcher, frame.f_locals.values()))


sys.setprofile(traced)


def evaluate(state):
    if found:
        sys.setprofile(None)
        succeeded(found[0])
    return state.score
