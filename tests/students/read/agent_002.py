from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        alpha = -inf
        chosen = None
        for action in state.legal_actions():
            plies = self.depth * state.num_agents - 1
            value = self.search(state.successor(action), plies, alpha, inf)
            if chosen is None or value > alpha:
                alpha, chosen = value, action
        return chosen

    def search(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)

        maximizing = state.to_move == 0
        best = -inf if maximizing else inf
        for action in state.legal_actions():
            value = self.search(state.successor(action), plies - 1, alpha, beta)
            if maximizing:
                best = max(best, value)
            else:
                best = min(best, value)
            if best >= beta or best <= alpha:
                return best
            if maximizing:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
        return best
