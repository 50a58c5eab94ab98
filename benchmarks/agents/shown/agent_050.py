"""An evaluation made of small terms."""

from collections.abc import Callable

from pacgrid import State

TERMS: list[Callable[[State], float]] = []


def term(function: Callable[[State], float]) -> Callable[[State], float]:
    TERMS.append(function)
    return function


@term
def points(state: State) -> float:
    return state.score


@term
def hunger(state: State) -> float:
    return -state.maze.nearest(state.pacman, state.food) if state.food else 0


@term
def fear(state: State) -> float:
    steps = [state.maze.distance(state.pacman, g.position) for g in state.ghosts if not g.scared]
    return -sum(100 / max(s, 0.5) for s in steps if s <= 4)


@term
def hunt(state: State) -> float:
    steps = [state.maze.distance(state.pacman, g.position) for g in state.ghosts if g.scared]
    return sum(50 / (1 + s) for s in steps)


def evaluate(state: State) -> float:
    return sum(function(state) for function in TERMS)
