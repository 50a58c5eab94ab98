from pacgrid import Agent


class Minimax(Agent):
    """Negamax: each value is seen from the side that is to move."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation
        if self.evaluation is None:
            self.evaluation = lambda state: state.score

    def side(self, state):
        return 1 if state.to_move == 0 else -1

    def act(self, state):
        choice, best = None, None
        for action in state.legal_actions():
            value = self.child_value(state, action, self.depth * state.num_agents - 1)
            if best is None or value > best:
                choice, best = action, value
        return choice

    def child_value(self, state, action, plies):
        child = state.successor(action)
        return -self.negamax(child, plies)

    def negamax(self, state, plies):
        if state.is_terminal:
            return self.side(state) * state.score
        if plies == 0:
            return self.side(state) * self.evaluation(state)
        return max(
            self.child_value(state, action, plies - 1) for action in state.legal_actions()
        )
