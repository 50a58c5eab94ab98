from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    food: float = -1.5
    food_left: float = -4.0
    danger: float = -120.0
    prey: float = 15.0


WEIGHTS = Weights()


def steps_to(state, ghosts):
    return [state.maze.distance(state.pacman, ghost.position) for ghost in ghosts]


def evaluate(state):
    if state.is_terminal:
        return state.score
    active = steps_to(state, [ghost for ghost in state.ghosts if not ghost.scared])
    scared = steps_to(state, [ghost for ghost in state.ghosts if ghost.scared])
    danger = 0.0
    if active:
        steps = max(active)
        danger = (4 - steps) / 2 if steps < 4 else 0.0
    prey = 1 / (1 + min(scared)) if scared else 0.0
    return (
        state.score
        + WEIGHTS.food * state.maze.nearest(state.pacman, state.food)
        + WEIGHTS.food_left * len(state.food)
        + WEIGHTS.danger * danger
        + WEIGHTS.prey * prey
    )
