"""A search must stop when Pac-Man is dead."""

from pacgrid import Agent

MISTAKES = dict.fromkeys(("Minimax", "AlphaBeta", "Expectimax"), "loss tested but not win")


class Search(Agent):
    def __init__(self, *, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def leaf_value(self, state, plies):
        if state.is_loss:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if len(state.legal_actions()) == 0:
            return self.evaluation(state)
        return None


class Minimax(Search):
    def act(self, state):
        result = {a: self.value(state.successor(a), self.depth * state.num_agents - 1) for a in state.legal_actions()}
        return max(result, key=lambda a: result[a])

    def value(self, state, plies):
        if (leaf := self.leaf_value(state, plies)) is not None:
            return leaf
        result = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return self.join(state, result)

    def join(self, state, result):
        return max(result) if state.to_move == 0 else min(result)


class Expectimax(Minimax):
    def join(self, state, result):
        return max(result) if state.to_move == 0 else sum(result) / len(result)


class AlphaBeta(Search):
    def act(self, state):
        a, best = float("-inf"), None
        for action in state.legal_actions():
            v = self.value(state.successor(action), self.depth * state.num_agents - 1, a, float("inf"))
            if v > a:
                a, best = v, action
        return best

    def value(self, state, plies, a, b):
        if (leaf := self.leaf_value(state, plies)) is not None:
            return leaf
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1, a, b)
            if state.to_move == 0:
                a = max(a, v)
            else:
                b = min(b, v)
            if a >= b:
                break
        return a if state.to_move == 0 else b
