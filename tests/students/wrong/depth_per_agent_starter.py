"""Starter file with plies() changed: depth is how far we look."""

from pacgrid.search import Searcher

MISTAKES = dict.fromkeys(["Minimax", "Expectimax", "AlphaBeta"], "depth counted per agent instead of per round")


class Base(Searcher):
    def plies(self, state):
        return self.depth

    def expand(self, state):
        return (state.successor(action) for action in state.legal_actions())


class Minimax(Base):
    def value(self, state, plies):
        if state.is_terminal: return state.score
        if not plies: return self.evaluate(state)
        who = max if state.to_move == 0 else min
        return who(self.value(child, plies - 1) for child in self.expand(state))


class Expectimax(Base):
    def value(self, state, plies):
        if state.is_terminal: return state.score
        if not plies: return self.evaluate(state)
        values = [self.value(child, plies - 1) for child in self.expand(state)]
        return max(values) if state.to_move == 0 else sum(values) / len(values)


class AlphaBeta(Base):
    def action_values(self, state, plies):
        window, values = [float("-inf"), float("inf")], {}
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies - 1, *window)
            window[0] = max(window[0], values[action])
        return values

    def value(self, state, plies, a, b):
        if state.is_terminal: return state.score
        if not plies: return self.evaluate(state)
        seen = []
        for child in self.expand(state):
            seen.append(self.value(child, plies - 1, a, b))
            if state.to_move == 0: a = max(a, seen[-1])
            else: b = min(b, seen[-1])
            if a > b: break
        return max(seen) if state.to_move == 0 else min(seen)
