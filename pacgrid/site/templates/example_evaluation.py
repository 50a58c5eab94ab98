"""An evaluation that doesn't look at ghosts. The grader plays with it, and says what is odd."""

from pacgrid import State


def evaluate(state: State) -> float:
    x, y = state.pacman
    distances = [abs(x - fx) + abs(y - fy) for fx, fy in state.food]
    return state.score - 10 * len(state.food) - min(distances, default=0)
