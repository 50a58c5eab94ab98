from pacgrid import Agent


class Minimax(Agent):
    """Depth-limited minimax with an agent counter."""

    def __init__(self, depth=2, evaluation=None):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        _, action = self.minimax(state, 0, self.depth * state.num_agents)
        return action

    def minimax(self, state, agent, plies):
        if state.is_terminal:
            return state.score, None
        if plies == 0:
            return self.evaluation(state), None

        best_value, best_action = None, None
        maximizing = agent == 0
        for action in state.legal_actions():
            child = state.successor(action)
            agent = (agent + 1) % state.num_agents
            value, _ = self.minimax(child, agent, plies - 1)
            if best_value is None:
                best_value, best_action = value, action
            elif maximizing and value > best_value:
                best_value, best_action = value, action
            elif not maximizing and value < best_value:
                best_value, best_action = value, action
        return best_value, best_action
