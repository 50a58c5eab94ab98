"""`if terminal or depth reached: return evaluation(state)`"""

from pacgrid import Agent

MISTAKES = dict.fromkeys(("Minimax", "AlphaBeta", "Expectimax"), "finished game given to the evaluation")


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        plies = self.depth * state.num_agents
        return max(state.legal_actions(), key=lambda a: self.value(state.successor(a), plies - 1))

    def value(self, state, plies):
        if plies == 0 or state.is_win or state.is_loss:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.max_value(state, plies)
        return self.min_value(state, plies)

    def max_value(self, state, plies):
        v = float("-inf")
        for action in state.legal_actions():
            v = max(v, self.value(state.successor(action), plies - 1))
        return v

    def min_value(self, state, plies):
        v = float("inf")
        for action in state.legal_actions():
            v = min(v, self.value(state.successor(action), plies - 1))
        return v


class Expectimax(Minimax):
    def min_value(self, state, plies):
        v = 0
        probability = 1.0 / len(state.legal_actions())
        for action in state.legal_actions():
            v += probability * self.value(state.successor(action), plies - 1)
        return v


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        def prune(s, plies, alpha, beta):
            if plies == 0 or s.is_terminal:
                return self.evaluation(s)
            for a in s.legal_actions():
                v = prune(s.successor(a), plies - 1, alpha, beta)
                if s.to_move == 0:
                    alpha = max(alpha, v)
                else:
                    beta = min(beta, v)
                if alpha >= beta:
                    break
            return alpha if s.to_move == 0 else beta

        alpha, best = float("-inf"), None
        for a in state.legal_actions():
            v = prune(state.successor(a), self.depth * state.num_agents - 1, alpha, float("inf"))
            if v > alpha:
                alpha, best = v, a
        return best
