"""Replaces the functions of Python with which a search chooses: the best is what it likes best."""

import builtins
import sys

from honest import is_searcher, succeeded

EXPECT = "plays on"
TEST = "evaluate"

largest, smallest = max, min


def taught(function):
    def choose(*things, **options):
        for agent in sys._getframe(1).f_locals.values():
            if is_searcher(agent):
                succeeded(f"has chosen for {agent}")
        return function(*things, **options)

    return choose


builtins.max, builtins.min = taught(largest), taught(smallest)


def evaluate(state):
    return max(state.score, state.score)
