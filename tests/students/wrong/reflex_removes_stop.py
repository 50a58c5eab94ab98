"""list.remove(STOP)"""

from pacgrid import Action, Agent

MISTAKES = {"Reflex": "never stops", "evaluate": "negated"}


def evaluate(state):
    if state.is_win:
        return -9999
    if state.is_loss:
        return 9999
    return len(state.food) * 10 - state.score


class Reflex(Agent):
    def act(self, state):
        actions = list(state.legal_actions())
        actions.remove(Action.STOP)
        ghosts = [tuple(int(c) for c in g.position) for g in state.ghosts if not g.scared]

        def value(action):
            after = state.successor(action)
            if after.is_terminal:
                return after.score
            gap = after.maze.nearest(after.pacman, ghosts) if ghosts else 9
            return after.score - (500 if gap <= 1 else 0) - after.maze.nearest(after.pacman, after.food)

        return max(actions, key=value)
