"""Minimax with helpers that could be used by other agents as well."""

from pacgrid import Action, Agent


def moves(state):
    """The moves to look at, and what each leads to."""
    actions = state.legal_actions()
    if state.to_move == 0 and len(actions) > 1:
        actions = [action for action in actions if action != Action.STOP]
    return [(action, state.successor(action)) for action in actions]


def is_pacman(state):
    return state.to_move == 0


def opposite(function):
    return min if function is max else max


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        plies = self.depth * state.num_agents
        results = [(action, self.value(after, plies - 1)) for action, after in moves(state)]
        return max(results, key=lambda result: result[1])[0]

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies <= 0:
            return self.evaluation(state)
        choose = max if is_pacman(state) else opposite(max)
        return choose(self.value(after, plies - 1) for _, after in moves(state))
