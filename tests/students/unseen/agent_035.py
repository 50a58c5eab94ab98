from pacgrid import Agent

INF = float("inf")


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evalFn = evaluation if evaluation is not None else (lambda s: s.score)

    def act(self, state):
        plies = self.depth * state.num_agents
        results = {}
        for move in state.legal_actions():
            results[move] = self.search(state.successor(move), plies - 1)
        if state.to_move == 0:
            return max(results, key=results.get)
        return min(results, key=results.get)

    def search(self, state, left):
        if state.is_terminal:
            return state.score
        if left <= 0:
            return self.evalFn(state)

        # Pac-Man
        if state.to_move == 0:
            v = -INF
            for move in state.legal_actions():
                left -= 1
                v = max(v, self.search(state.successor(move), left))
            return v

        # a ghost
        v = INF
        left -= 1
        for move in state.legal_actions():
            v = min(v, self.search(state.successor(move), left))
        return v
