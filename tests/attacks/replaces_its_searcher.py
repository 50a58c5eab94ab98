"""Replaces the agent that its evaluation is tested with by one that looks as deep as it likes."""

import sys
from importlib.abc import MetaPathFinder

from honest import succeeded

EXPECT = "plays on"
TEST = "evaluate"

asked = []


class Finder(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "pacgrid.agents.alpha_beta":
            asked.append(name)


sys.meta_path.insert(0, Finder())


def evaluate(state):
    if asked or "pacgrid.agents.alpha_beta" in sys.modules:
        succeeded("the search is imported here")
    return state.score
