WEIGHTS = {
    "score": 1.0,
    "food_distance": 2.0,
    "danger": -150.0,
    "prey": 40.0,
}


def features(state):
    maze, me = state.maze, state.pacman
    active = [maze.distance(me, g.position) for g in state.ghosts if not g.scared]
    scared = [maze.distance(me, g.position) for g in state.ghosts if g.scared]
    return {
        "score": state.score,
        "food_distance": maze.nearest(me, state.food) if state.food else 0,
        "danger": sum(1 / (1 + d) for d in active if d < 4),
        "prey": sum(1 / (1 + d) for d in scared),
    }


def evaluate(state):
    return sum(WEIGHTS[name] * value for name, value in features(state).items())
