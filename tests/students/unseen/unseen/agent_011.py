from math import inf

from pacgrid import Agent, Report


class AlphaBeta(Agent):
    """function alphabeta(node, depth, a, b, maximizingPlayer)"""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.heuristic = evaluation or (lambda node: node.score)

    def act(self, state):
        self.report = Report()
        a = -inf
        for move in state.legal_actions():
            node = state.successor(move)
            value = self.alphabeta(node, self.depth * state.num_agents - 1, a, inf)
            self.report.values[move] = value
            a = max(a, value)
        return max(self.report.values, key=self.report.values.get)

    def alphabeta(self, node, depth, a, b):
        if depth == 0 or node.is_terminal:
            return self.heuristic(node)
        maximizing_player = node.to_move == 0
        if maximizing_player:
            value = -inf
            for move in node.legal_actions():
                value = max(value, self.alphabeta(node.successor(move), depth - 1, a, b))
                if value > b:
                    break
                a = max(a, value)
            return value
        value = inf
        for move in node.legal_actions():
            value = min(value, self.alphabeta(node.successor(move), depth - 1, a, b))
            if value < b:
                break
            b = min(b, value)
        return value
