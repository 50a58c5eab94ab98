from math import inf

from pacgrid import Agent, Report


def side(state):
    return 1 if state.to_move == 0 else -1


class Minimax(Agent):
    """Negamax: one function for both sides."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda state: state.score)

    def act(self, state):
        self.report = Report()
        best, best_score = None, -inf
        for move in state.legal_actions():
            child = state.successor(move)
            score = self.negamax(child, self.depth * state.num_agents - 1)
            score *= side(state) * side(child)
            self.report.values[move] = side(state) * score
            if score > best_score:
                best, best_score = move, score
        return best

    def negamax(self, state, plies):
        """The value for the side whose turn it is."""
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return side(state) * self.evaluation(state)
        best = -inf
        for move in state.legal_actions():
            child = state.successor(move)
            score = self.negamax(child, plies - 1) * side(state) * side(child)
            best = max(best, score)
        return best
