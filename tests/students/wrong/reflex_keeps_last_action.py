"""Updates the value and not the action."""

from pacgrid import Agent

MISTAKES = {"Reflex": "keeps the last action"}


class Reflex(Agent):
    def act(self, state):
        best = None
        for action in state.legal_actions():
            value = worth(state.successor(action))
            if best is None or value > best:
                best = value
        return action


def worth(state):
    if state.is_terminal:
        return state.score
    near = [g for g in state.ghosts if not g.scared and state.maze.distance(state.pacman, (int(g.position[0]), int(g.position[1]))) < 3]
    return state.score - 200 * len(near) - state.maze.nearest(state.pacman, state.food)
