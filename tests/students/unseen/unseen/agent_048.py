from math import inf

from pacgrid import Agent, Report


class AlphaBeta(Agent):
    """Negamax from a blog, with alpha-beta."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        self.report = Report()
        best_move, alpha = None, -inf
        for move in state.legal_actions():
            plies = self.depth * state.num_agents - 1
            score = -self.negamax(state.successor(move), plies, -inf, -alpha, -1)
            self.report.values[move] = score
            if best_move is None or score > alpha:
                best_move, alpha = move, score
        return best_move

    def negamax(self, node, depth, a, b, colour):
        self.report.nodes += 1
        if node.is_terminal:
            return colour * node.score
        if depth == 0:
            return self.evaluation(node)
        value = -inf
        for move in node.legal_actions():
            child = node.successor(move)
            value = max(value, -self.negamax(child, depth - 1, -b, -a, -colour))
            a = max(a, value)
            if a > b:
                break
        return value
