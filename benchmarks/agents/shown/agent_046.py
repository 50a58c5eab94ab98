from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        def expecti(s, plies):
            if s.is_terminal:
                return s.score
            if plies == 0:
                return self.evaluation(s) if self.evaluation else s.score
            result = None
            for a in s.legal_actions():
                v = expecti(s.successor(a), plies - 1)
                if result is None:
                    result = v
                elif s.to_move == 0:
                    result = max(result, v)
                else:
                    result = (result + v) / 2
            return result

        best = None
        for a in state.legal_actions():
            v = expecti(state.successor(a), self.depth * state.num_agents - 1)
            if best is None or v > best[0]:
                best = (v, a)
        return best[1]
