"""STOP is always the last action: [:-1]"""

from pacgrid import Agent

MISTAKES = {"Expectimax": "STOP left out in the tree", "Minimax": "STOP left out in the tree"}


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        def value(s, n):
            if s.is_terminal:
                return s.score
            if n == 0:
                return self.evaluation(s)
            actions = s.legal_actions()
            if s.to_move == 0 and actions[-1].name == "STOP" and len(actions) > 1:
                actions = actions[:-1]
            values = [value(s.successor(a), n - 1) for a in actions]
            return max(values) if s.to_move == 0 else self.average(values)

        n = self.depth * state.num_agents - 1
        values = [value(state.successor(a), n) for a in state.legal_actions()]
        return state.legal_actions()[values.index(max(values))]

    def average(self, values):
        return sum(values) / len(values)


class Minimax(Expectimax):
    def average(self, values):
        return min(values)
