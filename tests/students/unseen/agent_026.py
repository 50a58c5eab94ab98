from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        total = self.depth * state.num_agents
        maximizing = state.to_move == 0
        best_action, best_value = None, None
        for action in state.legal_actions():
            v = self.value(state.successor(action), total - 1)
            if best_value is None or (v > best_value if maximizing else v < best_value):
                best_action, best_value = action, v
        return best_action

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        outcomes = self.collect(state, plies)
        if state.to_move == 0:
            return max(outcomes)
        return min(outcomes)

    def collect(self, state, plies, found=[]):
        for action in state.legal_actions():
            found.append(self.value(state.successor(action), plies - 1))
        return found
