from pacgrid.search import Searcher


class Minimax(Searcher):
    """Minimax with Q-values."""

    def action_values(self, state, plies):
        return {action: self.q(state, action, plies) for action in state.legal_actions()}

    def q(self, state, action, plies):
        after = state.successor(action)
        reward = after.score - state.score
        return reward + self.value(after, plies - 1)

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        q_values = [self.q(state, action, plies) for action in state.legal_actions()]
        if state.to_move == 0:
            return max(q_values)
        return min(q_values)
