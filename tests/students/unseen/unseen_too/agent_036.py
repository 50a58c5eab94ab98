from pacgrid import State

WEIGHTS = {"score": 1.0, "food_left": -100.0, "food_distance": -2.0, "ghost": -80.0, "capsules": -120.0}


def features(state: State) -> dict[str, float]:
    near = 0
    for ghost in state.ghosts:
        if not ghost.scared and state.maze.distance(state.pacman, ghost.position) <= 2:
            near += 1
    return {
        "score": state.score,
        "food_left": len(state.food),
        "food_distance": state.maze.nearest(state.pacman, state.food),
        "ghost": near,
        "capsules": len(state.capsules),
    }


def evaluate(state: State) -> float:
    if state.is_terminal:
        return state.score
    f = features(state)
    return sum(WEIGHTS[name] * f[name] for name in f)
