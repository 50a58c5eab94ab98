"""Different games every time (well, for every seed): actions are tried in random order."""

from pacgrid.search import Searcher

MISTAKES = {}


class Minimax(Searcher):
    def shuffled(self, state):
        actions = list(state.legal_actions())
        self.rng.shuffle(actions)
        return actions

    def action_values(self, state, plies):
        return {a: self.value(state.successor(a), plies - 1) for a in self.shuffled(state)}

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [self.value(state.successor(a), plies - 1) for a in self.shuffled(state)]
        return (max if state.to_move == 0 else min)(values)


class Expectimax(Minimax):
    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [self.value(state.successor(a), plies - 1) for a in self.shuffled(state)]
        return max(values) if state.to_move == 0 else sum(values) / len(values)


class AlphaBeta(Minimax):
    def action_values(self, state, plies):
        values, alpha = {}, float("-inf")
        for a in self.shuffled(state):
            values[a] = self.value(state.successor(a), plies - 1, alpha, float("inf"))
            alpha = max(alpha, values[a])
        return values

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        best = None
        for a in self.shuffled(state):
            v = self.value(state.successor(a), plies - 1, alpha, beta)
            if state.to_move == 0:
                best = v if best is None else max(best, v)
                alpha = max(alpha, best)
            else:
                best = v if best is None else min(best, v)
                beta = min(beta, best)
            if beta < alpha:
                break
        return best
