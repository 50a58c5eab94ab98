from pacgrid import Agent


class Minimax(Agent):
    """Searches depth 1, 2, ... and remembers positions, because many are reached in several ways."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)
        self.memo = {}

    def act(self, state):
        self.memo.clear()
        best = max if state.to_move == 0 else min
        action = None
        for rounds in range(1, self.depth + 1):
            plies = rounds * state.num_agents
            action = best(
                state.legal_actions(),
                key=lambda a: self.lookup(state.successor(a), plies - 1),
            )
        return action

    def lookup(self, state, plies):
        if state not in self.memo:
            self.memo[state] = self.compute(state, plies)
        return self.memo[state]

    def compute(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = [self.lookup(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else min(values)
