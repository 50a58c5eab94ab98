from pacgrid import Agent


def chooser(agent):
    """The function that this agent picks its value with."""
    return max if agent % 2 == 0 else min


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda state: state.score)

    def act(self, state):
        n = self.depth * state.num_agents
        table = {a: self.worth(state.successor(a), n - 1) for a in state.legal_actions()}
        return chooser(state.to_move)(table, key=lambda a: table[a])

    def worth(self, state, n):
        if state.is_terminal:
            return state.score
        if n == 0:
            return self.evaluation(state)
        pick = chooser(state.to_move)
        return pick([self.worth(state.successor(a), n - 1) for a in state.legal_actions()])
