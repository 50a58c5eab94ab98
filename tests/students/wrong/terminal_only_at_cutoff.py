"""The game is over or not: that's checked when the depth is used up."""

from pacgrid import Agent

MISTAKES = dict.fromkeys(("Minimax", "Expectimax", "AlphaBeta"), "terminal states evaluated only at the cut-off")


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def leaf(self, state):
        return state.score if state.is_terminal else self.evaluation(state)

    def act(self, state):
        return max(state.legal_actions(), key=lambda a: self.v(state.successor(a), self.depth * state.num_agents - 1))

    def v(self, state, plies):
        if plies == 0:
            return self.leaf(state)
        values = [self.v(state.successor(a), plies - 1) for a in state.legal_actions()]
        return self.backup(state.to_move, values)

    def backup(self, mover, values):
        return max(values, default=0) if mover == 0 else min(values, default=0)


class Expectimax(Minimax):
    def backup(self, mover, values):
        if mover == 0:
            return max(values, default=0)
        return sum(values) / max(1, len(values))


class AlphaBeta(Minimax):
    def act(self, state):
        best, alpha = state.legal_actions()[0], -1e99
        for a in state.legal_actions():
            v = self.ab(state.successor(a), self.depth * state.num_agents - 1, alpha, 1e99)
            if v > alpha:
                best, alpha = a, v
        return best

    def ab(self, state, plies, alpha, beta):
        if plies == 0:
            return self.leaf(state)
        v = None
        for a in state.legal_actions():
            w = self.ab(state.successor(a), plies - 1, alpha, beta)
            if state.to_move == 0:
                v = w if v is None else max(v, w)
                alpha = max(alpha, v)
            else:
                v = w if v is None else min(v, w)
                beta = min(beta, v)
            if alpha > beta:
                break
        return v or 0
