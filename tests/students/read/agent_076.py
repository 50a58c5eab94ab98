from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        actions = state.legal_actions()
        plies = self.depth * state.num_agents
        best = 0
        best_value = self.value(state.successor(actions[0]), plies - 1)
        i = 1
        while i < len(actions):
            value = self.value(state.successor(actions[i]), plies - 1)
            if value > best_value:
                best = i
                best_value = value
            i += 1
        return actions[best]

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        actions = state.legal_actions()
        result = self.value(state.successor(actions[0]), plies - 1)
        if state.to_move == 0:
            i = 1
            while i < len(actions):
                result = max(result, self.value(state.successor(actions[i]), plies - 1))
                i += 1
            return result
        i = 1
        while i < len(actions) - 1:
            result += self.value(state.successor(actions[i]), plies - 1)
            i += 1
        return result // len(actions)
