"""STOP left out, even between two ghosts, and the score of the start."""

from pacgrid import Action, Agent

MISTAKES = {"Reflex": "never stops", "evaluate": "negated"}


class Reflex(Agent):
    def act(self, state):
        moves = [a for a in state.legal_actions() if a is not Action.STOP]
        return max(moves, key=lambda a: self.worth(state.successor(a)))

    def worth(self, state):
        return state.score if state.is_terminal else -evaluate(state)


def evaluate(state):
    """A cost, as in path search: low is good."""
    cost = -state.score
    if state.food:
        cost -= 10 / state.maze.nearest(state.pacman, state.food)
    for ghost in state.ghosts:
        x, y = ghost.position
        gap = state.maze.distance(state.pacman, (int(x), int(y)))
        if not ghost.scared and gap < 3:
            cost += 400 / (1 + gap)
    return cost
