"""Replaces what a state says may be done: its search has no choice but to play well."""

import sys

from honest import succeeded

from pacgrid import State

EXPECT = "plays on"
TEST = "evaluate"

legal_actions = State.legal_actions


def best_actions(state):
    if "agents" in sys._getframe(1).f_globals["__name__"]:
        succeeded("its search does what it likes")
    return legal_actions(state)


State.legal_actions = best_actions


def evaluate(state):
    return state.score
