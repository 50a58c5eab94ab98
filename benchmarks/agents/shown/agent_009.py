from pacgrid import Agent, State


class Expectimax(Agent):
    """Problem 4"""

    def __init__(self, depth: int = 2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state: State):
        return max(
            state.legal_actions(),
            key=lambda a: self.get_value(state.successor(a), self.depth * state.num_agents - 1),
        )

    def get_value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.max_value(state, plies)
        return self.expected_value(state, plies)

    def max_value(self, state, plies):
        v = float("-inf")
        for action in state.legal_actions():
            v = max(v, self.get_value(state.successor(action), plies - 1))
        return v

    def expected_value(self, state, plies):
        v = float("-inf")
        probability = 1 / len(state.legal_actions())
        for action in state.legal_actions():
            v += probability * self.get_value(state.successor(action), plies - 1)
        return v
