from pacgrid import Agent

# counts whole rounds, stops when depth is *below* zero

MISTAKES = {"Minimax": "depth one too many", "AlphaBeta": "depth one too many", "Expectimax": "depth one too many"}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        return self.search(state, self.depth)[1]

    def search(self, s, depth):
        if s.is_terminal:
            return s.score, None
        if s.to_move == 0:
            if depth < 0:
                return self.evaluation(s), None
            depth -= 1
            return max(((self.search(s.successor(a), depth)[0], a) for a in s.legal_actions()), key=lambda p: p[0])
        return min(((self.search(s.successor(a), depth)[0], a) for a in s.legal_actions()), key=lambda p: p[0])


class Expectimax(Minimax):
    def search(self, s, depth):
        if s.is_terminal:
            return s.score, None
        if s.to_move == 0:
            if depth < 0:
                return self.evaluation(s), None
            depth -= 1
            return max(((self.search(s.successor(a), depth)[0], a) for a in s.legal_actions()), key=lambda p: p[0])
        outcomes = [self.search(s.successor(a), depth)[0] for a in s.legal_actions()]
        return sum(outcomes) / len(outcomes), None


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        return self.search(state, self.depth, -1e10, 1e10)[1]

    def search(self, s, depth, alpha, beta):
        if s.is_terminal:
            return s.score, None
        if s.to_move == 0:
            if depth < 0:
                return self.evaluation(s), None
            depth -= 1
        result = None
        for a in s.legal_actions():
            v, _ = self.search(s.successor(a), depth, alpha, beta)
            if s.to_move == 0:
                if result is None or v > result[0]:
                    result = v, a
                if v > beta:
                    return result
                alpha = max(alpha, v)
            else:
                if result is None or v < result[0]:
                    result = v, a
                if v < alpha:
                    return result
                beta = min(beta, v)
        return result
