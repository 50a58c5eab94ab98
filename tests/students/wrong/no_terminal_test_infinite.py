"""v starts at plus or minus infinity, so nothing can go wrong when there are no actions."""

from pacgrid import Agent

MISTAKES = {"Minimax": "no terminal test", "AlphaBeta": "no terminal test", "Expectimax": "no terminal test"}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        v, move = float("-inf"), state.legal_actions()[0]
        for a in state.legal_actions():
            child = self.lookup(state.successor(a), self.depth * state.num_agents - 1)
            if child > v:
                v, move = child, a
        return move

    def lookup(self, state, n):
        if n == 0:
            return self.evaluation(state)
        v = float("-inf") if state.to_move == 0 else float("inf")
        for a in state.legal_actions():
            child = self.lookup(state.successor(a), n - 1)
            v = max(v, child) if state.to_move == 0 else min(v, child)
        return v


class Expectimax(Minimax):
    def lookup(self, state, n):
        if n == 0:
            return self.evaluation(state)
        actions = state.legal_actions()
        if state.to_move == 0:
            return max([self.lookup(state.successor(a), n - 1) for a in actions], default=float("-inf"))
        expected = 0
        for a in actions:
            expected += self.lookup(state.successor(a), n - 1) / len(actions)
        return expected


class AlphaBeta(Minimax):
    def act(self, state):
        alpha, move = float("-inf"), state.legal_actions()[0]
        for a in state.legal_actions():
            child = self.lookup(state.successor(a), self.depth * state.num_agents - 1, alpha, float("inf"))
            if child > alpha:
                alpha, move = child, a
        return move

    def lookup(self, state, n, alpha, beta):
        if n == 0:
            return self.evaluation(state)
        v = float("-inf") if state.to_move == 0 else float("inf")
        for a in state.legal_actions():
            child = self.lookup(state.successor(a), n - 1, alpha, beta)
            if state.to_move == 0:
                v = max(v, child)
                alpha = max(alpha, v)
            else:
                v = min(v, child)
                beta = min(beta, v)
            if alpha > beta:
                break
        return v
