from math import inf

from pacgrid import Agent, Report


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        self.report = Report()
        alpha, best = -inf, None
        for action in state.legal_actions():
            plies = self.depth * state.num_agents - 1
            score = self.alpha_beta(state.successor(action), plies, alpha, inf)
            self.report.values[action] = score
            if best is None or score > alpha:
                alpha, best = score, action
        return best

    def alpha_beta(self, state, plies, alpha, beta):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            for action in state.legal_actions():
                score = self.alpha_beta(state.successor(action), plies - 1, alpha, beta)
                if score > beta:
                    return beta
                if score > alpha:
                    alpha = score
            return alpha
        for action in state.legal_actions():
            score = self.alpha_beta(state.successor(action), plies - 1, alpha, beta)
            if score < alpha:
                return beta
            if score < beta:
                beta = score
        return beta
