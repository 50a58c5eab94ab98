"""The same position often comes up twice, so values are cached. The key needs the plies left too:
a value from a shallower search is a different value."""

from functools import cache

from pacgrid import Agent

MISTAKES = {}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth

        @cache
        def value(state, plies):
            if state.is_terminal:
                return state.score
            if plies == 0:
                return evaluation(state)
            values = [value(state.successor(a), plies - 1) for a in state.legal_actions()]
            return max(values) if state.to_move == 0 else min(values)

        self.value = value  # lives as long as the agent

    def act(self, state):
        plies = self.depth * state.num_agents
        return max(
            state.legal_actions(), key=lambda a: self.value(state.successor(a), plies - 1)
        )


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation
        self.memo = {}

    def act(self, state):
        self.memo.clear()
        plies = self.depth * state.num_agents
        return max(state.legal_actions(), key=lambda a: self.val(state.successor(a), plies - 1))

    def val(self, state, plies):
        if (state, plies) not in self.memo:
            self.memo[state, plies] = self.compute(state, plies)
        return self.memo[state, plies]

    def compute(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = [self.val(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else sum(values) / len(values)


class AlphaBeta(Agent):
    """With a transposition table of values and what they are: exact, at least, at most."""

    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation
        self.table = {}

    def act(self, state):
        best, alpha = None, float("-inf")
        for a in state.legal_actions():
            v = self.val(state.successor(a), self.depth * state.num_agents - 1, alpha, float("inf"))
            if best is None or v > alpha:
                best, alpha = a, v
        return best

    def val(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        value, flag = self.table.get((state, plies), (0, "none"))
        if flag == "exact" or (flag == "lower" and value > beta) or (flag == "upper" and value < alpha):
            return value
        a, b = alpha, beta
        value = float("-inf") if state.to_move == 0 else float("inf")
        for action in state.legal_actions():
            v = self.val(state.successor(action), plies - 1, a, b)
            if state.to_move == 0:
                value = max(value, v)
                a = max(a, value)
            else:
                value = min(value, v)
                b = min(b, value)
            if a > b:
                break
        flag = "lower" if value > beta else "upper" if value < alpha else "exact"
        self.table[state, plies] = value, flag
        return value
