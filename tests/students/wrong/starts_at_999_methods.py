"""-999 is less than any score (I have never seen a lower one than -500)."""

from pacgrid import Agent

MISTAKES = dict.fromkeys(("Minimax", "AlphaBeta", "Expectimax"), "value starts at a number too small")

LOW, HIGH = -999, 999


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best, choice = LOW, None
        for a in state.legal_actions():
            v = self.value(state.successor(a), self.depth * state.num_agents - 1)
            if choice is None or v > best:
                best, choice = max(v, LOW), a
        return choice

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        v = LOW if state.to_move == 0 else HIGH
        for a in state.legal_actions():
            w = self.value(state.successor(a), plies - 1)
            v = max(v, w) if state.to_move == 0 else min(v, w)
        return v


class Expectimax(Minimax):
    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        if state.to_move == 0:
            return max(values + [LOW])
        return sum(values) / len(values)


class AlphaBeta(Minimax):
    def act(self, state):
        alpha, choice = LOW, state.legal_actions()[0]
        for a in state.legal_actions():
            v = self.value(state.successor(a), self.depth * state.num_agents - 1, alpha, HIGH)
            if v > alpha:
                alpha, choice = v, a
        return choice

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        v = LOW if state.to_move == 0 else HIGH
        for a in state.legal_actions():
            w = self.value(state.successor(a), plies - 1, alpha, beta)
            if state.to_move == 0:
                v = max(v, w)
                alpha = max(alpha, v)
            else:
                v = min(v, w)
                beta = min(beta, v)
            if alpha > beta:
                break
        return v
