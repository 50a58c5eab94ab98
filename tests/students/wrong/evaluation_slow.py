"""All paths of 12 steps."""

MISTAKES = {"evaluate": "too slow"}


def evaluate(state):
    return state.score + most(state.pacman, state, 12)


def most(cell, state, steps):
    if steps == 0:
        return 0
    near = [c for c in state.maze.within(cell, 1)]
    return (cell in state.food) + max(most(c, state, steps - 1) for c in near)
