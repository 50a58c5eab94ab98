"""The last ply is done in the loop, no need to call the function again for it."""

from pacgrid import Agent

MISTAKES = dict.fromkeys(("Minimax", "AlphaBeta", "Expectimax"), "evaluates the parent instead of the leaf")


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        n = self.depth * state.num_agents
        return max(state.legal_actions(), key=lambda a: self.child(state, a, n))

    def child(self, state, action, n):
        successor = state.successor(action)
        if successor.is_terminal:
            return successor.score
        if n == 1:
            return self.evaluation(state)
        return self.value(successor, n - 1)

    def value(self, state, n):
        values = [self.child(state, a, n) for a in state.legal_actions()]
        if state.to_move == 0:
            return max(values)
        return self.against(values)

    def against(self, values):
        return min(values)


class Expectimax(Minimax):
    def against(self, values):
        return sum(values) / len(values)


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return self.value(state, self.depth * state.num_agents, float("-inf"), float("inf"))[1]

    def value(self, state, n, alpha, beta):
        v, best = (float("-inf") if state.to_move == 0 else float("inf")), None
        for a in state.legal_actions():
            successor = state.successor(a)
            if successor.is_terminal:
                w = successor.score
            elif n == 1:
                w = self.evaluation(state)
            else:
                w = self.value(successor, n - 1, alpha, beta)[0]
            if state.to_move == 0:
                if w > v: v, best = w, a
                if v > beta: return v, best
                alpha = max(alpha, v)
            else:
                if w < v: v, best = w, a
                if v < alpha: return v, best
                beta = min(beta, v)
        return v, best
