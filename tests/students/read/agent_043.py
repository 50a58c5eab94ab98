from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best_action, best_value = None, None
        for action in state.legal_actions():
            child = state.successor(action)
            value = self.value(child, self.depth * state.num_agents - 1)
            if value > state.score:
                return action
            if best_value is None or value > best_value:
                best_action, best_value = action, value
        return best_action

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.pacman_value(state, plies)
        return self.ghost_value(state, plies)

    def pacman_value(self, state, plies, highest=None):
        for action in state.legal_actions():
            value = self.value(state.successor(action), plies - 1)
            highest = value if highest is None else max(highest, value)
        return highest

    def ghost_value(self, state, plies):
        actions = state.legal_actions()
        lowest = self.value(state.successor(actions[0]), plies - 1)
        for i in range(1, len(actions) - 1):
            lowest = min(lowest, self.value(state.successor(actions[i]), plies - 1))
        return lowest
