"""Returns the score, so that all moves are equal where no food is near."""

from pacgrid import State


def evaluate(state: State) -> float:
    return state.score
