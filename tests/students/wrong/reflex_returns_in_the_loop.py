"""The return is indented too far: the loop over the ghosts ends after the first one."""

from pacgrid import Agent

MISTAKES = {"Reflex": "sees the first ghost only", "evaluate": "sees the first ghost only"}


def fear(state):
    for ghost in state.ghosts:
        x, y = ghost.position
        steps = state.maze.distance(state.pacman, (round(x), round(y)))
        if ghost.scared or steps > 2:
            return 0
        return 500 - 150 * steps


def evaluate(state):
    hunger = state.maze.nearest(state.pacman, state.food) if state.food else -10
    return state.score - fear(state) - hunger


class Reflex(Agent):
    def act(self, state):
        best = max(evaluate(state.successor(a)) for a in state.legal_actions())
        for action in state.legal_actions():
            if evaluate(state.successor(action)) == best:
                return action
