from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        action, value = self.expectimax(state, self.depth * state.num_agents)
        return action

    def expectimax(self, state, plies):
        """Returns a pair (action, value)."""
        if state.is_terminal:
            return None, state.score
        if plies == 0:
            return None, self.evaluation(state)
        pairs = [
            (action, self.expectimax(state.successor(action), plies - 1)[1])
            for action in state.legal_actions()
        ]
        if state.to_move == 0:
            return max(pairs)
        return None, sum(value for _, value in pairs) / len(pairs)
