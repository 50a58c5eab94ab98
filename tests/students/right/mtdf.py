"""MTD(f): many searches with an empty window, which a table makes cheap."""

from pacgrid import Agent

MISTAKES = {}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        self.bounds = {}
        self.successors = {}
        plies = self.depth * state.num_agents - 1
        values = {}
        guess = 0
        for action in state.legal_actions():
            guess = values[action] = self.mtdf(self.step(state, action), plies, guess)
        return max(values, key=lambda a: values[a])

    def step(self, state, action):
        if (state, action) not in self.successors:
            self.successors[state, action] = state.successor(action)
        return self.successors[state, action]

    def mtdf(self, state, plies, guess):
        low, high = float("-inf"), float("inf")
        while low < high:
            # "is it at least this much?"
            test = guess if guess > low else self.next_up(low)
            guess = self.search(state, plies, test)
            if guess < test:
                high = guess
            else:
                low = guess
                test_up = self.next_up(low)
                guess = self.search(state, plies, test_up)
                if guess < test_up:
                    return low
                low = guess
        return low

    def next_up(self, x):
        return x + 1e-6

    def search(self, state, plies, beta):
        """A bound of the value: at least beta if the value is, else below beta."""
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        low, high = self.bounds.get((state, plies), (float("-inf"), float("inf")))
        if low >= beta:
            return low
        if high < beta:
            return high
        results = []
        for action in state.legal_actions():
            results.append(self.search(self.step(state, action), plies - 1, beta))
            if state.to_move == 0 and results[-1] >= beta:
                break
            if state.to_move != 0 and results[-1] < beta:
                break
        value = max(results) if state.to_move == 0 else min(results)
        self.bounds[state, plies] = (value, high) if value >= beta else (low, value)
        return value
