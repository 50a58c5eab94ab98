from pacgrid import Agent

LOW, HIGH = 0, 1


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        bounds = [float("-inf"), float("inf")]
        who = state.to_move
        best_action, best = None, None
        for action in state.legal_actions():
            v = self.value(state.successor(action), self.depth * state.num_agents - 1, bounds)
            if best is None or (who == 0 and v > best) or (who != 0 and v < best):
                best_action, best = action, v
            self.tighten(bounds, who, v)
        return best_action

    def tighten(self, bounds, who, v):
        if who == 0:
            bounds[LOW] = max(bounds[LOW], v)
        else:
            bounds[HIGH] = min(bounds[HIGH], v)

    def value(self, state, plies, bounds):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        who = state.to_move
        best = float("-inf") if who == 0 else float("inf")
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1, bounds)
            best = max(best, v) if who == 0 else min(best, v)
            self.tighten(bounds, who, best)
            if bounds[LOW] >= bounds[HIGH]:
                return best
        return best
