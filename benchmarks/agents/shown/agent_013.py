from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        def look(s, plies):
            if s.is_terminal or plies == 0:
                return s.score
            values = [look(s.successor(a), plies - 1) for a in s.legal_actions()]
            if s.to_move == 1:
                return min(values)
            return max(values)

        total = self.depth * state.num_agents
        scored = {a: look(state.successor(a), total - 1) for a in state.legal_actions()}
        return max(scored, key=scored.get)
