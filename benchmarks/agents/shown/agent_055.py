from pacgrid import Agent


class Minimax(Agent):
    """Searches 1 round deep, then 2, and so on; the deepest result counts."""

    def __init__(self, depth=2, evaluation=None):
        self.max_depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        actions = list(state.legal_actions())
        for depth in range(1, self.max_depth):
            plies = depth * state.num_agents
            values = {a: self.search(state.successor(a), plies - 1) for a in actions}
            # best first, for the next iteration
            actions.sort(key=values.get, reverse=True)
        return actions[0]

    def search(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        results = (self.search(state.successor(a), plies - 1) for a in state.legal_actions())
        return max(results) if state.to_move == 0 else min(results)
