"""Standing still is never good."""

from pacgrid import Action, Agent

MISTAKES = dict.fromkeys(("Minimax", "AlphaBeta", "Expectimax"), "STOP left out at the root")


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def moves(self, state):
        moves = [a for a in state.legal_actions() if a != Action.STOP]
        return moves or list(state.legal_actions())

    def act(self, state):
        return max(self.moves(state), key=lambda a: self.value(state.successor(a), self.depth * state.num_agents - 1))

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else self.ghost(values)

    def ghost(self, values):
        return min(values)


class Expectimax(Minimax):
    def ghost(self, values):
        return sum(values) / len(values)


class AlphaBeta(Minimax):
    def act(self, state):
        alpha, best = float("-inf"), None
        for a in self.moves(state):
            v = self.value(state.successor(a), self.depth * state.num_agents - 1, alpha, float("inf"))
            if v > alpha:
                alpha, best = v, a
        return best

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = []
        for a in state.legal_actions():
            values.append(self.value(state.successor(a), plies - 1, alpha, beta))
            if state.to_move == 0:
                alpha = max(alpha, max(values))
            else:
                beta = min(beta, min(values))
            if alpha > beta:
                break
        return max(values) if state.to_move == 0 else min(values)
