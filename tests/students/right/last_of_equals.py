"""`>=` instead of `>`: of equal actions the last one wins. That's allowed."""

from pacgrid import Agent

MISTAKES = {}

NEG, POS = -float("inf"), float("inf")


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return self.best(state, self.depth * state.num_agents)[1]

    # returns (value, action)
    def best(self, state, plies):
        if state.is_terminal:
            return state.score, None
        if plies == 0:
            return self.evaluation(state), None
        result = None
        for action in state.legal_actions():
            value, _ = self.best(state.successor(action), plies - 1)
            if result is None:
                result = value, action
            elif state.to_move == 0 and value >= result[0]:
                result = value, action
            elif state.to_move != 0 and value <= result[0]:
                result = value, action
        return result


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return self.best(state, self.depth * state.num_agents)[1]

    def best(self, state, plies):
        if state.is_terminal:
            return state.score, None
        if plies == 0:
            return self.evaluation(state), None
        total, result = 0, (NEG, None)
        for action in state.legal_actions():
            value, _ = self.best(state.successor(action), plies - 1)
            total += value
            if value >= result[0]:
                result = value, action
        return result if state.to_move == 0 else (total / len(state.legal_actions()), None)


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return self.best(state, self.depth * state.num_agents, NEG, POS)[1]

    def best(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score, None
        if plies == 0:
            return self.evaluation(state), None
        value, choice = (NEG if state.to_move == 0 else POS), None
        for action in state.legal_actions():
            new, _ = self.best(state.successor(action), plies - 1, alpha, beta)
            if state.to_move == 0:
                if new >= value:
                    value, choice = new, action
                if value > beta:
                    break
                alpha = max(alpha, value)
            else:
                if new <= value:
                    value, choice = new, action
                if value < alpha:
                    break
                beta = min(beta, value)
        return value, choice
