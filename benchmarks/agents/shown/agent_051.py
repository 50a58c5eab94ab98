from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    """Remembers positions that it has seen."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        self.table = {}
        alpha = -inf
        best = None
        for action in state.legal_actions():
            after = state.successor(action)
            value = self.look_up(after, self.depth * state.num_agents - 1, alpha, inf)
            if best is None or value > alpha:
                best, alpha = action, value
        return best

    def look_up(self, state, plies, alpha, beta):
        key = (state, plies)
        if key not in self.table:
            self.table[key] = self.value(state, plies, alpha, beta)
        return self.table[key]

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        best = -inf if state.to_move == 0 else inf
        for action in state.legal_actions():
            value = self.look_up(state.successor(action), plies - 1, alpha, beta)
            if state.to_move == 0:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best
