from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best_move = None
        best_value = float("-inf")
        for move in state.legal_actions():
            value = self.search(state.successor(move), 1, 1)
            if value > best_value:
                best_move, best_value = move, value
        return best_move

    def search(self, state, agent, moves_made):
        if moves_made == self.depth * state.num_agents:
            return self.evaluation(state)
        if state.is_terminal:
            return state.score
        next_agent = (agent + 1) % (state.num_agents - 1)
        results = []
        for move in state.legal_actions():
            results.append(self.search(state.successor(move), next_agent, moves_made + 1))
        if agent == 0:
            return max(results)
        return min(results)
