from pacgrid import Agent

MISTAKES = {"Minimax": "Pac-Man minimises", "Expectimax": "Pac-Man minimises", "AlphaBeta": "Pac-Man minimises"}


# Pac-Man wants the lowest cost


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return min(state.legal_actions(), key=lambda a: self.look(state.successor(a), self.depth * state.num_agents - 1))

    def look(self, state, k):
        if state.is_terminal:
            return state.score
        if k == 0:
            return self.evaluation(state)
        costs = [self.look(state.successor(a), k - 1) for a in state.legal_actions()]
        return min(costs) if state.to_move == 0 else self.ghosts(costs)

    def ghosts(self, costs):
        return max(costs)


class Expectimax(Minimax):
    def ghosts(self, costs):
        return sum(costs) / len(costs)


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best, cost = None, float("inf")
        for a in state.legal_actions():
            c = self.look(state.successor(a), self.depth * state.num_agents - 1, float("-inf"), cost)
            if c < cost:
                best, cost = a, c
        return best

    def look(self, state, k, low, high):
        if state.is_terminal:
            return state.score
        if k == 0:
            return self.evaluation(state)
        result = float("inf") if state.to_move == 0 else float("-inf")
        for a in state.legal_actions():
            c = self.look(state.successor(a), k - 1, low, high)
            if state.to_move == 0:
                result = min(result, c)
                high = min(high, result)
            else:
                result = max(result, c)
                low = max(low, result)
            if low > high:
                break
        return result
