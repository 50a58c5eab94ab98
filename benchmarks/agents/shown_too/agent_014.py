from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Expectimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        return self.decide(state, self.depth * state.num_agents)[1]

    def decide(self, state, plies):
        if state.is_terminal:
            return (state.score, None)
        if plies == 0:
            return (self.evaluation(state), None)
        if state.to_move == 0:
            best = (-float("inf"), None)
            for action in state.legal_actions():
                v = self.decide(state.successor(action), plies - 1)[0]
                if v > best[0]:
                    best = (v, action)
            return best
        total, count = 0, 0
        for action in state.legal_actions():
            nxt = state.successor(action)
            if nxt.is_terminal:
                continue
            total += self.decide(nxt, plies - 1)[0]
            count += 1
        if count == 0:
            return (state.score, None)
        return (total / count, None)
