from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation
        if evaluation is None:
            self.evaluation = lambda s: s.score

    def act(self, state):
        best_value = float("-inf")
        best_action = None
        for action in state.legal_actions():
            v = self.min_or_max(state.successor(action), self.depth * state.num_agents - 1)
            if v > best_value:
                best_action = action
        return best_action

    def min_or_max(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            v = float("-inf")
            for action in state.legal_actions():
                v = max(v, self.min_or_max(state.successor(action), plies - 1))
            return v
        v = float("inf")
        for action in state.legal_actions():
            v = min(v, self.min_or_max(state.successor(action), plies - 1))
        return v
