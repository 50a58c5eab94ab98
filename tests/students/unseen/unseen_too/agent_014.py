from pacgrid import Agent, Action, State


class Expectimax(Agent):
    def __init__(self, *, depth: int = 2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state: State) -> Action:
        values = {}
        for action in state.legal_actions():
            values[action] = self.exp_value(state.successor(action), self.depth * state.num_agents - 1)
        return max(values, key=lambda a: values[a])

    def get_value(self, state: State, plies: int) -> float:
        if state.to_move == 0:
            return self.max_value(state, plies)
        else:
            return self.exp_value(state, plies)

    def max_value(self, state: State, plies: int) -> float:
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        v = float("-inf")
        for action in state.legal_actions():
            v = max(v, self.get_value(state.successor(action), plies - 1))
        return v

    def exp_value(self, state: State, plies: int) -> float:
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        v = 0
        p = 1 / len(state.legal_actions())
        for action in state.legal_actions():
            v += p * self.get_value(state.successor(action), plies - 1)
            return v
