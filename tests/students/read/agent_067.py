from pacgrid import Agent


class Expectimax(Agent):
    """Fills a table with one row for each action, then looks for the best row."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        actions = state.legal_actions()
        table = [["action", 0]] * len(actions)
        for i, action in enumerate(actions):
            table[i][0] = action
            table[i][1] = self.expectimax(state.successor(action), 1)
        best_row = table[0]
        for row in table:
            if row[1] > best_row[1]:
                best_row = row
        return best_row[0]

    def expectimax(self, state, level):
        if state.is_terminal:
            return state.score
        if level == self.depth * state.num_agents:
            return self.evaluation(state)
        values = []
        for action in state.legal_actions():
            values.append(self.expectimax(state.successor(action), level + 1))
        if level % state.num_agents == 0:
            return max(values)
        return round(sum(values) / len(values))
