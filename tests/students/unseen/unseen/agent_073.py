"""Features: nearness of food, nearness of ghosts."""


def near(steps):
    return 1 / (1 + steps)


def evaluate(state):
    if state.is_terminal:
        return state.score
    here, maze = state.pacman, state.maze
    food = max(near(maze.distance(here, dot)) for dot in state.food)
    danger = 0
    hunt = 0
    for ghost in state.ghosts:
        steps = maze.distance(here, ghost.position)
        if ghost.scared:
            hunt += near(steps)
        elif steps < 4:
            danger += near(steps)
    return 20 * food + 10 * hunt - 100 * danger
