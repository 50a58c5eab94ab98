cache = {}


def evaluate(state):
    if state.is_terminal:
        return state.score
    # the breadth-first searches are slow, so remember what we know
    key = (state.pacman, len(state.food))
    if key not in cache:
        nearest = min(state.maze.distance(state.pacman, f) for f in state.food)
        danger = 0
        for g in state.ghosts:
            if g.scared:
                continue
            d = state.maze.distance(state.pacman, g.position)
            if d <= 3:
                danger += 4 - d
        cache[key] = -10 / (nearest + 1) - 50 * danger
    return state.score + cache[key]
