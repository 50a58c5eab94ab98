"""Expectimax with alpha-beta, much faster."""

from pacgrid import Agent

MISTAKES = {"Expectimax": "prunes in chance layers"}


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        alpha, best = float("-inf"), None
        for a in state.legal_actions():
            v = self.value(state.successor(a), self.depth * state.num_agents - 1, alpha)
            if v > alpha:
                alpha, best = v, a
        return best or state.legal_actions()[0]

    def value(self, state, plies, alpha):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            v = float("-inf")
            for a in state.legal_actions():
                v = max(v, self.value(state.successor(a), plies - 1, alpha))
                alpha = max(alpha, v)
            return v
        total = count = 0
        for a in state.legal_actions():
            total += self.value(state.successor(a), plies - 1, alpha)
            count += 1
            if total / count < alpha:
                break
        return total / count
