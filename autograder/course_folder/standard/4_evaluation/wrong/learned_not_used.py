"""Learned weights, and then evaluates with none of them but the score's."""

from pacgrid import State


LEARNED = {"score": 1, "steps to food": -6.7, "danger": 36.2, "prey": 480.4}


def evaluate_learned(state: State) -> float:
    return LEARNED["score"] * state.score
