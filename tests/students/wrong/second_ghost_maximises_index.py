"""agent 1 is the enemy."""

from pacgrid import Agent

MISTAKES = {
    "Minimax": "second ghost maximises",
    "AlphaBeta": "second ghost maximises",
    "Expectimax": "second ghost maximises",
}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return self.minimax(state, self.depth * state.num_agents)[1]

    def minimax(self, state, plies):
        if state.is_terminal:
            return (state.score, None)
        if plies == 0:
            return (self.evaluation(state), None)
        pairs = [(self.minimax(state.successor(a), plies - 1)[0], a) for a in state.legal_actions()]
        if state.to_move == 1:
            return min(pairs, key=lambda p: p[0])
        return max(pairs, key=lambda p: p[0])


class Expectimax(Minimax):
    def minimax(self, state, plies):
        if state.is_terminal:
            return (state.score, None)
        if plies == 0:
            return (self.evaluation(state), None)
        pairs = [(self.minimax(state.successor(a), plies - 1)[0], a) for a in state.legal_actions()]
        if state.to_move == 1:
            return (sum(v for v, _ in pairs) / len(pairs), None)
        return max(pairs, key=lambda p: p[0])


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        alpha, best = float("-inf"), None
        for a in state.legal_actions():
            v = self.ab(state.successor(a), self.depth * state.num_agents - 1, alpha, float("inf"))
            if v > alpha:
                alpha, best = v, a
        return best

    def ab(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 1:
            v = float("inf")
            for a in state.legal_actions():
                v = min(v, self.ab(state.successor(a), plies - 1, alpha, beta))
                if v < alpha:
                    return v
                beta = min(beta, v)
            return v
        else:
            v = float("-inf")
            for a in state.legal_actions():
                v = max(v, self.ab(state.successor(a), plies - 1, alpha, beta))
                if v > beta:
                    return v
                alpha = max(alpha, v)
            return v
