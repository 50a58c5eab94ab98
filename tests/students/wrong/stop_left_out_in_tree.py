"""Saves a branch: Pac-Man doesn't stop later on."""

from pacgrid import Action, Agent

MISTAKES = dict.fromkeys(("Minimax", "AlphaBeta", "Expectimax"), "STOP left out in the tree")


def moves(state):
    actions = list(state.legal_actions())
    if len(actions) > 1 and Action.STOP in actions:
        actions.remove(Action.STOP)
    return actions


class Minimax(Agent):
    def __init__(self, *, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        values = {}
        for a in state.legal_actions():
            values[a] = self.value(state.successor(a), self.depth * state.num_agents - 1)
        return max(values, key=values.get)

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return max(self.value(state.successor(a), plies - 1) for a in moves(state))
        return self.ghost([self.value(state.successor(a), plies - 1) for a in state.legal_actions()])

    def ghost(self, values):
        return min(values)


class Expectimax(Minimax):
    def ghost(self, values):
        return sum(values) / len(values)


class AlphaBeta(Agent):
    def __init__(self, *, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        alpha, best = float("-inf"), None
        for a in state.legal_actions():
            v = self.value(state.successor(a), self.depth * state.num_agents - 1, alpha, float("inf"))
            if v > alpha:
                alpha, best = v, a
        return best

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            v = float("-inf")
            for a in moves(state):
                v = max(v, self.value(state.successor(a), plies - 1, alpha, beta))
                alpha = max(alpha, v)
                if v > beta:
                    break
            return v
        v = float("inf")
        for a in state.legal_actions():
            v = min(v, self.value(state.successor(a), plies - 1, alpha, beta))
            beta = min(beta, v)
            if v < alpha:
                break
        return v
