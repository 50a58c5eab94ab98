from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        limit = self.depth * state.num_agents

        def prune_search(s, level, a, b):
            if s.is_terminal:
                return s.score, None
            if level == limit:
                return self.evaluation(s), None
            best_move = None
            if s.to_move == 0:
                v = float("-inf")
                for move in s.legal_actions():
                    score = prune_search(s.successor(move), level + 1, a, b)[0]
                    if score > v:
                        v, best_move = score, move
                    if v > b:
                        break
                    a = score
            else:
                v = float("inf")
                for move in s.legal_actions():
                    score = prune_search(s.successor(move), level + 1, a, b)[0]
                    if score < v:
                        v, best_move = score, move
                    if v < a:
                        break
                    b = score
            return v, best_move

        return prune_search(state, 0, float("-inf"), float("inf"))[1]
