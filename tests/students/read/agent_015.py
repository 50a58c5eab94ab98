from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        value, action = self.search(state, self.depth * state.num_agents)
        return action

    def search(self, state, plies):
        """Returns (value, action)."""
        if state.is_terminal:
            return (state.score, None)
        if plies == 0:
            return (self.evaluation(state), None)

        if state.to_move == 0:
            best = (float("-inf"), None)
            for action in state.legal_actions():
                result = self.search(state.successor(action), plies - 1)
                if result[0] > best[0]:
                    best = result
            return best

        worst = (float("inf"), None)
        for action in state.legal_actions():
            result = self.search(state.successor(action), plies - 1)
            if result[0] < worst[0]:
                worst = (result[0], action)
        return worst
