from math import inf

from pacgrid import Agent, Report


class Minimax(Agent):
    """function minimax(node, depth, maximizingPlayer)"""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.heuristic = evaluation or (lambda node: node.score)

    def act(self, state):
        plies = self.depth * state.num_agents
        values = {}
        for child in state.legal_actions():
            values[child] = self.minimax(state.successor(child), plies - 1, False)
        self.report = Report(values=values)
        return max(values, key=values.get)

    def minimax(self, node, depth, maximizingPlayer):
        if node.is_terminal:
            return node.score
        if depth == 0:
            return self.heuristic(node)
        if maximizingPlayer:
            value = -inf
            for child in node.legal_actions():
                value = max(value, self.minimax(node.successor(child), depth - 1, False))
            return value
        else:
            value = inf
            for child in node.legal_actions():
                value = min(value, self.minimax(node.successor(child), depth - 1, True))
            return value
