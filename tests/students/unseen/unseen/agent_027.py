import sys

from pacgrid import Agent, Report


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.maxDepth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        alpha = sys.float_info.min
        beta = sys.float_info.max
        bestAction = None
        bestValue = None
        self.report = Report()
        for action in state.legal_actions():
            plies = self.maxDepth * state.num_agents - 1
            value = self.value(state.successor(action), plies, alpha, beta)
            self.report.values[action] = value
            if bestValue is None or value > bestValue:
                bestValue = value
                bestAction = action
            if value > alpha:
                alpha = value
        return bestAction

    def value(self, state, plies, alpha, beta):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        best = None
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1, alpha, beta)
            if state.to_move == 0:
                best = v if best is None else max(best, v)
                if best > beta:
                    return best
                alpha = max(alpha, best)
            else:
                best = v if best is None else min(best, v)
                if best < alpha:
                    return best
                beta = min(beta, best)
        return best
