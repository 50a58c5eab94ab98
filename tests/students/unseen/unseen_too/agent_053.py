from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda state: state.score)

    def act(self, state):
        best_action = state.legal_actions()[0]
        best_value = float("-inf")
        for action in state.legal_actions():
            value = self.expectimax(state.successor(action), self.depth, 1)
            if value > best_value:
                best_value = value
                best_action = action
        return best_action

    def expectimax(self, state, depth, agent):
        if state.is_terminal:
            return state.score
        if depth == 0:
            return self.evaluation(state)

        # Pacman
        if agent == 0:
            value = float("-inf")
            for action in state.legal_actions():
                value = max(value, self.expectimax(state.successor(action), depth, 1))
            return value

        # Ghosts
        value = float("-inf")
        next_agent = agent + 1
        next_depth = depth
        if next_agent == state.num_agents:
            next_agent = 0
            next_depth = depth - 1
        prob = 1.0 / len(state.legal_actions())
        for action in state.legal_actions():
            value += prob * self.expectimax(state.successor(action), next_depth, next_agent)
        return value
