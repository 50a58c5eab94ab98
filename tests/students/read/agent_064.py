from pacgrid import Agent


class Expectimax(Agent):
    """Looks `depth` rounds ahead against ghosts that move at random."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        plies = self.depth * state.num_agents
        scored = [(self.value(state.successor(a), plies - 1), -i, a)
                  for i, a in enumerate(state.legal_actions())]
        return max(scored)[2]

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = {self.value(state.successor(a), plies - 1) for a in state.legal_actions()}
        if state.to_move == 0:
            return max(values)
        return sum(values) / len(values)
