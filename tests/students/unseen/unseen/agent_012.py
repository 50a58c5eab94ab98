from pacgrid import Agent, Report


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.f = evaluation or (lambda s: s.score)

    def act(self, state):
        vals = {}
        for a in state.legal_actions():
            vals[a] = self.mm(state.successor(a), self.depth * state.num_agents - 1)
        self.report = Report(values=vals)
        return max(vals, key=lambda a: vals[a])

    def mm(self, state, left):
        if state.is_terminal:
            return state.score
        if left <= 1:
            return self.f(state)
        if state.to_move == 0:
            best = -100
            for a in state.legal_actions():
                x = self.mm(state.successor(a), left - 1)
                if x > best:
                    best = x
            return best
        else:
            best = 100
            for a in state.legal_actions():
                x = self.mm(state.successor(a), left - 1)
                if x < best:
                    best = x
            return best
