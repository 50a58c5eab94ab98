from pacgrid import Agent

INF = 10**9


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        low, high = -INF, INF
        plies = self.depth * state.num_agents
        chosen = None
        for action in state.legal_actions():
            value = self.value(state.successor(action), plies - 1, (low, high))
            if state.to_move == 0 and value > low:
                low, chosen = value, action
            elif state.to_move != 0 and value < high:
                high, chosen = value, action
        return chosen

    def value(self, state, plies, window):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        low, high = window
        if state.to_move == 0:
            for action in state.legal_actions():
                low = max(low, self.value(state.successor(action), plies - 1, (low, high)))
                if low >= high:
                    return high
            return low
        for action in state.legal_actions():
            result = self.value(state.successor(action), plies - 1, (low, high))
            if result <= low:
                return high
            high = min(high, result)
        return high
