"""Alpha-beta where each kind of node is a class of its own."""

from pacgrid import Agent


class Node:
    def __init__(self, agent, state, plies):
        self.agent = agent
        self.state = state
        self.plies = plies

    def child(self, action):
        state = self.state.successor(action)
        kind = MaxNode if state.to_move == 0 else MinNode
        return kind(self.agent, state, self.plies - 1)

    def value(self, alpha, beta):
        if self.state.is_terminal:
            return self.state.score
        if self.plies == 0:
            return self.agent.evaluation(self.state)
        return self.search(alpha, beta)


class MaxNode(Node):
    def search(self, alpha, beta):
        best = float("-inf")
        for action in self.state.legal_actions():
            value = self.child(action).value(alpha, beta)
            if value >= beta:
                return best
            best = max(best, value)
            alpha = max(alpha, best)
        return best


class MinNode(Node):
    def search(self, alpha, beta):
        best = float("inf")
        for action in self.state.legal_actions():
            value = self.child(action).value(alpha, beta)
            if value <= alpha:
                return value
            best = min(best, value)
            beta = min(beta, best)
        return best


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        root = MaxNode(self, state, self.depth * state.num_agents)
        alpha = float("-inf")
        answer = None
        for action in state.legal_actions():
            value = root.child(action).value(alpha, float("inf"))
            if answer is None or value > alpha:
                alpha = value
                answer = action
        return answer
