from pacgrid import Agent


class Expectimax(Agent):
    GAMMA = 0.9

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best_action = None
        best_value = float("-inf")
        for action in state.legal_actions():
            value = self.exp_value(state.successor(action), 1, self.depth)
            if value > best_value:
                best_value = value
                best_action = action
        return best_action

    def max_value(self, state, depth):
        if state.is_terminal:
            return state.score
        if depth == 0:
            return self.evaluation(state)
        best = float("-inf")
        for action in state.legal_actions():
            value = self.exp_value(state.successor(action), 1, depth)
            best = max(best, value)
        return self.GAMMA * best

    def exp_value(self, state, agent, depth):
        if state.is_terminal:
            return state.score
        actions = state.legal_actions()
        next_agent = (agent + 1) % state.num_agents
        expected = 0
        for action in actions:
            after = state.successor(action)
            if next_agent == 0:
                expected += self.max_value(after, depth - 1) / len(actions)
            else:
                expected += self.exp_value(after, next_agent, depth) / len(actions)
            return expected
