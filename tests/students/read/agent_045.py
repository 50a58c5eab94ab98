from pacgrid import Agent


class Minimax(Agent):
    """Minimax that keeps its actions in a table by value."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        table = {}
        for action in state.legal_actions():
            value = self.minimax(state.successor(action), state.num_agents * self.depth - 1)
            table.setdefault(int(value), action)
        return table[max(table)]

    def minimax(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = set()
        for action in state.legal_actions():
            values.add(self.minimax(state.successor(action), plies - 1))
        values = sorted(values)
        if state.to_move == 0:
            return values[-1]
        else:
            return values[0]
