from pacgrid import Agent


class Expectimax(Agent):
    directions = 4

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        cache = {}
        values = []
        actions = state.legal_actions()
        for action in actions:
            after = state.successor(action)
            values.append(self.value(after, self.depth * state.num_agents - 1, cache))
        best = max(values) if state.to_move == 0 else min(values)
        return actions[values.index(best)]

    def estimate(self, state):
        value = self.evaluation(state) if self.evaluation else None
        return value or state.score

    def probability(self, state):
        """How likely each action is."""
        return 1.0 / self.directions

    def value(self, state, plies, cache):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.estimate(state)
        key = (state, plies)
        if key not in cache:
            values = [self.value(state.successor(a), plies - 1, cache) for a in state.legal_actions()]
            if state.to_move == 0:
                cache[key] = max(values)
            else:
                cache[key] = self.probability(state) * sum(values)
        return cache[key]
