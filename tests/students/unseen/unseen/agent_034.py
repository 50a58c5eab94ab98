from math import inf

from pacgrid import Agent, Report


class AlphaBeta(Agent):
    """A small engine."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        self.report = Report()
        alpha, best_move = -inf, None
        for move in state.legal_actions():
            plies = self.depth * state.num_agents - 1
            score = self.search(state.successor(move), plies, alpha, inf)
            self.report.values[move] = score
            if best_move is None or score > alpha:
                alpha, best_move = score, move
        return best_move

    def search(self, state, plies, alpha, beta):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies <= 0:
            return self.evaluation(state)
        white = state.to_move == 0
        best = -inf if white else inf
        for number, move in enumerate(state.legal_actions()):
            left = plies - 1 if number < 2 else plies - 3
            score = self.search(state.successor(move), left, alpha, beta)
            if white:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if beta < alpha:
                break
        return best
