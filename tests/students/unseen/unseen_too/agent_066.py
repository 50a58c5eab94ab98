from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda st: st.score)

    def act(self, state):
        n_agents = state.num_agents

        def value(s, plies):
            if s.is_terminal:
                return s.score
            if plies == 0:
                return self.evaluation(state)
            pick = max if s.to_move == 0 else min
            return pick(value(s.successor(a), plies - 1) for a in s.legal_actions())

        values = {}
        for a in state.legal_actions():
            values[a] = value(state.successor(a), self.depth * n_agents - 1)
        return max(values, key=values.get)
