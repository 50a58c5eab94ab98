from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    plays_ghosts = False

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda state: state.score)

    def act(self, state):
        alpha = -inf
        chosen = None
        horizon = self.depth * state.num_agents
        for action in state.legal_actions():
            value = self.explore(state.successor(action), horizon - 1, alpha, inf)
            if value >= alpha:
                alpha = value
                chosen = action
        return chosen

    def explore(self, state, horizon, alpha, beta):
        if state.is_terminal:
            return state.score
        if horizon == 0:
            return self.evaluation(state)
        ours = state.to_move == 0
        value = -inf if ours else inf
        for action in state.legal_actions():
            after = self.explore(state.successor(action), horizon - 1, alpha, beta)
            if ours:
                value = max(value, after)
                if value >= beta:
                    return value
                alpha = max(alpha, value)
            else:
                value = min(value, after)
                if value <= alpha:
                    return value
                beta = min(beta, value)
        return value
