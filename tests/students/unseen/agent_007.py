from pacgrid import Agent


class Minimax(Agent):
    """Minimax that gives back the value together with the move."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        value, action = self.solve(state, self.depth * state.num_agents)
        return action

    def solve(self, state, plies):
        if state.is_terminal:
            return state.score, None
        if plies == 0:
            return self.evaluation(state), None
        pairs = []
        for action in state.legal_actions():
            value, _ = self.solve(state.successor(action), plies - 1)
            pairs.append((value, action))
        if state.to_move == 0:
            return max(pairs, key=lambda pair: pair[0])
        return min(pairs, key=lambda pair: pair[0])
