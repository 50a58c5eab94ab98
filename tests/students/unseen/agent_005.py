from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        rounds = self.depth * state.num_agents
        acts = state.legal_actions()
        numbers = []
        for a in acts:
            numbers.append(self.minimax(state.successor(a), rounds - 1))
        if state.to_move == 0:
            wanted = max(numbers)
        else:
            wanted = min(numbers)
        return acts[numbers.index(wanted)]

    def minimax(self, state, left):
        if left == 0 or state.is_terminal:
            return state.score
        acts = state.legal_actions()
        best = self.minimax(state.successor(acts[0]), left - 1)
        for i in range(1, len(acts) - 1):
            v = self.minimax(state.successor(acts[i]), left - 1)
            if state.to_move == 0 and v > best:
                best = v
            if state.to_move != 0 and v < best:
                best = v
        return best
