from pacgrid import Agent


class Minimax(Agent):
    """Negamax: every value is from the point of view of the agent to move."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        plies = self.depth * state.num_agents
        return max(state.legal_actions(), key=lambda a: self.move_value(state, a, plies))

    def sign(self, state):
        return 1 if state.to_move == 0 else -1

    def move_value(self, state, action, plies):
        child = state.successor(action)
        value = self.negamax(child, plies - 1)
        return -value

    def negamax(self, state, plies):
        if state.is_terminal:
            return self.sign(state) * state.score
        if plies == 0:
            return self.sign(state) * self.evaluation(state)
        return max(self.move_value(state, action, plies) for action in state.legal_actions())
