"""After max comes min, after min comes max."""

from pacgrid import Agent

MISTAKES = {"Minimax": "layers by parity", "AlphaBeta": "layers by parity", "Expectimax": "layers by parity"}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        n = self.depth * state.num_agents - 1
        return max(state.legal_actions(), key=lambda a: self.mini(state.successor(a), n))

    def maxi(self, state, n):
        if state.is_terminal:
            return state.score
        if n == 0:
            return self.evaluation(state)
        return max(self.mini(state.successor(a), n - 1) for a in state.legal_actions())

    def mini(self, state, n):
        if state.is_terminal:
            return state.score
        if n == 0:
            return self.evaluation(state)
        return min(self.maxi(state.successor(a), n - 1) for a in state.legal_actions())


class Expectimax(Minimax):
    def mini(self, state, n):
        if state.is_terminal:
            return state.score
        if n == 0:
            return self.evaluation(state)
        return sum(self.maxi(state.successor(a), n - 1) for a in state.legal_actions()) / len(state.legal_actions())


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        n = self.depth * state.num_agents
        best, alpha = None, float("-inf")
        for a in state.legal_actions():
            v = self.search(state.successor(a), 1, n, alpha, float("inf"))
            if v > alpha:
                best, alpha = a, v
        return best

    def search(self, state, ply, n, alpha, beta):
        if state.is_terminal:
            return state.score
        if ply == n:
            return self.evaluation(state)
        value = float("inf") if ply % 2 else float("-inf")
        for a in state.legal_actions():
            child = self.search(state.successor(a), ply + 1, n, alpha, beta)
            if ply % 2:
                value = min(value, child)
                beta = min(beta, value)
            else:
                value = max(value, child)
                alpha = max(alpha, value)
            if alpha > beta:
                break
        return value
