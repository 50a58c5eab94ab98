"""ghosts[0] only."""

from pacgrid import Agent

MISTAKES = {"Reflex": "sees the first ghost only", "evaluate": "sees the first ghost only"}


def evaluate(state):
    ghost = state.ghosts[0]
    x, y = ghost.position
    gap = state.maze.distance(state.pacman, (int(x), int(y)))
    value = state.score
    if state.food:
        value += 10 / state.maze.nearest(state.pacman, state.food)
    if ghost.scared == 0:
        value -= 400 / (1 + gap) if gap <= 3 else 0
    return value


class Reflex(Agent):
    def act(self, state):
        return max(state.legal_actions(), key=lambda action: self.worth(state.successor(action)))

    def worth(self, state):
        return state.score if state.is_terminal else evaluate(state)
