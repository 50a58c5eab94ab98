from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        value, action = self.search(state, 0, 0)
        return action

    def search(self, state, agent, depth):
        if state.is_terminal or depth == self.depth:
            return state.score, None
        following = (agent + 1) % state.num_agents
        next_depth = depth + (following == 0)
        results = [
            (self.search(state.successor(action), following, next_depth)[0], action)
            for action in state.legal_actions()
        ]
        if agent == 1:
            return sum(value for value, _ in results) / len(results), None
        return max(results, key=lambda result: result[0])
