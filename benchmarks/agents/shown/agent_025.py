"""Evaluation: points + nearness of food - danger."""


def nearness(steps):
    return 10 // (1 + steps)


def danger(state):
    total = 0
    for ghost in state.ghosts:
        steps = state.maze.distance(state.pacman, ghost.position)
        if steps <= 3:
            total += 150 / (1 + steps)
    return total


def evaluate(state):
    if not state.food:
        return state.score
    food = nearness(state.maze.nearest(state.pacman, state.food))
    return state.score + food - danger(state)
